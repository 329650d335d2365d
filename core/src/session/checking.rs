//! Passwords that are being checked: no failures yet, and no reason to let more guesses in than the counts allow.
//!
//! A check is held in memory from the look at the counts to its outcome, and what failed is counted then. Whoever comes
//! while as many are under way as the counts leave room for waits for one of them to end and looks again. So one
//! person's sign-ins at the same time all succeed, a request that is abandoned leaves nothing behind, and guesses at
//! the same time are as many as guesses one after the other, on each node.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Checks under way, by what they are counted under. As many as there are places in the line for hashes.
#[derive(Debug, Default)]
pub(super) struct Checking {
    under_way: Mutex<HashMap<String, i64>>,
    ended: Notify,
}

/// A check under way; over when it is dropped.
#[derive(Debug)]
pub(super) struct Held<'a> {
    checking: &'a Checking,
    keys: Vec<String>,
}

impl Checking {
    fn under_way(&self) -> MutexGuard<'_, HashMap<String, i64>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The end of the next check. To be enabled before [`Self::hold`] is tried, so that none is missed.
    pub fn next_end(&self) -> Notified<'_> {
        self.ended.notified()
    }

    /// Begins a check, where under none of the keys as many are under way as it has room for. The first always may.
    pub fn hold(&self, keys: &[(String, i64)]) -> Option<Held<'_>> {
        let mut under_way = self.under_way();
        let full = |(key, room): &(String, i64)| under_way.get(key).is_some_and(|n| *n >= (*room).max(1));
        if keys.iter().any(full) {
            return None;
        }
        for (key, _) in keys {
            *under_way.entry(key.clone()).or_default() += 1;
        }
        Some(Held { checking: self, keys: keys.iter().map(|(key, _)| key.clone()).collect() })
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut under_way = self.checking.under_way();
        for key in &self.keys {
            if let Some(n) = under_way.get_mut(key) {
                *n -= 1;
                if *n == 0 {
                    under_way.remove(key);
                }
            }
        }
        drop(under_way);
        self.checking.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_under_way_as_there_is_room_for_and_nothing_stays() {
        let checking = Checking::default();
        let hold = |key: &str, room| checking.hold(&[(key.to_owned(), room), ("both".to_owned(), 3)]);
        let (one, two) = (hold("a", 2), hold("a", 2));
        assert!(one.is_some() && two.is_some() && hold("a", 2).is_none());
        let third = hold("b", 2);
        assert!(third.is_some() && hold("c", 2).is_none(), "of the key that they share there are three");
        drop((one, two, third));
        assert!(checking.under_way().is_empty());
        assert!(hold("a", 0).is_some(), "the first always may");
    }
}
