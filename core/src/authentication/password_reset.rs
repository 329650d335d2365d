//! How administrators replace a user's password: they set a new one, or send a link with which the user sets one.
//! Neither way discloses a password to anybody else; both end every session, and the owner is notified.

use axum::Json as Answer;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::EndReason;
use super::recovery::{Asked, language, make_link};
use super::state::Sessions;
use super::{password_history, proof};
use crate::authentication::messages::count_mail;
use crate::kernel::ctx::{Act, Ctx, Event, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::PathId;
use crate::kernel::secret::Secret;
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::users::contacts::{self, Reachable};
use crate::resources::users::{self, accounts};

/// How long the notice to the owner may still be sent, in seconds.
const TELL: i64 = 24 * 3600;

/// The operations.
pub fn router() -> OpenApiRouter<Sessions> {
    OpenApiRouter::new().routes(routes!(set)).routes(routes!(reset))
}

/// A password chosen by an administrator.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct Chosen {
    /// The password, or a compact JWE of it.
    password: Secret,
}

/// The user whose password was replaced.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasswordOf)]
struct Whose {
    /// The user.
    id: Id,
    /// Their e-mail address; empty where they were not notified.
    email: String,
    /// How many sessions ended.
    sessions: usize,
    /// The id of the message that notifies them, for asking for its delivery state (deliveryState); null where the
    /// deployment sends no e-mail.
    message_id: Option<Id>,
}

/// The account, where the caller may change its password: its password is kept here, it has no more permissions than
/// the caller, and it is not the caller's own, which needs the present password.
async fn whose(cx: &mut ReadCtx, id: &Id) -> Result<Reachable, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    if cx.person()?.id == *id {
        let text = Text::new("请在账号设置中修改自己的密码", "change your own password in your account");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let user = users::takeable(cx, id).await?;
    users::kept_here(&user)?;
    let found = contacts::by_id(cx.db().await?, id).await?;
    found.ok_or_else(|| Error::new(Code::NotFound))
}

/// Sets a user's password, which they must change at their next sign-in, and lifts the lock after too many failures.
/// Never the caller's own: changing that needs the present password. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/users/{id}/password", operation_id = "changeUserPassword", tag = "users",
    extensions(("x-part-of" = json!(["updateUserByAdmin"]))),
    params(("id" = String, Path)), request_body = Chosen, responses((status = 200, body = Whose)))]
async fn set(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<Chosen>,
) -> Result<Answer<Whose>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let mut problems = Problems::default();
    let missing = body.password.is_empty();
    problems.check(!missing, "password", "请输入新密码", "please enter the new password");
    problems.into_result()?;
    let account = whose(&mut cx, &id).await?;
    sessions.require_recent(&mut cx).await?;
    let used = password_history::earlier(&sessions, &mut cx, &id, account.password_hash.as_deref()).await?;
    cx.release();
    let permit = sessions.hasher().enter(&cx)?;
    let new = sessions.open_password(&permit, &body.password).await?;
    let checked = sessions.rules().check(new.password.expose(), &account.user_name);
    checked.map_err(|text| Error::field("password", text))?;
    password_history::check_unused(&sessions, &permit, &new.password, used, "password").await?;
    let hash = sessions.hasher().hash_in(&permit, &new.password).await?;
    proof::spend(&sessions, cx.db().await?, &new).await?;
    if !password_history::replace(&sessions, &mut cx, &id, account.password_hash.as_deref(), &hash).await? {
        return Err(Error::new(Code::Conflict));
    }
    accounts::require_password_change(cx.db().await?, &id).await?;
    // A user who failed with the old password must be able to try the new one.
    sessions.lift_lock(&mut cx, &id).await?;
    let ended = end(&sessions, &mut cx, &account, "user.password_set").await?;
    let mut message_id = None;
    if sessions.has_email() {
        let notice = Notice::PasswordSet { user_name: account.user_name.clone() };
        message_id = Some(tell(&mut cx, &account, notice, TELL).await?);
    }
    cx.commit().await?;
    Ok(Answer(Whose { id, email: account.email, sessions: ended, message_id }))
}

/// Sends a user a link to set a new password. The old one stops working. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/users/{id}/password-reset", operation_id = "resetPwd", tag = "users",
    params(("id" = String, Path)), responses((status = 200, body = Whose)))]
async fn reset(State(sessions): State<Sessions>, mut cx: Ctx, PathId(id): PathId) -> Result<Answer<Whose>, Error> {
    let account = whose(&mut cx, &id).await?;
    if account.status == proof::LOCKED {
        let text = Text::new("该账号已锁定", "this account is locked");
        return Err(Error::new(Code::Conflict).message(text));
    }
    sessions.require_recent(&mut cx).await?;
    let key = mailaddr::key(&account.email);
    count_mail(&sessions, &mut cx, &format!("password-reset:{key}"), &key, None).await?;
    if !password_history::forget(&sessions, &mut cx, &id, account.password_hash.as_deref()).await? {
        return Err(Error::new(Code::Conflict));
    }
    let ended = end(&sessions, &mut cx, &account, "user.password_reset").await?;
    let hours = sessions.invitations().verification_hours;
    // A link is bound to the password that it replaces; the user has none now.
    let link = make_link(
        &sessions,
        &Reachable { password_hash: None, ..account.clone() },
        Asked::ByAdministrator,
        hours * 60,
    )?;
    let notice = Notice::PasswordReset { link, hours, user_name: account.user_name.clone() };
    let message_id = Some(tell(&mut cx, &account, notice, hours * 3600).await?);
    cx.commit().await?;
    Ok(Answer(Whose { id, email: account.email, sessions: ended, message_id }))
}

/// Ends every session and audits the action.
async fn end(sessions: &Sessions, cx: &mut Ctx, account: &Reachable, action: &'static str) -> Result<usize, Error> {
    let ended = sessions.end_all(cx, &account.id, EndReason::PasswordChanged).await?;
    cx.audit_event(Event {
        action,
        resource: "users",
        record: account.id.to_string(),
        after: Some(json!({ "userName": account.user_name, "sessionsEnded": ended })),
        ..Event::default()
    });
    Ok(ended)
}

async fn tell(cx: &mut Ctx, account: &Reachable, notice: Notice, life: i64) -> Result<Id, Error> {
    let message = Message {
        kind: Kind::Email,
        address: account.email.clone(),
        notice,
        locale: language(account),
        user: Some(account.id.clone()),
        tenant: None,
        software: None,
        life,
    };
    notify::send(cx, message).await
}
