//! Limits of messages that an administrator or their own recipient triggers.

use super::bounds::{self, Bound, DAY, HOUR};
use super::state::Sessions;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::notify::Kind;

/// Checks one more mail of this kind against the limits of its mailbox and its tenant, and counts it, in the caller's
/// transaction. The same `what` does not go out twice within [`crate::config::Codes::resend_seconds`].
pub(crate) async fn count_mail(
    sessions: &Sessions,
    cx: &mut Ctx,
    what: &str,
    email_key: &str,
    tenant: Option<&Id>,
) -> Result<(), Error> {
    count_message(sessions, cx, Kind::Email, what, email_key, tenant).await
}

/// The same for any message; `to` is the mailbox or phone in the form for comparison.
pub(crate) async fn count_message(
    sessions: &Sessions,
    cx: &mut Ctx,
    kind: Kind,
    what: &str,
    to: &str,
    tenant: Option<&Id>,
) -> Result<(), Error> {
    let available = if kind == Kind::Sms { sessions.has_sms() } else { sessions.has_email() };
    if !available {
        return Err(Error::new(Code::NotAvailable));
    }
    let (kernel, config) = (sessions.kernel(), sessions.codes());
    let same = Bound::new(kernel, "mailed-link", what, DAY, config.per_target_day);
    let mailbox = Bound::new(kernel, "sent-to", to, DAY, config.per_target_day);
    let tenant = tenant.map(|id| Bound::new(kernel, "sent-tenant", id.as_str(), HOUR, config.per_tenant_hour));
    let tx = cx.db().await?;
    let found = same.look(tx, kernel).await?;
    if let Some(waited) = found.since_last.filter(|waited| *waited < config.resend_seconds) {
        return Err(bounds::too_soon(config.resend_seconds - waited));
    }
    same.raise(tx, kernel, found).await?;
    for bound in [Some(mailbox), tenant].into_iter().flatten() {
        let found = bound.look(tx, kernel).await?;
        if bound.is_full(found) {
            return Err(bounds::too_many(found));
        }
        bound.raise(tx, kernel, found).await?;
    }
    Ok(())
}
