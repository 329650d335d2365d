//! A person's own factors: list, add, rename, remove. Adding and removing needs a recent proof, and nobody removes the
//! last factor while one is required of them.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};

use super::model::{ACR_MULTIPLE, BY_CODE, CeremonyOptions, FactorsShown, RecoveryCodes, TotpOffer};
use super::notes::{changed, refuse, tell};
use super::{attempts, passkey, recovery, store, totp};
use crate::authentication::Sessions;
use crate::authentication::model::Nothing;
use crate::config::FactorPolicy;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::resources::users::accounts;

/// The confirmation of an authenticator application.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct TotpConfirmation {
    /// `enrolment` of the answer that began it.
    enrolment: String,
    /// The code that the application shows.
    code: String,
}

/// A new passkey.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewPasskey {
    /// The result of `navigator.credentials.create` as JSON.
    #[schema(value_type = Object)]
    credential: Value,
    /// Its name, given by the owner.
    name: Option<String>,
}

/// A passkey by its id.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PasskeyId {
    /// Id.
    id: Id,
}

/// A new name for a passkey.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PasskeyName {
    /// Id.
    id: Id,
    /// The new name.
    name: String,
}

async fn own_account(cx: &mut ReadCtx) -> Result<accounts::Account, Error> {
    let user = cx.person()?.id.clone();
    accounts::by_id(cx.db().await?, &user).await?.ok_or_else(|| Error::new(Code::SessionRevoked))
}

/// The caller, after checking their recent proof; locks the account against concurrent changes of factors.
async fn changing(sessions: &Sessions, cx: &mut Ctx) -> Result<Id, Error> {
    sessions.require_recent(cx).await?;
    let user = cx.person()?.id.clone();
    accounts::hold(cx.db().await?, &user).await?;
    Ok(user)
}

fn is_required(sessions: &Sessions, standing: super::model::FactorStatus) -> bool {
    standing.required > 0 || sessions.sign_in().factor_policy == FactorPolicy::Required
}

/// The caller's factors.
#[utoipa::path(get, path = "/api/account/factors", operation_id = "accountFactors", tag = "account",
    responses((status = 200, body = Envelope<FactorsShown>)))]
pub async fn factors(State(sessions): State<Sessions>, mut cx: ReadCtx) -> Result<Envelope<FactorsShown>, Error> {
    let user = cx.person()?.id.clone();
    let tx = cx.db().await?;
    let standing = store::standing(tx, &user).await?;
    Ok(Envelope::ok(FactorsShown {
        required: is_required(&sessions, standing),
        totp: store::totp_shown(tx, &user).await?,
        passkeys: store::passkeys_shown(tx, &user).await?,
        recovery_codes: standing.recovery,
        passkeys_available: sessions.passkeys().are_available(),
    }))
}

/// The codes that come with a first factor: recovery codes, unless there are some.
async fn first_codes(cx: &mut Ctx, user: &Id) -> Result<RecoveryCodes, Error> {
    let left = store::standing(cx.db().await?, user).await?.recovery;
    let recovery_codes = if left == 0 { Some(recovery::renew(cx, user).await?) } else { None };
    Ok(RecoveryCodes { recovery_codes })
}

/// Completes adding a factor: the caller proved it, so their session is renewed with it.
async fn added(
    sessions: &Sessions,
    mut cx: Ctx,
    user: &Id,
    (kind, by): (&str, &[&str]),
) -> Result<(HeaderMap, Envelope<RecoveryCodes>), Error> {
    let codes = first_codes(&mut cx, user).await?;
    cx.audit_event(changed("user.factor_added", user, &json!(kind)));
    tell(sessions, &mut cx, user).await?;
    attempts::forget(&mut cx, user).await?;
    let (set, _) = sessions.proved_again(cx, by, Some(ACR_MULTIPLE)).await?;
    Ok((set, Envelope::ok(codes)))
}

/// Begins to set up an authenticator application.
#[utoipa::path(post, path = "/api/account/factors/totp/begin", operation_id = "accountTotpBegin", tag = "account",
    responses((status = 200, body = Envelope<TotpOffer>)))]
pub async fn totp_begin(State(sessions): State<Sessions>, mut cx: Ctx) -> Result<Envelope<TotpOffer>, Error> {
    let user = changing(&sessions, &mut cx).await?;
    let account = own_account(&mut cx).await?;
    Ok(Envelope::ok(totp::offer(sessions.kernel(), &user, sessions.issuer_name(), &account.user_name)?))
}

/// Confirms an authenticator application with one of its codes; it replaces the previous one.
#[utoipa::path(post, path = "/api/account/factors/totp", operation_id = "accountTotpConfirm", tag = "account",
    request_body = TotpConfirmation, responses((status = 200, body = Envelope<RecoveryCodes>)))]
pub async fn totp_confirm(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(body): Json<TotpConfirmation>,
) -> Result<(HeaderMap, Envelope<RecoveryCodes>), Error> {
    let user = changing(&sessions, &mut cx).await?;
    cx.release();
    attempts::reserve(&sessions, &cx, &user).await?;
    changing(&sessions, &mut cx).await?;
    if !totp::confirm(&mut cx, &user, &body.enrolment, &body.code).await? {
        return Err(refuse(&mut cx, &user, "wrong code of a new application").await);
    }
    added(&sessions, cx, &user, ("totp", BY_CODE)).await
}

/// Checks that the remaining factors suffice, deletes the recovery codes with the last factor, and tells the owner.
async fn removed(sessions: &Sessions, cx: &mut Ctx, user: &Id) -> Result<(), Error> {
    tell(sessions, cx, user).await?;
    let tx = cx.db().await?;
    let left = store::standing(tx, user).await?;
    if left.has_any() {
        return Ok(());
    }
    if is_required(sessions, left) {
        let text = Text::new(
            "您的角色或租户要求两步验证，不能移除最后一种方式",
            "A second factor is required of you: the last one cannot be removed",
        );
        return Err(Error::new(Code::Forbidden).message(text));
    }
    store::delete_recovery(tx, user).await?;
    Ok(())
}

/// Removes the authenticator application.
#[utoipa::path(post, path = "/api/account/factors/totp/remove", operation_id = "accountTotpRemove", tag = "account",
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn totp_remove(State(sessions): State<Sessions>, mut cx: Ctx) -> Result<Envelope<Nothing>, Error> {
    let user = changing(&sessions, &mut cx).await?;
    if !store::delete_totp(cx.db().await?, &user).await? {
        return Err(Error::new(Code::NotFound));
    }
    removed(&sessions, &mut cx, &user).await?;
    cx.audit_event(changed("user.factor_removed", &user, &json!("totp")));
    cx.commit().await?;
    Ok(Envelope::ok(Nothing))
}

/// Makes new recovery codes; the previous ones stop working.
#[utoipa::path(post, path = "/api/account/factors/recovery", operation_id = "accountRecoveryCodes", tag = "account",
    responses((status = 200, body = Envelope<RecoveryCodes>)))]
pub async fn recovery_codes(State(sessions): State<Sessions>, mut cx: Ctx) -> Result<Envelope<RecoveryCodes>, Error> {
    let user = changing(&sessions, &mut cx).await?;
    if !store::standing(cx.db().await?, &user).await?.has_any() {
        let text = Text::new("请先添加身份验证器或通行密钥", "Please add an authenticator or a passkey first");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let codes = recovery::renew(&mut cx, &user).await?;
    tell(&sessions, &mut cx, &user).await?;
    cx.audit_event(Event {
        action: "user.recovery_codes_renewed",
        resource: "users",
        record: user.to_string(),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(Envelope::ok(RecoveryCodes { recovery_codes: Some(codes) }))
}

/// Begins to add a passkey.
#[utoipa::path(post, path = "/api/account/passkeys/begin", operation_id = "accountPasskeyBegin", tag = "account",
    responses((status = 200, body = Envelope<CeremonyOptions>)))]
pub async fn passkey_begin(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
) -> Result<(HeaderMap, Envelope<CeremonyOptions>), Error> {
    changing(&sessions, &mut cx).await?;
    let account = own_account(&mut cx).await?;
    let (set, options) = passkey::begin_registration(&sessions, &mut cx, &account).await?;
    cx.commit().await?;
    Ok((set, Envelope::ok(options)))
}

/// Adds a passkey.
#[utoipa::path(post, path = "/api/account/passkeys", operation_id = "accountPasskeyAdd", tag = "account",
    request_body = NewPasskey, responses((status = 200, body = Envelope<RecoveryCodes>)))]
pub async fn passkey_add(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<NewPasskey>,
) -> Result<(HeaderMap, Envelope<RecoveryCodes>), Error> {
    let new = (body.credential, passkey::name(body.name.as_deref())?);
    let user = changing(&sessions, &mut cx).await?;
    match passkey::finish_registration(&sessions, &mut cx, &headers, &user, new).await? {
        Some(by) => added(&sessions, cx, &user, ("passkey", by)).await,
        None => Err(refuse(&mut cx, &user, "a new passkey that is not in order").await),
    }
}

/// Renames a passkey.
#[utoipa::path(post, path = "/api/account/passkeys/rename", operation_id = "accountPasskeyRename", tag = "account",
    request_body = PasskeyName, responses((status = 200, body = Envelope<Nothing>)))]
pub async fn passkey_rename(mut cx: Ctx, Json(body): Json<PasskeyName>) -> Result<Envelope<Nothing>, Error> {
    let user = cx.person()?.id.clone();
    let name = passkey::name(Some(&body.name))?;
    if !store::rename_passkey(cx.db().await?, &user, &body.id, &name).await? {
        return Err(Error::new(Code::NotFound));
    }
    cx.audit_event(changed("user.passkey_renamed", &user, &json!({ "passkey": body.id, "name": name })));
    cx.commit().await?;
    Ok(Envelope::ok(Nothing))
}

/// Removes a passkey.
#[utoipa::path(post, path = "/api/account/passkeys/remove", operation_id = "accountPasskeyRemove", tag = "account",
    request_body = PasskeyId, responses((status = 200, body = Envelope<Nothing>)))]
pub async fn passkey_remove(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(body): Json<PasskeyId>,
) -> Result<Envelope<Nothing>, Error> {
    let user = changing(&sessions, &mut cx).await?;
    if !store::delete_passkey(cx.db().await?, &user, &body.id).await? {
        return Err(Error::new(Code::NotFound));
    }
    removed(&sessions, &mut cx, &user).await?;
    cx.audit_event(changed("user.factor_removed", &user, &json!({ "passkey": body.id })));
    cx.commit().await?;
    Ok(Envelope::ok(Nothing))
}
