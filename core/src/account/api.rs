//! The operations on a person's own sessions and sign-ins.

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::agent;
use crate::audit::sign_ins::{self, SignIn};
use crate::authentication::model::{EndReason, Nothing};
use crate::authentication::{self, OpenSession, Sessions};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;

/// The most sessions in the list.
pub(super) const MAX_SESSIONS: i64 = 100;
/// Sign-ins of a page by default.
const PAGE: i64 = 20;
/// The most sign-ins of a page.
const MOST: i64 = 100;

/// A session of the caller.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionShown {
    /// Id.
    id: Id,
    /// The address of the sign-in, if known.
    address: Option<String>,
    /// The browser with its major version, if it is a known one.
    browser: Option<String>,
    /// The operating system, if it is a known one.
    system: Option<&'static str>,
    /// The authentication methods (RFC 8176).
    amr: Vec<String>,
    /// When it began.
    began_at: Time,
    /// When it was last used, to within a minute.
    seen_at: Time,
    /// Whether it is the session of this request.
    current: bool,
}

impl SessionShown {
    /// An open session; `own` is the one of this request.
    pub(super) fn of(row: OpenSession, own: &Id) -> Self {
        Self {
            current: row.id == *own,
            id: row.id,
            address: Some(row.address).filter(|address| !address.is_empty()),
            browser: agent::browser(&row.user_agent),
            system: agent::system(&row.user_agent),
            amr: row.amr.0,
            began_at: row.created_at,
            seen_at: row.seen_at,
        }
    }
}

/// The caller's sessions, the last used first.
#[utoipa::path(get, path = "/api/account/sessions", operation_id = "accountSessions", tag = "account",
    responses((status = 200, body = Envelope<Vec<SessionShown>>)))]
pub async fn sessions(mut cx: ReadCtx) -> Result<Envelope<Vec<SessionShown>>, Error> {
    let person = cx.person()?;
    let (user, own, now) = (person.id.clone(), person.session_id.clone(), cx.now());
    let rows = authentication::open_sessions(cx.db().await?, &user, now, MAX_SESSIONS).await?;
    Ok(Envelope::ok(rows.into_iter().map(|row| SessionShown::of(row, &own)).collect()))
}

/// A session by its id.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SessionId {
    /// Id.
    id: Id,
}

/// Ends another session of the caller.
#[utoipa::path(post, path = "/api/account/sessions/revoke", operation_id = "accountSessionRevoke", tag = "account",
    request_body = SessionId, responses((status = 200, body = Envelope<Nothing>)))]
pub async fn revoke(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(body): Json<SessionId>,
) -> Result<Envelope<Nothing>, Error> {
    let person = cx.person()?;
    if body.id == person.session_id {
        let text = Text::new("要结束当前会话，请使用“退出登录”", "To end the present session, please sign out");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let user = person.id.clone();
    let owner = authentication::info(&mut cx, &body.id).await?.map(|info| info.user_id);
    if owner != Some(user) || !sessions.end(&mut cx, &body.id, EndReason::Revoked).await? {
        return Err(Error::new(Code::NotFound));
    }
    cx.audit_event(Event {
        action: "session.ended",
        resource: "sessions",
        record: body.id.to_string(),
        reason: Some(EndReason::Revoked.as_str().to_owned()),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(Envelope::ok(Nothing))
}

/// The number of ended sessions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Ended {
    /// The number.
    ended: usize,
}

/// Ends every session of the caller except the one of this request. Needs a recent proof.
#[utoipa::path(post, path = "/api/account/sessions/revokeOthers", operation_id = "accountSessionRevokeOthers",
    tag = "account", responses((status = 200, body = Envelope<Ended>)))]
pub async fn revoke_others(State(sessions): State<Sessions>, mut cx: Ctx) -> Result<Envelope<Ended>, Error> {
    sessions.require_recent(&mut cx).await?;
    let person = cx.person()?;
    let (user, own) = (person.id.clone(), person.session_id.clone());
    let ended = sessions.end_others(&mut cx, &user, &own, EndReason::Revoked).await?;
    cx.audit_event(Event {
        action: "user.sessions_ended",
        resource: "users",
        record: user.to_string(),
        after: Some(json!({ "sessionsEnded": ended })),
        reason: Some(EndReason::Revoked.as_str().to_owned()),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(Envelope::ok(Ended { ended }))
}

/// The outcome of a sign-in attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A session began.
    SignedIn,
    /// The session was renewed after another proof.
    ProvedAgain,
    /// The first factor was right, and a second one was required.
    FactorAsked,
    /// The password was right, and must be replaced first.
    PasswordAsked,
    /// A wrong code by SMS.
    WrongCode,
    /// A wrong password or an invalid passkey answer.
    WrongCredentials,
    /// A wrong second factor.
    WrongFactor,
    /// A missing or wrong captcha.
    WrongCaptcha,
    /// The account was locked, for a time or by an administrator.
    Locked,
    /// The password had expired.
    PasswordExpired,
}

impl Outcome {
    fn of(action: &str, reason: &str) -> Self {
        match (action, reason) {
            ("session.started", _) => Self::SignedIn,
            ("session.renewed", _) => Self::ProvedAgain,
            ("session.factor_asked", _) => Self::FactorAsked,
            ("session.password_asked", _) => Self::PasswordAsked,
            (_, reason) if reason.starts_with("locked") => Self::Locked,
            ("code.wrong", _) => Self::WrongCode,
            ("session.factor_refused", _) => Self::WrongFactor,
            (_, "captcha") => Self::WrongCaptcha,
            (_, "password expired") => Self::PasswordExpired,
            _ => Self::WrongCredentials,
        }
    }
}

/// A sign-in of the caller, or an attempt at their account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignInShown {
    /// Its id, for keys.
    id: String,
    /// When it was.
    at: Time,
    /// How many attempts of one kind and place within a minute this entry stands for.
    count: u64,
    /// Its outcome.
    outcome: Outcome,
    /// The authentication methods that succeeded (RFC 8176).
    amr: Vec<String>,
    /// The address it came from, if known.
    address: Option<String>,
}

impl From<SignIn> for SignInShown {
    fn from(row: SignIn) -> Self {
        let after: Value = row.after.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let amr = after["amr"].as_array().into_iter().flatten().filter_map(|m| m.as_str().map(str::to_owned)).collect();
        let outcome = Outcome::of(&row.action, row.reason.as_deref().unwrap_or_default());
        let count = after["repeated"]["count"].as_u64().unwrap_or(1);
        Self { id: row.id, at: row.at, count, outcome, amr, address: row.address }
    }
}

/// A page of sign-ins.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignIns {
    /// The newest first.
    rows: Vec<SignInShown>,
    /// The `before` of the next page, if there is one.
    next: Option<String>,
}

/// The page to return.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SignInsQuery {
    /// `next` of the previous page.
    before: Option<String>,
    /// Rows of a page: 1 to 100, 20 by default.
    size: Option<i64>,
}

impl SignInsQuery {
    /// The time and id that the page's rows come before.
    fn place(&self) -> Result<(Time, String), Error> {
        let Some(text) = &self.before else { return Ok((Time(i64::MAX), String::new())) };
        let parsed = text.split_once('.').and_then(|(at, id)| Some((Time(at.parse().ok()?), id.to_owned())));
        parsed.ok_or_else(|| Error::field("before", Text::new("不是上一页给出的值", "this is not what a page gave")))
    }
}

/// The caller's sign-ins and the attempts at their account, the newest first.
#[utoipa::path(get, path = "/api/account/signIns", operation_id = "accountSignIns", tag = "account",
    params(SignInsQuery), responses((status = 200, body = Envelope<SignIns>)))]
pub async fn sign_ins(mut cx: ReadCtx, Query(page): Query<SignInsQuery>) -> Result<Envelope<SignIns>, Error> {
    let user = cx.person()?.id.clone();
    page_of(&mut cx, &user, &page).await.map(Envelope::ok)
}

/// A page of the sign-ins of a person and the attempts at their account.
pub(super) async fn page_of(cx: &mut ReadCtx, user: &Id, page: &SignInsQuery) -> Result<SignIns, Error> {
    let size = page.size.unwrap_or(PAGE).clamp(1, MOST);
    let rows = sign_ins::of(cx.db().await?, user, page.place()?, size).await?;
    let full = i64::try_from(rows.len()).is_ok_and(|n| n == size);
    let next = rows.last().filter(|_| full).map(|row| format!("{}.{}", row.at.0, row.id));
    Ok(SignIns { rows: rows.into_iter().map(SignInShown::from).collect(), next })
}
