//! A person's sessions and sign-ins, as administrators see them.

use axum::Json as Answer;
use axum::extract::{Path, Query, State};
use serde_json::json;

use super::api::{MAX_SESSIONS, SessionShown, SignIns, SignInsQuery, page_of};
use crate::authentication::model::EndReason;
use crate::authentication::{self, Sessions};
use crate::kernel::ctx::{Act, Ctx, Event, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::PathId;
use crate::resources::users;

/// The operations.
pub fn router() -> OpenApiRouter<Sessions> {
    OpenApiRouter::new().routes(routes!(sessions)).routes(routes!(end)).routes(routes!(sign_ins))
}

/// The open sessions of a person, the last used first.
#[utoipa::path(get, path = "/api/admin/users/{id}/sessions", operation_id = "getUserSessions", tag = "users",
    params(("id" = String, Path)), responses((status = 200, body = Vec<SessionShown>)))]
async fn sessions(mut cx: ReadCtx, PathId(id): PathId) -> Result<Answer<Vec<SessionShown>>, Error> {
    cx.require(Permission::Users, Act::View)?;
    users::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let (own, now) = (cx.person()?.session_id.clone(), cx.now());
    let rows = authentication::open_sessions(cx.db().await?, &id, now, MAX_SESSIONS).await?;
    Ok(Answer(rows.into_iter().map(|row| SessionShown::of(row, &own)).collect()))
}

/// Ends a session of a person. Needs a recent proof; never of somebody with more permissions than the caller.
#[utoipa::path(delete, path = "/api/admin/users/{id}/sessions/{sessionId}", operation_id = "endUserSession",
    tag = "users", params(("id" = String, Path), ("sessionId" = String, Path)),
    responses((status = 200, body = Vec<SessionShown>)))]
async fn end(
    State(state): State<Sessions>,
    mut cx: Ctx,
    Path((id, session)): Path<(Id, Id)>,
) -> Result<Answer<Vec<SessionShown>>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let user = users::takeable(&mut cx, &id).await?;
    let own = cx.person()?.session_id.clone();
    if session == own {
        let text = Text::new("要结束当前会话，请使用“退出登录”", "To end the present session, please sign out");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let owner = authentication::info(&mut cx, &session).await?.map(|info| info.user_id);
    if owner.as_ref() != Some(&user.id) {
        return Err(Error::new(Code::NotFound));
    }
    state.require_recent(&mut cx).await?;
    if !state.end(&mut cx, &session, EndReason::Revoked).await? {
        return Err(Error::new(Code::NotFound));
    }
    cx.audit_event(Event {
        action: "user.session_ended",
        resource: "users",
        record: user.id.to_string(),
        after: Some(json!({ "sessionId": session, "userName": user.user_name })),
        ..Event::default()
    });
    let now = cx.now();
    let left = authentication::open_sessions(cx.db().await?, &user.id, now, MAX_SESSIONS).await?;
    cx.commit().await?;
    Ok(Answer(left.into_iter().map(|row| SessionShown::of(row, &own)).collect()))
}

/// The sign-ins of a person and the attempts at their account, the newest first.
#[utoipa::path(get, path = "/api/admin/users/{id}/sign-ins", operation_id = "getUserSignIns", tag = "users",
    params(("id" = String, Path), SignInsQuery), responses((status = 200, body = SignIns)))]
async fn sign_ins(
    mut cx: ReadCtx,
    PathId(id): PathId,
    Query(page): Query<SignInsQuery>,
) -> Result<Answer<SignIns>, Error> {
    cx.require(Permission::Users, Act::View)?;
    users::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    page_of(&mut cx, &id, &page).await.map(Answer)
}
