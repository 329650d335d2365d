//! The documented calls behind the page `/device` (RFC 8628, section 3.3).
//!
//! Both need the person's session, and only the second decides: opening an address grants nothing. Wrong codes are
//! counted for each person, so that no one finds another person's request by trying.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::store::{self, DeviceCode};
use super::user_code::hash;
use crate::kernel::ctx::{Ctx, Event, Person};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::provider::authorize::consent::ClientShown;
use crate::provider::granted::Granted;
use crate::provider::state::Provider;

/// Wrong codes that a person may type within [`WINDOW_SECONDS`].
const ATTEMPTS: i64 = 10;
/// Length of that window, in seconds.
const WINDOW_SECONDS: i64 = 600;
/// `Retry-After` in seconds, after too many wrong codes.
const RETRY_SECONDS: u32 = 60;
/// Longest typed text that is looked up.
const MAX_TYPED: usize = 64;

/// The operations on device requests.
pub fn router(provider: Provider) -> OpenApiRouter {
    OpenApiRouter::default().routes(routes!(look_up)).routes(routes!(decide)).with_state(provider)
}

/// A user code as typed by the person.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Typed {
    /// The code on the device; case and separators are ignored.
    user_code: String,
}

/// The request of a device.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceRequest {
    client: ClientShown,
    /// Login name of the signed-in person, whose account the device would use.
    user_name: String,
    /// Full name of that person.
    full_name: String,
    /// Scopes.
    scopes: Vec<String>,
    /// Single claims; devices ask for none.
    claims: Vec<String>,
    /// Resources.
    resources: Vec<String>,
}

/// The person's decision.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// The code on the device.
    user_code: String,
    /// Yes or no.
    approve: bool,
}

/// The recorded decision.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeviceDecided)]
pub struct Decided {
    /// Yes or no.
    approved: bool,
}

/// The client and the scopes behind a user code.
#[utoipa::path(post, path = "/api/account/device", operation_id = "deviceRequest", tag = "account",
    request_body = Typed, responses((status = 200, body = Envelope<DeviceRequest>)))]
pub async fn look_up(
    State(provider): State<Provider>,
    mut cx: Ctx,
    Json(body): Json<Typed>,
) -> Result<Envelope<DeviceRequest>, Error> {
    let (person, locale) = (cx.person()?.clone(), cx.locale());
    let code = found(&mut cx, &person, &body.user_code).await?;
    let client = provider.clients().get(&code.client_id).await?.ok_or_else(unknown)?;
    let Granted { scope, resources, .. } = code.granted.0;
    cx.commit().await?;
    Ok(Envelope::ok(DeviceRequest {
        client: ClientShown::of(&client, locale),
        user_name: person.user_name,
        full_name: person.full_name,
        scopes: scope.split(' ').map(str::to_owned).collect(),
        claims: Vec::new(),
        resources,
    }))
}

/// Records the person's decision.
#[utoipa::path(post, path = "/api/account/device/decision", operation_id = "deviceDecision", tag = "account",
    request_body = Decision, responses((status = 200, body = Envelope<Decided>)))]
pub async fn decide(
    State(provider): State<Provider>,
    mut cx: Ctx,
    Json(body): Json<Decision>,
) -> Result<Envelope<Decided>, Error> {
    let person = cx.person()?.clone();
    let code = found(&mut cx, &person, &body.user_code).await?;
    let client = provider.clients().get(&code.client_id).await?.ok_or_else(unknown)?;
    let granted = Granted {
        auth_time: person.auth_time,
        acr: person.acr,
        amr: person.amr,
        tenant_id: person.tenant_id,
        ..code.granted.0
    };
    let state = if body.approve { store::State::Approved } else { store::State::Denied };
    if !store::answer(&mut cx, &code.code_hash, state, &person.id, &person.session_id, &granted).await? {
        return Err(unknown());
    }
    cx.audit_event(Event {
        action: if body.approve { "authorization.granted" } else { "authorization.denied" },
        resource: "clients",
        record: client.client_id.clone(),
        tenant: client.tenant_id.clone(),
        after: Some(json!({ "scope": granted.scope, "device": true })),
        ..Event::default()
    });
    cx.commit().await?;
    Ok(Envelope::ok(Decided { approved: body.approve }))
}

/// The request behind a code. The attempt is counted and committed before the lookup; a successful one is uncounted
/// with the caller's commit.
async fn found(cx: &mut Ctx, person: &Person, typed: &str) -> Result<DeviceCode, Error> {
    let mut counting = cx.new_transaction();
    let attempts = store::count_attempt(&mut counting, &person.id, WINDOW_SECONDS).await?;
    counting.commit().await?;
    if attempts > ATTEMPTS {
        return Err(Error::new(Code::TooMany).retry_after(RETRY_SECONDS));
    }
    if typed.len() > MAX_TYPED {
        return Err(unknown());
    }
    let hash = hash(cx.kernel(), typed);
    let code = store::waiting(cx, &hash).await?.ok_or_else(unknown)?;
    store::forgive_attempt(cx, &person.id).await?;
    Ok(code)
}

fn unknown() -> Error {
    let text = Text::new(
        "代码不正确或已过期，请核对设备上显示的内容",
        "This code is not right, or its time is over. Check what the device shows.",
    );
    Error::new(Code::NotFound).message(text)
}
