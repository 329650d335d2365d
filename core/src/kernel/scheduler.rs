//! Runs background jobs, each at its own period, for as long as the server runs.
//!
//! Jobs do not wait for each other, and a job does not run beside itself. A failed run is logged and counted, and the
//! job runs again after its period. Every node runs every job: work that must be done only once is claimed in the
//! database.

use std::iter;
use std::time::Duration;

use futures::future::{BoxFuture, join_all};
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tracing::Instrument as _;

use super::error::Error;
use super::metrics::{Metrics, Stopwatch};

/// Whether a job has anything left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Runs again after its period.
    Again,
    /// Runs again at once: there was more than one run does.
    Soon,
    /// Is finished until the server starts again.
    Done,
}

/// A job over the state `S`.
pub struct Job<S> {
    /// Its name in log and metrics.
    pub name: &'static str,
    /// The time from the start of a run to the start of the next; the first run is at the start of the server, or a moment
    /// after it.
    pub period: Duration,
    /// Runs it once.
    pub run: for<'s> fn(&'s S) -> BoxFuture<'s, Result<Next, Error>>,
}

impl<S> std::fmt::Debug for Job<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("name", &self.name).field("period", &self.period).finish_non_exhaustive()
    }
}

/// The time from the first run of a job to the first run of the next one. Periods are multiples of each other: without it most
/// jobs would ask the database at the same moment again and again, each on a connection of its own.
const APART: Duration = Duration::from_millis(20);

/// Runs the jobs until they are finished, which most never are, or until the future is dropped.
pub async fn run<S: Sync>(state: &S, jobs: &[Job<S>], metrics: &Metrics) {
    let firsts = iter::successors(Some(Instant::now()), |first| Some(*first + APART));
    join_all(jobs.iter().zip(firsts).map(|(job, first)| repeat(state, job, first, metrics))).await;
}

async fn repeat<S: Sync>(state: &S, job: &Job<S>, first: Instant, metrics: &Metrics) {
    let mut beat = interval_at(first, job.period);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        let watch = Stopwatch::start();
        let done = (job.run)(state).instrument(tracing::debug_span!("job", job = job.name)).await;
        metrics.job_ran(job.name, done.is_ok(), watch.elapsed());
        match done {
            Ok(Next::Again) => {}
            Ok(Next::Soon) => beat.reset_immediately(),
            Ok(Next::Done) => return,
            Err(error) => tracing::error!(job = job.name, %error, source = ?error.source, "a background job failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::kernel::error::Code;

    #[derive(Default)]
    struct Runs {
        faulty: AtomicUsize,
        once: AtomicUsize,
    }

    #[tokio::test]
    async fn a_job_with_more_to_do_does_not_wait_for_its_period() {
        let jobs: &[Job<Runs>] = &[Job {
            name: "full",
            period: Duration::from_hours(1),
            run: |runs| {
                Box::pin(async {
                    let again = runs.once.fetch_add(1, Ordering::Relaxed) < 3;
                    Ok(if again { Next::Soon } else { Next::Done })
                })
            },
        }];
        let runs = Runs::default();
        run(&runs, jobs, &Metrics::default()).await;
        assert_eq!(runs.once.into_inner(), 4);
    }

    #[tokio::test]
    async fn a_job_that_fails_runs_again_and_stops_no_other() {
        let jobs: &[Job<Runs>] = &[
            Job {
                name: "faulty",
                period: Duration::from_millis(1),
                run: |runs| {
                    Box::pin(async {
                        match runs.faulty.fetch_add(1, Ordering::Relaxed) {
                            0..3 => Err(Error::new(Code::Internal)),
                            _ => Ok(Next::Done),
                        }
                    })
                },
            },
            Job {
                name: "once",
                period: Duration::from_mins(1),
                run: |runs| {
                    Box::pin(async {
                        runs.once.fetch_add(1, Ordering::Relaxed);
                        Ok(Next::Done)
                    })
                },
            },
        ];
        let (runs, metrics) = (Runs::default(), Metrics::default());
        run(&runs, jobs, &metrics).await;
        assert_eq!((runs.faulty.into_inner(), runs.once.into_inner()), (4, 1));
        let text = metrics.encode(&super::super::metrics::Gauges::default()).unwrap();
        assert!(text.contains("cardea_job_runs_total{job=\"faulty\",outcome=\"failed\"} 3"), "{text}");
        assert!(text.contains("cardea_job_runs_total{job=\"once\",outcome=\"ok\"} 1"), "{text}");
    }
}
