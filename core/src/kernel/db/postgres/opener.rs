//! Opens connections to PostgreSQL, and decides which of those that came back are lent again.

use std::io;
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, Object, RecycleError, RecycleResult};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::time::sleep;

use crate::kernel::db::trouble::{Health, Trouble, trouble};

/// How long an idle connection is trusted without a ping.
const TRUSTED: Duration = Duration::from_secs(5);
/// How long a connection is used: what the server caches for it grows.
const LIFE: Duration = Duration::from_mins(30);
/// The pauses between attempts to reach a server that is away, from the first to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LAST_PAUSE: Duration = Duration::from_secs(1);

/// How a connection plans the statements that it keeps prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plans {
    /// A statement that runs often gets one plan for any values.
    Kept,
    /// Each run of a statement is planned for its own values.
    Anew,
}

/// How many statements a connection keeps prepared. A statement that was dropped costs a round trip when it comes again.
const PREPARED: usize = 256;

/// Opens connections while there are too few, and looks after those that come back.
#[derive(Debug)]
pub struct Opener {
    options: PgConnectOptions,
    plans: Plans,
    health: Health,
}

impl Opener {
    pub fn new(options: &PgConnectOptions, plans: Plans, health: &Health) -> Self {
        Self { options: options.clone().statement_cache_capacity(PREPARED), plans, health: health.clone() }
    }
}

/// A lent connection.
pub type Lent = Object<Opener>;

impl Manager for Opener {
    type Type = PgConnection;
    type Error = sqlx::Error;

    async fn create(&self) -> sqlx::Result<PgConnection> {
        // Boxed, as connections are seldom opened: the futures of all statements stay small.
        Box::pin(connect(&self.options, self.plans)).await
    }

    /// A connection that was in use a moment ago is trusted, unless the server was away since.
    async fn recycle(&self, connection: &mut PgConnection, about: &Metrics) -> RecycleResult<sqlx::Error> {
        if about.age() > LIFE {
            return Err(RecycleError::message("a connection that is old"));
        }
        if about.last_used() > TRUSTED || self.health.is_away() {
            Box::pin(connection.ping()).await?;
        }
        Ok(())
    }
}

/// Opens a connection. A server that starts again is waited for, as long as the pool allows.
async fn connect(options: &PgConnectOptions, plans: Plans) -> sqlx::Result<PgConnection> {
    let mut pause = FIRST_PAUSE;
    loop {
        match PgConnection::connect_with(options).await {
            Ok(mut connection) => {
                // Compiling a statement takes longer than running any of ours.
                let settings = match plans {
                    Plans::Kept => "SET jit = off",
                    Plans::Anew => "SET jit = off; SET plan_cache_mode = force_custom_plan",
                };
                connection.execute(settings).await?;
                return Ok(connection);
            }
            Err(error) if trouble(&error) == Some(Trouble::Away) => sleep(pause).await,
            Err(error) => return Err(error),
        }
        pause = (pause * 2).min(LAST_PAUSE);
    }
}

/// The error where no connection can be had.
pub fn unreachable() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, "the database cannot be reached"))
}
