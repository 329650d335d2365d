//! What goes on beside requests.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::time::MissedTickBehavior;

use super::App;
use crate::authorisation;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::resources;

/// Does `work` at once and then after each `period`, for ever. A failure is logged as `trouble`, and the work done again
/// when its time comes.
async fn every<T, F: Future<Output = Result<T, Error>>>(period: Duration, trouble: &str, mut work: impl FnMut() -> F) {
    let mut beat = tokio::time::interval(period);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        report(trouble, work().await);
    }
}

fn report<T>(trouble: &str, done: Result<T, Error>) {
    if let Err(error) = done {
        tracing::error!(%error, source = ?error.source, "{trouble}");
    }
}

impl App {
    /// What goes on beside requests, until the task is dropped: batches that wait or whose runner died,
    /// sessions whose time is over, clients that are to be told of sign-outs, messages to people, keys whose
    /// time has come, audit rows that are to be sealed, what is over.
    pub async fn background(self) {
        let known = AtomicI64::new(0);
        let often = futures::future::join4(
            every(Duration::from_millis(400), "the audit could not be sealed", || self.seal()),
            every(Duration::from_millis(500), "messages could not be sent", || self.outbox.run_due()),
            every(Duration::from_secs(1), "clients could not be told of sign-outs", || self.notices.run_due()),
            every(Duration::from_secs(2), "installed plugins could not be looked at", || self.follow(&known)),
        );
        let seldom = futures::future::join4(
            every(Duration::from_secs(5), "waiting authorisations could not be run", || {
                authorisation::run_due(&self.authorisation)
            }),
            every(Duration::from_secs(5), "signing keys could not be looked after", || self.provider.keys().step()),
            every(Duration::from_secs(30), "sessions that are over could not be ended", || self.sessions.expire()),
            every(Duration::from_mins(1), "what is over could not be removed", || self.sweep()),
        );
        futures::join!(often, seldom, self.file_people());
    }

    /// What is done last: refusals that were counted are written, rows are sealed, a checkpoint leaves.
    pub async fn settle(&self) {
        let done = async {
            self.kernel.write_gathered(true).await?;
            self.trail.seal_all().await?;
            self.trail.checkpoint_due(true).await
        };
        report("the audit could not be brought to its end", done.await);
    }

    async fn seal(&self) -> Result<(), Error> {
        self.kernel.write_gathered(false).await?;
        self.trail.seal_due().await?;
        self.trail.watch().await?;
        self.trail.checkpoint_due(false).await?;
        Ok(())
    }

    /// Takes over what another node or a command installed since the revision that is `known`.
    async fn follow(&self, known: &AtomicI64) -> Result<(), Error> {
        let mut cx = Ctx::new_reading(&self.kernel);
        let (revision, _) = authorisation::follow(&mut cx, &self.host, known.load(Ordering::Relaxed)).await?;
        known.store(revision, Ordering::Relaxed);
        Ok(())
    }

    /// Once for each installation: who was there before people were found by any part of their names.
    async fn file_people(&self) {
        let mut beat = tokio::time::interval(Duration::from_secs(30));
        loop {
            beat.tick().await;
            let done = resources::users::file_all(&self.kernel, || tokio::time::sleep(Duration::from_millis(5))).await;
            if done.is_ok() {
                return;
            }
            report("people could not be filed for the search", done);
        }
    }

    /// Removes what is over. What one part could not remove keeps no other from removing.
    async fn sweep(&self) -> Result<(), Error> {
        report("old sessions could not be removed", self.sessions.sweep().await);
        report("old sign-out notices could not be removed", self.notices.sweep().await);
        report("old messages could not be removed", self.outbox.sweep().await);
        report("old codes for addresses could not be removed", self.federation.sweep().await);
        report("old codes and tokens could not be removed", self.provider.sweep().await);
        Ok(())
    }
}
