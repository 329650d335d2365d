//! The progress of a recovery in a browser: a sealed cookie, and nothing in the database.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::authentication::cookies;
use crate::authentication::state::Sessions;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::error::{Code, Error, Text};

/// The purpose of the sealed cookie.
const PURPOSE: &str = "recovery";
/// Seconds from finding an account to its new password.
const LIFE: i64 = 20 * 60;
/// The longest accepted cookie, in octets; those of this server are shorter.
const MAX: usize = 1024;

/// The name that was looked up, and the browser.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct State {
    name: String,
    browser: String,
    /// The masked phone that the browser got.
    pub phone: String,
    expires_at: Time,
}

fn mark(kernel: &Kernel, what: &str, value: &str) -> String {
    kernel.hash("recovery-state", &format!("{what}:{value}"))
}

/// Sets the cookie for a name that was looked up; `name` is folded.
pub(crate) fn note(
    sessions: &Sessions,
    set: &mut HeaderMap,
    name: &str,
    browser: &str,
    phone: &str,
) -> Result<(), Error> {
    let kernel = sessions.kernel();
    let state = State {
        name: mark(kernel, "name", name),
        browser: mark(kernel, "browser", browser),
        phone: phone.to_owned(),
        expires_at: kernel.now().plus_seconds(LIFE),
    };
    let sealed = kernel.seal(PURPOSE, &serde_json::to_vec(&state)?)?;
    sessions.cookies().set_recovery(set, &URL_SAFE_NO_PAD.encode(sealed));
    Ok(())
}

/// The error of a step without the previous one.
fn skipped() -> Error {
    let text =
        Text::new("找回步骤已失效，请重新输入用户名", "This step is not open; please begin again with the user name");
    Error::new(Code::Forbidden).message(text)
}

/// The state of this browser for this name; an error where there is none, or it has expired.
pub(crate) fn read(sessions: &Sessions, headers: &HeaderMap, name: &str, browser: &str) -> Result<State, Error> {
    let kernel = sessions.kernel();
    let text = cookies::read(headers, sessions.cookies().recovery()).filter(|text| text.len() <= MAX);
    let sealed = text.and_then(|text| URL_SAFE_NO_PAD.decode(text).ok()).ok_or_else(skipped)?;
    let plain = kernel.unseal(PURPOSE, &sealed).map_err(|_| skipped())?;
    let state: State = serde_json::from_slice(&plain).map_err(|_| skipped())?;
    let mine = state.name == mark(kernel, "name", name) && state.browser == mark(kernel, "browser", browser);
    if mine && state.expires_at > kernel.now() { Ok(state) } else { Err(skipped()) }
}
