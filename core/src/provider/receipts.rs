//! Electronic signatures: a trial system has a person's PIN verified, and gets a receipt that states who signed what,
//! with what meaning, and when (21 CFR 11.50). The receipt is a compact JWS under one of this server's published
//! keys; the key set is enough to verify it without asking this server (`cardea receipt verify`).

use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::clients::Client;
use super::jose::{Alg, JoseError, JwkSet};
use super::token::families::is_served;
use super::{Provider, keys, subject};
use crate::authentication::Sessions;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems};
use crate::kernel::fold::fold;
use crate::kernel::http::{Envelope, Json, from_value};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::secret::Secret;
use crate::resources::licences::{self, LicenceStatus};
use crate::signing::{PinAsked, PinSigner};

/// `typ` of receipts.
pub const RECEIPT_TYPE: &str = "signature-receipt+jwt";
const PATH: &str = "/api/sys/pin/verify";
/// Most characters of a meaning.
const MEANING: usize = 200;
/// Most characters of a hash.
const HASH: usize = 256;

/// The state of the call.
#[derive(Clone, Debug)]
pub struct Receipts {
    /// The provider whose programs may ask, and whose keys sign.
    pub provider: Provider,
    /// The sessions that verify the PINs.
    pub sessions: Sessions,
}

impl FromRef<Receipts> for Kernel {
    fn from_ref(receipts: &Receipts) -> Self {
        receipts.provider.kernel().clone()
    }
}

/// The documented call, with its state.
pub fn router(receipts: Receipts) -> OpenApiRouter {
    let fresh = keys::keep_fresh(receipts.provider.clone());
    OpenApiRouter::new().routes(routes!(verify)).layer(fresh).with_state(receipts)
}

/// A signature to make. The client's credentials may be members too, as at the token endpoint: `client_id`,
/// `client_secret`, `client_assertion`, `client_assertion_type`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SignRequest {
    /// The tenant in which the person signs.
    tenant_id: Id,
    /// The signer's login name.
    user_name: String,
    /// The signer's PIN.
    pin: Secret,
    /// The meaning of the signature, such as review, approval, responsibility.
    meaning: String,
    /// The hash of the signed record, with its algorithm, such as `sha256:…`.
    record_hash: String,
}

/// A receipt, and its contents.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Signature {
    /// Compact JWS. Keep it with the record, together with the key set of `/oauth2/jwks`.
    receipt: String,
    /// Id of the receipt.
    id: Id,
    /// The signer's name to print.
    full_name: String,
    /// The signer's login name.
    user_name: String,
    /// The meaning of the signature.
    meaning: String,
    /// The hash of the record.
    record_hash: String,
    /// When it was signed.
    signed_at: Time,
}

fn check(request: &SignRequest) -> Result<(), Error> {
    let mut p = Problems::default();
    let line = |text: &str, most: usize| {
        !text.trim().is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control)
    };
    p.check(line(&request.user_name, 200), "userName", "用户名不正确", "The user name is not valid");
    p.check(line(&request.meaning, MEANING), "meaning", "签名含义不正确", "The meaning is not valid");
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"+/=_-:.".contains(&b);
    let hash = line(&request.record_hash, HASH) && request.record_hash.bytes().all(plain);
    p.check(hash, "recordHash", "记录哈希不正确", "The hash of the record is not valid");
    let pin = !request.pin.is_empty() && request.pin.expose().len() <= 64;
    p.check(pin, "pin", "请输入PIN码", "please enter the PIN");
    p.into_result()
}

/// Checks that the client is a trial system's, in a tenant that has a licence for the system; returns the system.
async fn may_ask(cx: &mut ReadCtx, client: &Client, tenant: &Id) -> Result<Id, Error> {
    let own = client.tenant_id.as_ref().is_none_or(|own| own == tenant);
    let Some(software) = client.software_id.clone().filter(|_| own) else {
        return Err(Error::new(Code::Forbidden));
    };
    match licences::standing(cx, tenant, &software).await? {
        LicenceStatus::Valid => Ok(software),
        _ => Err(Error::new(Code::Forbidden)),
    }
}

async fn note(cx: &ReadCtx, client: &Client, request: &SignRequest, why: &str) -> Result<(), Error> {
    let mut separate = cx.new_transaction();
    separate.who = Who::System("signature");
    separate.audit_event(Event {
        action: "signature.refused",
        resource: "signatures",
        record: client.client_id.clone(),
        // Without the login name, which may belong to no one.
        after: Some(json!({ "meaning": request.meaning, "recordHash": request.record_hash })),
        reason: Some(why.to_owned()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    });
    separate.commit().await
}

/// Verifies a person's PIN for an electronic signature and answers a signed receipt. The person must be signed in at
/// the calling program: the program holds a valid grant of theirs.
///
/// Errors: 401 where the program's authentication fails; 403 where it is not the client of a trial system that the
/// tenant may use; 701 for a PIN that is wrong or not set, and for a person who is not signed in at the program; 423
/// for a PIN that was wrong too often; 429 after too many wrong PINs of the person, of the program or in total.
#[utoipa::path(post, path = "/api/sys/pin/verify", operation_id = "verifyPin", tag = "signatures",
    request_body = SignRequest, responses((status = 200, body = Envelope<Signature>)))]
async fn verify(
    State(receipts): State<Receipts>,
    mut cx: Ctx,
    headers: HeaderMap,
    Json(body): Json<Map<String, Value>>,
) -> Result<Envelope<Signature>, Error> {
    let Receipts { provider, sessions } = &receipts;
    let client = provider.program(&cx, &headers, &body, PATH).await?;
    let request: SignRequest = from_value(Value::Object(body))?;
    check(&request)?;
    let tenant = &request.tenant_id;
    let software = may_ask(&mut cx, &client, tenant).await;
    let is_served = is_served(&mut cx, &client.client_id, &fold(&request.user_name)).await?;
    cx.release();
    let software = match software {
        Ok(software) => software,
        Err(error) => {
            note(&cx, &client, &request, "not a client of a system that the tenant may use").await?;
            return Err(error);
        }
    };
    let (login_name, pin) = (request.user_name.as_str(), &request.pin);
    let asked = PinAsked { tenant, login_name, pin, client: &client.client_id, is_served };
    let signer = match sessions.verify_pin(&cx, asked).await {
        Ok(signer) => signer,
        Err(error) => {
            if matches!(error.code, Code::BadCredentials | Code::Locked | Code::TooMany) {
                note(&cx, &client, &request, "the PIN is wrong, not set or locked").await?;
            }
            return Err(error);
        }
    };
    let (id, now) = (cx.new_id(), cx.now());
    let claims = claims(provider, &client, &request, &signer, (&id, &software, now));
    let receipt = provider.keys().sign(Alg::default(), RECEIPT_TYPE, &claims)?;
    cx.who = Who::System("signature");
    cx.audit_event(Event {
        action: "signature.made",
        resource: "signatures",
        record: id.to_string(),
        tenant: Some(tenant.clone()),
        after: Some(json!({
            "userId": signer.user, "userName": signer.user_name, "clientId": client.client_id,
            "meaning": request.meaning, "recordHash": request.record_hash,
        })),
        ..Event::default()
    });
    // A signature counts only once the audit holds it.
    cx.commit().await?;
    Ok(Envelope::ok(Signature {
        receipt,
        id,
        full_name: signer.full_name,
        user_name: signer.user_name,
        meaning: request.meaning,
        record_hash: request.record_hash,
        signed_at: now,
    }))
}

/// The claims of a receipt. It has no `exp`: a signature does not expire.
fn claims(
    provider: &Provider,
    client: &Client,
    request: &SignRequest,
    signer: &PinSigner,
    (id, software, now): (&Id, &Id, Time),
) -> Value {
    json!({
        "iss": provider.issuer(),
        "aud": client.client_id,
        "sub": subject::of(provider, client, &signer.user),
        "jti": id,
        "iat": now.unix_seconds(),
        "signed_at": now,
        "name": signer.full_name,
        "preferred_username": signer.user_name,
        "tenant_id": request.tenant_id,
        "tenant_name": signer.tenant_name,
        "software_id": software,
        "meaning": request.meaning,
        "record_hash": request.record_hash,
        "amr": ["pin"],
    })
}

/// The claims of a receipt, if one of these keys signed it.
pub fn read(keys: &JwkSet, receipt: &str) -> Result<Map<String, Value>, JoseError> {
    let proven = keys.verify(receipt.trim(), Alg::ALL)?;
    if proven.header.kid.is_none() || !proven.header.is_type(RECEIPT_TYPE) {
        return Err(JoseError::Header);
    }
    Ok(proven.claims)
}
