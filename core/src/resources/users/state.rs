//! What the operations on users work with.

use std::sync::Arc;

use axum::extract::FromRef;

use super::centre::UserCentre;
use super::model::User;
use super::ports::{EndSessions, PasswordHasher, PasswordRule, SignInLocks, TellOwner, VerifyEmail};
use crate::kernel::Kernel;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::resources::sheet::Exports;
use crate::resources::{FollowPeople, StepUp};

/// What the operations on users work with.
#[derive(Clone)]
pub struct Users {
    /// Database, clock, randomness.
    pub kernel: Kernel,
    /// Hashes first passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Judges them.
    pub rule: PasswordRule,
    /// Ends the sessions of who is locked, loses a role or is removed.
    pub sessions: Arc<dyn EndSessions>,
    /// Tells people what was done to their account.
    pub owners: Arc<dyn TellOwner>,
    /// Knows the locks of too many failed sign-ins.
    pub locks: Arc<dyn SignInLocks>,
    /// Sends the mails that verify addresses.
    pub verification: Arc<dyn VerifyEmail>,
    /// Knows accounts that are not here.
    pub centre: Arc<dyn UserCentre>,
    /// Whether who lets somebody in, locks somebody out or takes people's data away proved a moment ago who they are.
    pub step_up: Arc<dyn StepUp>,
    /// Takes, lends and gives back what people are authorised for.
    pub grants: Arc<dyn FollowPeople>,
    /// Bounds how many files are written at once.
    pub exports: Exports,
}

impl Users {
    /// Notes until when sign-ins of these people are locked.
    pub(super) async fn with_locks(&self, cx: &mut ReadCtx, users: &mut [User]) -> Result<(), Error> {
        let names = users.iter().map(|user| user.user_name.clone()).collect();
        let until = self.locks.until(cx, names).await?;
        for user in users {
            user.locked_until = until.get(&user.user_name).copied();
        }
        Ok(())
    }
}

impl FromRef<Users> for Kernel {
    fn from_ref(users: &Users) -> Self {
        users.kernel.clone()
    }
}
