//! Second factors: codes of an authenticator application (RFC 6238), passkeys (Web Authentication, level 3) and
//! recovery codes; when one is wanted, and the step of a sign-in at which it is proved.
//!
//! A sign-in whose first factor is proved gets no session while a second one is wanted. It gets a
//! [`continuation`]: sealed, good for minutes and for one sign-in, bound to the browser by a cookie. Wrong tries
//! are counted per account, over all ways, before they are judged ([`attempts`]).

mod account;
mod attempts;
mod ceremony;
mod continuation;
mod enrol;
mod model;
mod passkey;
mod recent;
mod recovery;
mod reset;
mod step;
mod store;
mod totp;

pub(super) use continuation::{browser_mark, password_mark, second_step};
pub(super) use passkey::Passkeys;
pub(super) use store::sweep;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::service::Sessions;
use super::store::Account;
use super::store::portal::profile;
use crate::kernel::ctx::{Ctx, Event, Outcome};
use crate::kernel::error::{Code, Error, Locale};
use crate::kernel::id::Id;
use crate::notify::{self, Kind, Message, Notice};
use serde_json::json;

/// Whether a sign-in of this person can reach more than one factor without setting one up first.
pub async fn has_factor(cx: &mut Ctx, user: &Id) -> Result<bool, Error> {
    Ok(store::standing(cx.db().await?, user).await?.has_any())
}

/// Notes a refusal in a transaction of its own, and gives the error of it.
async fn refuse(cx: &mut Ctx, user: &Id, reason: &'static str) -> Error {
    // What was begun is undone before: on SQLite there is one writer.
    cx.release();
    let mut apart = cx.apart();
    apart.audit_event(Event {
        action: "session.factor_refused",
        resource: "users",
        record: user.to_string(),
        reason: Some(reason.to_owned()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    });
    match apart.commit().await {
        Ok(()) => Error::new(Code::BadFactor),
        Err(error) => error,
    }
}

/// Seconds for which it is of use to tell somebody that their factors were changed.
const TELL: i64 = 86_400;

/// Tells the owner that their factors were changed, in the caller's transaction: by e-mail where one can leave,
/// else by SMS.
async fn tell(sessions: &Sessions, cx: &mut Ctx, user: &Id) -> Result<(), Error> {
    tell_of(sessions, cx, user, |user_name| Notice::FactorsChanged { user_name }).await
}

/// The same, of what `notice` says.
async fn tell_of(
    sessions: &Sessions,
    cx: &mut Ctx,
    user: &Id,
    notice: impl FnOnce(String) -> Notice,
) -> Result<(), Error> {
    let Some(owner) = profile(cx.db().await?, user).await? else { return Ok(()) };
    let (kind, address) = if sessions.has_email() && !owner.email.is_empty() {
        (Kind::Email, owner.email)
    } else if sessions.has_sms() && !owner.phone.is_empty() {
        (Kind::Sms, owner.phone)
    } else {
        return Ok(());
    };
    let notice = notice(owner.user_name);
    let locale = if owner.language == Locale::En.tag() { Locale::En } else { Locale::Zh };
    let message = Message { kind, address, notice, locale, user: Some(user.clone()), tenant: None, life: TELL };
    notify::send(cx, message).await.map(|_| ())
}

/// The audit's note of a change to somebody's factors.
fn changed(action: &'static str, user: &Id, what: &serde_json::Value) -> Event {
    Event {
        action,
        resource: "users",
        record: user.to_string(),
        after: Some(json!({ "factor": what })),
        ..Event::default()
    }
}

/// An account that a step of a sign-in may still go on with.
async fn standing_account(cx: &mut Ctx, user: &Id) -> Result<Account, Error> {
    super::store::account_by_id(cx.db().await?, user).await?.ok_or_else(|| Error::new(Code::StepOver))
}

/// The administrators' operations on factors, with their whole paths.
pub(super) fn admin_router() -> OpenApiRouter<Sessions> {
    OpenApiRouter::default().routes(routes!(reset::state)).routes(routes!(reset::reset))
}

/// The documented calls of factors, with their whole paths.
pub(super) fn router() -> OpenApiRouter<Sessions> {
    OpenApiRouter::default()
        .routes(routes!(step::by_totp))
        .routes(routes!(step::by_recovery))
        .routes(routes!(step::passkey_begin))
        .routes(routes!(step::by_passkey))
        .routes(routes!(step::sign_in_begin))
        .routes(routes!(step::sign_in))
        .routes(routes!(enrol::totp_begin))
        .routes(routes!(enrol::totp_confirm))
        .routes(routes!(enrol::passkey_begin))
        .routes(routes!(enrol::passkey_finish))
        .routes(routes!(recent::by_password))
        .routes(routes!(recent::by_totp))
        .routes(routes!(recent::by_recovery))
        .routes(routes!(recent::passkey_begin))
        .routes(routes!(recent::by_passkey))
        .routes(routes!(account::factors))
        .routes(routes!(account::totp_begin))
        .routes(routes!(account::totp_confirm))
        .routes(routes!(account::totp_remove))
        .routes(routes!(account::recovery_codes))
        .routes(routes!(account::passkey_begin))
        .routes(routes!(account::passkey_add))
        .routes(routes!(account::passkey_rename))
        .routes(routes!(account::passkey_remove))
}

pub use totp::SEED;
#[cfg(test)]
pub use totp::code as totp_code;
