//! What changes and refusals of factors have in common: what the audit and the owner are told.

use serde_json::json;

use super::store;
use crate::authentication::state::Sessions;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error, Locale};
use crate::kernel::id::Id;
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::users::accounts::{self, Account};
use crate::resources::users::contacts::profile;

/// Whether a sign-in of this person can reach more than one factor without setting one up first.
pub async fn has_factor(cx: &mut ReadCtx, user: &Id) -> Result<bool, Error> {
    Ok(store::standing(cx.db().await?, user).await?.has_any())
}

/// Notes a refusal in a transaction of its own, and gives the error of it.
pub async fn refuse(cx: &mut ReadCtx, user: &Id, reason: &'static str) -> Error {
    // What was begun is undone before: on SQLite there is one writer.
    cx.release();
    let mut separate = cx.new_transaction();
    separate.audit_event(Event {
        action: "session.factor_refused",
        resource: "users",
        record: user.to_string(),
        reason: Some(reason.to_owned()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    });
    match separate.commit().await {
        Ok(()) => Error::new(Code::BadFactor),
        Err(error) => error,
    }
}

/// Seconds for which it is of use to tell somebody that their factors were changed.
const TELL: i64 = 86_400;

/// Tells the owner that their factors were changed, in the caller's transaction: by e-mail where one can leave,
/// else by SMS.
pub async fn tell(sessions: &Sessions, cx: &mut Ctx, user: &Id) -> Result<(), Error> {
    tell_of(sessions, cx, user, |user_name| Notice::FactorsChanged { user_name }).await
}

/// The same, of what `notice` says.
pub async fn tell_of(
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
pub fn changed(action: &'static str, user: &Id, what: &serde_json::Value) -> Event {
    Event {
        action,
        resource: "users",
        record: user.to_string(),
        after: Some(json!({ "factor": what })),
        ..Event::default()
    }
}

/// An account that a step of a sign-in may still go on with.
pub async fn standing_account(cx: &mut ReadCtx, user: &Id) -> Result<Account, Error> {
    accounts::by_id(cx.db().await?, user).await?.ok_or_else(|| Error::new(Code::StepOver))
}
