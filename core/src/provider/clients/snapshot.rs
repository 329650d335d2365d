//! The clients in memory, for every request to read without the database.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use tokio::sync::Mutex;

use super::jwks::{KeyCache, KeysError};
use super::model::Client;
use super::remote::{Remote, RemoteError};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::limits::Few;
use crate::kernel::outbound::Outbound;
use crate::provider::jose::JwkSet;

/// Milliseconds after which to look for changes by other nodes.
const STALE_AFTER: i64 = 2000;
/// Most lookups of unknown clients within that time: beyond that, the next regular refresh finds a new client.
const LOOKS: u32 = 20;

/// The clients at one revision.
#[derive(Clone, Debug, Default)]
struct Snapshot {
    by_id: Arc<HashMap<String, Arc<Client>>>,
    revision: i64,
    checked_at: Option<Time>,
}

/// The registered clients. One indexed query, which nearly always returns nothing, brings the snapshot up to date; it
/// runs every two seconds, and a few times between for unknown clients.
#[derive(Debug)]
pub struct Clients {
    kernel: Kernel,
    current: ArcSwap<Snapshot>,
    refreshing: Mutex<()>,
    looks: Few,
    keys: KeyCache,
    remote: Remote,
}

impl Clients {
    /// Loads all clients. Documents on their own servers are fetched through the guard.
    pub async fn open(kernel: Kernel, outbound: &Outbound) -> Result<Self, Error> {
        let (keys, remote) = (KeyCache::new(kernel.clone()), Remote::new(outbound)?);
        let looks = Few::new(LOOKS, STALE_AFTER);
        let clients = Self { kernel, current: ArcSwap::default(), refreshing: Mutex::new(()), looks, keys, remote };
        clients.reload().await?;
        Ok(clients)
    }

    /// The client's public keys, for verifying its signatures. `fresh` if the keys of the last answer did not verify
    /// ([`crate::provider::jose::JoseError::Key`]), so that a new key is found; asking this often is cheap.
    pub async fn keys_of(&self, client: &Client, fresh: bool) -> Result<Arc<JwkSet>, KeysError> {
        self.keys.of(&self.remote, client, fresh).await
    }

    /// Fetches another document from a client's own server, such as a request object. The caller has checked that the
    /// client registered the address.
    pub async fn document(&self, address: &str) -> Result<bytes::Bytes, RemoteError> {
        self.remote.get(address).await
    }

    /// The client, if it exists.
    pub async fn get(&self, client_id: &str) -> Result<Option<Arc<Client>>, Error> {
        let snapshot = self.current.load_full();
        let fresh = snapshot.checked_at.is_some_and(|at| self.kernel.now().0 - at.0 < STALE_AFTER);
        if fresh && let Some(client) = snapshot.by_id.get(client_id) {
            return Ok(Some(Arc::clone(client)));
        }
        // Anybody can name a client that does not exist: such names must cost the database next to nothing.
        if fresh && !self.looks.take(self.kernel.now()) {
            return Ok(None);
        }
        let mine = self.refresh(Some(&snapshot)).await?;
        let found = self.current.load().by_id.get(client_id).map(Arc::clone);
        if mine || found.is_some() {
            return Ok(found);
        }
        // The other refresh may have started before this client was registered.
        self.reload().await?;
        Ok(self.current.load().by_id.get(client_id).map(Arc::clone))
    }

    /// All clients.
    pub async fn all(&self) -> Result<Vec<Arc<Client>>, Error> {
        let snapshot = self.current.load_full();
        let fresh = snapshot.checked_at.is_some_and(|at| self.kernel.now().0 - at.0 < STALE_AFTER);
        if !fresh {
            self.refresh(Some(&snapshot)).await?;
        }
        Ok(self.current.load().by_id.values().map(Arc::clone).collect())
    }

    /// Reloads the clients, so that a change holds at the next request. To be called after a change was committed in
    /// this process.
    pub async fn reload(&self) -> Result<(), Error> {
        self.refresh(None).await.map(|_| ())
    }

    /// As [`Self::reload`], for a change that is stored already: if the reload fails, the change still holds within
    /// two seconds.
    pub(super) async fn follow(&self) {
        if let Err(error) = self.reload().await {
            tracing::warn!(%error, source = ?error.source, "the clients could not be read anew at once");
        }
    }

    /// Fetches the documents on the clients' own servers.
    pub fn remote(&self) -> &Remote {
        &self.remote
    }

    /// Brings the snapshot up to date; false where another task did so since `seen`, while this one waited.
    async fn refresh(&self, seen: Option<&Arc<Snapshot>>) -> Result<bool, Error> {
        let _one = self.refreshing.lock().await;
        let now = self.kernel.now();
        let known = self.current.load_full();
        if seen.is_some_and(|s| !Arc::ptr_eq(s, &known)) {
            return Ok(false);
        }
        let mut cx = ReadCtx::system(&self.kernel);
        let changes = store::changed_since(&mut cx, known.revision).await?;
        let mut next = Snapshot { checked_at: Some(now), ..Snapshot::clone(&known) };
        if !changes.is_empty() {
            let mut by_id = HashMap::clone(&known.by_id);
            for row in changes {
                next.revision = next.revision.max(row.revision);
                let deleted = row.is_deleted();
                let client = row.into_bound_client();
                if deleted {
                    by_id.remove(&client.client_id);
                    self.keys.forget(&client.client_id);
                } else {
                    by_id.insert(client.client_id.clone(), Arc::new(client));
                }
            }
            next.by_id = Arc::new(by_id);
        }
        self.current.store(Arc::new(next));
        Ok(true)
    }
}
