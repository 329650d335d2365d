//! The role API: the choices in a study. Lists are `{"items": [...], "next": cursor}`.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::routing::get;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};

use crate::api::{ApiError, check_name};
use crate::catalogue::{Catalogue, Named, Role};
use crate::locale::Locale;
use crate::server::Shared;

const DEFAULT_LIMIT: usize = 20;
const MAX_LIMIT: usize = 100;

/// The query of a list.
#[derive(Debug, Default, Deserialize)]
struct ListQuery {
    /// Part of an id or a name, in any case.
    #[serde(default)]
    search: String,
    /// Roles only: those that exist in this environment.
    environment: Option<String>,
    /// At most this many, 1 to 100, 20 when absent.
    limit: Option<usize>,
    /// `next` of the previous page.
    cursor: Option<String>,
}

#[derive(Debug, Serialize)]
struct Page<T> {
    items: Vec<T>,
    next: Option<String>,
}

trait Listed {
    fn id(&self) -> &'static str;
    fn name(&self) -> &'static str;
}

impl Listed for Named {
    fn id(&self) -> &'static str {
        self.id
    }
    fn name(&self) -> &'static str {
        self.name
    }
}

impl Listed for Role {
    fn id(&self) -> &'static str {
        self.id
    }
    fn name(&self) -> &'static str {
        self.name
    }
}

pub(crate) fn router() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/role-api/{study}/environments", get(environments))
        .route("/role-api/{study}/roles", get(roles))
        .route("/role-api/{study}/module-roles", get(module_roles))
}

async fn environments(
    Path(study): Path<String>,
    Query(query): Query<ListQuery>,
    headers: HeaderMap,
) -> Result<Json<Page<Named>>, ApiError> {
    check_name("study", &study)?;
    page(Catalogue::environments(Locale::of(&headers)), &query)
}

async fn module_roles(
    State(shared): State<Shared>,
    Path(study): Path<String>,
    Query(query): Query<ListQuery>,
    headers: HeaderMap,
) -> Result<Json<Page<Named>>, ApiError> {
    check_name("study", &study)?;
    page(Catalogue::of(shared.software).module_roles(Locale::of(&headers)), &query)
}

async fn roles(
    State(shared): State<Shared>,
    Path(study): Path<String>,
    Query(query): Query<ListQuery>,
    headers: HeaderMap,
) -> Result<Json<Page<Role>>, ApiError> {
    check_name("study", &study)?;
    let mut roles = Catalogue::of(shared.software).roles(Locale::of(&headers));
    if let Some(environment) = &query.environment {
        roles.retain(|role| role.environments.contains(&environment.as_str()));
    }
    page(roles, &query)
}

/// Filters, then returns one page. The cursor is the id of the page's last item.
fn page<T: Listed>(all: Vec<T>, query: &ListQuery) -> Result<Json<Page<T>>, ApiError> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(bad_request("limit must be 1 to 100"));
    }
    let start = match &query.cursor {
        None => 0,
        Some(cursor) => {
            let last = all.iter().position(|item| item.id() == cursor);
            last.ok_or_else(|| bad_request("the cursor is not one that was given"))? + 1
        }
    };
    let needle = query.search.to_lowercase();
    let mut matching = all
        .into_iter()
        .skip(start)
        .filter(|item| item.id().contains(&needle) || item.name().to_lowercase().contains(&needle));
    let items: Vec<T> = matching.by_ref().take(limit).collect();
    let more = matching.next().is_some();
    let next = if more { items.last().map(|item| item.id().to_owned()) } else { None };
    Ok(Json(Page { items, next }))
}

fn bad_request(message: &str) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "bad_request", message)
}
