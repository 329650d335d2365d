//! Recent proofs of identity: dangerous actions require one, and these calls give one.

use axum::extract::State;
use axum::http::HeaderMap;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ceremony::CeremonyPurpose;
use super::continuation::joined;
use super::model::{ACR_MULTIPLE, BY_CODE, CeremonyOptions, FactorStatus, Way};
use super::notes::refuse;
use super::passkey::{self, Judged};
use super::{attempts, recovery, store, totp};
use crate::authentication::proof::{self, Claim};
use crate::authentication::state::Sessions;
use crate::authentication::{model, store as session_store};
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::kernel::step_up::StepUp;
use crate::resources::users::accounts;

/// The session to prove again, and the factors of its person.
struct Present {
    user: Id,
    session: Id,
    standing: FactorStatus,
    info: session_store::InfoRow,
    has_password: bool,
}

async fn present(cx: &mut ReadCtx) -> Result<Present, Error> {
    let person = cx.person()?;
    let (user, session) = (person.id.clone(), person.session_id.clone());
    let over = || Error::new(Code::SessionRevoked);
    let tx = cx.db().await?;
    let info = session_store::session_info(tx, &session).await?.ok_or_else(over)?;
    let standing = store::standing(tx, &user).await?;
    let account = accounts::by_id(tx, &user).await?.ok_or_else(over)?;
    // A password that somebody else set proves nothing until it is changed.
    let has_password = account.password_hash.is_some() && !account.password_reset;
    Ok(Present { user, session, standing, info, has_password })
}

impl Present {
    /// The ways to prove it: a factor where there is one, else the password; an empty list means to sign in again.
    fn ways(&self, sessions: &Sessions) -> Vec<Way> {
        if self.standing.has_any() {
            return self.standing.ways(sessions.passkeys().are_available());
        }
        if self.has_password { vec![Way::Password] } else { Vec::new() }
    }
}

impl Sessions {
    /// Passes where the caller authenticated within [`crate::config::SignIn::recent_minutes`], with a second factor if
    /// they have one. Otherwise the error lists the ways to prove it; after that the client repeats the call.
    pub async fn require_recent(&self, cx: &mut ReadCtx) -> Result<(), Error> {
        let present = present(cx).await?;
        let age = cx.now().0 - present.info.auth_time.0;
        let fresh = age <= self.sign_in().recent_minutes * 60_000;
        let strong = !present.standing.has_any() || present.info.acr == ACR_MULTIPLE;
        if fresh && strong {
            return Ok(());
        }
        Err(Error::new(Code::RecentProof).data(json!({ "ways": present.ways(self) })))
    }

    /// Renews the caller's session with a stronger proof: from now, under a new token, in the caller's transaction,
    /// which it commits.
    pub(crate) async fn proved_again(
        &self,
        mut cx: Ctx,
        by: &[&str],
        acr: Option<&str>,
    ) -> Result<(HeaderMap, Option<String>), Error> {
        let Present { user, session, info, .. } = present(&mut cx).await?;
        let amr = joined(info.amr.0.iter().map(String::as_str), by);
        let amr: Vec<&str> = amr.iter().map(String::as_str).collect();
        let renewed = self.renew(&mut cx, &session, &amr, acr.unwrap_or(&info.acr)).await?;
        let begun = renewed.ok_or_else(|| Error::new(Code::SessionRevoked))?;
        cx.audit_event(Event {
            action: "session.renewed",
            resource: "sessions",
            record: session.to_string(),
            after: Some(json!({ "userId": user, "amr": amr })),
            ..Event::default()
        });
        let page = cx.request.page;
        cx.commit().await?;
        let mut set = HeaderMap::new();
        self.cookies().sign_in(&mut set, self.kernel(), begun.token.expose());
        Ok((set, (!page).then(|| begun.token.expose().to_owned())))
    }
}

impl StepUp for Sessions {
    fn require<'a>(&'a self, cx: &'a mut ReadCtx) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(self.require_recent(cx))
    }

    fn ask_names<'a>(&'a self, cx: &'a mut ReadCtx, names: usize) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(Self::ask_names(self, cx, names))
    }
}

/// A session renewed under a new token.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Renewed {
    /// The token, for programs; null for a page in a browser, where the cookie has it.
    token: Option<String>,
}

type Answer = Result<(HeaderMap, Envelope<Renewed>), Error>;

async fn renewed(sessions: &Sessions, cx: Ctx, by: &[&str], acr: Option<&str>) -> Answer {
    let (set, token) = sessions.proved_again(cx, by, acr).await?;
    Ok((set, Envelope::ok(Renewed { token })))
}

/// A proof by code.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ProofByCode {
    /// The code.
    code: String,
}

/// A proof by password.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ProofByPassword {
    /// The password, or a compact JWE of it.
    password: Secret,
}

/// A proof by passkey.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ProofByPasskey {
    /// The result of `navigator.credentials.get` as JSON.
    #[schema(value_type = Object)]
    credential: Value,
}

/// Gives a recent proof by password: only without a second factor.
#[utoipa::path(post, path = "/api/sys/recentProof/password", operation_id = "recentProofPassword", tag = "sign-in",
    request_body = ProofByPassword, responses((status = 200, body = Envelope<Renewed>)))]
pub async fn by_password(State(sessions): State<Sessions>, mut cx: Ctx, Json(body): Json<ProofByPassword>) -> Answer {
    let user_name = cx.person()?.user_name.clone();
    model::check_typed(&user_name, &body.password)?;
    let present = present(&mut cx).await?;
    cx.release();
    if present.standing.has_any() || !present.has_password {
        return Err(Error::new(Code::RecentProof).data(json!({ "ways": present.ways(&sessions) })));
    }
    let permit = sessions.hasher().enter(&cx)?;
    let opened = sessions.open_password(&permit, &body.password).await?;
    let claim = Claim { user_name: &user_name, password: &opened, captcha: None, refused: "session.refused" };
    let proven = proof::prove(&sessions, &cx, &permit, claim).await?;
    let tx = cx.db().await?;
    if proven.account.id != present.user || !accounts::swap_hash(tx, &present.user, &proven.hash, &proven.hash).await? {
        return Err(Error::new(Code::BadCredentials));
    }
    session_store::forget_attempts(tx, &proven.name_hash).await?;
    renewed(&sessions, cx, &["pwd"], None).await
}

/// Gives a recent proof by a code of the authenticator application.
#[utoipa::path(post, path = "/api/sys/recentProof/totp", operation_id = "recentProofTotp", tag = "sign-in",
    request_body = ProofByCode, responses((status = 200, body = Envelope<Renewed>)))]
pub async fn by_totp(State(sessions): State<Sessions>, mut cx: Ctx, Json(body): Json<ProofByCode>) -> Answer {
    let user = cx.person()?.id.clone();
    attempts::reserve(&sessions, &cx, &user).await?;
    if !totp::take(&mut cx, &user, &body.code).await? {
        return Err(refuse(&mut cx, &user, "wrong or used code").await);
    }
    attempts::forget(&mut cx, &user).await?;
    renewed(&sessions, cx, BY_CODE, Some(ACR_MULTIPLE)).await
}

/// Gives a recent proof by a recovery code.
#[utoipa::path(post, path = "/api/sys/recentProof/recovery", operation_id = "recentProofRecovery", tag = "sign-in",
    request_body = ProofByCode, responses((status = 200, body = Envelope<Renewed>)))]
pub async fn by_recovery(State(sessions): State<Sessions>, mut cx: Ctx, Json(body): Json<ProofByCode>) -> Answer {
    let user = cx.person()?.id.clone();
    attempts::reserve(&sessions, &cx, &user).await?;
    let stands_in = present(&mut cx).await?.standing.has_any();
    if !stands_in || !recovery::take(&mut cx, &user, &body.code).await? {
        return Err(refuse(&mut cx, &user, "wrong or used recovery code").await);
    }
    attempts::forget(&mut cx, &user).await?;
    renewed(&sessions, cx, BY_CODE, Some(ACR_MULTIPLE)).await
}

/// Begins a recent proof by passkey.
#[utoipa::path(post, path = "/api/sys/recentProof/passkey/begin", operation_id = "recentProofPasskeyBegin",
    tag = "sign-in", responses((status = 200, body = Envelope<CeremonyOptions>)))]
pub async fn passkey_begin(
    State(sessions): State<Sessions>,
    mut cx: ReadCtx,
) -> Result<(HeaderMap, Envelope<CeremonyOptions>), Error> {
    let user = cx.person()?.id.clone();
    let (set, options) =
        passkey::begin_assertion(&sessions, &mut cx, CeremonyPurpose::RecentProof, Some(&user)).await?;
    Ok((set, Envelope::ok(options)))
}

/// Gives a recent proof by passkey.
#[utoipa::path(post, path = "/api/sys/recentProof/passkey", operation_id = "recentProofPasskey", tag = "sign-in",
    request_body = ProofByPasskey, responses((status = 200, body = Envelope<Renewed>)))]
pub async fn by_passkey(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<ProofByPasskey>,
) -> Answer {
    let user = cx.person()?.id.clone();
    attempts::reserve(&sessions, &cx, &user).await?;
    let what = (CeremonyPurpose::RecentProof, Some(&user));
    match passkey::finish_assertion(&sessions, &mut cx, &headers, what, body.credential).await? {
        Judged::Right(_, by) => {
            attempts::forget(&mut cx, &user).await?;
            renewed(&sessions, cx, by, Some(ACR_MULTIPLE)).await
        }
        Judged::Wrong(_, why) => Err(refuse(&mut cx, &user, why).await),
    }
}
