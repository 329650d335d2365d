//! Bounds on the use of the database.

use std::time::Duration;

/// Bounds on the use of the database.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most connections (of readers, on SQLite).
    pub connections: u32,
    /// How long a caller waits for a connection before the answer is 503.
    pub acquire: Duration,
    /// How long a statement may take on PostgreSQL before the answer is 503.
    pub statement: Duration,
}

/// The connections of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// In use.
    pub used: usize,
    /// Open and free.
    pub idle: usize,
    /// The most at once.
    pub max: usize,
}

impl Bounds {
    /// The usual bounds with so many connections.
    #[must_use]
    pub const fn of(connections: u32) -> Self {
        Self { connections, acquire: Duration::from_secs(5), statement: Duration::from_secs(30) }
    }
}
