//! The audit events and messages that changes and refusals of factors share.

use serde_json::json;

use super::store;
use crate::authentication::state::Sessions;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error, Locale};
use crate::kernel::id::Id;
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::users::accounts::{self, Account};
use crate::resources::users::contacts::profile;

/// Whether a sign-in of this person can use more than one factor without enrolling one first.
pub async fn has_factor(cx: &mut ReadCtx, user: &Id) -> Result<bool, Error> {
    Ok(store::standing(cx.db().await?, user).await?.has_any())
}

/// Audits a refusal in a transaction of its own, and returns its error.
pub async fn refuse(cx: &mut ReadCtx, user: &Id, reason: &'static str) -> Error {
    // Roll back the caller's transaction first: SQLite allows one writer.
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

/// How long the notice of changed factors may still be sent, in seconds.
const TELL: i64 = 86_400;

/// Tells the owner that their factors were changed, in the caller's transaction: by e-mail where the deployment sends
/// it, else by SMS.
pub async fn tell(sessions: &Sessions, cx: &mut Ctx, user: &Id) -> Result<(), Error> {
    tell_of(sessions, cx, user, |user_name| Notice::FactorsChanged { user_name }).await
}

/// The same with another notice.
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
    let locale = Locale::of(&owner.language);
    let message =
        Message { kind, address, notice, locale, user: Some(user.clone()), tenant: None, software: None, life: TELL };
    notify::send(cx, message).await.map(|_| ())
}

/// The audit event of a change to somebody's factors.
pub fn changed(action: &'static str, user: &Id, what: &serde_json::Value) -> Event {
    Event {
        action,
        resource: "users",
        record: user.to_string(),
        after: Some(json!({ "factor": what })),
        ..Event::default()
    }
}

/// The account of a step, while it exists.
pub async fn standing_account(cx: &mut ReadCtx, user: &Id) -> Result<Account, Error> {
    accounts::by_id(cx.db().await?, user).await?.ok_or_else(|| Error::new(Code::StepOver))
}
