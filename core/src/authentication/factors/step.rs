//! The operations of the second step, and of a sign-in by passkey alone.

use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::json;

use super::ceremony::CeremonyPurpose;
use super::continuation::{self, Continuation};
use super::model::{
    ACR_MULTIPLE, BY_CODE, CeremonyOptions, Continue, ContinueWithCode, ContinueWithPasskey, PasskeySignIn,
};
use super::notes::refuse;
use super::passkey::{self, Judged};
use super::{attempts, recovery, totp};
use crate::authentication::entrant::Entrant;
use crate::authentication::entry;
use crate::authentication::model::LoginAnswer;
use crate::authentication::state::Sessions;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Envelope, Json};
use crate::resources::users::accounts;

type Entered = (HeaderMap, Envelope<LoginAnswer>);

/// Opens the continuation of a person with a factor, and counts the try.
async fn trying(sessions: &Sessions, cx: &ReadCtx, headers: &HeaderMap, text: &str) -> Result<Continuation, Error> {
    let step = continuation::open(sessions, headers, text)?;
    if step.enrol {
        return Err(Error::new(Code::StepOver));
    }
    attempts::reserve(sessions, cx, &step.user).await?;
    Ok(step)
}

async fn done(sessions: &Sessions, cx: Ctx, step: Continuation, by: &[&str]) -> Result<Entered, Error> {
    let (set, answer) = continuation::finish(sessions, cx, step, by).await?;
    Ok((set, Envelope::ok(answer)))
}

/// Completes a sign-in with a code of the authenticator application.
#[utoipa::path(post, path = "/api/sys/login/factor/totp", operation_id = "loginFactorTotp", tag = "sign-in",
    request_body = ContinueWithCode, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub async fn by_totp(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<ContinueWithCode>,
) -> Result<Entered, Error> {
    let step = trying(&sessions, &cx, &headers, &body.continuation).await?;
    if !totp::take(&mut cx, &step.user, &body.code).await? {
        return Err(refuse(&mut cx, &step.user, "wrong or used code").await);
    }
    done(&sessions, cx, step, BY_CODE).await
}

/// Completes a sign-in with a recovery code.
#[utoipa::path(post, path = "/api/sys/login/factor/recovery", operation_id = "loginFactorRecovery", tag = "sign-in",
    request_body = ContinueWithCode, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub async fn by_recovery(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<ContinueWithCode>,
) -> Result<Entered, Error> {
    let step = trying(&sessions, &cx, &headers, &body.continuation).await?;
    if !recovery::take(&mut cx, &step.user, &body.code).await? {
        return Err(refuse(&mut cx, &step.user, "wrong or used recovery code").await);
    }
    cx.audit_event(Event {
        action: "user.recovery_code_used",
        resource: "users",
        record: step.user.to_string(),
        ..Event::default()
    });
    done(&sessions, cx, step, BY_CODE).await
}

/// Begins the second step by passkey.
#[utoipa::path(post, path = "/api/sys/login/factor/passkey/begin", operation_id = "loginFactorPasskeyBegin",
    tag = "sign-in", request_body = Continue, responses((status = 200, body = Envelope<CeremonyOptions>)))]
pub async fn passkey_begin(
    State(sessions): State<Sessions>,
    mut cx: ReadCtx,
    headers: HeaderMap,
    Json(body): Json<Continue>,
) -> Result<(HeaderMap, Envelope<CeremonyOptions>), Error> {
    let step = continuation::open(&sessions, &headers, &body.continuation)?;
    let (set, options) =
        passkey::begin_assertion(&sessions, &mut cx, CeremonyPurpose::SecondStep, Some(&step.user)).await?;
    Ok((set, Envelope::ok(options)))
}

/// Completes a sign-in with a passkey as its second step.
#[utoipa::path(post, path = "/api/sys/login/factor/passkey", operation_id = "loginFactorPasskey", tag = "sign-in",
    request_body = ContinueWithPasskey, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub async fn by_passkey(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<ContinueWithPasskey>,
) -> Result<Entered, Error> {
    let step = trying(&sessions, &cx, &headers, &body.continuation).await?;
    let what = (CeremonyPurpose::SecondStep, Some(&step.user));
    match passkey::finish_assertion(&sessions, &mut cx, &headers, what, body.credential).await? {
        Judged::Right(_, by) => done(&sessions, cx, step, by).await,
        Judged::Wrong(_, why) => Err(refuse(&mut cx, &step.user, why).await),
    }
}

/// Begins a sign-in by passkey alone: the passkey identifies the person.
#[utoipa::path(post, path = "/api/sys/login/passkey/begin", operation_id = "loginPasskeyBegin", tag = "sign-in",
    responses((status = 200, body = Envelope<CeremonyOptions>)))]
pub async fn sign_in_begin(
    State(sessions): State<Sessions>,
    mut cx: ReadCtx,
) -> Result<(HeaderMap, Envelope<CeremonyOptions>), Error> {
    let (set, options) = passkey::begin_assertion(&sessions, &mut cx, CeremonyPurpose::SignIn, None).await?;
    Ok((set, Envelope::ok(options)))
}

/// Signs in by passkey alone.
#[utoipa::path(post, path = "/api/sys/login/passkey", operation_id = "loginPasskey", tag = "sign-in",
    request_body = PasskeySignIn, responses((status = 200, body = Envelope<LoginAnswer>)))]
pub async fn sign_in(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<PasskeySignIn>,
) -> Result<Entered, Error> {
    let judged =
        passkey::finish_assertion(&sessions, &mut cx, &headers, (CeremonyPurpose::SignIn, None), body.credential)
            .await?;
    let (user, amr) = match judged {
        Judged::Right(user, amr) => (user, amr),
        Judged::Wrong(owner, why) => {
            cx.release();
            let mut separate = cx.new_transaction();
            separate.audit_event(Event {
                action: "session.refused",
                resource: "users",
                record: owner.map(|id| id.to_string()).unwrap_or_default(),
                after: Some(json!({ "amr": ["user"] })),
                reason: Some(why.to_owned()),
                outcome: Some(Outcome::Refused),
                ..Event::default()
            });
            separate.commit().await?;
            return Err(Error::new(Code::BadFactor));
        }
    };
    let tx = cx.db().await?;
    let account = accounts::by_id(tx, &user).await?.ok_or_else(|| Error::new(Code::BadFactor))?;
    let strategy = sessions.strategy(tx).await?;
    let return_to = body.return_to.as_deref();
    let entrant = Entrant { account: &account, strategy, amr, acr: ACR_MULTIPLE, return_to, changes: false };
    let (mut set, answer) = entry::enter(&sessions, cx, entrant).await?;
    sessions.cookies().clear(&mut set, sessions.cookies().ceremony());
    Ok((set, answer))
}
