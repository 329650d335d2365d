//! Password checks under way: not failures yet, but they count against the guesses that the limits still allow.
//!
//! A check is held in memory from reading the counts to its result; a failure is counted then. While as many checks are
//! under way as the counts allow, the next one waits for one to end and reads the counts again. So concurrent sign-ins
//! of one person all succeed, an abandoned request leaves nothing behind, and an attacker gets no more guesses in
//! parallel than in sequence, on each node.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// How many marks distinguish the names.
const MARKS: usize = 256;

/// Checks under way, by the keys of their counts. At most as many as the queue for hashes has places.
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

/// How many checks of a name had ended before its counts were read.
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

/// Why a check cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// As many are under way as the counts allow: wait until the next one ends.
    Full,
    /// A check has ended since the counts were read and may have changed them: do not wait, read them again.
    Stale,
}

/// A check under way; dropping it ends it.
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

    /// Call this before reading the counts of a name.
    pub fn look(&self, name: &str) -> Look {
        let mark = usize::try_from(self.hasher.hash_one(name) % MARKS as u64).unwrap_or_default();
        Look { mark, ended: self.state().ended[mark] }
    }

    /// Resolves when the next check ends. Enable it before [`Self::hold`], so that no end is missed.
    pub fn next_end(&self) -> Notified<'_> {
        self.ended.notified()
    }

    /// Begins a check, unless one of the keys already has as many under way as its count allows. One check is always
    /// allowed.
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
