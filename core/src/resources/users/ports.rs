//! The interfaces of layers above that the operations on accounts need; `app` injects them.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::future::BoxFuture;

use super::model::User;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;

/// Ends sessions. `authentication`, a layer above, implements it.
pub trait EndSessions: Send + Sync {
    /// Ends all of a user's sessions in the transaction of `cx`.
    fn end_all<'a>(&'a self, cx: &'a mut Ctx, user: &'a Id, reason: &'static str) -> BoxFuture<'a, Result<(), Error>>;

    /// Ends everything that depends on the user's membership of a tenant, in the transaction of `cx`, when they left it
    /// or their role in it changed: above all their sessions in it, and nothing else. It also revokes grants that came
    /// from the tenant.
    fn left<'a>(&'a self, cx: &'a mut Ctx, user: &'a Id, tenant: &'a Id) -> BoxFuture<'a, Result<(), Error>>;
}

/// Notifies people of changes to their account. `authentication`, a layer above, implements it.
pub trait TellOwner: Send + Sync {
    /// Notifies the owner after an administrator changed the login name or contacts: at the old and the new addresses,
    /// by each available channel, so that an attacker who controls one of them cannot hide it. Codes that were sent to
    /// the old address become invalid.
    fn contact_changed<'a>(
        &'a self,
        cx: &'a mut Ctx,
        before: &'a User,
        after: &'a User,
    ) -> BoxFuture<'a, Result<(), Error>>;
}

/// The locks after too many failed sign-ins. `authentication`, a layer above, implements it.
pub trait SignInLocks: Send + Sync {
    /// The end of the lock of each of these login names; names without a lock are left out.
    fn until<'a>(
        &'a self,
        cx: &'a mut ReadCtx,
        user_names: Vec<String>,
    ) -> BoxFuture<'a, Result<BTreeMap<String, Time>, Error>>;

    /// Lifts the lock of a login name; false where there was none.
    fn lift<'a>(&'a self, cx: &'a mut Ctx, user_name: &'a str) -> BoxFuture<'a, Result<bool, Error>>;
}

/// Hashes passwords, off the async threads. `authentication`, a layer above, implements it.
pub trait PasswordHasher: Send + Sync {
    /// The password as an argon2id PHC string; [`Code::Busy`] when the queue is full.
    fn hash<'a>(&'a self, password: &'a Secret) -> BoxFuture<'a, Result<String, Error>>;
}

/// Sends mails for verifying addresses. `authentication`, a layer above, implements it.
pub trait VerifyEmail: Send + Sync {
    /// Queues the mail in the transaction of `cx`; returns the message's id. [`Code::TooMany`] too soon after the last
    /// one, [`Code::NotAvailable`] where the deployment sends no e-mail.
    fn send<'a>(&'a self, cx: &'a mut Ctx, user: &'a User) -> BoxFuture<'a, Result<Id, Error>>;
}

/// The rules for new passwords: the error of a password for the user of a login name.
pub type PasswordRule = Arc<dyn Fn(&str, &str) -> Result<(), Text> + Send + Sync>;
