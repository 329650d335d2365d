//! Second factors of a user for administrators: their number, and their reset after a loss. A reset lets in anybody
//! with the password, so it needs a recent proof and a reason, ends every session, and the owner is notified.

use axum::Json as Answer;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::notes::tell_of;
use super::store;
use crate::authentication::model::EndReason;
use crate::authentication::state::Sessions;
use crate::kernel::ctx::{Act, Ctx, Event, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::resource::PathId;
use crate::notify::Notice;
use crate::resources::users::{self, accounts};

/// A user's second factors, as an administrator sees them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserFactors {
    /// The user.
    id: Id,
    /// Whether they have an authenticator application.
    totp: bool,
    /// The number of passkeys.
    passkeys: i64,
    /// The number of unused recovery codes.
    recovery_codes: i64,
    /// Whether a role or a tenant requires a second factor of them.
    required: bool,
}

async fn shown(cx: &mut ReadCtx, id: Id) -> Result<UserFactors, Error> {
    let has = store::standing(cx.db().await?, &id).await?;
    let (totp, required) = (has.totp > 0, has.required > 0);
    Ok(UserFactors { id, totp, passkeys: has.passkeys, recovery_codes: has.recovery, required })
}

/// The number of a user's second factors, by kind.
#[utoipa::path(get, path = "/api/admin/users/{id}/factors", operation_id = "getUserFactors", tag = "users",
    params(("id" = String, Path)), responses((status = 200, body = UserFactors)))]
pub async fn state(mut cx: ReadCtx, PathId(id): PathId) -> Result<Answer<UserFactors>, Error> {
    cx.require(Permission::Users, Act::View)?;
    let user = users::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    Ok(Answer(shown(&mut cx, user.id).await?))
}

/// The reason for resetting a user's second factors.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct FactorReset {
    /// For the audit, such as how the person proved their identity.
    reason: String,
}

/// Removes all of a user's second factors and ends their sessions. Never the caller's own, and never those of a user
/// with more permissions than the caller.
#[utoipa::path(post, path = "/api/admin/users/{id}/factors/reset", operation_id = "resetUserFactors", tag = "users",
    params(("id" = String, Path)), request_body = FactorReset, responses((status = 200, body = UserFactors)))]
pub async fn reset(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(body): Json<FactorReset>,
) -> Result<Answer<UserFactors>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let reason = users::reason_of(&body.reason)?;
    if cx.person()?.id == id {
        let text = Text::new("不能重置自己的两步验证", "nobody resets their own second factors");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let user = users::takeable(&mut cx, &id).await?;
    sessions.require_recent(&mut cx).await?;
    let tx = cx.db().await?;
    accounts::hold(tx, &user.id).await?;
    let before = shown(&mut cx, user.id.clone()).await?;
    if store::delete_all(cx.db().await?, &user.id).await? == 0 {
        let text = Text::new("该用户没有两步验证方式", "this user has no second factor");
        return Err(Error::new(Code::NotFound).message(text));
    }
    let ended = sessions.end_all(&mut cx, &user.id, EndReason::Revoked).await?;
    tell_of(&sessions, &mut cx, &user.id, |user_name| Notice::FactorsReset { user_name }).await?;
    cx.audit_event(Event {
        action: "user.factors_reset",
        resource: "users",
        record: user.id.to_string(),
        before: Some(serde_json::to_value(&before)?),
        after: Some(json!({ "sessionsEnded": ended })),
        reason: Some(reason),
        ..Event::default()
    });
    let after = shown(&mut cx, user.id).await?;
    cx.commit().await?;
    Ok(Answer(after))
}
