//! What stays with the browser while it is away, and while somebody is asked: sealed, bound to it, short-lived.
//!
//! The cookie holds a [`Flow`]: which provider, and the values that what comes back is held against. No row is
//! written for a visitor. A [`Continuation`] goes out in an answer and comes back in the next call; where it is
//! for linking, it only works in the browser that holds the flow's cookie.

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

/// Seconds that somebody may take at a provider, and to answer a question here.
pub const LIFE_SECONDS: i64 = 600;
const FLOW: &str = "federation-flow";
const CONTINUATION: &str = "federation-continuation";
/// What tells a continuation from a provider's ticket.
const PREFIX: &str = "c~";
/// Longer than anything of ours.
const MAX_SEALED: usize = 8192;

/// A browser that was sent to a provider.
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
    /// Where the sign-in page said to go on to, unchecked.
    pub return_to: Option<String>,
    /// The longest that the proof there may be ago, in seconds.
    pub max_age: Option<i64>,
    /// How strong it has to be, in the provider's words; any of them.
    pub acr_values: Option<String>,
    /// Another site's page sent it out: who it comes back as may have been settled at the provider by others, too.
    pub foreign: bool,
    /// Its end.
    pub expires_at: Time,
}

impl Flow {
    /// A new one.
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

    /// Gives it to the browser.
    pub fn keep(&self, kernel: &Kernel, cookies: Cookies, headers: &mut HeaderMap) -> Result<(), Error> {
        cookies.set_federation(headers, &seal(kernel, FLOW, self)?, LIFE_SECONDS);
        Ok(())
    }

    /// What the browser was given, while it lasts.
    pub fn read(kernel: &Kernel, cookies: Cookies, headers: &HeaderMap) -> Option<Self> {
        let flow: Self = open(kernel, FLOW, read_cookie(headers, cookies.federation())?)?;
        (flow.expires_at > kernel.now()).then_some(flow)
    }

    /// What stands for the browser that holds it.
    pub fn mark(&self, kernel: &Kernel) -> String {
        kernel.hash(FLOW, &self.state)
    }
}

/// Somebody whom a provider vouched for, while a question is open.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Continuation {
    id: String,
    /// The provider's id.
    pub provider: String,
    /// Who it is there.
    pub stranger: Stranger,
    /// What stands for the browser that was sent out; none where none was: then nothing can be linked by it.
    pub mark: Option<String>,
    /// It did not begin at a page of this server: a browser is asked before it signs in.
    pub foreign: bool,
    /// Where to go on to, unchecked.
    pub return_to: Option<String>,
    expires_at: Time,
}

impl Continuation {
    /// For the answer to one arrival.
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

    /// As it goes out.
    pub fn seal(&self, kernel: &Kernel) -> Result<String, Error> {
        Ok(format!("{PREFIX}{}", seal(kernel, CONTINUATION, self)?))
    }

    /// Whether a text is one, by its form.
    pub fn is_one(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// What was sealed, while it lasts and in the browser that it was made for.
    pub fn open(kernel: &Kernel, cookies: Cookies, headers: &HeaderMap, sealed: &str) -> Option<Self> {
        let it: Self = open(kernel, CONTINUATION, sealed.strip_prefix(PREFIX)?)?;
        let here = Flow::read(kernel, cookies, headers).map(|flow| flow.mark(kernel));
        let bound = it.mark.is_none() || it.mark == here;
        (bound && it.expires_at > kernel.now()).then_some(it)
    }

    /// What stands for it where a question is remembered.
    pub fn about(&self, kernel: &Kernel) -> String {
        kernel.hash(CONTINUATION, &self.id)
    }

    /// Uses it up in the context's transaction; false where it was.
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
