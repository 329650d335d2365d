//! The state of a sign-in between the first factor and the second.
//!
//! A continuation is sealed text that the caller sends back; the server stores nothing until it is used. It is valid
//! for [`LIFE`] seconds and for one sign-in, only with the cookie that was set with it, and only while the account and
//! its password are unchanged.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{ACR_MULTIPLE, FactorStatus};
use super::notes::standing_account;
use super::{attempts, store};
use crate::authentication::entrant::Entrant;
use crate::authentication::model::{self, LoginAnswer};
use crate::authentication::state::Sessions;
use crate::authentication::{admission, cookies, marks};
use crate::config::FactorPolicy;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::once;
use crate::resources::users::accounts::Account;

const PURPOSE: &str = "factor-continuation";
/// The lifetime of a continuation, in seconds: enough to fetch a phone, or to set up an application.
const LIFE: i64 = 900;
/// The longest accepted continuation, in octets; most of one is the address to continue at.
const MAX_SEALED: usize = 16 * 1024;

/// A sign-in with a proved first factor.
#[derive(Debug, Deserialize, Serialize)]
pub struct Continuation {
    id: String,
    /// The user.
    pub user: Id,
    /// The methods of the first factor.
    amr: Vec<String>,
    return_to: Option<String>,
    /// Mark of the browser's cookie.
    browser: String,
    /// Mark of the password: changing it invalidates the continuation.
    password: String,
    /// Whether the person has no factor and must set one up.
    pub enrol: bool,
    /// Whether the request is a password change and begins no session.
    changes: bool,
    expires_at: Time,
}

/// Whether the client asked for more than one factor: the authorisation endpoint puts `acr_values` into the address
/// that it gives to the sign-in page. Removing it from the address yields a weaker session, never a stronger one.
fn is_wished(return_to: Option<&str>) -> bool {
    let Some(address) = return_to.and_then(model::redirect) else { return false };
    let query = address.split_once('?').map_or("", |(_, query)| query);
    url::form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == "acr_values" && value == ACR_MULTIPLE)
}

/// The error that asks this entrant for a second factor, with its cookie; `None` where none is required. The caller
/// commits the state so far in either case.
pub async fn second_step(sessions: &Sessions, cx: &mut Ctx, entrant: &Entrant<'_>) -> Result<Option<Error>, Error> {
    if entrant.acr == ACR_MULTIPLE {
        return Ok(None);
    }
    let standing = store::standing(cx.db().await?, &entrant.account.id).await?;
    let ways = standing.ways(sessions.passkeys().are_available());
    let required = standing.required > 0 || sessions.sign_in().factor_policy == FactorPolicy::Required;
    if !standing.has_any() && !required && !is_wished(entrant.return_to) {
        return Ok(None);
    }
    // A password that must be changed first may not set up a factor; the sign-in after the change does.
    if !standing.has_any() && entrant.owes_a_change(cx.now()) {
        return Ok(None);
    }
    if standing.has_any() && ways.is_empty() {
        // Only passkeys, and the server's address no longer has a name: nobody may replace them by another factor.
        return Err(Error::new(Code::NotAvailable));
    }
    let kernel = sessions.kernel();
    let cookie = kernel.token();
    let continuation = Continuation {
        id: kernel.token(),
        user: entrant.account.id.clone(),
        amr: entrant.amr.iter().map(|m| (*m).to_owned()).collect(),
        return_to: entrant.return_to.map(str::to_owned),
        browser: marks::browser(kernel, &cookie),
        password: marks::password(kernel, entrant.account),
        enrol: !standing.has_any(),
        changes: entrant.changes,
        expires_at: kernel.now().plus_seconds(LIFE),
    };
    cx.audit_event(Event {
        action: "session.factor_asked",
        resource: "users",
        record: entrant.account.id.to_string(),
        after: Some(json!({ "amr": entrant.amr, "enrol": continuation.enrol })),
        ..Event::default()
    });
    Ok(Some(asking(sessions, &continuation, &cookie, standing)?))
}

fn asking(sessions: &Sessions, step: &Continuation, cookie: &str, standing: FactorStatus) -> Result<Error, Error> {
    let sealed = sessions.kernel().seal(PURPOSE, &serde_json::to_vec(step)?)?;
    let available = sessions.passkeys().are_available();
    let enrol: &[&str] = match (step.enrol, available) {
        (false, _) => &[],
        (true, false) => &["totp"],
        (true, true) => &["totp", "passkey"],
    };
    let mut set = HeaderMap::new();
    sessions.cookies().set_for_a_while(&mut set, sessions.cookies().factor(), cookie, LIFE);
    let data = json!({
        "continuation": URL_SAFE_NO_PAD.encode(sealed),
        "ways": standing.ways(available),
        "enrol": enrol,
        "expiresIn": LIFE,
    });
    Ok(Error::new(Code::SecondFactor).data(data).cookies(set))
}

/// Opens the caller's continuation. An error where it is not this server's, expired, or another browser's.
pub fn open(sessions: &Sessions, headers: &HeaderMap, text: &str) -> Result<Continuation, Error> {
    let kernel = sessions.kernel();
    let cookie = cookies::read(headers, sessions.cookies().factor()).unwrap_or_default();
    let found = (text.len() <= MAX_SEALED).then(|| URL_SAFE_NO_PAD.decode(text).ok()).flatten();
    found
        .and_then(|octets| kernel.unseal(PURPOSE, &octets).ok())
        .and_then(|plain| serde_json::from_slice::<Continuation>(&plain).ok())
        .filter(|step| step.expires_at > kernel.now() && step.browser == marks::browser(kernel, cookie))
        .ok_or_else(|| Error::new(Code::StepOver))
}

/// The account, where it and its password are unchanged since the step began.
pub async fn account(cx: &mut ReadCtx, step: &Continuation) -> Result<Account, Error> {
    let account = standing_account(cx, &step.user).await?;
    if marks::password(cx.kernel(), &account) == step.password { Ok(account) } else { Err(Error::new(Code::StepOver)) }
}

/// Completes the step with a session, in the caller's transaction, and commits it. Works once.
pub async fn finish(
    sessions: &Sessions,
    mut cx: Ctx,
    step: Continuation,
    by: &[&str],
) -> Result<(HeaderMap, LoginAnswer), Error> {
    let account = account(&mut cx, &step).await?;
    let mark = sessions.kernel().hash(PURPOSE, &step.id);
    let tx = cx.db().await?;
    if !once::first(tx, PURPOSE, &mark, step.expires_at).await? {
        return Err(Error::new(Code::StepOver));
    }
    let strategy = sessions.strategy(tx).await?;
    attempts::forget(&mut cx, &step.user).await?;
    let amr = joined(step.amr.iter().map(String::as_str), by);
    let amr: Vec<&str> = amr.iter().map(String::as_str).collect();
    let return_to = step.return_to.as_deref();
    let (acr, changes) = (ACR_MULTIPLE, step.changes);
    let entrant = Entrant { account: &account, strategy, amr: &amr, acr, return_to, changes };
    let (mut set, answer) = admission::admit(sessions, cx, entrant).await?;
    sessions.cookies().clear(&mut set, sessions.cookies().factor());
    Ok((set, answer))
}

/// The methods without repetition, in order.
pub fn joined<'a>(before: impl Iterator<Item = &'a str>, more: &[&'a str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for method in before.chain(more.iter().copied()) {
        if !all.iter().any(|m| m == method) {
            all.push(method.to_owned());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_of_ours_wishes_for_a_second_factor() {
        assert!(is_wished(Some("/oauth2/authorize?cardea_interaction=x&acr_values=2")));
        for other in [
            None,
            Some("/oauth2/authorize?cardea_interaction=x"),
            Some("/oauth2/authorize?acr_values=1"),
            Some("https://evil.example/oauth2/authorize?acr_values=2"),
        ] {
            assert!(!is_wished(other), "{other:?}");
        }
    }

    #[test]
    fn methods_are_told_once() {
        assert_eq!(joined(["pwd", "otp"].into_iter(), &["otp", "mfa"]), ["pwd", "otp", "mfa"]);
    }
}
