//! Browsers in which somebody signed in before: a stranger who keeps failing elsewhere does not lock them out.
//!
//! The mark is a cookie that no page can read, sealed and bound to the accounts that signed in there. It opens nothing:
//! failures of an account on such a device are counted for the device, and not with those of everybody else.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::state::Sessions;
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// What marks are sealed for.
const PURPOSE: &str = "known-device";
/// Seconds that a mark lasts after the latest sign-in: half a year.
const LIFE: i64 = 180 * 86_400;
/// Accounts of one device, at most: the workstation of a ward. The one that signed in longest ago gives way.
const MOST: usize = 8;
/// Longer than any mark of ours.
const MAX_SEALED: usize = 2048;

/// A device that is known.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Device {
    /// Its id: random, and the same as long as the mark is kept.
    pub id: String,
    /// Who signed in there, the latest first, and until when that counts.
    users: Vec<(Id, Time)>,
}

/// The device of a request, where it has a mark of ours.
fn read(cx: &ReadCtx) -> Option<Device> {
    let sealed = Some(&cx.request.device).filter(|it| (1..=MAX_SEALED).contains(&it.len()))?;
    let octets = URL_SAFE_NO_PAD.decode(sealed).ok()?;
    serde_json::from_slice(&cx.kernel().unseal(PURPOSE, &octets).ok()?).ok()
}

/// The device of a request, where this person signed in there.
pub(crate) fn known(cx: &ReadCtx, user: &Id) -> Option<Device> {
    read(cx).filter(|device| device.users.iter().any(|(id, until)| id == user && *until > cx.now()))
}

/// The mark of the request's device as one where this person signed in, for [`remember`].
pub(crate) fn mark(cx: &ReadCtx, user: &Id) -> Result<String, Error> {
    let kernel = cx.kernel();
    let now = kernel.now();
    let mut device = read(cx).unwrap_or_else(|| Device { id: kernel.token(), users: Vec::new() });
    device.users.retain(|(id, until)| id != user && *until > now);
    device.users.insert(0, (user.clone(), now.plus_seconds(LIFE)));
    device.users.truncate(MOST);
    Ok(URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&device)?)?))
}

/// Leaves a mark in the browser.
pub(crate) fn remember(sessions: &Sessions, mark: &str, set: &mut HeaderMap) {
    sessions.cookies().set_for_a_while(set, sessions.cookies().device(), mark, LIFE);
}
