//! Plans and runs tasks.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::beans::{Bean, Beans};
use super::model::{Cause, JobType, Task};
use super::{http, plan, store};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::outbound::{Client, Outbound, OutboundError};
use crate::kernel::resource::Record as _;

/// The runs that one node has under way at once.
const AT_ONCE: usize = 16;
/// How often a node holds a run for longer.
const BEAT: Duration = Duration::from_secs(10);
/// How long a look waits for one of those to end before it gives way to the next look, which plans what came due.
const PATIENCE: Duration = Duration::from_millis(500);
/// Milliseconds after which what was due counts as missed.
const LATE: i64 = 60_000;
/// The most characters of a result.
const RESULT: usize = 4000;

/// Plans and runs tasks, on every node. Cheap to clone.
#[derive(Clone)]
pub struct Jobs(Arc<Parts>);

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jobs").finish_non_exhaustive()
    }
}

struct Parts {
    kernel: Kernel,
    beans: Arc<dyn Beans>,
    client: Client,
    places: Arc<Semaphore>,
    /// Ends with the server; another node then takes the runs over.
    under_way: Mutex<JoinSet<()>>,
}

impl Jobs {
    /// Jobs over these beans; every call goes through the guard.
    ///
    /// # Errors
    /// [`OutboundError::Tls`] if the platform's trust anchors cannot be read.
    pub fn open(kernel: &Kernel, outbound: &Outbound, beans: Arc<dyn Beans>) -> Result<Self, OutboundError> {
        Ok(Self(Arc::new(Parts {
            kernel: kernel.clone(),
            beans,
            client: outbound.client(http::BOUNDS)?,
            places: Arc::new(Semaphore::new(AT_ONCE)),
            under_way: Mutex::default(),
        })))
    }

    fn context(&self) -> Ctx {
        Ctx::system(&self.0.kernel, "jobs")
    }

    /// Plans what is due, and begins what waits. To be called again and again, on every node. Returns how many runs
    /// this node began; they go on by themselves.
    pub async fn run_due(&self) -> Result<usize, Error> {
        let due = store::due(&mut ReadCtx::system(&self.0.kernel).autocommit()).await?;
        for due in due {
            self.plan(&due).await?;
        }
        let mut begun = 0;
        let open = store::open(&mut ReadCtx::system(&self.0.kernel).autocommit()).await?;
        for run in open {
            let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.0.places).acquire_owned());
            let Ok(Ok(place)) = place.await else { break };
            let mut cx = self.context();
            if !store::claim(&mut cx, &run).await? {
                continue;
            }
            cx.commit().await?;
            begun += 1;
            let jobs = self.clone();
            let mut under_way = self.0.under_way.lock().unwrap_or_else(PoisonError::into_inner);
            while under_way.try_join_next().is_some() {}
            under_way.spawn(async move {
                let _place = place;
                if let Err(error) = jobs.attempt(&run).await {
                    tracing::error!(%error, source = ?error.source, run = %run.id, "a run could not be kept track of");
                }
            });
        }
        Ok(begun)
    }

    /// Waits until the runs that this node began are over.
    pub async fn settle(&self) {
        loop {
            let next = std::mem::take(&mut *self.0.under_way.lock().unwrap_or_else(PoisonError::into_inner));
            if next.is_empty() {
                return;
            }
            next.join_all().await;
        }
    }

    /// Deletes runs that are over for long, and returns how many.
    pub async fn sweep(&self) -> Result<u64, Error> {
        let mut cx = self.context();
        let gone = store::forget(&mut cx).await?;
        cx.commit().await?;
        Ok(gone)
    }

    /// Moves a task on, and adds the run of the time that came.
    async fn plan(&self, due: &store::Due) -> Result<(), Error> {
        let mut cx = self.context();
        let Some(task) = store::task(&mut cx, &due.id).await? else { return Ok(()) };
        let now = cx.now();
        let next = plan::next(&task, now);
        if !store::advance(&mut cx, due, next).await? {
            return Ok(());
        }
        let cause = if now.0 - due.next_run_at.0 > LATE { Cause::Missed } else { Cause::Due };
        if plan::is_worked(&mut cx, &task, due.next_run_at).await?
            && store::plan(&mut cx, &task, cause, due.next_run_at, None).await?.is_none()
        {
            store::pass(&mut cx, task.id()).await?;
        }
        cx.commit().await
    }

    async fn attempt(&self, run: &store::Open) -> Result<(), Error> {
        let attempt = run.attempts + 1;
        let task = store::task(&mut ReadCtx::system(&self.0.kernel).autocommit(), &run.task_id).await?;
        let (ok, result) = match task {
            Some(_) if run.attempts >= store::MOST_ATTEMPTS => (false, "every node that ran it has died".to_owned()),
            Some(task) => {
                let mut work = std::pin::pin!(self.work(&task, run));
                let mut beat = tokio::time::interval(BEAT);
                beat.tick().await;
                loop {
                    tokio::select! {
                        done = &mut work => break done,
                        _ = beat.tick() => {
                            let mut cx = self.context();
                            let held = store::hold(&mut cx, &run.id, attempt).await?;
                            cx.commit().await?;
                            // Another node has taken it over: what this one does is not recorded any more.
                            if !held {
                                return Ok(());
                            }
                        }
                    }
                }
            }
            None => (false, "the job is gone".to_owned()),
        };
        let mut cx = self.context();
        let result: String = result.chars().take(RESULT).collect();
        if store::settle(&mut cx, &run.id, attempt, ok, result).await? && !ok {
            cx.audit_event(Event {
                action: "task.failed",
                resource: Task::TABLE,
                record: run.task_id.to_string(),
                outcome: Some(Outcome::Failed),
                ..Event::default()
            });
        }
        cx.commit().await
    }

    /// Does what a task says: whether it succeeded, and what came of it.
    async fn work(&self, task: &Task, run: &store::Open) -> (bool, String) {
        match task.kind() {
            JobType::Bean => match Bean::of(&task.bean_name, &task.method_name) {
                Some(bean) => match self.0.beans.run(bean, &run.params).await {
                    Ok(done) => (true, done),
                    Err(error) => {
                        tracing::error!(%error, source = ?error.source, job = %task.job_name, "a job failed");
                        (false, error.to_string())
                    }
                },
                None => (false, "there is no such method of a bean".to_owned()),
            },
            JobType::Http => match self.headers(task).await {
                Ok(headers) => http::call(&self.0.client, task, headers, &run.id, &run.params).await,
                Err(error) => (false, error.to_string()),
            },
        }
    }

    async fn headers(&self, task: &Task) -> Result<axum::http::HeaderMap, Error> {
        let mut cx = ReadCtx::system(&self.0.kernel);
        let Some(sealed) = store::header(&mut cx, &task.id).await? else { return Ok(axum::http::HeaderMap::new()) };
        let text = self.0.kernel.unseal_at(&store::SEALED, task.id.as_str(), &sealed)?;
        Ok(http::headers(&mut Problems::default(), "header", &String::from_utf8_lossy(&text)))
    }
}
