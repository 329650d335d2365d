//! SQL of tasks and runs.

use super::model::{Cause, RunFilter, RunState, Task, TaskRun};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{List, Page, Sorts};
use crate::kernel::resource::Record as _;
use crate::kernel::seal::{Before, Column};

/// The column with the sealed headers of HTTP calls.
pub const SEALED: Column =
    Column { table: "tasks", column: "header", row: "id", before: Before::PurposeOfRow("tasks:") };

/// The tasks that one look plans.
const PLANNED: i64 = 256;
/// The runs that one look claims.
const CLAIMED: i64 = 128;
/// The runs that one sweep deletes.
const FORGOTTEN: i64 = 1000;
/// The seconds after which another node may take a run over.
pub const LEASE: i64 = 30;
/// How often a run is begun before it is given up.
pub const MOST_ATTEMPTS: i64 = 3;
/// Seconds for which runs that succeeded are kept, and those that failed.
const KEPT: (i64, i64) = (7 * 24 * 3600, 90 * 24 * 3600);

/// Stores the headers that the form gave, sealed; empty ones are removed.
pub async fn keep_header(cx: &mut Ctx, task: &mut Task) -> Result<(), Error> {
    let Some(header) = &task.header else { return Ok(()) };
    let text = header.expose().trim();
    let sealed =
        if text.is_empty() { None } else { Some(cx.kernel().seal_at(&SEALED, task.id.as_str(), text.as_bytes())?) };
    task.has_header = sealed.is_some();
    let query = cx.db().await?.write("UPDATE tasks SET").push(" header = ", sealed);
    query.push(" WHERE id = ", task.id.clone()).execute().await?;
    Ok(())
}

/// The sealed headers of a task.
pub async fn header(cx: &mut ReadCtx, task: &Id) -> Result<Option<Vec<u8>>, Error> {
    let query = cx.db().await?.query("SELECT header FROM tasks").push(" WHERE id = ", task.clone());
    Ok(query.optional::<(Option<Vec<u8>>,)>().await?.and_then(|(header,)| header))
}

/// A task that is due.
#[derive(Debug, sqlx::FromRow)]
pub struct Due {
    pub id: Id,
    pub next_run_at: Time,
}

/// Some of the tasks that are due, the longest due first.
pub async fn due(cx: &mut ReadCtx) -> Result<Vec<Due>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query("SELECT id, next_run_at FROM tasks WHERE status = 0 AND deleted_at IS NULL");
    let query = query.push(" AND next_run_at <= ", now);
    Ok(query.push(" ORDER BY next_run_at, id LIMIT ", PLANNED).all().await?)
}

/// Moves a task to its next time; false if another node has done so, or somebody has changed it.
pub async fn advance(cx: &mut Ctx, due: &Due, next: Option<Time>) -> Result<bool, Error> {
    let query = cx.db().await?.write("UPDATE tasks SET").push(" next_run_at = ", next);
    let query = query.push(" WHERE id = ", due.id.clone()).push(" AND next_run_at = ", due.next_run_at);
    Ok(query.sql(" AND status = 0 AND deleted_at IS NULL").execute().await? == 1)
}

/// Counts a due time on the run of a task that is not over.
pub async fn pass(cx: &mut Ctx, task: &Id) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE task_runs SET passed = passed + 1 WHERE state IN ('waiting', 'running')");
    query.push(" AND task_id = ", task.clone()).execute().await?;
    Ok(())
}

/// Adds a run that waits to begin; `None` if the task has one that is not over.
pub async fn plan(
    cx: &mut Ctx,
    task: &Task,
    cause: Cause,
    due_at: Time,
    actor: Option<String>,
) -> Result<Option<Id>, Error> {
    let (id, now) = (cx.new_id(), cx.now());
    let sql = "INSERT INTO task_runs (id, task_id, cause, due_at, state, attempts, lease_until, passed, actor, params, \
               result, created_at) VALUES ($1, $2, $3, $4, 'waiting', 0, $5, 0, $6, $7, '', $5) ON CONFLICT DO NOTHING";
    let query = cx.db().await?.write(sql).bind(id.clone()).bind(task.id.clone()).bind(cause.as_str()).bind(due_at);
    let added = query.bind(now).bind(actor).bind(task.params.clone()).execute().await?;
    Ok((added == 1).then_some(id))
}

/// A run that may begin, or whose node has died.
#[derive(Debug, sqlx::FromRow)]
pub struct Open {
    pub id: Id,
    pub task_id: Id,
    pub attempts: i64,
    pub lease_until: Time,
    pub params: String,
}

/// Some of those runs.
pub async fn open(cx: &mut ReadCtx) -> Result<Vec<Open>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(
        "SELECT id, task_id, attempts, lease_until, params FROM task_runs WHERE state IN ('waiting', 'running')",
    );
    let query = query.push(" AND lease_until <= ", now);
    Ok(query.push(" ORDER BY lease_until, id LIMIT ", CLAIMED).all().await?)
}

/// Claims a run, unless another node has; the run's attempt is one more.
pub async fn claim(cx: &mut Ctx, run: &Open) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE task_runs SET state = 'running', attempts = attempts + 1,");
    let query = query.sql(" started_at = COALESCE(started_at,").push(" ", now).sql("),");
    let query = query.push(" lease_until = ", now.plus_seconds(LEASE)).push(" WHERE id = ", run.id.clone());
    let query = query.push(" AND attempts = ", run.attempts).push(" AND lease_until = ", run.lease_until);
    Ok(query.sql(" AND state IN ('waiting', 'running')").execute().await? == 1)
}

/// Holds a run for longer; false if another node has taken it over.
pub async fn hold(cx: &mut Ctx, run: &Id, attempt: i64) -> Result<bool, Error> {
    let until = cx.now().plus_seconds(LEASE);
    let query = cx.db().await?.write("UPDATE task_runs SET").push(" lease_until = ", until);
    let query = query.push(" WHERE state = 'running' AND id = ", run.clone());
    Ok(query.push(" AND attempts = ", attempt).execute().await? == 1)
}

/// Records what came of a run; false if another node has taken it over.
pub async fn settle(cx: &mut Ctx, run: &Id, attempt: i64, ok: bool, result: String) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE task_runs SET").push(" state = ", if ok { "ok" } else { "failed" });
    let query = query.push(", result = ", result).push(", finished_at = ", now);
    let query = query.push(" WHERE state = 'running' AND id = ", run.clone());
    Ok(query.push(" AND attempts = ", attempt).execute().await? == 1)
}

const COLUMNS: &str = "SELECT id, task_id, cause, due_at, state, attempts, passed, params, result, actor, started_at, \
    finished_at, created_at";
const SORTS: Sorts = &[("createTime", " ORDER BY created_at, id", " ORDER BY created_at DESC, id DESC")];

/// A page of the runs of a task.
pub async fn runs(cx: &mut ReadCtx, task: &Id, list: &List<RunFilter>) -> Result<Page<TaskRun>, Error> {
    let page = list
        .run(cx.db().await?, SORTS, COLUMNS, |query, filter| {
            let query = query.sql(" FROM task_runs").push(" WHERE task_id = ", task.clone());
            query.push_if(" AND state = ", filter.state.map(RunState::as_str))
        })
        .await?;
    Ok(page.map(TaskRun::finished))
}

/// Deletes some of the runs that are over for long, and returns how many.
pub async fn forget(cx: &mut Ctx) -> Result<u64, Error> {
    let mut gone = 0;
    for (state, kept) in [("ok", KEPT.0), ("failed", KEPT.1)] {
        let before = cx.now().plus_seconds(-kept);
        let query = cx.db().await?.write("DELETE FROM task_runs WHERE id IN (SELECT id FROM task_runs");
        let query = query.sql(" WHERE state IN ('ok', 'failed')").push(" AND state = ", state);
        let query = query.push(" AND created_at < ", before);
        gone += query.push(" ORDER BY created_at, id LIMIT ", FORGOTTEN).sql(")").execute().await?;
    }
    Ok(gone)
}

/// The number of tasks that did not come with the server.
pub async fn count(cx: &mut ReadCtx) -> Result<i64, Error> {
    Ok(cx
        .db()
        .await?
        .query("SELECT count(*) FROM tasks WHERE deleted_at IS NULL AND NOT built_in")
        .one::<(i64,)>()
        .await?
        .0)
}

/// The task, also one that was removed: its last run may still be under way.
pub async fn task(cx: &mut ReadCtx, id: &Id) -> Result<Option<Task>, Error> {
    let query = cx.db().await?.query(Task::SELECT).sql(Task::FROM);
    Ok(query.push("id = ", id.clone()).optional().await?)
}
