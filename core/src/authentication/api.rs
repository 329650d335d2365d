//! Signing in and out.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;

use super::captcha::{self, Answer, Shown, Work};
use super::ending::signed_out;
use super::jwk::Jwk;
use super::model::{self, ACR, BY_PASSWORD, EndReason, LoginAnswer, LoginRequest, Nothing};
use super::proof::{self, Claim};
use super::rules::PasswordRules;
use super::state::Sessions;
use super::transport::{ALG, ENC};
use super::{codes, cookies, entrant, entry, store};
use crate::authentication::entrant::Entrant;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Envelope, Json};
use crate::resources::users::accounts;

/// The public key for encrypting passwords, and the server's time.
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
    /// The server's time, in milliseconds since 1970. A browser whose clock is off corrects by it.
    now: i64,
}

/// The transport key: encrypt passwords to it.
#[utoipa::path(get, path = "/api/sys/publicKey", operation_id = "publicKey", tag = "sign-in",
    responses((status = 200, body = Envelope<PublicKey>)))]
pub(crate) async fn public_key(State(sessions): State<Sessions>, cx: ReadCtx) -> Result<Envelope<PublicKey>, Error> {
    let key = sessions.transport().current()?;
    let jwk = key.jwk.clone();
    Ok(Envelope::ok(PublicKey { kid: jwk.kid.clone(), alg: ALG, enc: ENC, jwk, now: cx.now().0 }))
}

/// A picture captcha.
#[utoipa::path(get, path = "/api/sys/captcha", operation_id = "captcha", tag = "sign-in",
    responses((status = 200, body = Envelope<Shown>)))]
pub(crate) async fn picture(
    State(sessions): State<Sessions>,
    cx: ReadCtx,
    headers: HeaderMap,
) -> Result<(HeaderMap, Envelope<Shown>), Error> {
    let mut set = HeaderMap::new();
    let browser = codes::browser(&sessions, &headers, &mut set);
    Ok((set, Envelope::ok(sessions.captchas().show(&cx, &browser, captcha::told(sessions.cookies(), &headers)).await?)))
}

/// Proof of work for the browser instead of a picture, for people who cannot read one.
#[utoipa::path(get, path = "/api/sys/captcha/work", operation_id = "captchaWork", tag = "sign-in",
    responses((status = 200, body = Envelope<Work>)))]
pub(crate) async fn work(
    State(sessions): State<Sessions>,
    headers: HeaderMap,
) -> Result<(HeaderMap, Envelope<Work>), Error> {
    let mut set = HeaderMap::new();
    let browser = codes::browser(&sessions, &headers, &mut set);
    let work = sessions.captchas().work(sessions.kernel(), &browser, captcha::told(sessions.cookies(), &headers))?;
    Ok((set, Envelope::ok(work)))
}

/// The rules for new passwords, for forms to show and check.
#[utoipa::path(get, path = "/api/sys/passwordRules", operation_id = "passwordRules", tag = "sign-in",
    responses((status = 200, body = Envelope<PasswordRules>)))]
pub(crate) async fn password_rules(State(sessions): State<Sessions>, cx: ReadCtx) -> Envelope<PasswordRules> {
    Envelope::ok(sessions.rules().shown(cx.locale()))
}

/// Signs in: by name and password, or by phone and code.
#[utoipa::path(post, path = "/api/sys/login", operation_id = "login", tag = "sign-in",
    request_body = LoginRequest, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub(crate) async fn login(
    State(sessions): State<Sessions>,
    cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<LoginRequest>,
) -> Result<(HeaderMap, Envelope<LoginAnswer>), Error> {
    let linking = cx.new_transaction();
    let (set, answer) = sign_in(sessions.clone(), cx, &headers, &body).await?;
    sessions.link(linking, &headers, answer.data.session.expose(), &body).await;
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
    let permit = sessions.hasher().enter(&cx)?;
    let opened = sessions.open_password(&permit, password).await?;
    let browser = cookies::read(headers, sessions.cookies().browser()).unwrap_or_default();
    let claim = Claim {
        user_name,
        password: &opened,
        captcha: Some(Answer::of(body.captcha.as_deref(), body.check_key.as_deref(), browser)?),
        refused: "session.refused",
    };
    let proven = proof::prove(&sessions, &cx, &permit, claim).await?;
    let left = entrant::days_left(&proven.account, proven.strategy, cx.now());
    if left.is_some_and(|days| days <= 0) {
        let event = proof::refusal("session.refused", Some(&proven.account), "password expired");
        proof::forget(&cx, &proven.name_hash, event).await?;
        return Err(Error::new(Code::PasswordExpired));
    }
    let rehashed =
        if proven.outdated { Some(sessions.hasher().hash_in(&permit, &opened.password).await?) } else { None };
    let tx = cx.db().await?;
    let new_hash = rehashed.as_deref().unwrap_or(&proven.hash);
    if !accounts::swap_hash(tx, &proven.account.id, &proven.hash, new_hash).await? {
        // Another request changed the password during the comparison: this one is the old password now.
        return Err(Error::new(Code::BadCredentials));
    }
    if proven.failed {
        store::forget_attempts(tx, &proven.name_hash).await?;
    }
    let entrant = Entrant {
        account: &proven.account,
        strategy: proven.strategy,
        amr: BY_PASSWORD,
        acr: ACR,
        return_to: body.return_to.as_deref(),
        changes: false,
    };
    entry::enter(&sessions, cx, entrant).await
}

/// Signs out. Without a session it only clears the cookies.
#[utoipa::path(post, path = "/api/sys/logout", operation_id = "logout", tag = "sign-in",
    responses((status = 200, body = Envelope<Nothing>)))]
pub(crate) async fn logout(
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
