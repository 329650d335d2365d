//! The role API: `getAuthRemoteList`, the choices in a study.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::routing::get;
use http::HeaderMap;
use serde::Deserialize;
use serde_json::Value;

use crate::api::{ApiError, check_name, success};
use crate::catalogue::Catalogue;
use crate::locale::Locale;
use crate::server::Shared;

/// The query of the list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListQuery {
    /// The connection between study and system, as the platform names it.
    study_url_id: String,
}

pub(crate) fn router() -> axum::Router<Shared> {
    axum::Router::new().route("/role-api/{study}/getAuthRemoteList", get(remote_list))
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
