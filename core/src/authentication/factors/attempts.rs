//! Counts of wrong second factors, per account and over all ways.
//!
//! As with passwords, the count is raised and committed before a try is judged: of any number at once, no more than
//! [`crate::config::SignIn::factor_lock_after`] are judged between two locks. Each lock lasts twice as long as the one
//! before, with at most [`MAX_DOUBLINGS`] doublings, until a right try clears the count: an attacker with the password
//! gets a few dozen tries a day at a million codes.

use super::store::{self, Attempts};
use crate::authentication::state::Sessions;
use crate::config::SignIn;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;

/// The most doublings of a lock's time.
const MAX_DOUBLINGS: i64 = 6;

/// The counts after one more try at `now`.
fn raised(config: &SignIn, before: Attempts, now: Time) -> Attempts {
    let failures = before.failures + 1;
    let locks = failures / config.factor_lock_after;
    if failures % config.factor_lock_after != 0 {
        return Attempts { failures, locked_until: Time(0) };
    }
    let minutes = config.lock_minutes << (locks - 1).clamp(0, MAX_DOUBLINGS);
    Attempts { failures, locked_until: now.plus_seconds(minutes * 60) }
}

/// Counts a try before it is judged, in a transaction of its own: the caller's must not be open.
pub async fn reserve(sessions: &Sessions, cx: &ReadCtx, user: &Id) -> Result<(), Error> {
    let mut counting = cx.new_transaction();
    let now = counting.now();
    let before = store::attempts(counting.db().await?, user, now).await?;
    if before.locked_until > now {
        let seconds = u32::try_from((before.locked_until.0 - now.0) / 1000 + 1).unwrap_or(u32::MAX);
        counting.audit_event(Event {
            action: "session.factor_refused",
            resource: "users",
            record: user.to_string(),
            reason: Some("locked for a time".to_owned()),
            outcome: Some(Outcome::Refused),
            ..Event::default()
        });
        counting.commit().await?;
        return Err(Error::new(Code::Locked).retry_after(seconds));
    }
    let after = raised(sessions.sign_in(), before, now);
    store::set_attempts(counting.db().await?, user, after).await?;
    counting.commit().await
}

/// Clears the count after a right try, in the caller's transaction.
pub async fn forget(cx: &mut Ctx, user: &Id) -> Result<(), Error> {
    store::forget_attempts(cx.db().await?, user).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lock_is_twice_the_one_before_up_to_a_bound() {
        let config = SignIn { factor_lock_after: 2, lock_minutes: 15, ..SignIn::default() };
        let mut state = Attempts { failures: 0, locked_until: Time(0) };
        let mut minutes = Vec::new();
        for _ in 0..20 {
            state = raised(&config, state, Time(0));
            minutes.push(state.locked_until.0 / 60_000);
        }
        let locks: Vec<i64> = minutes.iter().copied().filter(|m| *m > 0).collect();
        assert_eq!(locks, [15, 30, 60, 120, 240, 480, 960, 960, 960, 960]);
        assert_eq!(minutes[0], 0, "the first of two does not lock");
    }
}
