//! How long things take that are done again and again.

use std::time::Duration;

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

    /// How many there were in each of `seconds`.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a count")]
    pub const fn rate(&self, seconds: f64) -> f64 {
        self.0.len() as f64 / seconds
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

/// Does the same again and again, by `callers` at once, until `seconds` are over.
pub async fn again<F, D>(callers: usize, seconds: f64, one: F) -> Result<Times>
where
    F: Fn() -> D,
    D: Future<Output = Result<()>>,
{
    let end = now() + Duration::try_from_secs_f64(seconds)?;
    let caller = || async {
        let mut times = Vec::new();
        while now() < end {
            let begin = now();
            one().await?;
            times.push(now() - begin);
        }
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>(times)
    };
    let all = futures::future::try_join_all((0..callers).map(|_| caller())).await?;
    Ok(Times(all.into_iter().flatten().collect()))
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
}
