//! The clients in memory: read on every request, without the database.

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

/// Milliseconds after which another node's changes are looked for.
const STALE_AFTER: i64 = 2000;
/// Looks for clients that are not known, within that time: beyond, the next look that is due anyway finds a new one.
const LOOKS: u32 = 20;

/// The clients as of one revision.
#[derive(Clone, Debug, Default)]
struct Snapshot {
    by_id: Arc<HashMap<String, Arc<Client>>>,
    revision: i64,
    checked_at: Option<Time>,
}

/// The registered clients. One query, served by an index and nearly always empty, brings a snapshot up
/// to date; it is asked every two seconds, and a few times between when an unknown client comes.
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
    /// All of them. What they keep elsewhere is fetched through the guard.
    pub async fn open(kernel: Kernel, outbound: &Outbound) -> Result<Self, Error> {
        let (keys, remote) = (KeyCache::new(kernel.clone()), Remote::new(outbound)?);
        let looks = Few::new(LOOKS, STALE_AFTER);
        let clients = Self { kernel, current: ArcSwap::default(), refreshing: Mutex::new(()), looks, keys, remote };
        clients.reload().await?;
        Ok(clients)
    }

    /// The client's public keys: for what it signs. `fresh` where those of the last answer did not verify
    /// ([`crate::provider::jose::JoseError::Key`]), so that a key it began to use meanwhile is found; asking so
    /// is cheap, however often it is done.
    pub async fn keys_of(&self, client: &Client, fresh: bool) -> Result<Arc<JwkSet>, KeysError> {
        self.keys.of(&self.remote, client, fresh).await
    }

    /// Whatever else a client keeps on its own server, such as a request object. The caller has made sure that
    /// the client registered the address.
    pub async fn document(&self, address: &str) -> Result<bytes::Bytes, RemoteError> {
        self.remote.get(address).await
    }

    /// The client, if there is one.
    pub async fn get(&self, client_id: &str) -> Result<Option<Arc<Client>>, Error> {
        let snapshot = self.current.load_full();
        let fresh = snapshot.checked_at.is_some_and(|at| self.kernel.now().0 - at.0 < STALE_AFTER);
        if fresh && let Some(client) = snapshot.by_id.get(client_id) {
            return Ok(Some(Arc::clone(client)));
        }
        // Anybody can name a client that there is not: names that nobody has cost the database next to nothing.
        if fresh && !self.looks.take(self.kernel.now()) {
            return Ok(None);
        }
        let mine = self.refresh(Some(&snapshot)).await?;
        let found = self.current.load().by_id.get(client_id).map(Arc::clone);
        if mine || found.is_some() {
            return Ok(found);
        }
        // Somebody else's question may have been put before this client was there.
        self.reload().await?;
        Ok(self.current.load().by_id.get(client_id).map(Arc::clone))
    }

    /// All of them.
    pub async fn all(&self) -> Result<Vec<Arc<Client>>, Error> {
        let snapshot = self.current.load_full();
        let fresh = snapshot.checked_at.is_some_and(|at| self.kernel.now().0 - at.0 < STALE_AFTER);
        if !fresh {
            self.refresh(Some(&snapshot)).await?;
        }
        Ok(self.current.load().by_id.values().map(Arc::clone).collect())
    }

    /// To be called after a change was committed in this process, so that it holds at the next request.
    pub async fn reload(&self) -> Result<(), Error> {
        self.refresh(None).await.map(|_| ())
    }

    /// The same for what was kept already: if it fails, the change holds within two seconds all the same.
    pub(super) async fn follow(&self) {
        if let Err(error) = self.reload().await {
            tracing::warn!(%error, source = ?error.source, "the clients could not be read anew at once");
        }
    }

    /// What fetches the documents that clients keep on their own servers.
    pub fn remote(&self) -> &Remote {
        &self.remote
    }

    /// Brings the snapshot up to date; false where somebody else did since `seen`, while this waited.
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
