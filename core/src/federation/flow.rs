//! The state of a federated sign-in, in the browser: sealed, bound to the browser, short-lived.
//!
//! The cookie holds a [`Flow`]: the provider, and the values that the returned answer is checked against. No row is
//! written for a visitor. A [`Continuation`] goes out in an answer and comes back in the next call; a continuation
//! for linking works only in the browser that holds the flow's cookie.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::model::Stranger;
use crate::authentication::{Cookies, read_cookie};
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::{Kernel, once};

/// Seconds for the person at the provider, and for answering a question here.
pub const LIFE_SECONDS: i64 = 600;
const FLOW: &str = "federation-flow";
const CONTINUATION: &str = "federation-continuation";
/// Prefix that tells a continuation from a provider's ticket.
const PREFIX: &str = "c~";
/// Longer than any sealed text of this server.
const MAX_SEALED: usize = 8192;

/// The state of a browser that was sent to a provider.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Flow {
    /// The provider's id.
    pub provider: String,
    /// `state` (RFC 6749, section 10.12).
    pub state: String,
    /// `nonce` (OpenID Connect Core 1.0, section 3.1.2.1).
    pub nonce: String,
    /// `code_verifier` (RFC 7636).
    pub verifier: String,
    /// The return address named by the sign-in page, unchecked.
    pub return_to: Option<String>,
    /// Longest time since the authentication at the provider, in seconds.
    pub max_age: Option<i64>,
    /// Required strength of that authentication, in the provider's values; any one of them is enough.
    pub acr_values: Option<String>,
    /// Whether another site's page began it: others may then have chosen the account at the provider.
    pub foreign: bool,
    /// When it expires.
    pub expires_at: Time,
}

impl Flow {
    /// A new flow.
    pub fn new(kernel: &Kernel, provider: &str) -> Self {
        Self {
            provider: provider.to_owned(),
            state: kernel.token(),
            nonce: kernel.token(),
            verifier: kernel.token(),
            return_to: None,
            max_age: None,
            acr_values: None,
            foreign: false,
            expires_at: kernel.now().plus_seconds(LIFE_SECONDS),
        }
    }

    /// Sets it as a cookie.
    pub fn keep(&self, kernel: &Kernel, cookies: Cookies, headers: &mut HeaderMap) -> Result<(), Error> {
        cookies.set_federation(headers, &seal(kernel, FLOW, self)?, LIFE_SECONDS);
        Ok(())
    }

    /// Reads it from the browser's cookie, unless it has expired.
    pub fn read(kernel: &Kernel, cookies: Cookies, headers: &HeaderMap) -> Option<Self> {
        let flow: Self = open(kernel, FLOW, read_cookie(headers, cookies.federation())?)?;
        (flow.expires_at > kernel.now()).then_some(flow)
    }

    /// A mark of the browser that holds the flow.
    pub fn mark(&self, kernel: &Kernel) -> String {
        kernel.hash(FLOW, &self.state)
    }
}

/// A person identified by a provider, while a question is open.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Continuation {
    id: String,
    /// The provider's id.
    pub provider: String,
    /// The person at the provider.
    pub stranger: Stranger,
    /// Mark of the browser that was sent out; `None` where the sign-in did not begin here, and then nothing can be
    /// linked by it.
    pub mark: Option<String>,
    /// Whether it began outside this server's pages: the person has to confirm the sign-in.
    pub foreign: bool,
    /// The return address, unchecked.
    pub return_to: Option<String>,
    expires_at: Time,
}

impl Continuation {
    /// For one return from a provider.
    pub fn new(kernel: &Kernel, provider: &str, stranger: Stranger, flow: Option<&Flow>) -> Self {
        Self {
            id: kernel.token(),
            provider: provider.to_owned(),
            stranger,
            mark: flow.map(|flow| flow.mark(kernel)),
            foreign: flow.is_none_or(|flow| flow.foreign),
            return_to: flow.and_then(|flow| flow.return_to.clone()),
            expires_at: kernel.now().plus_seconds(LIFE_SECONDS),
        }
    }

    /// The sealed text.
    pub fn seal(&self, kernel: &Kernel) -> Result<String, Error> {
        Ok(format!("{PREFIX}{}", seal(kernel, CONTINUATION, self)?))
    }

    /// Whether a text has the form of a continuation.
    pub fn is_one(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// Opens the sealed text, unless it has expired or belongs to another browser.
    pub fn open(kernel: &Kernel, cookies: Cookies, headers: &HeaderMap, sealed: &str) -> Option<Self> {
        let it: Self = open(kernel, CONTINUATION, sealed.strip_prefix(PREFIX)?)?;
        let here = Flow::read(kernel, cookies, headers).map(|flow| flow.mark(kernel));
        let bound = it.mark.is_none() || it.mark == here;
        (bound && it.expires_at > kernel.now()).then_some(it)
    }

    /// The key under which a question about it is remembered.
    pub fn about(&self, kernel: &Kernel) -> String {
        kernel.hash(CONTINUATION, &self.id)
    }

    /// Uses it up in the context's transaction; false where it was used before.
    pub async fn spend(&self, cx: &mut Ctx) -> Result<bool, Error> {
        let hash = self.about(cx.kernel());
        let until = self.expires_at;
        Ok(once::first(cx.db().await?, CONTINUATION, &hash, until).await?)
    }
}

fn seal<T: Serialize>(kernel: &Kernel, purpose: &'static str, value: &T) -> Result<String, Error> {
    Ok(URL_SAFE_NO_PAD.encode(kernel.seal(purpose, &serde_json::to_vec(value)?)?))
}

fn open<T: DeserializeOwned>(kernel: &Kernel, purpose: &'static str, sealed: &str) -> Option<T> {
    let octets = (sealed.len() <= MAX_SEALED).then(|| URL_SAFE_NO_PAD.decode(sealed).ok()).flatten()?;
    serde_json::from_slice(&kernel.unseal(purpose, &octets).ok()?).ok()
}
