//! The role API: `getAuthRemoteList`, the choices in a study, and `getProjectUserByAllowed`, the people in it.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::routing::get;
use http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::{ApiError, check_name, success};
use crate::catalogue::Catalogue;
use crate::locale::Locale;
use crate::payloads;
use crate::server::Shared;

/// The query of the list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListQuery {
    /// The connection between study and system, as the platform names it.
    study_url_id: String,
}

pub(crate) fn router() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/role-api/{study}/getAuthRemoteList", get(remote_list))
        .route("/role-api/{study}/getProjectUserByAllowed", get(allowed_users))
}

async fn remote_list(
    State(shared): State<Shared>,
    Path(study): Path<String>,
    Query(query): Query<ListQuery>,
    headers: HeaderMap,
) -> Result<Json<Value>, ApiError> {
    check_name("study", &study)?;
    check_name("study", &query.study_url_id)?;
    Ok(success(&Catalogue::of(shared.software).listing(&study, Locale::of(&headers))))
}

/// Most people in one answer.
const MOST: usize = 500;

/// The query of the people.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AllowedQuery {
    /// The connection between study and system, as the platform names it.
    study_url_id: String,
    /// Only these people, by id, separated by commas.
    ids: Option<String>,
    /// The last person of the page before.
    after: Option<String>,
    /// Most people in the answer.
    limit: Option<usize>,
}

async fn allowed_users(
    State(shared): State<Shared>,
    Path(study): Path<String>,
    Query(query): Query<AllowedQuery>,
) -> Result<Json<Value>, ApiError> {
    check_name("study", &study)?;
    check_name("study", &query.study_url_id)?;
    let only: Option<BTreeSet<&str>> = query.ids.as_deref().map(|ids| ids.split(',').collect());
    let users = shared.ledger.users(&study);
    let mut rest = users.iter().filter(|(id, _)| {
        only.as_ref().is_none_or(|only| only.contains(id.as_str()))
            && query.after.as_ref().is_none_or(|after| *id > after)
    });
    let limit = query.limit.unwrap_or(MOST).clamp(1, MOST);
    let page: Vec<_> = rest.by_ref().take(limit).collect();
    let next = rest.next().and_then(|_| page.last().map(|(id, _)| (*id).clone()));
    let list: Vec<Value> = page.into_iter().map(|(id, user)| payloads::written(shared.software, id, user)).collect();
    Ok(success(&json!({ "list": list, "next": next })))
}
