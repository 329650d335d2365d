//! A person who authenticated, and whether their password may still sign them in.

use super::store::Strategy;
use crate::kernel::clock::Time;
use crate::kernel::error::{Code, Error};
use crate::resources::users::accounts::{Account, barred};

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// A person who authenticated.
#[derive(Debug)]
pub(crate) struct Entrant<'a> {
    pub account: &'a Account,
    /// The password rules of the security strategy.
    pub strategy: Strategy,
    /// The authentication methods (RFC 8176, section 2).
    pub amr: &'a [&'a str],
    /// The authentication context class: `1` for one factor, `2` for more.
    pub acr: &'a str,
    /// The address to continue at, as the sign-in page sent it, unchecked.
    pub return_to: Option<&'a str>,
    /// The request is a password change and begins no session.
    pub changes: bool,
}

impl Entrant<'_> {
    /// Whether they used their password. A sign-in without it ignores the password's age and who set it, also after a
    /// second factor.
    pub fn with_password(&self) -> bool {
        self.amr.contains(&"pwd") && !self.amr.contains(&ELSEWHERE)
    }

    /// Whether the password must be replaced first: somebody else set it, or it has expired.
    pub fn owes_a_change(&self, now: Time) -> bool {
        self.changes || (self.with_password() && is_to_be_replaced(self.account, self.strategy, now))
    }
}

/// The first `amr` value of a session that an external provider vouched for (RFC 8176, section 2, leaves space for
/// values that parties agree on).
pub const ELSEWHERE: &str = "fed";

/// Days until the password expires, rounded up; `None` where it does not expire.
pub(crate) fn days_left(account: &Account, strategy: Strategy, now: Time) -> Option<i64> {
    (strategy.expired_day > 0 && account.password_hash.is_some()).then(|| {
        let end = account.password_changed_at.0.saturating_add(strategy.expired_day.saturating_mul(DAY));
        now.days_until(Time(end))
    })
}

/// Whether a password must be replaced before it signs in: somebody else set it, or it has expired.
pub(crate) fn is_to_be_replaced(account: &Account, strategy: Strategy, now: Time) -> bool {
    account.password_reset || days_left(account, strategy, now).is_some_and(|days| days <= 0)
}

/// Whether the account may sign in. The lock after too many failures does not matter here: it is of passwords from one
/// place, and a person who authenticated otherwise is admitted.
pub(crate) fn stands(account: &Account) -> Result<(), Error> {
    if barred(account.status, None).is_some() { Err(Error::new(Code::Locked)) } else { Ok(()) }
}
