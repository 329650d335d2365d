//! Device authorization grant: RFC 8628.
//!
//! The device shows a short code. The person types it at `/device`, in a browser where they are signed in, sees the
//! client and its request, and agrees or refuses. Meanwhile the device polls (`token::device_code`).

pub mod portal;
pub mod store;
mod user_code;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use store::NewDeviceCode;
use user_code::hash;

use super::caller::Caller;
use super::client_auth;
use super::clients::{AuthMethod, Client};
use super::error::{ErrorCode, OAuthError};
use super::granted::{self, Granted};
use super::limit::Limit;
use super::params::{Params, Submitted};
use super::state::Provider;
use super::token::resources;
use crate::kernel::Kernel;
use crate::kernel::error::{Code, Error};

/// The purpose of the keyed hash of device codes.
pub const DEVICE_CODE: &str = "device_code";
/// The grant.
const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";
/// Seconds within which the person has to answer.
const LIFE_SECONDS: i64 = 600;
/// Seconds between two polls (section 3.5).
const PAUSE_SECONDS: i64 = 5;
/// Seconds by which the pause grows when a device polls too fast.
pub const SLOWER_SECONDS: i64 = 5;
/// The letters of user codes: no vowels, so that codes spell no words, and none that looks like a digit (section
/// 6.1).
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
/// Letters of a user code: 34 bits, too many for the few attempts that [`portal`] allows within its ten minutes.
const LENGTH: usize = 8;
/// Tries to find a user code that is not in use.
const TRIES: usize = 5;

/// Most requests, each one a row, that an unauthenticated client may make from one address while a code lives: enough
/// for a ward that sets up its devices behind one address, and too few to fill a disk.
const MOST_ANONYMOUS: i64 = 60;

const PATH: &str = "/oauth2/device_authorization";
const KNOWN: &[&str] =
    &["scope", "resource", "client_id", "client_secret", "client_assertion", "client_assertion_type"];

/// The answer (section 3.2). Times in seconds.
#[derive(Debug, Serialize)]
struct DeviceAuthorization {
    device_code: String,
    user_code: String,
    verification_uri: String,
    verification_uri_complete: String,
    expires_in: i64,
    interval: i64,
}

/// The limit for unauthenticated clients, whose `client_id` is known to everybody who has such a device.
#[must_use]
pub fn limit() -> Limit {
    Limit::new("device_requests", MOST_ANONYMOUS, LIFE_SECONDS)
}

/// Begins a sign-in on a device.
///
/// Errors: those of RFC 6749, section 5.2; 429 with `Retry-After` for a client without credentials that asks too
/// often from one address.
#[utoipa::path(post, path = "/oauth2/device_authorization", operation_id = "deviceAuthorization", tag = "oidc",
    responses((status = 200, description = "RFC 8628, section 3.2"), (status = 400, description = "RFC 6749, section 5.2"),
        (status = 401, description = "The client did not prove itself"),
        (status = 429, description = "Too often, from this address")))]
pub async fn device_authorization(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
    Submitted(body): Submitted,
) -> Result<Response, OAuthError> {
    let params = Params::parse(KNOWN, &body?);
    params.sound()?;
    let client = client_auth::authenticate(&provider, &caller, &headers, &params, PATH).await?;
    if !client.allows_grant(GRANT) {
        let why = "the client is not registered for device codes";
        return Err(OAuthError::new(ErrorCode::UnauthorizedClient, why));
    }
    if is_anonymous(&client) {
        provider.device_requests().check(provider.kernel().now(), &client, &caller.request)?;
        provider.stranger(&client, &caller.request)?;
    }
    let resources = params.all("resource").to_vec();
    resources::audience(provider.issuer(), &client, &[], &resources)?;
    let scope = granted::scope(&client, params.get("scope"))?;
    let granted = Granted { scope, resources, ..Granted::default() };
    let (device_code, user_code) = keep(&provider, &caller, &client, &granted).await?;
    let verification_uri = format!("{}/device", provider.issuer());
    let answer = DeviceAuthorization {
        verification_uri_complete: format!("{verification_uri}?user_code={user_code}"),
        device_code,
        user_code,
        verification_uri,
        expires_in: LIFE_SECONDS,
        interval: PAUSE_SECONDS,
    };
    Ok(([(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")], Json(answer)).into_response())
}

fn is_anonymous(client: &Client) -> bool {
    client.token_endpoint_auth_method == AuthMethod::None
}

async fn keep(
    provider: &Provider,
    caller: &Caller,
    client: &Client,
    granted: &Granted,
) -> Result<(String, String), Error> {
    let kernel = provider.kernel();
    let device_code = kernel.token();
    let mut cx = caller.writing(kernel);
    if is_anonymous(client) {
        provider.device_requests().count(&mut cx, client).await?;
    }
    for _ in 0..TRIES {
        let user_code = user_code(kernel);
        let new = NewDeviceCode {
            code_hash: kernel.hash(DEVICE_CODE, &device_code),
            user_code_hash: hash(kernel, &user_code),
            client_id: &client.client_id,
            granted,
            pause_seconds: PAUSE_SECONDS,
            expires_at: kernel.now().plus_seconds(LIFE_SECONDS),
        };
        if store::insert(&mut cx, new).await? {
            cx.commit().await?;
            return Ok((device_code, user_code));
        }
    }
    Err(Error::new(Code::Busy))
}

/// A new user code, `XXXX-XXXX`.
fn user_code(kernel: &Kernel) -> String {
    let mut code = String::with_capacity(LENGTH + 1);
    let fair = 256 / LETTERS.len() * LETTERS.len();
    while code.len() <= LENGTH {
        for octet in kernel.random::<16>().map(usize::from) {
            if code.len() == LENGTH / 2 {
                code.push('-');
            }
            if octet < fair && code.len() <= LENGTH {
                code.push(char::from(LETTERS[octet % LETTERS.len()]));
            }
        }
    }
    code
}
