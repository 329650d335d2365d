//! Commits of SQLite that are made together: a commit waits for the disk, and there is one writer.
//!
//! A transaction of nothing but deferred statements needs the writer for its commit alone. Those that come while the writer
//! is at work wait, and go with one commit; each of them keeps or undoes what is its own.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{AssertSqlSafe, Executor as _};
use tokio::sync::oneshot;

use super::lender::{Connection, Lender, roll_back, run_all};
use crate::kernel::db::watching::Written;

/// The most transactions of one commit: what comes later does not wait for all of them.
const TOGETHER: usize = 64;

/// A transaction that waits to be committed.
#[derive(Debug)]
struct Waiting {
    /// How it begins when it is committed alone.
    begin: &'static str,
    sql: String,
    arguments: SqliteArguments,
    /// Which of its statements is the counted one.
    counted: usize,
    /// Counted when it is committed, and before anybody hears so.
    written: Written,
    done: oneshot::Sender<sqlx::Result<u64>>,
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

    /// Commits a transaction together with others that wait, and returns the number of rows that its counted statement
    /// changed. What is begun goes on when the caller is gone.
    pub async fn commit(
        &self,
        begin: &'static str,
        (sql, arguments, counted): (String, SqliteArguments, usize),
        written: Written,
    ) -> sqlx::Result<u64> {
        let (done, told) = oneshot::channel();
        let leads = {
            let mut queue = self.queue();
            queue.waiting.push(Waiting { begin, sql, arguments, counted, written, done });
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
    /// Those that go next; where there are none, the task is over.
    fn next(&mut self) -> Vec<Waiting> {
        let mut queue = self.group.queue();
        let some = queue.waiting.len().min(TOGETHER);
        queue.led = some > 0;
        self.over = some == 0;
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
    loop {
        // Who comes while the writer is waited for goes with the others.
        let lent = lender.lend().await;
        let some = leading.next();
        if some.is_empty() {
            return;
        }
        match lent {
            Ok(connection) => write(&lender, connection, some).await,
            Err(error) => some.into_iter().for_each(|one| one.tell(Err(like(&error)))),
        }
    }
}

/// The same error once more, as far as it concerns the pool.
fn like(error: &sqlx::Error) -> sqlx::Error {
    match error {
        sqlx::Error::PoolTimedOut => sqlx::Error::PoolTimedOut,
        sqlx::Error::PoolClosed => sqlx::Error::PoolClosed,
        other => sqlx::Error::Protocol(other.to_string()),
    }
}

impl Waiting {
    fn tell(self, done: sqlx::Result<u64>) {
        drop(self.written);
        // Who asked may be gone.
        drop(self.done.send(done));
    }
}

async fn write(lender: &Lender, mut connection: Connection, some: Vec<Waiting>) {
    let mut own = None;
    if some.len() > 1 {
        match together(&mut connection, &some).await {
            Ok(done) => return some.into_iter().zip(done).for_each(|(one, done)| one.tell(lender.health.noted(done))),
            // The disk may be full: then each is told so for itself.
            Err(error) => tracing::warn!(%error, "commits are not made together but one by one"),
        }
        roll_back(connection).await;
    } else {
        own = Some(connection);
    }
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

/// Commits all. One that fails by a constraint is undone by itself; after an error of the whole, none is there.
async fn together(connection: &mut SqliteConnection, some: &[Waiting]) -> sqlx::Result<Vec<sqlx::Result<u64>>> {
    command(connection, "BEGIN IMMEDIATE").await?;
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

async fn alone(mut connection: Connection, one: &Waiting) -> sqlx::Result<u64> {
    let sql = format!("{}; {}; COMMIT", one.begin, one.sql);
    let done = run_all(&mut connection, sql, one.arguments.clone(), one.counted + 1).await;
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
