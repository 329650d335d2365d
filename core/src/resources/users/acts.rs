//! HTTP of the separate actions on accounts: important information, lock, unlock, restore, pull.

use axum::Json as Answer;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::centre::{self, Account};
use super::model::{ImportantInput, Status, User};
use super::service;
use super::state::Users;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::PathId;
use crate::resources::Became;

/// The operations.
pub fn router() -> OpenApiRouter<Users> {
    OpenApiRouter::new()
        .routes(routes!(important))
        .routes(routes!(lock))
        .routes(routes!(unlock))
        .routes(routes!(restore))
        .routes(routes!(pull))
        .routes(routes!(languages))
}

/// Changes the important information of an account: login name, e-mail, phone. Needs a recent proof. Ends its sessions,
/// and notifies its owner at the old and the new addresses.
#[utoipa::path(put, path = "/api/admin/users/{id}/important", operation_id = "updateUserByAdmin", tag = "users",
    params(("id" = String, Path)), request_body = ImportantInput, responses((status = 200, body = User)))]
async fn important(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(input): Json<ImportantInput>,
) -> Result<Answer<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let (before, after) = service::update_important(&mut cx, &id, &input).await?;
    users.step_up.require(&mut cx).await?;
    let by = |user: &User| (user.user_name.clone(), user.email.clone(), user.phone.clone());
    if by(&before) != by(&after) {
        users.sessions.end_all(&mut cx, &id, "contact_changed").await?;
        users.owners.contact_changed(&mut cx, &before, &after).await?;
    }
    cx.commit().await?;
    Ok(Answer(after))
}

/// The reason for an action.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct Reason {
    /// For the audit, at most 200 characters.
    reason: Option<String>,
}

impl Reason {
    /// The reason; empty where none was given.
    fn text(&self) -> &str {
        self.reason.as_deref().unwrap_or_default()
    }
}

/// Locks an account and ends its sessions. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/users/{id}/lock", operation_id = "lockUser", tag = "users",
    params(("id" = String, Path)), request_body = Reason, responses((status = 200, body = User)))]
async fn lock(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<Reason>,
) -> Result<Answer<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let user = service::set_status(&mut cx, &id, Status::Locked, body.text()).await?;
    users.step_up.require(&mut cx).await?;
    users.sessions.end_all(&mut cx, &id, "locked").await?;
    users.grants.follow(&mut cx, &id, &Became::Locked, body.text()).await?;
    cx.commit().await?;
    Ok(Answer(user))
}

/// Unlocks an account, whether an administrator or too many failures locked it. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/users/{id}/unlock", operation_id = "unlockUser", tag = "users",
    params(("id" = String, Path)), request_body = Reason, responses((status = 200, body = User)))]
async fn unlock(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<Reason>,
) -> Result<Answer<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let reason = body.text();
    let user = service::unlock(&mut cx, users.locks.as_ref(), &id, reason).await?;
    users.step_up.require(&mut cx).await?;
    users.grants.follow(&mut cx, &id, &Became::Unlocked, reason).await?;
    cx.commit().await?;
    Ok(Answer(user))
}

/// Restores a removed account, with everything except its password and its verified addresses. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/users/{id}/restore", operation_id = "restoreUser", tag = "users",
    params(("id" = String, Path)), request_body = Reason, responses((status = 200, body = User)))]
async fn restore(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<Reason>,
) -> Result<Answer<User>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let user = service::restore(&mut cx, &id, body.text()).await?;
    users.step_up.require(&mut cx).await?;
    cx.commit().await?;
    Ok(Answer(user))
}

/// The e-mail or the phone of the account to look for.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct Whose {
    /// E-mail.
    email: Option<String>,
    /// Phone.
    phone: Option<String>,
}

/// An existing account, here or in the user centre.
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
    /// The account's id if it exists here: then it keeps its data.
    id: Option<Id>,
    /// Its role here, if it has one.
    role_id: Option<Id>,
    /// That role's name.
    role_name: Option<String>,
}

/// Finds the account of an e-mail or a phone, here or in the user centre, to use it instead of making another. By POST:
/// contacts must not appear in URLs.
#[utoipa::path(post, path = "/api/admin/user-accounts/pull", operation_id = "getPullUserInfo", tag = "users",
    request_body = Whose, responses((status = 200, body = Pulled)))]
async fn pull(State(users): State<Users>, mut cx: ReadCtx, Json(body): Json<Whose>) -> Result<Answer<Pulled>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let whose = centre::whose(body.email.as_deref(), body.phone.as_deref())?;
    let (account, here) = centre::pull(&mut cx, users.centre.as_ref(), &whose).await?;
    let Account { uc_id, full_name, user_name, email, phone } = account;
    let (id, role_id, role_name) = match here {
        Some(user) => (Some(user.id), user.role_id, user.role_name),
        None => (None, None, None),
    };
    Ok(Answer(Pulled { uc_id, full_name, user_name, email, phone, id, role_id, role_name }))
}

/// A language for messages to a person.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Language {
    /// `zh` or `en`.
    language: &'static str,
    /// Its name in itself.
    desc: &'static str,
}

/// The languages to choose from for an account.
#[utoipa::path(get, path = "/api/admin/languages", operation_id = "getLanguageList", tag = "users",
    responses((status = 200, body = Vec<Language>)))]
async fn languages(cx: ReadCtx) -> Result<Answer<Vec<Language>>, Error> {
    cx.scope_of_any(&[Permission::Users, Permission::TenantUsers], Act::View)?;
    let language = |locale: Locale, desc| Language { language: locale.tag(), desc };
    Ok(Answer(vec![language(Locale::Zh, "中文"), language(Locale::En, "English")]))
}
