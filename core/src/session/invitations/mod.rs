//! Invitations into a tenant, and the verification of e-mail addresses: links that go out by e-mail at an
//! administrator's word.
//!
//! An invitation is a row; its key is 256 random bits, of which a keyed hash is kept while it works. It is bound to
//! its tenant and its address: what else a form says of either counts for nothing. One works for an address in a
//! tenant, once, until it is over, withdrawn or replaced; and only while whoever sent it may still give the role
//! that it gives. Whoever has the key has the mailbox: somebody new makes an account with it, and the mailbox's
//! account becomes a member. That is all it does: nobody is signed in with it, and nothing of an account changes.
//! In the browser of somebody else who is signed in it does nothing.
//!
//! A key that verifies an address is a sealed token, bound to account and address, and does the same however
//! often it comes. It grants nothing.
//!
//! Keys that do not work are answered alike, whatever the reason.

mod accept;
mod admin;
mod api;
mod model;
mod service;
mod verification;

pub(super) use admin::router as admin_router;
pub(super) use api::{__path_accept, __path_look, accept, look};
pub use model::Invitation;
pub(super) use verification::{__path_verify, verify};

use super::bounds::{self, Bound, DAY, HOUR};
use super::service::Sessions;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::notify::Kind;

/// Holds one more mail of this kind against what its mailbox and its tenant may get, and counts it, in the caller's
/// transaction. The same `what` does not go out twice within [`crate::config::Codes::resend_seconds`].
pub(super) async fn count_mail(
    sessions: &Sessions,
    cx: &mut Ctx,
    what: &str,
    email_key: &str,
    tenant: Option<&Id>,
) -> Result<(), Error> {
    count_message(sessions, cx, Kind::Email, what, email_key, tenant).await
}

/// The same of any message; `to` is the mailbox or phone, as it is compared.
pub(super) async fn count_message(
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

/// An address of the portal with a key; the configured public one, whatever a request said of its host.
fn link(sessions: &Sessions, path: &str, key: &str) -> String {
    let mut url = sessions.public_url().clone();
    url.set_path(path);
    url.query_pairs_mut().append_pair("key", key);
    url.into()
}
