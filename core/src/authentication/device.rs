//! Known devices: browsers in which a person signed in before. Failures of a stranger elsewhere do not lock them out.
//!
//! The mark is a cookie that no page can read, sealed and bound to the accounts that signed in there. It grants
//! nothing: failures of such an account on the device are counted for the device, apart from everybody else's.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::state::Sessions;
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// The purpose of sealed marks.
const PURPOSE: &str = "known-device";
/// The lifetime of a mark after the latest sign-in, in seconds: half a year.
const LIFE: i64 = 180 * 86_400;
/// The most accounts of one device, such as the workstation of a ward. The account that signed in longest ago is
/// dropped.
const MOST: usize = 8;
/// The longest accepted mark, in octets; those of this server are shorter.
const MAX_SEALED: usize = 2048;

/// A known device.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Device {
    /// A random id, the same as long as the mark lasts.
    pub id: String,
    /// The accounts that signed in there, the latest first, each with its expiry.
    users: Vec<(Id, Time)>,
}

/// The device of a request, where it has a valid mark.
fn read(cx: &ReadCtx) -> Option<Device> {
    let sealed = Some(&cx.request.device).filter(|it| (1..=MAX_SEALED).contains(&it.len()))?;
    let octets = URL_SAFE_NO_PAD.decode(sealed).ok()?;
    serde_json::from_slice(&cx.kernel().unseal(PURPOSE, &octets).ok()?).ok()
}

/// The device of a request, where this person signed in on it.
pub(crate) fn known(cx: &ReadCtx, user: &Id) -> Option<Device> {
    read(cx).filter(|device| device.users.iter().any(|(id, until)| id == user && *until > cx.now()))
}

/// The device's mark, with this person added, for [`remember`].
pub(crate) fn mark(cx: &ReadCtx, user: &Id) -> Result<String, Error> {
    let kernel = cx.kernel();
    let now = kernel.now();
    let mut device = read(cx).unwrap_or_else(|| Device { id: kernel.token(), users: Vec::new() });
    device.users.retain(|(id, until)| id != user && *until > now);
    device.users.insert(0, (user.clone(), now.plus_seconds(LIFE)));
    device.users.truncate(MOST);
    Ok(URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&device)?)?))
}

/// Sets the mark in the browser.
pub(crate) fn remember(sessions: &Sessions, mark: &str, set: &mut HeaderMap) {
    sessions.cookies().set_for_a_while(set, sessions.cookies().device(), mark, LIFE);
}
