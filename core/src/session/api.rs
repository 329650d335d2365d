//! Signing in and out, and changing the own password.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use serde_json::json;

use super::captcha::{Answer, Shown};
use super::cookies;
use super::model::{self, EndReason, LoginAnswer, LoginRequest, NamedPasswordChange, Nothing, PasswordChange};
use super::password::{self, Turn};
use super::proof::{self, Claim, Proven};
use super::service::{Begun, Sessions};
use super::store::{self, Account, Strategy};
use super::transport::{ALG, ENC, Jwk, Opened};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Allowed, Ctx, Event, Person, Who};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::secret::Secret;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// How a password proves who somebody is (RFC 8176, section 2).
const BY_PASSWORD: &[&str] = &["pwd"];
/// One factor.
const ACR: &str = "1";

/// The key to encrypt passwords to, and the server's time.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PublicKey {
    /// Key id.
    kid: String,
    /// `RSA-OAEP-256`.
    alg: &'static str,
    /// `A256GCM`.
    enc: &'static str,
    /// The key.
    jwk: Jwk,
    /// The server's time, in milliseconds since 1970: a browser whose clock is off corrects by it.
    now: i64,
}

/// The transport key.
#[utoipa::path(get, path = "/api/sys/publicKey", operation_id = "publicKey", tag = "sign-in",
    responses((status = 200, body = Envelope<PublicKey>)))]
pub(super) async fn public_key(State(sessions): State<Sessions>, cx: Ctx) -> Result<Envelope<PublicKey>, Error> {
    let key = sessions.transport().current()?;
    let jwk = key.jwk.clone();
    Ok(Envelope::ok(PublicKey { kid: jwk.kid.clone(), alg: ALG, enc: ENC, jwk, now: cx.now().0 }))
}

/// A picture captcha.
#[utoipa::path(get, path = "/api/sys/captcha", operation_id = "captcha", tag = "sign-in",
    responses((status = 200, body = Envelope<Shown>)))]
pub(super) async fn picture(
    State(sessions): State<Sessions>,
    headers: HeaderMap,
) -> Result<(HeaderMap, Envelope<Shown>), Error> {
    let (kernel, names) = (sessions.kernel(), sessions.cookies());
    let mut set = HeaderMap::new();
    let browser = cookies::read(&headers, names.browser()).map_or_else(
        || {
            let fresh = kernel.token();
            names.set_browser(&mut set, &fresh);
            fresh
        },
        str::to_owned,
    );
    Ok((set, Envelope::ok(sessions.captchas().show(kernel, &browser).await?)))
}

fn answer<'a>(sessions: &Sessions, headers: &'a HeaderMap, given: Option<&'a str>, key: Option<&'a str>) -> Answer<'a> {
    Answer {
        given: given.unwrap_or_default(),
        key: key.unwrap_or_default(),
        browser: cookies::read(headers, sessions.cookies().browser()).unwrap_or_default(),
    }
}

/// Whole days until the password expires, begun ones counted; `None` where it does not.
fn days_left(account: &Account, strategy: Strategy, now: Time) -> Option<i64> {
    (strategy.expired_day > 0).then(|| {
        let end = account.password_changed_at.0.saturating_add(strategy.expired_day.saturating_mul(DAY));
        // Rounded up: i64::div_ceil is not stable.
        -((now.0 - end).div_euclid(DAY))
    })
}

/// Signs in by name and password.
#[utoipa::path(post, path = "/api/sys/login", operation_id = "login", tag = "sign-in",
    request_body = LoginRequest, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub(super) async fn login(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<LoginRequest>,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    model::check_typed(&body.user_name, &body.password)?;
    let turn = sessions.hasher().enter()?;
    let opened = sessions.open_password(&turn, &body.password).await?;
    let claim = Claim {
        user_name: &body.user_name,
        password: &opened,
        captcha: Some(answer(&sessions, &headers, body.captcha.as_deref(), body.check_key.as_deref())),
        refused: "session.refused",
    };
    let proven = proof::prove(&sessions, &cx, &turn, claim).await?;
    let left = days_left(&proven.account, proven.strategy, cx.now());
    if left.is_some_and(|days| days <= 0) {
        let event = proof::refusal("session.refused", Some(&proven.account), "password expired");
        proof::forget(&cx, &proven.name_hash, event).await?;
        return Err(Error::new(Code::PasswordExpired));
    }
    let rehashed = if proven.outdated { Some(sessions.hasher().hash_in(&turn, &opened.password).await?) } else { None };
    let begun = start(&sessions, &mut cx, &proven, rehashed).await?;
    cx.commit().await?;
    let mut set = HeaderMap::new();
    sessions.cookies().sign_in(&mut set, sessions.kernel(), begun.token.expose());
    let data = LoginAnswer {
        token: begun.token.expose().to_owned(),
        is_overdue: left.is_some_and(|days| days <= proven.strategy.remind_day),
        near_expired_day: left,
        pwd_reset: !proven.account.password_reset,
        redirect: body.return_to.as_deref().and_then(model::redirect),
    };
    Ok((set, Envelope::ok(data)))
}

/// Begins the session of a proven claim. Where the request came with a session of the same person, that one
/// goes on: who proves again who they are, to sign something, stays signed in at the systems they use. Either
/// way no token of before the sign-in lives on after it.
async fn start(sessions: &Sessions, cx: &mut Ctx, proven: &Proven, rehashed: Option<String>) -> Result<Begun, Error> {
    let account = &proven.account;
    let tx = cx.db().await?;
    let new_hash = rehashed.as_deref().unwrap_or(&proven.hash);
    if !store::swap_hash(tx, &account.id, &proven.hash, new_hash).await? {
        // The password was changed while this one was compared: it is the old one now.
        return Err(Error::new(Code::BadCredentials));
    }
    store::forget_attempts(tx, &proven.name_hash).await?;
    let before = cx.person().ok().map(|person| (person.id == account.id, person.session_id.clone()));
    let renewed = match &before {
        Some((true, session)) => sessions.renew(cx, session, BY_PASSWORD, ACR).await?,
        Some((false, session)) => sessions.end(cx, session, EndReason::Replaced).await.map(|_| None)?,
        None => None,
    };
    let action = if renewed.is_some() { "session.renewed" } else { "session.started" };
    let begun = match renewed {
        Some(begun) => begun,
        None => sessions.begin(cx, &account.id, BY_PASSWORD, ACR).await?,
    };
    // From here on the audit names the person; what they may do is found at their next request.
    cx.who = Who::Person(Box::new(Person {
        id: account.id.clone(),
        user_name: account.user_name.clone(),
        full_name: account.full_name.clone(),
        session_id: begun.id.clone(),
        tenant_id: None,
        auth_time: cx.now(),
        system: Allowed::Nothing,
        tenants: std::collections::BTreeMap::new(),
    }));
    cx.audit_event(Event {
        action,
        resource: "sessions",
        record: begun.id.to_string(),
        after: Some(json!({ "userId": account.id, "amr": BY_PASSWORD })),
        ..Event::default()
    });
    Ok(begun)
}

/// Signs out. Without a session it only clears the cookies.
#[utoipa::path(post, path = "/api/sys/logout", operation_id = "logout", tag = "sign-in",
    responses((status = 200, body = Envelope<Nothing>)))]
pub(super) async fn logout(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
) -> Result<(HeaderMap, Envelope<Nothing>), Error> {
    if let Ok(person) = cx.person() {
        let id = person.session_id.clone();
        if sessions.end(&mut cx, &id, EndReason::Logout).await? {
            cx.audit_event(Event {
                action: "session.ended",
                resource: "sessions",
                record: id.to_string(),
                reason: Some(EndReason::Logout.as_str().to_owned()),
                ..Event::default()
            });
        }
    }
    cx.commit().await?;
    Ok((signed_out(&sessions), Envelope::ok(Nothing)))
}

fn signed_out(sessions: &Sessions) -> HeaderMap {
    let mut set = HeaderMap::new();
    sessions.cookies().sign_out(&mut set);
    set
}

/// Takes both passwords out of their transport and holds the new one against the rule.
async fn open_both(sessions: &Sessions, turn: &Turn, old: &Secret, new: &Secret) -> Result<(Opened, Opened), Error> {
    model::check_change(old, new)?;
    let old = sessions.open_password(turn, old).await?;
    let new = sessions.open_password(turn, new).await.map_err(|mut error| {
        error.fields.iter_mut().for_each(|(name, _)| "newPassword".clone_into(name));
        error
    })?;
    password::check(new.password.expose()).map_err(|text| Error::field("newPassword", text))?;
    if old.password.expose() == new.password.expose() {
        let text = Text::new("新旧密码不能相同", "The new password must differ from the current one");
        return Err(Error::field("newPassword", text));
    }
    Ok((old, new))
}

/// Writes the new password down and ends every session of the person.
async fn change(sessions: &Sessions, mut cx: Ctx, turn: &Turn, proven: &Proven, new: &Opened) -> Result<(), Error> {
    let hash = sessions.hasher().hash_in(turn, &new.password).await?;
    let (user, now) = (&proven.account.id, cx.now());
    let tx = cx.db().await?;
    proof::spend(sessions, tx, new).await?;
    if !store::change_password(tx, user, &proven.hash, &hash, now).await? {
        return Err(Error::new(Code::Conflict));
    }
    store::forget_attempts(tx, &proven.name_hash).await?;
    let ended = sessions.end_all(&mut cx, user, EndReason::PasswordChanged).await?;
    cx.audit_event(Event {
        action: "user.password_changed",
        resource: "users",
        record: user.to_string(),
        after: Some(json!({ "userName": proven.account.user_name, "sessionsEnded": ended })),
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
    let turn = sessions.hasher().enter()?;
    let (old, new) = open_both(&sessions, &turn, &body.password, &body.new_password).await?;
    let claim = Claim { user_name: &user_name, password: &old, captcha: None, refused: "user.password_refused" };
    let proven = proof::prove(&sessions, &cx, &turn, claim).await.map_err(|error| match error.code {
        Code::BadCredentials => error.message(Text::new("当前密码不正确", "The current password is incorrect")),
        _ => error,
    })?;
    change(&sessions, cx, &turn, &proven, &new).await?;
    Ok((signed_out(&sessions), Envelope::ok(Nothing)))
}

/// Changes the own password by name and present password: after its expiry, or before the first sign-in.
#[utoipa::path(post, path = "/api/sys/user/username/password", operation_id = "usernamePassword", tag = "sign-in",
    request_body = NamedPasswordChange, responses((status = 200, body = Envelope<Nothing>)))]
pub(super) async fn change_password_by_name(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<NamedPasswordChange>,
) -> Result<(HeaderMap, Envelope<Nothing>), Error> {
    model::check_typed(&body.user_name, &body.password)?;
    let turn = sessions.hasher().enter()?;
    let (old, new) = open_both(&sessions, &turn, &body.password, &body.new_password).await?;
    let claim = Claim {
        user_name: &body.user_name,
        password: &old,
        captcha: Some(answer(&sessions, &headers, body.captcha.as_deref(), body.check_key.as_deref())),
        refused: "user.password_refused",
    };
    let proven = proof::prove(&sessions, &cx, &turn, claim).await?;
    change(&sessions, cx, &turn, &proven, &new).await?;
    Ok((signed_out(&sessions), Envelope::ok(Nothing)))
}
