//! The keys of a client: given at registration (`jwks`), or fetched from its own server (`jwks_uri`) and cached
//! (OpenID Connect Core 1.0, section 10.1).
//!
//! A client that rotates its keys signs with a key that is not known here yet; verification then asks once more for
//! fresh keys. As anybody can name a client and an unknown key, this fetches from the client's server only every few
//! seconds, and never twice at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;

use super::model::Client;
use super::remote::{Remote, RemoteError};
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::provider::jose::{JwkError, JwkSet};

/// Milliseconds for which fetched keys are used without asking again.
const LIFE: i64 = 10 * 60 * 1000;
/// Milliseconds for which they stay in use while the client's server does not answer.
const STALE_LIFE: i64 = 60 * 60 * 1000;
/// Milliseconds to wait after a failure, or between two fetches for an unknown key.
const REST: i64 = 5 * 1000;

/// The reason why there are no keys.
#[derive(Clone, Debug, thiserror::Error)]
pub enum KeysError {
    /// The client has registered none.
    #[error("the client has registered no keys")]
    NotRegistered,
    /// The registered or fetched document is no key set.
    #[error("the client's keys: {0}")]
    Unusable(#[from] JwkError),
    /// The keys could not be fetched.
    #[error("the client's keys: {0}")]
    Unreachable(Arc<RemoteError>),
}

type Answer = Result<Arc<JwkSet>, KeysError>;

/// The cached keys of one client.
#[derive(Clone, Debug)]
struct Known {
    /// Version of the client's record: another version may name other keys.
    version: i64,
    answer: Answer,
    /// When the keys were fetched; `None` for registered keys.
    fetched_at: Option<Time>,
    /// When the last failure, or the last fetch for an unknown key, was.
    resting_since: Option<Time>,
}

impl Known {
    /// The cached answer, if it is still good.
    fn answer(&self, client: &Client, now: Time, fresh: bool) -> Option<Answer> {
        let recent = |at: Option<Time>, life: i64| at.is_some_and(|at| now.0 - at.0 < life);
        let given = self.fetched_at.is_none() && client.settings.jwks_uri.is_none();
        let good = given
            || recent(self.resting_since, REST)
            || (!fresh && self.answer.is_ok() && recent(self.fetched_at, LIFE));
        (self.version == client.version && good).then(|| self.answer.clone())
    }
}

#[derive(Debug, Default)]
struct Entry {
    known: ArcSwap<Option<Known>>,
    fetching: tokio::sync::Mutex<()>,
}

/// The cached keys of all clients asked for.
#[derive(Debug)]
pub struct KeyCache {
    kernel: Kernel,
    entries: Mutex<HashMap<String, Arc<Entry>>>,
}

impl KeyCache {
    /// An empty cache.
    pub fn new(kernel: Kernel) -> Self {
        Self { kernel, entries: Mutex::default() }
    }

    /// The client's keys; `fresh` where the cached keys did not verify, so that a new key is fetched.
    pub async fn of(&self, remote: &Remote, client: &Client, fresh: bool) -> Answer {
        let entry = self.entry(&client.client_id);
        let known = || {
            let known = entry.known.load();
            known.as_ref().as_ref().and_then(|known| known.answer(client, self.kernel.now(), fresh))
        };
        if let Some(answer) = known() {
            return answer;
        }
        let _one = entry.fetching.lock().await;
        // Another request may have fetched them while this one waited.
        if let Some(answer) = known() {
            return answer;
        }
        let before = entry.known.load_full();
        let next = self.find(remote, client, before.as_ref().as_ref(), fresh).await;
        let answer = next.answer.clone();
        entry.known.store(Arc::new(Some(next)));
        answer
    }

    /// Forgets a deleted client.
    pub fn forget(&self, client_id: &str) {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).remove(client_id);
    }

    fn entry(&self, client_id: &str) -> Arc<Entry> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        match entries.get(client_id) {
            Some(entry) => Arc::clone(entry),
            None => Arc::clone(entries.entry(client_id.to_owned()).or_default()),
        }
    }

    async fn find(&self, remote: &Remote, client: &Client, before: Option<&Known>, fresh: bool) -> Known {
        let version = client.version;
        let Some(address) = &client.settings.jwks_uri else {
            let answer = given(client);
            return Known { version, answer, fetched_at: None, resting_since: None };
        };
        let fetched = fetch(remote, address).await;
        let now = self.kernel.now();
        let Err(error) = fetched else {
            return Known { version, answer: fetched, fetched_at: Some(now), resting_since: fresh.then_some(now) };
        };
        tracing::warn!(client_id = client.client_id, %error, "a client's keys could not be fetched");
        let resting_since = Some(now);
        match before {
            // A short outage of the client's server must not lock the client out.
            Some(old) if old.version == version && old.fetched_at.is_some_and(|at| now.0 - at.0 < STALE_LIFE) => {
                Known { resting_since, ..old.clone() }
            }
            _ => Known { version, answer: Err(error), fetched_at: None, resting_since },
        }
    }
}

fn given(client: &Client) -> Answer {
    let jwks = client.settings.jwks.as_ref().ok_or(KeysError::NotRegistered)?;
    let members = jwks.as_object().ok_or(JwkError::Form)?;
    Ok(Arc::new(JwkSet::from_members(members)?))
}

async fn fetch(remote: &Remote, address: &str) -> Answer {
    let document = remote.get(address).await.map_err(|e| KeysError::Unreachable(Arc::new(e)))?;
    Ok(Arc::new(JwkSet::parse(&document)?))
}
