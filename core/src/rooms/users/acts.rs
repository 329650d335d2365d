//! HTTP of the acts on accounts that stand for themselves: important information, lock, unlock, pull.

use axum::Json as Answer;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::api::Users;
use super::centre::{self, Account};
use super::model::{ImportantInput, Status, User};
use super::service;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Error, Locale};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::rooms::{Became, PathId, scope_of_any};

/// The operations.
pub fn router() -> OpenApiRouter<Users> {
    OpenApiRouter::new()
        .routes(routes!(important))
        .routes(routes!(lock))
        .routes(routes!(unlock))
        .routes(routes!(pull))
        .routes(routes!(languages))
}

/// Changes the important information of an account: login name, e-mail, phone.
#[utoipa::path(put, path = "/api/admin/users/{id}/important", operation_id = "updateUserByAdmin", tag = "users",
    params(("id" = String, Path)), request_body = ImportantInput, responses((status = 200, body = User)))]
async fn important(mut cx: Ctx, PathId(id): PathId, Json(input): Json<ImportantInput>) -> Result<Answer<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let user = service::update_important(&mut cx, &id, &input).await?;
    cx.commit().await?;
    Ok(Answer(user))
}

/// Why something is done.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct Reason {
    /// For the audit, at most 200 characters.
    reason: Option<String>,
}

/// Locks an account and ends its sessions.
#[utoipa::path(post, path = "/api/admin/users/{id}/lock", operation_id = "lockUser", tag = "users",
    params(("id" = String, Path)), request_body = Reason, responses((status = 200, body = User)))]
async fn lock(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<Reason>,
) -> Result<Answer<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let user = service::set_status(&mut cx, &id, Status::Locked, body.reason.as_deref().unwrap_or_default()).await?;
    users.sessions.end_all(&mut cx, &id, "locked").await?;
    users.grants.follow(&mut cx, &id, &Became::Locked, body.reason.as_deref().unwrap_or_default()).await?;
    cx.commit().await?;
    Ok(Answer(user))
}

/// Opens a locked account again.
#[utoipa::path(post, path = "/api/admin/users/{id}/unlock", operation_id = "unlockUser", tag = "users",
    params(("id" = String, Path)), request_body = Reason, responses((status = 200, body = User)))]
async fn unlock(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<Reason>,
) -> Result<Answer<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let user = service::set_status(&mut cx, &id, Status::Normal, body.reason.as_deref().unwrap_or_default()).await?;
    users.grants.follow(&mut cx, &id, &Became::Unlocked, body.reason.as_deref().unwrap_or_default()).await?;
    cx.commit().await?;
    Ok(Answer(user))
}

/// Of whom an account is looked for: one of both.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct Whose {
    /// E-mail.
    email: Option<String>,
    /// Phone.
    phone: Option<String>,
}

/// An account that is there already, here or in the user centre.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Pulled {
    /// Its id in the user centre.
    uc_id: Id,
    /// Full name.
    full_name: String,
    /// Login name.
    user_name: String,
    /// E-mail.
    email: String,
    /// Phone.
    phone: String,
}

/// Finds the account that an e-mail or a phone has, here or in the user centre, to be added instead of one that nobody
/// knows. By POST: what people are reached by does not belong into addresses.
#[utoipa::path(post, path = "/api/admin/user-accounts/pull", operation_id = "getPullUserInfo", tag = "users",
    request_body = Whose, responses((status = 200, body = Pulled)))]
async fn pull(State(users): State<Users>, mut cx: Ctx, Json(body): Json<Whose>) -> Result<Answer<Pulled>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let whose = centre::whose(body.email.as_deref(), body.phone.as_deref())?;
    let Account { uc_id, full_name, user_name, email, phone } =
        centre::pull(&mut cx, users.centre.as_ref(), &whose).await?;
    Ok(Answer(Pulled { uc_id, full_name, user_name, email, phone }))
}

/// A language that people can be written to in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Language {
    /// `zh` or `en`.
    language: &'static str,
    /// Its own name.
    desc: &'static str,
}

/// The languages that an account can have.
#[utoipa::path(get, path = "/api/admin/languages", operation_id = "getLanguageList", tag = "users",
    responses((status = 200, body = Vec<Language>)))]
async fn languages(cx: Ctx) -> Result<Answer<Vec<Language>>, Error> {
    scope_of_any(&cx, &[Permission::Users, Permission::TenantUsers], Act::View)?;
    let language = |locale: Locale, desc| Language { language: locale.tag(), desc };
    Ok(Answer(vec![language(Locale::Zh, "中文"), language(Locale::En, "English")]))
}
