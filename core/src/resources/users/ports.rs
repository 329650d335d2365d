//! What the operations on accounts need of layers above; `app` hands it down.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::future::BoxFuture;

use super::model::User;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;

/// Ends sessions. Implemented by `authentication`, a layer above.
pub trait EndSessions: Send + Sync {
    /// Ends all of a user's sessions in the transaction of `cx`.
    fn end_all<'a>(&'a self, cx: &'a mut Ctx, user: &'a Id, reason: &'static str) -> BoxFuture<'a, Result<(), Error>>;

    /// Somebody belongs to a tenant no more, or may do something else in it: what depended on that tenant ends in the
    /// transaction of `cx`, their sessions in it above all, and nothing else. Whatever is granted to somebody by way of
    /// a tenant is taken back here too.
    fn left<'a>(&'a self, cx: &'a mut Ctx, user: &'a Id, tenant: &'a Id) -> BoxFuture<'a, Result<(), Error>>;
}

/// Tells people what was done to their account. Implemented by `authentication`, a layer above.
pub trait TellOwner: Send + Sync {
    /// An administrator changed by what somebody signs in or is reached. Goes to every address that the account had
    /// and has, by each channel that there is: whoever has taken one of them over cannot hide it. Codes that were sent
    /// to the address of before work no more.
    fn contact_changed<'a>(
        &'a self,
        cx: &'a mut Ctx,
        before: &'a User,
        after: &'a User,
    ) -> BoxFuture<'a, Result<(), Error>>;
}

/// The locks of too many failed sign-ins. Kept by `authentication`, a layer above.
pub trait SignInLocks: Send + Sync {
    /// Until when sign-ins by these login names are locked; names that are not locked are left out.
    fn until<'a>(
        &'a self,
        cx: &'a mut ReadCtx,
        user_names: Vec<String>,
    ) -> BoxFuture<'a, Result<BTreeMap<String, Time>, Error>>;

    /// Lifts the lock of a login name; false where there was none.
    fn lift<'a>(&'a self, cx: &'a mut Ctx, user_name: &'a str) -> BoxFuture<'a, Result<bool, Error>>;
}

/// Hashes passwords, off the async threads. Implemented by `authentication`, a layer above.
pub trait PasswordHasher: Send + Sync {
    /// The password as an argon2id PHC string; [`Code::Busy`] where too many wait already.
    fn hash<'a>(&'a self, password: &'a Secret) -> BoxFuture<'a, Result<String, Error>>;
}

/// Sends the mail with which somebody verifies their address. Implemented by `authentication`, a layer above.
pub trait VerifyEmail: Send + Sync {
    /// Queues it in the transaction of `cx`; the message's id. [`Code::TooMany`] right after another,
    /// [`Code::NotAvailable`] where no e-mail can leave.
    fn send<'a>(&'a self, cx: &'a mut Ctx, user: &'a User) -> BoxFuture<'a, Result<Id, Error>>;
}

/// The rule for new passwords: what is wrong with one for somebody of this login name.
pub type PasswordRule = Arc<dyn Fn(&str, &str) -> Result<(), Text> + Send + Sync>;
