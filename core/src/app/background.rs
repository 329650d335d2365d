//! The background jobs.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::timeout;

use super::App;
use crate::authorisation;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::queue;
use crate::kernel::scheduler::{self, Job, Next};
use crate::preauthorisation;
use crate::reports;
use crate::resources;

/// The state that the jobs share.
struct Background {
    app: App,
    /// The revision of the installed plugins that is loaded.
    plugins: AtomicI64,
    /// Where the next page of the licences begins.
    licences: Mutex<Option<Id>>,
}

/// A job that runs again and again; its result is ignored unless it is an error.
macro_rules! job {
    ($name:literal, $period:expr, |$all:ident| $work:expr) => {
        Job {
            name: $name,
            period: $period,
            run: |$all| {
                Box::pin(async {
                    $work.await?;
                    Ok(Next::Again)
                })
            },
        }
    };
}

/// A job that attempts what is due of a queue.
macro_rules! queue {
    ($name:literal, $period:expr, |$all:ident| $work:expr) => {
        Job { name: $name, period: $period, run: |$all| Box::pin(async { Ok(queue::next($work.await?)) }) }
    };
}

/// How long the audit may take at the end: service managers and orchestrators give a server about half a minute in all.
const SETTLED_WITHIN: Duration = Duration::from_secs(5);

/// How long a connection to the database may be unused.
const UNUSED: Duration = Duration::from_mins(5);

const EACH_MINUTE: Duration = Duration::from_mins(1);

/// Every job, the most frequent first.
const JOBS: &[Job<Background>] = &[
    job!("audit", Duration::from_millis(400), |all| all.app.seal()),
    queue!("messages", Duration::from_millis(500), |all| all.app.outbox.run_due()),
    queue!("logout_notices", Duration::from_secs(1), |all| all.app.notices.run_due()),
    job!("tasks", Duration::from_millis(500), |all| all.app.jobs.run_due()),
    job!("plugins", Duration::from_secs(2), |all| all.follow()),
    job!("authorisations", Duration::from_secs(5), |all| authorisation::run_due(&all.app.authorisation)),
    job!("preauthorisations", Duration::from_secs(5), |all| preauthorisation::run_due(&all.app.preauthorisations)),
    job!("signing_keys", Duration::from_secs(5), |all| all.app.provider.keys().step()),
    job!("sign_ins_counted", Duration::from_secs(5), |all| reports::count_sign_ins(&all.app.kernel)),
    job!("licences_full", Duration::from_secs(30), |all| all.look_through_licences()),
    job!("sessions", Duration::from_secs(30), |all| all.app.sessions.expire()),
    // Once for each installation: indexes the people who were there before the search found any part of a name.
    Job {
        name: "search_index",
        period: Duration::from_secs(30),
        run: |all| {
            Box::pin(async {
                let pause = || tokio::time::sleep(Duration::from_millis(5));
                resources::users::file_all(&all.app.kernel, pause).await.map(|()| Next::Done)
            })
        },
    },
    job!("sessions_sweep", EACH_MINUTE, |all| all.app.sessions.sweep()),
    job!("logout_notices_sweep", EACH_MINUTE, |all| all.app.notices.sweep()),
    job!("messages_sweep", EACH_MINUTE, |all| all.app.outbox.sweep()),
    job!("federation_sweep", EACH_MINUTE, |all| all.app.federation.sweep()),
    job!("files_sweep", EACH_MINUTE, |all| all.app.files.sweep()),
    job!("tasks_sweep", EACH_MINUTE, |all| all.app.jobs.sweep()),
    job!("unused_connections", EACH_MINUTE, |all| all.close_unused_connections()),
    job!("audit_checks", Duration::from_secs(5), |all| all.app.trail.check_due()),
    job!("tokens_sweep", EACH_MINUTE, |all| all.app.provider.sweep()),
];

impl Background {
    /// Loads the plugins that another node or a command installed.
    async fn follow(&self) -> Result<(), Error> {
        let known = self.plugins.load(Ordering::Relaxed);
        if authorisation::revision(&mut ReadCtx::system(&self.app.kernel).autocommit()).await? == known {
            return Ok(());
        }
        let mut cx = ReadCtx::system(&self.app.kernel);
        let (revision, _) = authorisation::follow(&mut cx, &self.app.host, known).await?;
        self.plugins.store(revision, Ordering::Relaxed);
        Ok(())
    }

    async fn close_unused_connections(&self) -> Result<(), Error> {
        self.app.kernel.db().close_unused(UNUSED).await;
        Ok(())
    }

    /// Marks the licences of the next page that are full.
    async fn look_through_licences(&self) -> Result<(), Error> {
        let after = self.licences.lock().unwrap_or_else(PoisonError::into_inner).take();
        let next = resources::licences::look_through(&self.app.kernel, after).await?;
        *self.licences.lock().unwrap_or_else(PoisonError::into_inner) = next;
        Ok(())
    }
}

impl App {
    /// Runs the background jobs until the task is dropped: batches that wait or whose node died, sessions that
    /// expire, logout notices to clients, messages to people, signing keys that are due, audit rows to be sealed, and
    /// the removal of expired records.
    pub async fn background(self) {
        let metrics = self.kernel.metrics().clone();
        let all = Background { app: self, plugins: AtomicI64::new(0), licences: Mutex::default() };
        scheduler::run(&all, JOBS, &metrics).await;
    }

    /// Finishes the audit at the end: writes the counted refusals, seals the rows, and exports a checkpoint. Where the
    /// database does not answer, the rows that it holds are sealed after the next start.
    pub async fn settle(&self) {
        let done = async {
            self.kernel.write_gathered(true).await?;
            self.trail.seal_all().await?;
            self.trail.checkpoint_due(true).await
        };
        match timeout(SETTLED_WITHIN, done).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => {
                tracing::error!(%error, source = ?error.source, "the audit could not be brought to its end");
            }
            Err(_) => tracing::error!("the audit could not be brought to its end in time"),
        }
    }

    async fn seal(&self) -> Result<(), Error> {
        self.kernel.write_gathered(false).await?;
        if self.trail.seal_due().await?.waited {
            self.trail.watch().await?;
        }
        self.trail.checkpoint_due(false).await?;
        Ok(())
    }
}
