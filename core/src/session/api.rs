//! Signing in and out, and changing the own password.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use serde_json::json;

use super::captcha::{self, Answer, Shown, Work};
use super::codes;
use super::cookies;
use super::entry::{self, Entrant};
use super::model::{self, EndReason, LoginAnswer, LoginRequest, NamedPasswordChange, Nothing, PasswordChange};
use super::password::Turn;
use super::passwords;
use super::proof::{self, Claim, Proven};
use super::rules::PasswordRules;
use super::service::Sessions;
use super::store;
use super::transport::{ALG, ENC, Jwk, Opened};
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::secret::Secret;

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
    cx: Ctx,
    headers: HeaderMap,
) -> Result<(HeaderMap, Envelope<Shown>), Error> {
    let mut set = HeaderMap::new();
    let browser = codes::browser(&sessions, &headers, &mut set);
    Ok((set, Envelope::ok(sessions.captchas().show(&cx, &browser, captcha::told(&sessions, &headers)).await?)))
}

/// Work for the browser in the place of a picture, for whoever cannot read one.
#[utoipa::path(get, path = "/api/sys/captcha/work", operation_id = "captchaWork", tag = "sign-in",
    responses((status = 200, body = Envelope<Work>)))]
pub(super) async fn work(
    State(sessions): State<Sessions>,
    headers: HeaderMap,
) -> Result<(HeaderMap, Envelope<Work>), Error> {
    let mut set = HeaderMap::new();
    let browser = codes::browser(&sessions, &headers, &mut set);
    let work = sessions.captchas().work(sessions.kernel(), &browser, captcha::told(&sessions, &headers))?;
    Ok((set, Envelope::ok(work)))
}

/// The rules for new passwords, for forms.
#[utoipa::path(get, path = "/api/sys/passwordRules", operation_id = "passwordRules", tag = "sign-in",
    responses((status = 200, body = Envelope<PasswordRules>)))]
pub(super) async fn password_rules(State(sessions): State<Sessions>, cx: Ctx) -> Envelope<PasswordRules> {
    Envelope::ok(sessions.rules().shown(cx.locale()))
}

/// Signs in: by name and password, or by phone and code.
#[utoipa::path(post, path = "/api/sys/login", operation_id = "login", tag = "sign-in",
    request_body = LoginRequest, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub(super) async fn login(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<LoginRequest>,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    let linking = cx.apart();
    let (set, answer) = sign_in(sessions.clone(), cx, &headers, &body).await?;
    sessions.link(linking, &headers, &answer.data.token, &body).await;
    Ok((set, answer))
}

async fn sign_in(
    sessions: Sessions,
    mut cx: Ctx,
    headers: &HeaderMap,
    body: &LoginRequest,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    if body.is_by_phone() {
        return codes::by_phone(&sessions, cx, headers, body).await;
    }
    let (user_name, password) = body.typed()?;
    model::check_typed(user_name, password)?;
    let turn = sessions.hasher().enter(&cx)?;
    let opened = sessions.open_password(&turn, password).await?;
    let browser = cookies::read(headers, sessions.cookies().browser()).unwrap_or_default();
    let claim = Claim {
        user_name,
        password: &opened,
        captcha: Some(Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), browser)?),
        refused: "session.refused",
    };
    let proven = proof::prove(&sessions, &cx, &turn, claim).await?;
    let left = entry::days_left(&proven.account, proven.strategy, cx.now());
    if left.is_some_and(|days| days <= 0) {
        let event = proof::refusal("session.refused", Some(&proven.account), "password expired");
        proof::forget(&cx, &proven.name_hash, event).await?;
        return Err(Error::new(Code::PasswordExpired));
    }
    let rehashed = if proven.outdated { Some(sessions.hasher().hash_in(&turn, &opened.password).await?) } else { None };
    let tx = cx.db().await?;
    let new_hash = rehashed.as_deref().unwrap_or(&proven.hash);
    if !store::swap_hash(tx, &proven.account.id, &proven.hash, new_hash).await? {
        // The password was changed while this one was compared: it is the old one now.
        return Err(Error::new(Code::BadCredentials));
    }
    store::forget_attempts(tx, &proven.name_hash).await?;
    let entrant = Entrant {
        account: &proven.account,
        strategy: proven.strategy,
        amr: BY_PASSWORD,
        acr: ACR,
        return_to: body.return_to.as_deref(),
    };
    entry::enter(&sessions, cx, entrant).await
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
async fn open_both(
    sessions: &Sessions,
    turn: &Turn,
    user_name: &str,
    (old, new): (&Secret, &Secret),
) -> Result<(Opened, Opened), Error> {
    model::check_change(old, new)?;
    let old = sessions.open_password(turn, old).await?;
    let new = sessions.open_password(turn, new).await.map_err(|mut error| {
        error.fields.iter_mut().for_each(|(name, _)| "newPassword".clone_into(name));
        error
    })?;
    let checked = sessions.rules().check(new.password.expose(), user_name);
    checked.map_err(|text| Error::field("newPassword", text))?;
    if old.password.expose() == new.password.expose() {
        let text = Text::new("新旧密码不能相同", "The new password must differ from the current one");
        return Err(Error::field("newPassword", text));
    }
    Ok((old, new))
}

/// Writes the new password down and ends every session of the person.
async fn change(sessions: &Sessions, mut cx: Ctx, turn: &Turn, proven: &Proven, new: &Opened) -> Result<(), Error> {
    let user = &proven.account.id;
    let earlier = passwords::earlier(sessions, &mut cx, user, Some(&proven.hash)).await?;
    cx.release();
    passwords::check_unused(sessions, turn, &new.password, earlier, "newPassword").await?;
    let hash = sessions.hasher().hash_in(turn, &new.password).await?;
    proof::spend(sessions, cx.db().await?, new).await?;
    if !passwords::replace(sessions, &mut cx, user, Some(&proven.hash), &hash).await? {
        return Err(Error::new(Code::Conflict));
    }
    store::forget_attempts(cx.db().await?, &proven.name_hash).await?;
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
    let turn = sessions.hasher().enter(&cx)?;
    let (old, new) = open_both(&sessions, &turn, &user_name, (&body.password, &body.new_password)).await?;
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
    let turn = sessions.hasher().enter(&cx)?;
    let (old, new) = open_both(&sessions, &turn, &body.user_name, (&body.password, &body.new_password)).await?;
    let browser = cookies::read(&headers, sessions.cookies().browser()).unwrap_or_default();
    let claim = Claim {
        user_name: &body.user_name,
        password: &old,
        captcha: Some(Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), browser)?),
        refused: "user.password_refused",
    };
    let proven = proof::prove(&sessions, &cx, &turn, claim).await?;
    change(&sessions, cx, &turn, &proven, &new).await?;
    Ok((signed_out(&sessions), Envelope::ok(Nothing)))
}
