//! Connections that are lent, and come back without a question: neither engine's is asked for a sign of life when it
//! returns, as `sqlx`'s own pools do, which costs a round trip each time.

use std::fmt;
use std::time::Duration;

use deadpool::managed::{self, Manager, Object, PoolConfig, PoolError, QueueMode, Timeouts};
use futures::future::join_all;
use sqlx::Connection;
use tokio::time::timeout;

use super::bounds::Connections;

/// A pool of connections that `M` opens. Cheap to clone.
pub struct Lending<M: Manager>(managed::Pool<M>);

impl<M: Manager> fmt::Debug for Lending<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lending").field(&self.0.status()).finish()
    }
}

impl<M: Manager> Clone for Lending<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M> Lending<M>
where
    M: Manager<Error = sqlx::Error>,
    M::Type: Connection + Send,
{
    /// A pool of at most `connections`. A caller waits up to `wait` for one, and as long for a new one to be opened.
    pub fn new(manager: M, connections: u32, wait: Duration) -> sqlx::Result<Self> {
        let mut config = PoolConfig::new(usize::try_from(connections).unwrap_or(1).max(1));
        config.timeouts = Timeouts { wait: Some(wait), create: Some(wait), recycle: Some(wait) };
        // The one that came back last has in its cache what is read now.
        config.queue_mode = QueueMode::Lifo;
        let built = managed::Pool::builder(manager).config(config).runtime(deadpool::Runtime::Tokio1).build();
        Ok(Self(built.map_err(|error| sqlx::Error::Configuration(error.into()))?))
    }

    /// How long a caller waits for a connection.
    fn wait(&self) -> Duration {
        self.0.timeouts().wait.unwrap_or_default()
    }

    /// The connections of the pool.
    pub fn connections(&self) -> Connections {
        let status = self.0.status();
        let idle = status.available.min(status.size);
        Connections { used: status.size - idle, idle, max: status.max_size }
    }

    /// Whether none is open.
    pub fn is_empty(&self) -> bool {
        let Connections { used, idle, .. } = self.connections();
        used + idle == 0
    }

    /// Makes it a pool of at most `connections`.
    pub fn resize(&self, connections: u32) {
        self.0.resize(usize::try_from(connections).unwrap_or(1).max(1));
    }

    /// A connection, lent until it is dropped. Waiting callers are served in the order of asking.
    pub async fn lend(&self) -> sqlx::Result<Object<M>> {
        self.0.get().await.map_err(|error| match error {
            PoolError::Backend(error) => error,
            PoolError::Timeout(_) => sqlx::Error::PoolTimedOut,
            PoolError::Closed => sqlx::Error::PoolClosed,
            error => sqlx::Error::Configuration(error.into()),
        })
    }

    /// Closes the connections that nobody has been lent for so long.
    pub async fn close_unused(&self, since: Duration) {
        self.close_each(self.0.retain(|_, metrics| metrics.last_used() < since).removed).await;
    }

    /// Closes every connection. Those that are lent have as long to come back as a caller waits for one, and all together as
    /// long again to be closed: a database that no longer answers does not keep the server from its end.
    pub async fn close(&self) {
        let open = self.0.status().size;
        // Resized to the open connections, so that no new one is opened in the place of one that is lent.
        self.0.resize(open);
        let lent = join_all((0..open).map(|_| timeout(self.wait(), self.lend()))).await;
        let lent = lent.into_iter().map(|lent| lent.unwrap_or(Err(sqlx::Error::PoolTimedOut)));
        let (connections, missing): (Vec<_>, Vec<_>) = lent.partition(Result::is_ok);
        if let Some(error) = missing.iter().find_map(|lent| lent.as_ref().err()) {
            tracing::warn!(%error, connections = missing.len(), "connections to the database did not come back");
        }
        self.0.close();
        self.close_each(connections.into_iter().flatten().map(Object::take)).await;
    }

    /// Closes connections that are in the pool no more, all at once.
    async fn close_each(&self, connections: impl IntoIterator<Item = M::Type>) {
        let closing = join_all(connections.into_iter().map(Connection::close));
        let closed = timeout(self.wait(), closing).await;
        let closed = closed.unwrap_or_else(|_| vec![Err(sqlx::Error::PoolTimedOut)]);
        if let Some(error) = closed.into_iter().find_map(Result::err) {
            tracing::warn!(%error, "a connection to the database could not be closed");
        }
    }
}
