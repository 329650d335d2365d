//! Somebody who proved who they are, and whether their password still signs them in.

use super::proof::LOCKED;
use super::store::Strategy;
use crate::kernel::clock::Time;
use crate::kernel::error::{Code, Error};
use crate::resources::users::accounts::Account;

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// Somebody who proved who they are.
#[derive(Debug)]
pub(crate) struct Entrant<'a> {
    pub account: &'a Account,
    /// The password rules of the security strategy.
    pub strategy: Strategy,
    /// How they proved it (RFC 8176, section 2).
    pub amr: &'a [&'a str],
    /// How strongly: `1` for one factor, `2` for more.
    pub acr: &'a str,
    /// Where the sign-in page said to go on to, unchecked.
    pub return_to: Option<&'a str>,
    /// They came to replace their password, and for nothing else.
    pub changes: bool,
}

impl Entrant<'_> {
    /// Whether they used their password. Neither its age nor who chose it is a matter for those who did not, also
    /// after a second factor.
    pub fn with_password(&self) -> bool {
        self.amr.contains(&"pwd") && !self.amr.contains(&ELSEWHERE)
    }

    /// Whether the password is replaced before anything opens: somebody else set it, or its time is over.
    pub fn owes_a_change(&self, now: Time) -> bool {
        self.changes || (self.with_password() && is_to_be_replaced(self.account, self.strategy, now))
    }
}

/// What the methods of a session begin with that somebody else vouched for (RFC 8176, section 2, leaves room for
/// values that parties agree on).
pub const ELSEWHERE: &str = "fed";

/// Whole days until the password expires, begun ones counted; `None` where it does not.
pub(crate) fn days_left(account: &Account, strategy: Strategy, now: Time) -> Option<i64> {
    (strategy.expired_day > 0 && account.password_hash.is_some()).then(|| {
        let end = account.password_changed_at.0.saturating_add(strategy.expired_day.saturating_mul(DAY));
        // Rounded up: i64::div_ceil is not stable.
        -((now.0 - end).div_euclid(DAY))
    })
}

/// Whether a password signs nobody in any more: somebody else set it, or its time is over.
pub(crate) fn is_to_be_replaced(account: &Account, strategy: Strategy, now: Time) -> bool {
    account.password_reset || days_left(account, strategy, now).is_some_and(|days| days <= 0)
}

/// Whether the account may be signed in to. The lock of too many failures is no matter here: it is of passwords from one
/// place, and whoever proved themselves otherwise is let in.
pub(crate) fn stands(account: &Account) -> Result<(), Error> {
    if account.status == LOCKED { Err(Error::new(Code::Locked)) } else { Ok(()) }
}
