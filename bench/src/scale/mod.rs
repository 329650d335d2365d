//! How the cost of a server grows: sign-ins by password beside their hash, tokens while sign-ins take every place there is
//! for hashing, requests that are pushed, signed and bound to a key, plugins that are loaded, and several nodes on one database.
//!
//! | file | what |
//! |---|---|
//! | `logins` | sign-ins by password, and tokens beside them |
//! | `loaded` | plugins that are loaded and not called |
//! | `signed` | a sign-in at a client by PAR, `private_key_jwt` and DPoP |
//! | `nodes` | one, two and four nodes on one PostgreSQL |

pub mod loaded;
pub mod logins;
pub mod nodes;
pub mod signed;

use std::time::Duration;

use crate::Result;
use crate::load::now;

/// Does the same again and again, by `callers` at once, until `seconds` are over; how long each took.
pub async fn again<F, D>(callers: usize, seconds: f64, one: F) -> Result<Vec<Duration>>
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
    let mut times: Vec<_> = all.into_iter().flatten().collect();
    times.sort_unstable();
    Ok(times)
}

/// Milliseconds within which `percent` of a hundred were done: the nearest rank of sorted times.
#[must_use]
pub fn within(times: &[Duration], percent: usize) -> f64 {
    let rank = (times.len() * percent).div_ceil(100);
    times.get(rank.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

/// A number of things, to calculate with.
#[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
#[must_use]
pub const fn count(of: usize) -> f64 {
    of as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_time_that_was_measured() {
        let times: Vec<_> = (1..=200).map(Duration::from_millis).collect();
        assert!((within(&times, 50) - 100.0).abs() < 1e-9 && (within(&times, 99) - 198.0).abs() < 1e-9);
        assert!(within(&[], 99).abs() < f64::EPSILON);
    }
}
