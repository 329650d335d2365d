//! The state of a passkey ceremony between its two calls: sealed in a browser cookie, valid for minutes and for one
//! use, for one purpose and one person.

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
/// The lifetime of a ceremony, in seconds: also the timeout that browsers get.
const LIFE: i64 = 300;
/// The longest cookie that browsers keep.
const MAX_SEALED: usize = 4096;

/// The purpose of a ceremony.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum CeremonyPurpose {
    /// To sign in by passkey alone; the passkey identifies the person.
    SignIn,
    /// The second step of a sign-in.
    SecondStep,
    /// A recent proof within a session.
    RecentProof,
    /// The registration of a new passkey.
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

/// Begins a ceremony: returns the cookie that carries `state`.
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
    /// The state of the WebAuthn library.
    pub fn state<T: DeserializeOwned>(&self) -> Result<T, Error> {
        Ok(serde_json::from_value(self.state.clone())?)
    }

    /// Spends the ceremony, in the caller's transaction.
    pub async fn spend(&self, cx: &mut Ctx) -> Result<(), Error> {
        let mark = cx.kernel().hash(PURPOSE, &self.id);
        let first = once::first(cx.db().await?, PURPOSE, &mark, self.expires_at).await?;
        if first { Ok(()) } else { Err(Error::new(Code::StepOver)) }
    }
}
