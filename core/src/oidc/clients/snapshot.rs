//! The clients in memory: read on every request, without the database.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use tokio::sync::Mutex;

use super::model::Client;
use super::store;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::error::Error;
use crate::oidc::caller;

/// Milliseconds after which another node's changes are looked for.
const STALE_AFTER: i64 = 2000;

/// The clients as of one revision.
#[derive(Clone, Debug, Default)]
struct Snapshot {
    by_id: HashMap<String, Arc<Client>>,
    revision: i64,
    checked_at: Option<Time>,
}

/// The registered clients. One query, served by an index and nearly always empty, brings a snapshot up
/// to date; it is asked every two seconds and whenever an unknown client comes.
#[derive(Debug)]
pub struct Clients {
    kernel: Kernel,
    current: ArcSwap<Snapshot>,
    refreshing: Mutex<()>,
}

impl Clients {
    /// All of them.
    pub async fn open(kernel: Kernel) -> Result<Self, Error> {
        let clients = Self { kernel, current: ArcSwap::default(), refreshing: Mutex::new(()) };
        clients.reload().await?;
        Ok(clients)
    }

    /// The client, if there is one.
    pub async fn get(&self, client_id: &str) -> Result<Option<Arc<Client>>, Error> {
        let snapshot = self.current.load_full();
        let fresh = snapshot.checked_at.is_some_and(|at| self.kernel.now().0 - at.0 < STALE_AFTER);
        if fresh && let Some(client) = snapshot.by_id.get(client_id) {
            return Ok(Some(Arc::clone(client)));
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

    /// To be called after a change was committed in this process, so that it holds at the next request.
    pub async fn reload(&self) -> Result<(), Error> {
        self.refresh(None).await.map(|_| ())
    }

    /// Brings the snapshot up to date; false where somebody else did since `seen`, while this waited.
    async fn refresh(&self, seen: Option<&Arc<Snapshot>>) -> Result<bool, Error> {
        let _one = self.refreshing.lock().await;
        let now = self.kernel.now();
        let known = self.current.load_full();
        if seen.is_some_and(|s| !Arc::ptr_eq(s, &known)) {
            return Ok(false);
        }
        let mut cx = caller::system(&self.kernel);
        let changes = store::changed_since(&mut cx, known.revision).await?;
        let mut next = Snapshot { checked_at: Some(now), ..Snapshot::clone(&known) };
        for row in changes {
            next.revision = next.revision.max(row.revision);
            if row.is_deleted() {
                next.by_id.remove(&row.into_client().client_id);
            } else {
                let client = row.into_client();
                next.by_id.insert(client.client_id.clone(), Arc::new(client));
            }
        }
        self.current.store(Arc::new(next));
        Ok(true)
    }
}
