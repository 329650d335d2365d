//! The administered things: one folder each.
//!
//! Floors inside: `menus`, `dictionaries` and `areas` know nothing of the others; `roles` knows `menus`;
//! `tenants` knows `dictionaries` and `areas`; `users` knows `roles` and
//! `areas`; the rest builds on these.

pub mod areas;
pub mod dictionaries;
pub mod domains;
pub mod holidays;
pub mod licences;
pub mod members;
pub mod menus;
pub mod pins;
pub mod roles;
pub mod sheet;
pub mod sites;
pub mod software;
pub mod studies;
pub mod tenants;
pub mod users;

mod follow;
mod in_use;
mod input;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use futures::future::BoxFuture;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use self::sheet::Desk;
use self::users::Users;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Event, Outcome, Permission, Scope, Who};
use crate::kernel::db::is_duplicate;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Request as About, carried};
use crate::kernel::id::Id;
use crate::kernel::page::{List, MAX_ROWS};

pub use self::follow::{Became, FollowPeople};

/// Yes or no as the specification writes it: `"0"` is yes (administrator, verified, enabled), `"1"` is no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(try_from = "String", into = "&'static str")]
#[sqlx(transparent)]
pub struct Yes(pub bool);

impl TryFrom<String> for Yes {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.as_str() {
            "0" => Ok(Self(true)),
            "1" => Ok(Self(false)),
            _ => Err("must be \"0\" (yes) or \"1\" (no)"),
        }
    }
}

impl From<Yes> for &'static str {
    fn from(Yes(yes): Yes) -> Self {
        if yes { "0" } else { "1" }
    }
}

impl utoipa::PartialSchema for Yes {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(["0", "1"]))
            .description(Some("0 yes, 1 no"))
            .into()
    }
}
impl utoipa::ToSchema for Yes {}

/// Whether somebody proved a moment ago who they are: what would open an account to whoever found a session
/// open asks for it, and what cannot be undone.
pub trait RecentProof: Send + Sync {
    /// Passes, or the error names the ways to prove it ([`Code::RecentProof`]).
    fn require<'a>(&'a self, cx: &'a mut Ctx) -> BoxFuture<'a, Result<(), Error>>;

    /// Passes where the caller may hear of `names` more login names whether somebody has them: a few at once, many only
    /// after a recent proof, and no more a day than anybody brings along. Otherwise the error says which
    /// ([`Code::RecentProof`], [`Code::TooMany`]).
    fn ask_names<'a>(&'a self, cx: &'a mut Ctx, names: usize) -> BoxFuture<'a, Result<(), Error>>;
}

/// What operations work with of which some need a recent proof.
#[derive(Clone)]
pub struct Proven {
    kernel: Kernel,
    proof: Arc<dyn RecentProof>,
}

impl FromRef<Proven> for Kernel {
    fn from_ref(proven: &Proven) -> Self {
        proven.kernel.clone()
    }
}

impl Proven {
    /// A second factor that was required and is not any more needs a recent proof: from then on a password opens
    /// every account that the requirement guarded.
    async fn loosening(&self, cx: &mut Ctx, before: bool, after: bool) -> Result<(), Error> {
        if before && !after { self.proof.require(cx).await } else { Ok(()) }
    }
}

/// Every operation of the modules. Who asks must be in the request's extensions already; faces are the caller's.
pub fn router(users: Users) -> OpenApiRouter {
    let kernel = users.kernel.clone();
    let proven = Proven { kernel: kernel.clone(), proof: Arc::clone(&users.proof) };
    OpenApiRouter::new()
        .merge(dictionaries::router(kernel.clone()))
        .merge(areas::router(kernel.clone()))
        .merge(sites::router(Desk { kernel: kernel.clone(), exports: users.exports.clone() }))
        .merge(roles::router(proven.clone()))
        .merge(tenants::router(proven))
        .merge(members::router(users.clone()))
        .merge(pins::router(kernel.clone()))
        .merge(holidays::router(kernel.clone()))
        .merge(licences::router(kernel.clone()))
        .merge(users::router(users))
        .layer(from_fn_with_state(kernel, note_refusals))
}

/// Notes in the audit what a signed-in person was not allowed to do. In a transaction of its own: the
/// call's is gone with its error. A layer for every router of the admin REST.
pub async fn note_refusals(State(kernel): State<Kernel>, request: Request, next: Next) -> Response {
    let who = request.extensions().get::<Who>().cloned().unwrap_or_default();
    let about = request.extensions().get::<About>().cloned();
    let tried: String = format!("{} {}", request.method(), request.uri().path()).chars().take(200).collect();
    let response = next.run(request).await;
    let error = carried(&response).filter(|e| e.code == Code::Forbidden);
    if let (Some(error), Some(about), Who::Person(_)) = (error, about, &who) {
        let mut cx = Ctx::new(kernel, who, about, false);
        cx.audit_event(Event {
            action: "call.refused",
            resource: "calls",
            record: tried,
            reason: Some(error.text().en.into_owned()),
            outcome: Some(Outcome::Refused),
            ..Event::default()
        });
        if let Err(error) = cx.commit().await {
            tracing::error!(%error, "a refusal could not be noted in the audit");
        }
    }
    response
}

/// The id in an address. What cannot be one names nothing: 404.
#[derive(Debug)]
pub struct PathId(pub Id);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let nothing = || Error::new(Code::NotFound);
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| nothing())?;
        Id::try_from(text).map(Self).map_err(|_| nothing())
    }
}

/// A list that is short: all of it, up to [`MAX_ROWS`], where no range is given.
#[derive(Debug)]
pub struct Whole<F>(pub List<F>);

impl<F: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Whole<F> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let mut list = List::from_request_parts(parts, state).await?;
        let query = parts.uri.query().unwrap_or_default();
        if !url::form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "range") {
            list.limit = MAX_ROWS;
        }
        Ok(Self(list))
    }
}

/// What the database has when this server starts for the first time: menus, dictionaries and holidays. Doing it again
/// changes nothing that an administrator has changed since.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    menus::seed(cx).await?;
    dictionaries::seed(cx).await?;
    holidays::seed(cx).await
}

/// Reference data that is large: loaded when this server starts, not for every test.
pub async fn seed_reference(cx: &mut Ctx) -> Result<(), Error> {
    areas::seed(cx).await
}

/// The tenants within which the caller has any of the permissions: for lists of choices that several forms need.
fn scope_of_any(cx: &Ctx, permissions: &[Permission], act: Act) -> Result<Scope, Error> {
    let mut tenants = Vec::new();
    for permission in permissions {
        match cx.scope(*permission, act) {
            Ok(Scope::All) => return Ok(Scope::All),
            Ok(Scope::Only(more)) => tenants.extend(more),
            Err(e) if e.code == Code::Forbidden => {}
            Err(e) => return Err(e),
        }
    }
    tenants.sort_unstable();
    tenants.dedup();
    if tenants.is_empty() { Err(Error::new(Code::Forbidden)) } else { Ok(Scope::Only(tenants)) }
}

/// Leaves a tombstone in place of the row that still has this version: what refers to it keeps its name, and nobody
/// is handed what was its own. `update` begins the statement: `UPDATE areas SET`, and what else changes with it.
async fn tombstone(cx: &mut Ctx, update: &'static str, id: &Id, version: i64) -> Result<(), Error> {
    let now = cx.now();
    let query = cx.db().await?.query(update).sql(" version = version + 1").push(", deleted_at = ", now);
    let query = query.push(" WHERE deleted_at IS NULL AND id = ", id.clone()).push(" AND version = ", version);
    one_row(query.execute().await?)
}

/// A row that is there already is the caller's mistake, on the field that must be unique; the rest is ours.
fn taken(error: sqlx::Error, field: &'static str, text: Text) -> Error {
    if is_duplicate(&error) { Error::field(field, text) } else { error.into() }
}

/// Refused unless exactly one row was changed: the caller's version is not the present one.
fn one_row(changed: u64) -> Result<(), Error> {
    if changed == 1 { Ok(()) } else { Err(Error::new(Code::Conflict)) }
}
