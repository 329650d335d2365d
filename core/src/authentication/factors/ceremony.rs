//! The state of a passkey ceremony between its two calls: sealed in a cookie of the browser, good for minutes
//! and for one use, for one purpose and one person.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::authentication::cookies;
use crate::authentication::state::Sessions;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::once;

const PURPOSE: &str = "passkey-ceremony";
/// Seconds that a ceremony may take: the time that browsers are told, too.
const LIFE: i64 = 300;
/// What browsers keep of a cookie.
const MAX_SEALED: usize = 4096;

/// What the ceremony is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum CeremonyPurpose {
    /// Signing in with nothing else; the person is found by their passkey.
    SignIn,
    /// The second step of a sign-in.
    SecondStep,
    /// A recent proof, signed in.
    RecentProof,
    /// A new passkey.
    Registration,
}

/// A ceremony under way.
#[derive(Debug, Deserialize, Serialize)]
pub struct Ceremony {
    id: String,
    what: CeremonyPurpose,
    user: Option<Id>,
    state: Value,
    expires_at: Time,
}

/// Begins a ceremony: the cookie that carries `state`.
pub fn begin(
    sessions: &Sessions,
    what: CeremonyPurpose,
    user: Option<&Id>,
    state: &impl Serialize,
) -> Result<HeaderMap, Error> {
    let kernel = sessions.kernel();
    let ceremony = Ceremony {
        id: kernel.token(),
        what,
        user: user.cloned(),
        state: serde_json::to_value(state)?,
        expires_at: kernel.now().plus_seconds(LIFE),
    };
    let sealed = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&ceremony)?)?);
    let mut set = HeaderMap::new();
    sessions.cookies().set_for_a_while(&mut set, sessions.cookies().ceremony(), &sealed, LIFE);
    Ok(set)
}

/// The ceremony of this browser, if it is for this purpose and person.
pub fn open(
    sessions: &Sessions,
    headers: &HeaderMap,
    what: CeremonyPurpose,
    user: Option<&Id>,
) -> Result<Ceremony, Error> {
    let kernel = sessions.kernel();
    cookies::read(headers, sessions.cookies().ceremony())
        .filter(|sealed| sealed.len() <= MAX_SEALED)
        .and_then(|sealed| URL_SAFE_NO_PAD.decode(sealed).ok())
        .and_then(|octets| kernel.unseal(PURPOSE, &octets).ok())
        .and_then(|plain| serde_json::from_slice::<Ceremony>(&plain).ok())
        .filter(|c| c.expires_at > kernel.now() && c.what == what && c.user.as_ref() == user)
        .ok_or_else(|| Error::new(Code::StepOver))
}

impl Ceremony {
    /// The library's state.
    pub fn state<T: DeserializeOwned>(&self) -> Result<T, Error> {
        Ok(serde_json::from_value(self.state.clone())?)
    }

    /// Uses the ceremony up, in the caller's transaction.
    pub async fn spend(&self, cx: &mut Ctx) -> Result<(), Error> {
        let mark = cx.kernel().hash(PURPOSE, &self.id);
        let first = once::first(cx.db().await?, PURPOSE, &mark, self.expires_at).await?;
        if first { Ok(()) } else { Err(Error::new(Code::StepOver)) }
    }
}
