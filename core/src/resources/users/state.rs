//! The state of the operations on users.

use std::sync::Arc;

use axum::extract::FromRef;

use super::centre::UserCentre;
use super::model::User;
use super::ports::{EndSessions, PasswordHasher, PasswordRule, SignInLocks, TellOwner, VerifyEmail};
use crate::kernel::Kernel;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::step_up::StepUp;
use crate::resources::FollowPeople;
use crate::resources::sheet::Exports;
use crate::resources::tenants::EndTenant;

/// The state of the operations on users.
#[derive(Clone)]
pub struct Users {
    /// The kernel: database, clock, randomness.
    pub kernel: Kernel,
    /// Hashes first passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Checks first passwords.
    pub rule: PasswordRule,
    /// Ends the sessions of people who are locked, lose a role or are removed.
    pub sessions: Arc<dyn EndSessions>,
    /// Notifies people of changes to their account.
    pub owners: Arc<dyn TellOwner>,
    /// The locks after too many failed sign-ins.
    pub locks: Arc<dyn SignInLocks>,
    /// Sends the mails that verify addresses.
    pub verification: Arc<dyn VerifyEmail>,
    /// The client of the user centre.
    pub centre: Arc<dyn UserCentre>,
    /// Requires a recent proof of callers who give access, take it away or export personal data.
    pub step_up: Arc<dyn StepUp>,
    /// Revokes, suspends and restores grants in trial systems.
    pub grants: Arc<dyn FollowPeople>,
    /// Ends the tokens of tenants that are archived.
    pub tenants: Arc<dyn EndTenant>,
    /// Limits how many files are processed at once.
    pub exports: Exports,
}

impl Users {
    /// Sets the end of these people's sign-in locks.
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
