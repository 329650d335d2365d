//! Passwords that are being checked: no failures yet, and no reason to let more guesses in than the counts allow.
//!
//! A check is held in memory from the look at the counts to its outcome, and what failed is counted then. Whoever comes
//! while as many are under way as the counts leave room for waits for one of them to end and looks again. So one
//! person's sign-ins at the same time all succeed, a request that is abandoned leaves nothing behind, and guesses at
//! the same time are as many as guesses one after the other, on each node.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Names are told apart by so many marks at most.
const MARKS: usize = 256;

/// Checks under way, by what they are counted under. As many as there are places in the line for hashes.
#[derive(Debug)]
pub(crate) struct Checking {
    state: Mutex<State>,
    ended: Notify,
    hasher: RandomState,
}

#[derive(Debug)]
struct State {
    under_way: HashMap<String, i64>,
    /// How many checks have ended, by the mark of their name.
    ended: [u64; MARKS],
}

/// How many checks of a name had ended at a moment before its counts were looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    mark: usize,
    ended: u64,
}

impl Default for Checking {
    fn default() -> Self {
        let state = State { under_way: HashMap::new(), ended: [0; MARKS] };
        Self { state: Mutex::new(state), ended: Notify::new(), hasher: RandomState::new() }
    }
}

/// Why a check does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// As many are under way as there is room for: until the next ends.
    Full,
    /// One has ended since the counts were looked at, and may have changed them: not at all, but to be looked at anew.
    Stale,
}

/// A check under way; over when it is dropped.
#[derive(Debug)]
pub(crate) struct Held<'a> {
    checking: &'a Checking,
    keys: Vec<String>,
    mark: usize,
}

impl Checking {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be taken before the counts of a name are looked at.
    pub fn look(&self, name: &str) -> Look {
        let mark = usize::try_from(self.hasher.hash_one(name) % MARKS as u64).unwrap_or_default();
        Look { mark, ended: self.state().ended[mark] }
    }

    /// The end of the next check. To be enabled before [`Self::hold`] is tried, so that none is missed.
    pub fn next_end(&self) -> Notified<'_> {
        self.ended.notified()
    }

    /// Begins a check, where under none of the keys as many are under way as the counts that were looked at leave room
    /// for. The first always may.
    pub fn hold(&self, look: Look, keys: &[(String, i64)]) -> Result<Held<'_>, Wait> {
        let mut state = self.state();
        if state.ended[look.mark] != look.ended {
            return Err(Wait::Stale);
        }
        let full = |(key, room): &(String, i64)| state.under_way.get(key).is_some_and(|n| *n >= (*room).max(1));
        if keys.iter().any(full) {
            return Err(Wait::Full);
        }
        for (key, _) in keys {
            *state.under_way.entry(key.clone()).or_default() += 1;
        }
        let keys = keys.iter().map(|(key, _)| key.clone()).collect();
        Ok(Held { checking: self, keys, mark: look.mark })
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut state = self.checking.state();
        for key in &self.keys {
            if let Some(n) = state.under_way.get_mut(key) {
                *n -= 1;
                if *n == 0 {
                    state.under_way.remove(key);
                }
            }
        }
        state.ended[self.mark] += 1;
        drop(state);
        self.checking.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_under_way_as_there_is_room_for_and_nothing_stays() {
        let checking = Checking::default();
        let hold =
            |key: &str, room| checking.hold(checking.look("alice"), &[(key.to_owned(), room), ("both".to_owned(), 3)]);
        let (one, two) = (hold("a", 2), hold("a", 2));
        assert!(one.is_ok() && two.is_ok());
        assert_eq!(hold("a", 2).err(), Some(Wait::Full));
        let third = hold("b", 2);
        assert!(third.is_ok());
        assert_eq!(hold("c", 2).err(), Some(Wait::Full), "of the key that they share there are three");
        drop((one, two, third));
        assert!(checking.state().under_way.is_empty());
        assert!(hold("a", 0).is_ok(), "the first always may");
    }

    #[test]
    fn what_was_looked_at_before_a_check_ended_lets_nobody_in() {
        let checking = Checking::default();
        let key = [("a".to_owned(), 1)];
        let held = checking.hold(checking.look("alice"), &key).unwrap();
        let before = checking.look("alice");
        drop(held);
        assert_eq!(checking.hold(before, &key).err(), Some(Wait::Stale));
        assert!(checking.hold(checking.look("alice"), &key).is_ok());
    }
}
