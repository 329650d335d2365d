//! Faults of the database, as both engines report them, and whether one occurred lately.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::error::{DatabaseError, ErrorKind};

/// Why a statement failed, where the database is to blame and not the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no space left, or the disk refuses writes.
    Full,
    /// The database does not answer, cannot be reached, or is starting or stopping.
    Away,
    /// The database is busy: all connections are in use, another transaction holds a lock, or the statement took too
    /// long.
    Busy,
}

/// SQLite's result codes (sqlite.org/rescode.html); the first octet of an extended code is its primary code.
mod sqlite {
    pub const BUSY: u32 = 5;
    pub const LOCKED: u32 = 6;
    pub const IO: u32 = 10;
    pub const FULL: u32 = 13;
    pub const CANNOT_OPEN: u32 = 14;
    /// A read error: free space does not mend it.
    pub const IO_READ: u32 = IO | (1 << 8);
}

/// The fault of the database that an error reports, if it is not the statement's.
#[must_use]
pub fn trouble(error: &sqlx::Error) -> Option<Trouble> {
    match error {
        sqlx::Error::PoolTimedOut => Some(Trouble::Busy),
        sqlx::Error::Io(e) if matches!(e.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) => {
            Some(Trouble::Full)
        }
        // The statement took longer than its limit: see `postgres::Transaction`.
        sqlx::Error::Io(e) if e.kind() == io::ErrorKind::TimedOut => Some(Trouble::Busy),
        // A broken connection cuts an answer off, which is a protocol error too.
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            Some(Trouble::Away)
        }
        sqlx::Error::PoolClosed => Some(Trouble::Away),
        sqlx::Error::Database(said) => of_engine(said.as_ref()),
        _ => None,
    }
}

fn of_engine(said: &dyn DatabaseError) -> Option<Trouble> {
    let code = said.code()?;
    if said.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some() {
        let extended: u32 = code.parse().ok()?;
        return match extended & 0xff {
            sqlite::FULL => Some(Trouble::Full),
            sqlite::IO if extended != sqlite::IO_READ => Some(Trouble::Full),
            sqlite::BUSY | sqlite::LOCKED => Some(Trouble::Busy),
            sqlite::CANNOT_OPEN => Some(Trouble::Away),
            _ => None,
        };
    }
    // PostgreSQL's codes (appendix A of its documentation); a pooler uses them too.
    match &*code {
        // disk_full, and io_error: the server's disk refuses writes.
        "53100" | "58030" => Some(Trouble::Full),
        // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout;
        // read_only_sql_transaction: the server was the primary until another took over.
        "57P01" | "57P02" | "57P03" | "57P04" | "57P05" | "25006" => Some(Trouble::Away),
        // too_many_connections, out_of_memory, configuration_limit; query_canceled, lock_not_available;
        // serialization_failure, deadlock_detected: one of two conflicting transactions goes on.
        "53300" | "53200" | "53400" | "57014" | "55P03" | "40001" | "40P01" => Some(Trouble::Busy),
        // connection_exception.
        other if other.starts_with("08") => Some(Trouble::Away),
        _ => None,
    }
}

/// The recent faults of the database. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<Lately>);

#[derive(Debug, Default)]
struct Lately {
    /// Space was short since the last call of [`Health::take_full`].
    full: AtomicBool,
    /// The database was away at the last statement.
    away: AtomicBool,
}

impl Health {
    /// Remembers the fault, or its absence, that a statement's result shows.
    pub fn noted<T>(&self, done: sqlx::Result<T>) -> sqlx::Result<T> {
        match done.as_ref().err().map(trouble) {
            None => self.0.away.store(false, Ordering::Relaxed),
            Some(Some(Trouble::Full)) => self.0.full.store(true, Ordering::Relaxed),
            Some(Some(Trouble::Away)) => self.0.away.store(true, Ordering::Relaxed),
            Some(Some(Trouble::Busy) | None) => {}
        }
        done
    }

    /// Whether the database was away at the last statement.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.0.away.load(Ordering::Relaxed)
    }

    /// Whether space was short since the last call of this.
    #[must_use]
    pub fn take_full(&self) -> bool {
        self.0.full.swap(false, Ordering::Relaxed)
    }
}

/// Whether the statement failed because such a row exists already. Constraint names differ between the engines; the
/// kind of the error does not.
#[must_use]
pub fn is_duplicate(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(DatabaseError::is_unique_violation)
}

/// Whether the statement failed because a column that must have a value had none: see [`Query::push_if_touched`].
///
/// [`Query::push_if_touched`]: super::query::Query::push_if_touched
#[must_use]
pub fn is_without_value(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|said| said.kind() == ErrorKind::NotNullViolation)
}
