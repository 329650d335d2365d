//! Enrolling a first factor at sign-in, where one is required and the person has none.
//!
//! A person with a proved first factor may do so; once there is a factor, no earlier continuation can add another one.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use serde_json::json;

use super::continuation::{self, Continuation};
use super::model::{BY_CODE, CeremonyOptions, Continue, ContinueWithEnrolment, ContinueWithPasskey, TotpOffer};
use super::notes::{changed, refuse, tell};
use super::{attempts, passkey, recovery, store, totp};
use crate::authentication::model::LoginAnswer;
use crate::authentication::state::Sessions;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Envelope, Json};
use crate::resources::users::accounts::{self, Account};

/// The answer to a sign-in that enrolled a factor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnrolledAnswer {
    #[serde(flatten)]
    login: LoginAnswer,
    /// Ten codes in case the factor is lost; each works once, and they are shown only once.
    recovery_codes: Vec<String>,
}

/// Opens the continuation of a person without a factor, and locks the account against a concurrent enrolment.
async fn enrolling(
    sessions: &Sessions,
    cx: &mut Ctx,
    headers: &HeaderMap,
    text: &str,
) -> Result<(Continuation, Account), Error> {
    let step = continuation::open(sessions, headers, text)?;
    let tx = cx.db().await?;
    accounts::hold(tx, &step.user).await?;
    if !step.enrol || store::standing(tx, &step.user).await?.has_any() {
        return Err(Error::new(Code::StepOver));
    }
    let account = continuation::account(cx, &step).await?;
    Ok((step, account))
}

async fn done(
    sessions: &Sessions,
    mut cx: Ctx,
    step: Continuation,
    (kind, by): (&str, &[&str]),
) -> Result<(HeaderMap, Envelope<EnrolledAnswer>), Error> {
    let recovery_codes = recovery::renew(&mut cx, &step.user).await?;
    tell(sessions, &mut cx, &step.user).await?;
    cx.audit_event(changed("user.factor_added", &step.user, &json!(kind)));
    let (set, login) = continuation::finish(sessions, cx, step, by).await?;
    Ok((set, Envelope::ok(EnrolledAnswer { login, recovery_codes })))
}

/// Begins to set up an authenticator application at sign-in.
#[utoipa::path(post, path = "/api/sys/login/factor/enrol/totp/begin", operation_id = "loginEnrolTotpBegin",
    tag = "sign-in", request_body = Continue, responses((status = 200, body = Envelope<TotpOffer>)))]
pub async fn totp_begin(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<Continue>,
) -> Result<Envelope<TotpOffer>, Error> {
    let (step, account) = enrolling(&sessions, &mut cx, &headers, &body.continuation).await?;
    let offer = totp::offer(sessions.kernel(), &step.user, sessions.issuer_name(), &account.user_name)?;
    Ok(Envelope::ok(offer))
}

/// Confirms the application with one of its codes, and signs in.
#[utoipa::path(post, path = "/api/sys/login/factor/enrol/totp", operation_id = "loginEnrolTotp", tag = "sign-in",
    request_body = ContinueWithEnrolment, responses((status = 200, body = Envelope<EnrolledAnswer>)))]
pub async fn totp_confirm(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<ContinueWithEnrolment>,
) -> Result<(HeaderMap, Envelope<EnrolledAnswer>), Error> {
    let user = continuation::open(&sessions, &headers, &body.continuation)?.user;
    attempts::reserve(&sessions, &cx, &user).await?;
    let (step, _) = enrolling(&sessions, &mut cx, &headers, &body.continuation).await?;
    if !totp::confirm(&mut cx, &step.user, &body.enrolment, &body.code).await? {
        return Err(refuse(&mut cx, &step.user, "wrong code of a new application").await);
    }
    done(&sessions, cx, step, ("totp", BY_CODE)).await
}

/// Begins to set up a passkey at sign-in.
#[utoipa::path(post, path = "/api/sys/login/factor/enrol/passkey/begin", operation_id = "loginEnrolPasskeyBegin",
    tag = "sign-in", request_body = Continue, responses((status = 200, body = Envelope<CeremonyOptions>)))]
pub async fn passkey_begin(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<Continue>,
) -> Result<(HeaderMap, Envelope<CeremonyOptions>), Error> {
    let (_, account) = enrolling(&sessions, &mut cx, &headers, &body.continuation).await?;
    let (set, options) = passkey::begin_registration(&sessions, &mut cx, &account).await?;
    cx.commit().await?;
    Ok((set, Envelope::ok(options)))
}

/// Adds the passkey, and signs in.
#[utoipa::path(post, path = "/api/sys/login/factor/enrol/passkey", operation_id = "loginEnrolPasskey",
    tag = "sign-in", request_body = ContinueWithPasskey,
    responses((status = 200, body = Envelope<EnrolledAnswer>)))]
pub async fn passkey_finish(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<ContinueWithPasskey>,
) -> Result<(HeaderMap, Envelope<EnrolledAnswer>), Error> {
    let new = (body.credential, passkey::name(body.name.as_deref())?);
    let (step, _) = enrolling(&sessions, &mut cx, &headers, &body.continuation).await?;
    let user = step.user.clone();
    match passkey::finish_registration(&sessions, &mut cx, &headers, &user, new).await? {
        Some(by) => done(&sessions, cx, step, ("passkey", by)).await,
        None => Err(refuse(&mut cx, &user, "a new passkey that is not in order").await),
    }
}
