//! Changing the own password: signed in; and where it has expired or somebody else set it, in the place of signing in.
//!
//! Such a password opens nothing. A sign-in by it takes every step that signing in takes, captcha, lock and second
//! factor, and then ends in a sealed continuation instead of a session. With the continuation the password is replaced,
//! once, in the same browser, while account and password are what they were; then one signs in by the new one.

use axum::extract::State;
use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::api::{ACR, BY_PASSWORD, signed_out};
use super::captcha::Answer;
use super::cookies;
use super::entry::{self, Entrant};
use super::factors;
use super::model::{self, EndReason, LoginAnswer, NamedPasswordChange, Nothing, PasswordChange};
use super::password::Turn;
use super::passwords;
use super::proof::{self, Claim, LOCKED};
use super::service::Sessions;
use super::store::{self, Account, Counted};
use super::transport::Opened;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::kernel::once;
use crate::kernel::secret::Secret;

const PURPOSE: &str = "password-continuation";
/// Seconds that a continuation is good for: time to think of a password.
const LIFE: i64 = 900;
/// Longer than any continuation of ours.
const MAX_SEALED: usize = 2048;

/// A sign-in that everything was proved for, with a password that is to be replaced.
#[derive(Debug, Deserialize, Serialize)]
struct Step {
    id: String,
    user: Id,
    /// Mark of the browser's cookie.
    browser: String,
    /// Mark of the password that is replaced.
    password: String,
    expires_at: Time,
}

/// Answers a sign-in by a password that is to be replaced: no session, and what replaces it. Commits the caller's
/// transaction.
pub(super) async fn ask(
    sessions: &Sessions,
    mut cx: Ctx,
    entrant: &Entrant<'_>,
) -> Result<(HeaderMap, LoginAnswer), Error> {
    let (kernel, cookies) = (sessions.kernel(), sessions.cookies());
    let cookie = kernel.token();
    let step = Step {
        id: kernel.token(),
        user: entrant.account.id.clone(),
        browser: factors::browser_mark(kernel, &cookie),
        password: factors::password_mark(kernel, entrant.account),
        expires_at: kernel.now().plus_seconds(LIFE),
    };
    let sealed = kernel.seal(PURPOSE, &serde_json::to_vec(&step)?)?;
    cx.audit_event(Event {
        action: "session.password_asked",
        resource: "users",
        record: entrant.account.id.to_string(),
        after: Some(json!({ "amr": entrant.amr })),
        ..Event::default()
    });
    cx.commit().await?;
    let mut set = HeaderMap::new();
    cookies.set_for_a_while(&mut set, cookies.change(), &cookie, LIFE);
    let answer = LoginAnswer {
        token: None,
        session: Secret::default(),
        is_overdue: false,
        near_expired_day: None,
        pwd_reset: false,
        continuation: Some(URL_SAFE_NO_PAD.encode(sealed)),
        redirect: entrant.return_to.and_then(model::redirect),
    };
    Ok((set, answer))
}

/// Opens what the caller sent back, with the account, where it and its password are still what they were.
async fn open(sessions: &Sessions, cx: &mut Ctx, headers: &HeaderMap, text: &str) -> Result<(Step, Account), Error> {
    let kernel = sessions.kernel();
    let over = || Error::new(Code::StepOver);
    let cookie = cookies::read(headers, sessions.cookies().change()).unwrap_or_default();
    let sealed = (text.len() <= MAX_SEALED).then(|| URL_SAFE_NO_PAD.decode(text).ok()).flatten().ok_or_else(over)?;
    let plain = kernel.unseal(PURPOSE, &sealed).map_err(|_| over())?;
    let step: Step = serde_json::from_slice(&plain).map_err(|_| over())?;
    if step.expires_at <= kernel.now() || step.browser != factors::browser_mark(kernel, cookie) {
        return Err(over());
    }
    let account = store::account_by_id(cx.db().await?, &step.user).await?.ok_or_else(over)?;
    if factors::password_mark(kernel, &account) != step.password {
        return Err(over());
    }
    if account.status == LOCKED { Err(Error::new(Code::Locked)) } else { Ok((step, account)) }
}

fn same() -> Error {
    Error::field("newPassword", Text::new("新旧密码不能相同", "The new password must differ from the current one"))
}

/// Takes a new password out of its transport and holds it against the rule.
async fn open_new(sessions: &Sessions, turn: &Turn, user_name: &str, new: &Secret) -> Result<Opened, Error> {
    let new = sessions.open_password(turn, new).await.map_err(|mut error| {
        error.fields.iter_mut().for_each(|(name, _)| "newPassword".clone_into(name));
        error
    })?;
    let checked = sessions.rules().check(new.password.expose(), user_name);
    checked.map_err(|text| Error::field("newPassword", text))?;
    Ok(new)
}

/// The same for both passwords of a change.
async fn open_both(
    sessions: &Sessions,
    turn: &Turn,
    user_name: &str,
    (old, new): (&Secret, &Secret),
) -> Result<(Opened, Opened), Error> {
    model::check_change(old, new)?;
    let old = sessions.open_password(turn, old).await?;
    let new = open_new(sessions, turn, user_name, new).await?;
    if old.password.expose() == new.password.expose() { Err(same()) } else { Ok((old, new)) }
}

/// By what somebody may replace their password.
#[derive(Clone, Copy)]
enum By<'a> {
    /// The present one, just now; under what failures at it are counted.
    Password(&'a Counted),
    /// The answer of a sign-in, at which the failures were forgotten.
    Continuation(&'a Step),
}

/// Writes the new password down in the place of `old`, ends every session of the person, and commits.
async fn change(
    sessions: &Sessions,
    mut cx: Ctx,
    turn: &Turn,
    (account, old): (&Account, &str),
    new: &Opened,
    by: By<'_>,
) -> Result<(), Error> {
    let user = &account.id;
    let earlier = passwords::earlier(sessions, &mut cx, user, Some(old)).await?;
    cx.release();
    passwords::check_unused(sessions, turn, &new.password, earlier, "newPassword").await?;
    let hash = sessions.hasher().hash_in(turn, &new.password).await?;
    let tx = cx.db().await?;
    proof::spend(sessions, tx, new).await?;
    if let By::Continuation(step) = by
        && !once::first(tx, PURPOSE, &sessions.kernel().hash(PURPOSE, &step.id), step.expires_at).await?
    {
        return Err(Error::new(Code::StepOver));
    }
    if !passwords::replace(sessions, &mut cx, user, Some(old), &hash).await? {
        return Err(Error::new(Code::Conflict));
    }
    if let By::Password(counted) = by {
        store::forget_attempts(cx.db().await?, counted).await?;
    }
    let ended = sessions.end_all(&mut cx, user, EndReason::PasswordChanged).await?;
    cx.audit_event(Event {
        action: "user.password_changed",
        resource: "users",
        record: user.to_string(),
        after: Some(json!({ "userName": account.user_name, "sessionsEnded": ended })),
        ..Event::default()
    });
    cx.commit().await
}

/// Changes the own password, signed in. Ends all sessions.
#[utoipa::path(post, path = "/api/sys/user/password", operation_id = "userPassword", tag = "sign-in",
    request_body = PasswordChange, responses((status = 200, body = Envelope<Nothing>)))]
pub(super) async fn change_password(
    State(sessions): State<Sessions>,
    cx: Ctx,
    Json(body): Json<PasswordChange>,
) -> Result<(HeaderMap, Envelope<Nothing>), Error> {
    let user_name = cx.person()?.user_name.clone();
    let turn = sessions.hasher().enter(&cx)?;
    let (old, new) = open_both(&sessions, &turn, &user_name, (&body.password, &body.new_password)).await?;
    let claim = Claim { user_name: &user_name, password: &old, captcha: None, refused: "user.password_refused" };
    let proven = proof::prove(&sessions, &cx, &turn, claim).await.map_err(|error| match error.code {
        Code::BadCredentials => error.message(Text::new("当前密码不正确", "The current password is incorrect")),
        _ => error,
    })?;
    change(&sessions, cx, &turn, (&proven.account, &proven.hash), &new, By::Password(&proven.name_hash)).await?;
    Ok((signed_out(&sessions), Envelope::ok(Nothing)))
}

/// Changes a password that has expired, or that somebody else set, without a session: by name and present password, as
/// a sign-in would take them; or by the `continuation` of a sign-in. It begins no session.
///
/// Errors: 701, 21018, 423 as at a sign-in; 20011 where a second factor is wanted, after which the answer of its step has
/// a `continuation`; 20014 for one that does not do; 403 for a password that is neither expired nor set by somebody
/// else: its owner signs in and changes it there.
#[utoipa::path(post, path = "/api/sys/user/username/password", operation_id = "usernamePassword", tag = "sign-in",
    request_body = NamedPasswordChange, responses((status = 200, body = Envelope<Nothing>)))]
pub(super) async fn change_password_by_name(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<NamedPasswordChange>,
) -> Result<(HeaderMap, Envelope<Nothing>), Error> {
    match &body.continuation {
        Some(text) => by_continuation(&sessions, cx, &headers, (text, &body.new_password)).await?,
        None => by_name(&sessions, cx, &headers, &body).await?,
    }
    let mut set = signed_out(&sessions);
    sessions.cookies().clear(&mut set, sessions.cookies().change());
    Ok((set, Envelope::ok(Nothing)))
}

async fn by_continuation(
    sessions: &Sessions,
    mut cx: Ctx,
    headers: &HeaderMap,
    (text, new): (&str, &Secret),
) -> Result<(), Error> {
    model::check_replacement(new)?;
    let (step, account) = open(sessions, &mut cx, headers, text).await?;
    cx.release();
    let turn = sessions.hasher().enter(&cx)?;
    let new = open_new(sessions, &turn, &account.user_name, new).await?;
    let old = account.password_hash.as_deref().unwrap_or_default();
    // Whatever is remembered of those before: the present one is not its own successor.
    passwords::check_unused(sessions, &turn, &new.password, vec![old.to_owned()], "newPassword")
        .await
        .map_err(|error| if error.code == Code::Invalid { same() } else { error })?;
    change(sessions, cx, &turn, (&account, old), &new, By::Continuation(&step)).await
}

async fn by_name(
    sessions: &Sessions,
    mut cx: Ctx,
    headers: &HeaderMap,
    body: &NamedPasswordChange,
) -> Result<(), Error> {
    let (user_name, password) = body.typed()?;
    model::check_typed(user_name, password)?;
    let turn = sessions.hasher().enter(&cx)?;
    let (old, new) = open_both(sessions, &turn, user_name, (password, &body.new_password)).await?;
    let browser = cookies::read(headers, sessions.cookies().browser()).unwrap_or_default();
    let claim = Claim {
        user_name,
        password: &old,
        captcha: Some(Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), browser)?),
        refused: "user.password_refused",
    };
    let proven = proof::prove(sessions, &cx, &turn, claim).await?;
    let (account, strategy) = (&proven.account, proven.strategy);
    if !entry::is_to_be_replaced(account, strategy, cx.now()) {
        let event = proof::refusal("user.password_refused", Some(account), "neither expired nor set by somebody else");
        proof::forget(&cx, &proven.name_hash, event).await?;
        let text = Text::new("密码仍然有效，请登录后修改", "This password is still valid; please sign in to change it");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let entrant = Entrant { account, strategy, amr: BY_PASSWORD, acr: ACR, return_to: None, changes: true };
    if let Some(asking) = factors::second_step(sessions, &mut cx, &entrant).await? {
        store::forget_attempts(cx.db().await?, &proven.name_hash).await?;
        cx.commit().await?;
        return Err(asking);
    }
    cx.release();
    change(sessions, cx, &turn, (account, &proven.hash), &new, By::Password(&proven.name_hash)).await
}
