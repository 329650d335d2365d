//! Effects on other modules when a person leaves, or is locked, disabled or removed.

use futures::future::BoxFuture;

use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
#[cfg(test)]
use crate::resources::tenants::EndTenant;

/// A change of a person's status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// They left this tenant.
    Left(Id),
    /// Their account was removed.
    Removed,
    /// An administrator locked their account.
    Locked,
    /// Their account was unlocked.
    Unlocked,
    /// Their membership of this tenant was disabled.
    Disabled(Id),
    /// Their membership of this tenant was enabled again.
    Enabled(Id),
}

/// Adjusts a person's grants in trial systems to their status: leaving a tenant or being removed revokes them, being
/// locked or disabled suspends them until that ends. The authorisation module, which is above this one, implements it.
pub trait FollowPeople: Send + Sync {
    /// Runs in the transaction of `cx`, after the person's own record was changed. `reason` is for the audit and may be
    /// empty.
    fn follow<'a>(
        &'a self,
        cx: &'a mut Ctx,
        user: &'a Id,
        became: &'a Became,
        reason: &'a str,
    ) -> BoxFuture<'a, Result<(), Error>>;
}

/// Does nothing: the authorisation module tests grants.
#[cfg(test)]
pub(super) struct Unfollowed;

#[cfg(test)]
impl FollowPeople for Unfollowed {
    fn follow<'a>(
        &'a self,
        cx: &'a mut Ctx,
        _user: &'a Id,
        _became: &'a Became,
        _reason: &'a str,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move { cx.db().await.map(|_| ()) })
    }
}

#[cfg(test)]
impl EndTenant for Unfollowed {
    fn ended<'a>(&'a self, cx: &'a mut Ctx, _tenant: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move { cx.db().await.map(|_| ()) })
    }
}
