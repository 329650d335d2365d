//! What a call into a plugin costs, and what it costs others.
//!
//! | file | what |
//! |---|---|
//! | `calls` | the host's own part of a call, with no, one and four plugins |
//! | `languages` | the same plugin in several languages: size, start, time, memory |
//! | `neighbours` | sign-ins at the server while sixteen plugins loop |

pub mod calls;
pub mod languages;
pub mod neighbours;

use std::sync::Arc;
use std::time::Duration;

use cardea_host::model::{CallContext, Study};
use cardea_host::{HostSettings, PluginHost, TrustedKeys};
use cardea_outbound::Outbound;

use crate::Result;
use crate::load::now;

/// How long each of several things took.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// One more.
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Microseconds within which `share` of them was done: the nearest rank.
    #[must_use]
    pub fn within(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count"
        )]
        let rank = (sorted.len() as f64 * share).ceil() as usize;
        sorted.get(rank.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1e6)
    }

    /// The same in milliseconds.
    #[must_use]
    pub fn millis(&self, share: f64) -> f64 {
        self.within(share) / 1000.0
    }
}

/// A host, as the server opens it.
fn host(settings: HostSettings) -> Result<PluginHost> {
    let begin = now();
    let clock = move || u64::try_from((now() - begin).as_millis()).unwrap_or(u64::MAX);
    Ok(PluginHost::new(settings, &Outbound::new(Vec::new()), Arc::new(clock))?)
}

/// The key that guests in the text format are signed with.
fn guests() -> TrustedKeys {
    TrustedKeys::from_iter([cardea_guests::key().public_key()])
}

/// A call for a study.
fn context(study: &str) -> CallContext {
    let study = Study { id: study.to_owned(), code: "ABC".into(), ..Study::default() };
    CallContext { request_id: "bench".into(), study, ..CallContext::default() }
}

/// `met` or `missed`, as the page has it.
const fn judged(met: bool) -> &'static str {
    if met { "met" } else { "**missed**" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_time_that_was_taken() {
        let mut times = Times::default();
        assert!(times.within(0.5).abs() < f64::EPSILON);
        for micros in (1..=20).rev() {
            times.add(Duration::from_micros(micros));
        }
        assert!((times.within(0.5) - 10.0).abs() < 1e-9 && (times.within(0.95) - 19.0).abs() < 1e-9);
        assert_eq!(times.count(), 20);
    }

    /// What is measured is a call that works, in a host that has as many plugins as it says.
    #[tokio::test]
    async fn calls_are_answered() {
        for plugins in calls::PLUGINS {
            assert_eq!(calls::run(plugins, 3).await.unwrap().count(), 3);
        }
    }
}
