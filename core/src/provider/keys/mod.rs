//! Our signing keys: one of each algorithm signs, those before it are still believed, the one after it is
//! already published.
//!
//! | state | in the JWK set | signs | until |
//! |---|---|---|---|
//! | `next` | yes | no | others have had the time to fetch it |
//! | `current` | yes | yes | its time is over, or somebody rotates |
//! | `retired` | yes | no: its private half is gone | nothing signed by it lives any more |
//! | `removed` | no | no | kept as a record |
//!
//! Keys live in the database, the private halves sealed. Requests use a snapshot with parsed keys that is
//! looked after every two seconds: one query for a number that every change raises. What changes is decided
//! under the lock of that number (`rotation`), so that any number of nodes can do it.

mod api;
mod fresh;
mod model;
mod rotation;
mod store;
#[cfg(test)]
pub(super) mod testing;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use arc_swap::ArcSwap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use zeroize::Zeroizing;

use super::document::Document;
use super::jose::{Alg, JoseError, Jwk, JwkSet, Signer};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error};

pub(in crate::provider) use api::router;
pub use fresh::keep_fresh;
pub use model::{KeyPolicy, KeyState, SEALED, SigningKey};
pub use store::{ever, records as published};

/// Milliseconds after which another node's changes are looked for.
const STALE_AFTER: i64 = 2000;
/// The algorithms whose keys cost nothing to make: there from the first moment.
const CHEAP: &[Alg] = &[Alg::Es256, Alg::EdDsa];

/// The keys of one moment.
struct Snapshot {
    revision: i64,
    /// When somebody last looked whether this is still so, in milliseconds since 1970.
    checked_at: AtomicI64,
    signers: BTreeMap<Alg, (String, Signer)>,
    public: JwkSet,
    jwks: Document,
}

/// The signing keys. The private halves never leave.
pub struct SigningKeys {
    kernel: Kernel,
    policy: ArcSwap<KeyPolicy>,
    current: ArcSwap<Snapshot>,
    refreshing: Mutex<()>,
}

impl std::fmt::Debug for SigningKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.current.load().public.keys().iter().map(Jwk::kid)).finish()
    }
}

impl SigningKeys {
    /// Loads the keys; makes those that cost nothing where there are none. Nodes that start together agree:
    /// the database keeps the first of each algorithm.
    pub async fn open(kernel: &Kernel) -> Result<Self, Error> {
        for alg in CHEAP {
            rotation::ensure(kernel, *alg).await?;
        }
        let snapshot = load(kernel).await?;
        Ok(Self {
            kernel: kernel.clone(),
            policy: ArcSwap::default(),
            current: ArcSwap::from_pointee(snapshot),
            refreshing: Mutex::new(()),
        })
    }

    /// Rotates by this policy from now on.
    pub fn set_policy(&self, policy: KeyPolicy) {
        self.policy.store(Arc::new(policy));
    }

    /// Makes whatever keys there are not yet: those that take a while. To be awaited before the server says
    /// that it is ready, as its metadata promises every algorithm.
    pub async fn prepare(&self) -> Result<(), Error> {
        for alg in Alg::ALL {
            rotation::ensure(&self.kernel, *alg).await?;
        }
        self.reload().await
    }

    /// Does what is due: publishes, promotes, removes. Safe to run on every node at once.
    pub async fn step(&self) -> Result<(), Error> {
        if rotation::step(&self.kernel, **self.policy.load()).await? {
            self.reload().await?;
        }
        Ok(())
    }

    /// Rotates the key of one algorithm: the waiting key signs from here on; where none waits, a new one is
    /// published, and signs when every node knows it. The caller's context is committed by this.
    pub async fn rotate(&self, cx: Ctx, alg: Alg) -> Result<SigningKey, Error> {
        let key = rotation::rotate(cx, alg, **self.policy.load()).await?;
        self.reload().await?;
        Ok(key)
    }

    /// The JWK set of every key that anything may still be signed with, or soon will be.
    #[must_use]
    pub fn jwks(&self) -> Document {
        self.current.load().jwks.clone()
    }

    /// Signs claims as a compact JWS of the given `typ` (RFC 7515, section 7.1).
    ///
    /// Errors: [`Code::Busy`] while the first key of this algorithm is being made.
    pub fn sign(&self, alg: Alg, typ: &str, claims: &impl Serialize) -> Result<String, Error> {
        let snapshot = self.current.load();
        let missing = || Error::new(Code::Busy).retry_after(5).source(format!("no {} key yet", alg.as_str()));
        let (kid, signer) = snapshot.signers.get(&alg).ok_or_else(missing)?;
        signer.compact(kid, typ, claims)
    }

    /// The claims of a token that this server signed with this `typ`. Issuer, audience and times are the
    /// caller's to check.
    pub fn verify<T: DeserializeOwned>(&self, typ: &str, token: &str) -> Result<T, JoseError> {
        self.verify_one_of(&[typ], token).map(|(_, claims)| claims)
    }

    /// The same where `typ` may be one of several; tells which it is.
    pub fn verify_one_of<'a, T: DeserializeOwned>(
        &self,
        types: &[&'a str],
        token: &str,
    ) -> Result<(&'a str, T), JoseError> {
        let compact = self.current.load().public.proven(token, Alg::ALL)?;
        let typ = types.iter().find(|typ| compact.header.is_type(typ));
        // Every token of ours names its key; one that does not was made by somebody else.
        let (true, Some(typ)) = (compact.header.kid.is_some(), typ) else { return Err(JoseError::Header) };
        Ok((typ, serde_json::from_slice(&compact.payload).map_err(|_| JoseError::Form)?))
    }

    /// Whether nobody has to look for changes of other nodes yet.
    pub(super) fn fresh(&self) -> bool {
        self.kernel.now().0 - self.current.load().checked_at.load(Ordering::Relaxed) < STALE_AFTER
    }

    /// Looks for changes of other nodes, at most every two seconds. What cannot be looked up stays as it is:
    /// a database that does not answer must not keep tokens from being verified.
    async fn refresh(&self) {
        let _one = self.refreshing.lock().await;
        if self.fresh() {
            return;
        }
        let known = self.current.load_full();
        if let Err(error) = self.look(&known).await {
            tracing::warn!(%error, source = ?error.source, "changes of the signing keys could not be looked up");
        }
    }

    async fn look(&self, known: &Snapshot) -> Result<(), Error> {
        let mut cx = ReadCtx::system(&self.kernel);
        let unchanged = store::revision(&mut cx).await? == known.revision;
        drop(cx);
        if unchanged {
            known.checked_at.store(self.kernel.now().0, Ordering::Relaxed);
        } else {
            self.current.store(Arc::new(load(&self.kernel).await?));
        }
        Ok(())
    }

    /// To be called after a change was committed in this process.
    async fn reload(&self) -> Result<(), Error> {
        let _one = self.refreshing.lock().await;
        self.current.store(Arc::new(load(&self.kernel).await?));
        Ok(())
    }
}

async fn load(kernel: &Kernel) -> Result<Snapshot, Error> {
    let mut cx = ReadCtx::system(kernel);
    let revision = store::revision(&mut cx).await?;
    let rows = store::published(&mut cx).await?;
    drop(cx);
    let mut signers = BTreeMap::new();
    let (mut public, mut documents) = (Vec::new(), Vec::new());
    for row in rows {
        let key = Jwk::parse(&row.public_jwk.0).map_err(Error::internal)?;
        if key.thumbprint() != row.kid {
            return Err(Error::internal("a signing key that does not match its id"));
        }
        documents.push(json!(row.public_jwk.0));
        public.push(key);
        if let (KeyState::Current, Some(sealed)) = (row.state, &row.private_key) {
            let pkcs8 = Zeroizing::new(kernel.unseal_at(&SEALED, &row.kid, sealed)?);
            signers.insert(row.alg, (row.kid, Signer::from_pkcs8(row.alg, &pkcs8)?));
        }
    }
    Ok(Snapshot {
        revision,
        checked_at: AtomicI64::new(kernel.now().0),
        signers,
        public: JwkSet::of(public).map_err(Error::internal)?,
        jwks: Document::new(&json!({ "keys": Value::Array(documents) }))?,
    })
}
