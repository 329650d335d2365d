//! What follows elsewhere from what becomes of people.

use futures::future::BoxFuture;

use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// What became of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// They belong to this tenant no more.
    Left(Id),
    /// Their account was removed.
    Removed,
    /// Their account was locked by an administrator.
    Locked,
    /// It was opened again.
    Unlocked,
    /// Their membership of this tenant was disabled.
    Disabled(Id),
    /// It was enabled again.
    Enabled(Id),
}

/// What somebody is authorised for in trial systems follows what becomes of them: who leaves a tenant or is removed
/// loses it, who is locked or disabled has it no longer until that is over. The authorisation module does it; it stands
/// above.
pub trait FollowPeople: Send + Sync {
    /// In the transaction of `cx`, after the person's own record was changed. `reason` is for the audit and may be
    /// empty.
    fn follow<'a>(
        &'a self,
        cx: &'a mut Ctx,
        user: &'a Id,
        became: &'a Became,
        reason: &'a str,
    ) -> BoxFuture<'a, Result<(), Error>>;
}

/// Nothing follows: grants are tested where they are.
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
