//! Commits of SQLite that are made together: a commit waits for the disk, and there is one writer.
//!
//! A transaction of nothing but deferred statements needs the writer for its commit alone. Those that come while the writer
//! is at work wait, and go with one commit; each of them keeps or undoes what is its own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{io, mem};

use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{AssertSqlSafe, Executor as _};
use tokio::sync::oneshot;

use super::lender::{Connection, Done, Lender, roll_back, run_all};
use crate::kernel::db::trouble::{Trouble, trouble};
use crate::kernel::db::watching::Written;

/// The most transactions of one commit: what comes later does not wait for all of them.
const TOGETHER: usize = 64;
/// Takes the write lock first: a read that upgrades to a write fails at once, in spite of `busy_timeout`.
pub const BEGIN: &str = "BEGIN IMMEDIATE";

/// A transaction that waits to be committed.
#[derive(Debug)]
struct Waiting {
    sql: String,
    arguments: SqliteArguments,
    /// Which of its statements is the counted one.
    counted: usize,
    /// Counted when it is committed, and before anybody hears so.
    written: Written,
    done: oneshot::Sender<sqlx::Result<Done>>,
}

/// The transactions that wait for a writer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Group {
    /// The writer.
    pub lender: Lender,
    queue: Arc<Mutex<Queue>>,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: Vec<Waiting>,
    /// Whether a task commits them.
    led: bool,
}

impl Group {
    pub fn of(lender: Lender) -> Self {
        Self { lender, queue: Arc::default() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Commits a transaction together with others that wait, and returns what came of its statements. What is begun goes on
    /// when the caller is gone.
    pub async fn commit(
        &self,
        (sql, arguments, counted): (String, SqliteArguments, usize),
        written: Written,
    ) -> sqlx::Result<Done> {
        let (done, told) = oneshot::channel();
        let leads = {
            let mut queue = self.queue();
            queue.waiting.push(Waiting { sql, arguments, counted, written, done });
            !mem::replace(&mut queue.led, true)
        };
        if leads {
            tokio::spawn(lead(Leading { group: self.clone(), over: false }));
        }
        told.await.unwrap_or(Err(sqlx::Error::WorkerCrashed))
    }
}

/// The task that commits. When it ends before its time, nobody waits for it in vain.
struct Leading {
    group: Group,
    /// Whether it ended because nobody waits any more.
    over: bool,
}

impl Leading {
    /// Whether nobody waits; the task is over then.
    fn is_over(&mut self) -> bool {
        let mut queue = self.group.queue();
        self.over = queue.waiting.is_empty();
        queue.led = !self.over;
        self.over
    }

    /// Those that go next.
    fn next(&self) -> Vec<Waiting> {
        let mut queue = self.group.queue();
        let some = queue.waiting.len().min(TOGETHER);
        queue.waiting.drain(..some).collect()
    }
}

impl Drop for Leading {
    fn drop(&mut self) {
        if !self.over {
            let mut queue = self.group.queue();
            queue.led = false;
            queue.waiting.clear();
        }
    }
}

async fn lead(mut leading: Leading) {
    let lender = leading.group.lender.clone();
    while !leading.is_over() {
        // Who comes while the writer is waited for goes with the others.
        let lent = lender.lend().await;
        let some = leading.next();
        match lent {
            Ok(connection) => write(&lender, connection, some).await,
            Err(error) => refuse(some, &error),
        }
    }
}

/// Tells all of them of an error that is nobody's own.
fn refuse(some: Vec<Waiting>, error: &sqlx::Error) {
    for one in some {
        one.tell(Err(like(error)));
    }
}

/// The error once more, as far as it says what is wrong with the database.
fn like(error: &sqlx::Error) -> sqlx::Error {
    match trouble(error) {
        Some(Trouble::Busy) => sqlx::Error::PoolTimedOut,
        Some(Trouble::Full) => sqlx::Error::Io(io::ErrorKind::StorageFull.into()),
        Some(Trouble::Away) => sqlx::Error::PoolClosed,
        None => sqlx::Error::Protocol(error.to_string()),
    }
}

impl Waiting {
    /// Runs its statements; with BEGIN, if it is the `first` of a transaction, and with COMMIT, if it is the `last`: each text is
    /// a crossing to the connection's thread.
    async fn run(&self, connection: &mut SqliteConnection, first: bool, last: bool) -> sqlx::Result<Done> {
        let parts = [first.then_some(BEGIN), Some(&self.sql), last.then_some("COMMIT")];
        let sql = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
        run_all(connection, sql, self.arguments.clone(), self.counted + usize::from(first)).await
    }

    fn tell(self, done: sqlx::Result<Done>) {
        drop(self.written);
        // Who asked may be gone.
        drop(self.done.send(done));
    }
}

async fn write(lender: &Lender, mut connection: Connection, some: Vec<Waiting>) {
    if some.len() == 1 {
        return one_by_one(lender, Some(connection), some).await;
    }
    let done = match together(&mut connection, &some).await {
        Ok(done) => Ok(done),
        // Somebody else writes: each would wait as long again, one after the other.
        Err(error) if trouble(&error) == Some(Trouble::Busy) => {
            refuse(some, &error);
            let _: sqlx::Result<()> = lender.health.noted(Err(error));
            return roll_back(connection).await;
        }
        // Mostly an error of one of them.
        Err(_) => apart(&mut connection, &some).await,
    };
    match done {
        Ok(done) => {
            for (one, done) in some.into_iter().zip(done) {
                one.tell(lender.health.noted(done));
            }
        }
        Err(error) => {
            // The disk may be full: then each is told so for itself.
            tracing::warn!(%error, "commits are not made together but one by one");
            roll_back(connection).await;
            one_by_one(lender, None, some).await;
        }
    }
}

/// Commits all in one transaction; after any error, none is there. This is the quick way: a savepoint is two statements more
/// for each of them, and a copy of every page that it changes.
async fn together(connection: &mut SqliteConnection, some: &[Waiting]) -> sqlx::Result<Vec<sqlx::Result<Done>>> {
    let mut all = Vec::with_capacity(some.len());
    for one in some {
        let (first, last) = (all.is_empty(), all.len() + 1 == some.len());
        all.push(Ok(one.run(connection, first, last).await?));
    }
    Ok(all)
}

/// Undoes what [`together`] has left, and commits all in another transaction, each behind a savepoint: one that fails by a
/// constraint is undone by itself. After an error of the whole, none is there.
async fn apart(connection: &mut SqliteConnection, some: &[Waiting]) -> sqlx::Result<Vec<sqlx::Result<Done>>> {
    command(connection, "ROLLBACK").await?;
    command(connection, BEGIN).await?;
    let mut all = Vec::with_capacity(some.len());
    for one in some {
        let sql = format!("SAVEPOINT one; {}; RELEASE one", one.sql);
        let done = run_all(connection, sql, one.arguments.clone(), one.counted + 1).await;
        match &done {
            Err(sqlx::Error::Database(said)) if !matches!(said.kind(), sqlx::error::ErrorKind::Other) => {
                command(connection, "ROLLBACK TO one; RELEASE one").await?;
            }
            Err(_) => return done.map(|_| Vec::new()),
            Ok(_) => {}
        }
        all.push(done);
    }
    command(connection, "COMMIT").await?;
    Ok(all)
}

/// Commits each by itself, the first on this connection if there is one.
async fn one_by_one(lender: &Lender, mut own: Option<Connection>, some: Vec<Waiting>) {
    for one in some {
        let lent = match own.take() {
            Some(connection) => Ok(connection),
            None => lender.lend().await,
        };
        let done = match lent {
            Ok(connection) => alone(connection, &one).await,
            Err(error) => Err(error),
        };
        one.tell(lender.health.noted(done));
    }
}

async fn alone(mut connection: Connection, one: &Waiting) -> sqlx::Result<Done> {
    let done = one.run(&mut connection, true, true).await;
    if done.is_err() {
        roll_back(connection).await;
    }
    done
}

/// With arguments, even empty ones, a statement is kept prepared.
async fn command(connection: &mut SqliteConnection, sql: &'static str) -> sqlx::Result<()> {
    let query = sqlx::query_with(AssertSqlSafe(sql.to_owned()), SqliteArguments::default());
    connection.execute(query).await.map(drop)
}
