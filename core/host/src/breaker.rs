//! Circuit breakers: an export that keeps failing is not called for a while.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use super::lock::lock;
use super::settings::{BreakerSettings, Clock};

/// The state of one breaker.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    failures: u32,
    /// Open until this time in milliseconds; zero: closed.
    open_until: u64,
    /// While half open, one call is tried and others are refused.
    probing: bool,
}

/// The outcome of a call that a breaker admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It succeeded; the breaker closes.
    Good,
    /// It failed; enough failures in a row open the breaker.
    Bad,
    /// It shows nothing: it was cancelled, or refused for another party's reasons.
    None,
}

/// Breakers by key. Keys without a failure take no memory.
pub(super) struct Breakers<K> {
    settings: BreakerSettings,
    clock: Clock,
    states: Mutex<HashMap<K, State>>,
}

impl<K: Eq + Hash + Clone> Breakers<K> {
    pub(super) fn new(settings: BreakerSettings, clock: Clock) -> Arc<Self> {
        Arc::new(Self { settings, clock, states: Mutex::default() })
    }

    /// Admits a call, or returns the milliseconds for which it admits none.
    pub(super) fn admit(self: &Arc<Self>, key: K) -> Result<Pass<K>, u64> {
        let now = (self.clock)();
        if let Some(state) = lock(&self.states).get_mut(&key).filter(|state| state.open_until > 0) {
            if now < state.open_until {
                return Err(state.open_until - now);
            }
            if state.probing {
                return Err(self.settings.open_ms);
            }
            state.probing = true;
        }
        Ok(Pass { breakers: Arc::clone(self), key, verdict: Verdict::None })
    }

    /// Whether calls are refused at the moment.
    pub(super) fn is_open(&self, key: &K) -> bool {
        let now = (self.clock)();
        lock(&self.states).get(key).is_some_and(|state| now < state.open_until)
    }

    fn record(&self, key: &K, verdict: Verdict) {
        let now = (self.clock)();
        let mut states = lock(&self.states);
        match verdict {
            Verdict::Good => {
                states.remove(key);
            }
            Verdict::Bad => {
                let state = states.entry(key.clone()).or_default();
                state.failures = state.failures.saturating_add(1);
                // A failed probe opens it again at once.
                if state.probing || state.failures >= self.settings.failures {
                    state.open_until = now.saturating_add(self.settings.open_ms).max(1);
                }
                state.probing = false;
            }
            Verdict::None => {
                if let Some(state) = states.get_mut(key) {
                    state.probing = false;
                }
            }
        }
    }
}

/// A call that was admitted. Records its outcome when dropped, so that a cancelled probe does not keep the breaker
/// half open for ever.
pub(super) struct Pass<K: Eq + Hash + Clone> {
    breakers: Arc<Breakers<K>>,
    key: K,
    verdict: Verdict,
}

impl<K: Eq + Hash + Clone> Pass<K> {
    /// Sets the outcome to record when dropped.
    pub(super) fn settle(&mut self, verdict: Verdict) {
        self.verdict = verdict;
    }
}

impl<K: Eq + Hash + Clone> Drop for Pass<K> {
    fn drop(&mut self) {
        self.breakers.record(&self.key, self.verdict);
    }
}
