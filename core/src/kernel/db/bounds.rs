//! What asking the database may take.

use std::time::Duration;

/// What asking the database may take.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Connections (readers, on SQLite).
    pub connections: u32,
    /// How long a caller waits for one before the answer is 503.
    pub acquire: Duration,
    /// How long a statement on a server may take before the answer is 503.
    pub statement: Duration,
}

/// Connections of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// Lent now.
    pub used: usize,
    /// Open and free.
    pub idle: usize,
    /// Most at once.
    pub max: usize,
}

impl Bounds {
    /// The usual ones.
    #[must_use]
    pub const fn of(connections: u32) -> Self {
        Self { connections, acquire: Duration::from_secs(5), statement: Duration::from_secs(30) }
    }
}
