//! Passkeys: Web Authentication, level 3, by webauthn-rs. Every passkey verifies its user (fingerprint, face or PIN),
//! so that one alone counts as more than one factor, and every one is discoverable without a typed name.
//!
//! The relying party id is the host name of the public address. A server with an IP address takes no passkeys: browsers
//! refuse it.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use webauthn_rs::prelude::{
    Credential, DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid, WebauthnError,
};

use super::ceremony::{self, CeremonyPurpose};
use super::model::CeremonyOptions;
use super::store::{self, NewPasskey};
use crate::authentication::state::Sessions;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http;
use crate::kernel::id::Id;
use crate::resources::users::accounts::Account;

/// The `amr` of a device-bound passkey, and of a synced one (RFC 8176, section 2).
const BY_DEVICE: &[&str] = &["hwk", "user", "mfa"];
const BY_SYNCED: &[&str] = &["swk", "user", "mfa"];
/// The most passkeys of a person.
const MAX_PASSKEYS: usize = 20;
/// The most characters of a passkey's name.
const MAX_NAME: usize = 50;

const fn amr(synced: bool) -> &'static [&'static str] {
    if synced { BY_SYNCED } else { BY_DEVICE }
}

fn descriptors(ids: &[String]) -> Value {
    ids.iter().map(|id| json!({ "type": "public-key", "id": id })).collect()
}

/// Begins the registration of a new passkey.
pub async fn begin_registration(
    sessions: &Sessions,
    cx: &mut Ctx,
    account: &Account,
) -> Result<(HeaderMap, CeremonyOptions), Error> {
    let party = sessions.passkeys().party()?;
    let fresh = Uuid::from_bytes(cx.kernel().random()).to_string();
    let tx = cx.db().await?;
    let handle = store::handle(tx, &account.id, fresh).await?;
    let known = store::credential_ids(tx, &account.id).await?;
    if known.len() >= MAX_PASSKEYS {
        let text = Text::new("通行密钥数量已达上限，请先删除不用的", "There are too many passkeys; remove some first");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let handle = Uuid::parse_str(&handle).map_err(Error::internal)?;
    let (options, state) = party
        .start_passkey_registration(handle, &account.user_name, &account.full_name, None)
        .map_err(Error::internal)?;
    let mut options = serde_json::to_value(options.public_key)?;
    // A discoverable credential: the authenticator has to store the key.
    options["authenticatorSelection"]["residentKey"] = json!("required");
    options["authenticatorSelection"]["requireResidentKey"] = json!(true);
    // Not in the state: the cookie would grow with every passkey. The database refuses duplicates.
    options["excludeCredentials"] = descriptors(&known);
    let set = ceremony::begin(sessions, CeremonyPurpose::Registration, Some(&account.id), &state)?;
    Ok((set, CeremonyOptions { options }))
}

/// Checks the name of a passkey.
pub fn name(given: Option<&str>) -> Result<String, Error> {
    let name = given.unwrap_or_default().trim();
    let fits = !name.is_empty() && name.chars().count() <= MAX_NAME && !name.chars().any(char::is_control);
    let text = || Text::new("请输入 1 至 50 个字符的名称", "Please enter a name of 1 to 50 characters");
    if fits { Ok(name.to_owned()) } else { Err(Error::field("name", text())) }
}

/// Stores a new passkey, in the caller's transaction; returns the methods that it proved. `None` where the
/// authenticator's answer is invalid.
pub async fn finish_registration(
    sessions: &Sessions,
    cx: &mut Ctx,
    headers: &HeaderMap,
    user: &Id,
    (credential, name): (Value, String),
) -> Result<Option<&'static [&'static str]>, Error> {
    let party = sessions.passkeys().party()?;
    let ceremony = ceremony::open(sessions, headers, CeremonyPurpose::Registration, Some(user))?;
    let answer: RegisterPublicKeyCredential = http::from_value(credential)?;
    let state: PasskeyRegistration = ceremony.state()?;
    let passkey = match party.finish_passkey_registration(&answer, &state) {
        Ok(passkey) => passkey,
        Err(error) => return rejected(&error).map(|_| None),
    };
    let known: Credential = passkey.clone().into();
    let (now, id) = (cx.now(), cx.new_id());
    ceremony.spend(cx).await?;
    let new = NewPasskey {
        id,
        user,
        credential_id: URL_SAFE_NO_PAD.encode(passkey.cred_id()),
        credential: passkey,
        counter: i64::from(known.counter),
        synced: known.backup_eligible,
        name,
    };
    if !store::insert_passkey(cx.db().await?, new, now).await? {
        let text = Text::new("该通行密钥已添加过", "This passkey was added before");
        return Err(Error::new(Code::Conflict).message(text));
    }
    Ok(Some(amr(known.backup_eligible)))
}

/// Begins an assertion: of any passkey, or of one person's.
pub async fn begin_assertion(
    sessions: &Sessions,
    cx: &mut ReadCtx,
    what: CeremonyPurpose,
    user: Option<&Id>,
) -> Result<(HeaderMap, CeremonyOptions), Error> {
    let party = sessions.passkeys().party()?;
    let (options, state) = party.start_discoverable_authentication().map_err(Error::internal)?;
    let mut options = serde_json::to_value(options.public_key)?;
    if let Some(user) = user {
        options["allowCredentials"] = descriptors(&store::credential_ids(cx.db().await?, user).await?);
    }
    Ok((ceremony::begin(sessions, what, user, &state)?, CeremonyOptions { options }))
}

/// The result of an assertion.
#[derive(Debug)]
pub enum Judged {
    /// It is valid: the person, and the methods that it proved.
    Right(Id, &'static [&'static str]),
    /// It is invalid: the passkey's owner, if known, and the reason for the audit.
    Wrong(Option<Id>, &'static str),
}

/// Judges an assertion, and records the use of the passkey in the caller's transaction.
pub async fn finish_assertion(
    sessions: &Sessions,
    cx: &mut Ctx,
    headers: &HeaderMap,
    (what, user): (CeremonyPurpose, Option<&Id>),
    credential: Value,
) -> Result<Judged, Error> {
    let party = sessions.passkeys().party()?;
    let ceremony = ceremony::open(sessions, headers, what, user)?;
    let answer: PublicKeyCredential = http::from_value(credential)?;
    let (state, now): (DiscoverableAuthentication, _) = (ceremony.state()?, cx.now());
    let id = URL_SAFE_NO_PAD.encode(answer.get_credential_id());
    let Some(row) = store::passkey(cx.db().await?, id).await? else {
        return Ok(Judged::Wrong(None, "unknown passkey"));
    };
    let owner = row.user_id;
    // WebAuthn, section 7.2, step 6: the authenticator names the owner, or this server knows the person already.
    let named = answer.get_user_unique_id().map(|octets| Uuid::from_slice(octets).map(|u| u.to_string()));
    let same = match (named, user) {
        (Some(Ok(handle)), _) => handle == row.handle,
        (Some(Err(_)), _) | (None, None) => false,
        (None, Some(_)) => true,
    };
    if !same || user.is_some_and(|user| *user != owner) {
        return Ok(Judged::Wrong(Some(owner), "somebody else's passkey"));
    }
    let mut passkey: Passkey = row.credential.0;
    let result = match party.finish_discoverable_authentication_v2(&answer, state, &passkey) {
        Ok(result) => result,
        Err(error) => return Ok(Judged::Wrong(Some(owner), rejected(&error)?)),
    };
    passkey.update_credential(&result);
    ceremony.spend(cx).await?;
    let counter = i64::from(result.counter());
    if !store::use_passkey(cx.db().await?, &row.id, passkey, counter, now).await? {
        return Ok(Judged::Wrong(Some(owner), COUNTER));
    }
    Ok(Judged::Right(owner, amr(result.backup_eligible())))
}

/// The reason for a counter that did not grow: there may be a copy of the authenticator.
const COUNTER: &str = "the passkey's counter did not grow";

/// The reason for refusing an authenticator's answer, for the audit; an error where the fault is the server's.
fn rejected(error: &WebauthnError) -> Result<&'static str, Error> {
    Ok(match error {
        WebauthnError::CredentialPossibleCompromise => COUNTER,
        WebauthnError::UserNotVerified => "the user was not verified",
        WebauthnError::InvalidRPOrigin | WebauthnError::InvalidRPIDHash => "a passkey answer of another site",
        WebauthnError::MismatchedChallenge => "a passkey answer to another challenge",
        WebauthnError::Configuration => return Err(Error::internal("the relying party is not configured")),
        _ => "a passkey answer that is not in order",
    })
}
