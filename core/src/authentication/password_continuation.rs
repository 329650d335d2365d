//! The continuation that a sign-in gives instead of a session where the password must be replaced: sealed, good for one
//! change in one browser.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entrant::Entrant;
use super::model::{self, LoginAnswer};
use super::proof::LOCKED;
use super::state::Sessions;
use super::{cookies, marks};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::resources::users::accounts::{self, Account};

pub(crate) const PURPOSE: &str = "password-continuation";
/// The lifetime of a continuation, in seconds: enough to think of a password.
const LIFE: i64 = 900;
/// The longest accepted continuation, in octets; those of this server are shorter.
const MAX_SEALED: usize = 2048;

/// A complete sign-in whose password must be replaced.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Step {
    /// Its id; the database keeps a keyed hash of it once it is used.
    pub id: String,
    user: Id,
    /// Mark of the browser's cookie.
    browser: String,
    /// Mark of the password to replace.
    password: String,
    /// Its expiry.
    pub expires_at: Time,
}

/// Answers a sign-in whose password must be replaced: a continuation instead of a session. Commits the caller's
/// transaction.
pub(crate) async fn ask(
    sessions: &Sessions,
    mut cx: Ctx,
    entrant: &Entrant<'_>,
) -> Result<(HeaderMap, LoginAnswer), Error> {
    let (kernel, cookies) = (sessions.kernel(), sessions.cookies());
    let cookie = kernel.token();
    let step = Step {
        id: kernel.token(),
        user: entrant.account.id.clone(),
        browser: marks::browser(kernel, &cookie),
        password: marks::password(kernel, entrant.account),
        expires_at: kernel.now().plus_seconds(LIFE),
    };
    let sealed = kernel.seal(PURPOSE, &serde_json::to_vec(&step)?)?;
    cx.audit_event(Event {
        action: "session.password_asked",
        resource: "users",
        record: entrant.account.id.to_string(),
        after: Some(json!({ "amr": entrant.amr })),
        ..Event::default()
    });
    cx.commit().await?;
    let mut set = HeaderMap::new();
    cookies.set_for_a_while(&mut set, cookies.change(), &cookie, LIFE);
    let answer = LoginAnswer {
        token: None,
        session: Secret::default(),
        is_overdue: false,
        near_expired_day: None,
        pwd_reset: false,
        continuation: Some(URL_SAFE_NO_PAD.encode(sealed)),
        redirect: entrant.return_to.and_then(model::redirect),
    };
    Ok((set, answer))
}

/// Opens the caller's continuation and reads its account, where the account and its password are unchanged.
pub(crate) async fn open(
    sessions: &Sessions,
    cx: &mut ReadCtx,
    headers: &HeaderMap,
    text: &str,
) -> Result<(Step, Account), Error> {
    let kernel = sessions.kernel();
    let over = || Error::new(Code::StepOver);
    let cookie = cookies::read(headers, sessions.cookies().change()).unwrap_or_default();
    let sealed = (text.len() <= MAX_SEALED).then(|| URL_SAFE_NO_PAD.decode(text).ok()).flatten().ok_or_else(over)?;
    let plain = kernel.unseal(PURPOSE, &sealed).map_err(|_| over())?;
    let step: Step = serde_json::from_slice(&plain).map_err(|_| over())?;
    if step.expires_at <= kernel.now() || step.browser != marks::browser(kernel, cookie) {
        return Err(over());
    }
    let account = accounts::by_id(cx.db().await?, &step.user).await?.ok_or_else(over)?;
    if marks::password(kernel, &account) != step.password {
        return Err(over());
    }
    if account.status == LOCKED { Err(Error::new(Code::Locked)) } else { Ok((step, account)) }
}
