//! The signing keys: for each algorithm one key signs, earlier keys still verify, and the next key is published in
//! advance.
//!
//! | state | in the JWK set | signs | until |
//! |---|---|---|---|
//! | `next` | yes | no | other parties have had time to fetch it |
//! | `current` | yes | yes | its rotation is due, or an administrator rotates it |
//! | `retired` | yes | no: its private key is deleted | everything that it signed has expired |
//! | `removed` | no | no | kept as a record |
//!
//! Keys are in the database, the private keys sealed. Requests use a snapshot with parsed keys that is checked every
//! two seconds: one query for a revision that every change raises. Changes are decided under the lock of that
//! revision (`rotation`), so any number of nodes can make them.

mod api;
mod fresh;
mod known;
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
use super::jose::{Alg, Compact, JoseError, Jwk, JwkSet, Signer};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error};

pub(in crate::provider) use api::router;
pub use fresh::keep_fresh;
use known::{KnownSignatures, digest_of};
pub use model::{KeyPolicy, KeyState, SEALED, SigningKey};
pub use store::{ever, records as published};

/// Milliseconds after which to look for changes by other nodes.
const STALE_AFTER: i64 = 2000;
/// The algorithms whose keys are cheap to make: available from the start.
const CHEAP: &[Alg] = &[Alg::Es256, Alg::EdDsa];

/// The keys at one revision.
struct Snapshot {
    revision: i64,
    /// When this was last checked against the database, in milliseconds since 1970.
    checked_at: AtomicI64,
    signers: BTreeMap<Alg, (String, Signer)>,
    public: JwkSet,
    /// Tokens that `public` verified.
    known: KnownSignatures,
    jwks: Document,
}

/// The signing keys. The private keys never leave this type.
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
    /// Loads the keys; makes the cheap ones if they are missing. Nodes that start together agree: the database keeps
    /// the first of each algorithm.
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

    /// Sets the policy of rotation from now on.
    pub fn set_policy(&self, policy: KeyPolicy) {
        self.policy.store(Arc::new(policy));
    }

    /// Makes all missing keys, including those that take a while. To be awaited before the server reports ready, as
    /// its metadata promises every algorithm.
    pub async fn prepare(&self) -> Result<(), Error> {
        for alg in Alg::ALL {
            rotation::ensure(&self.kernel, *alg).await?;
        }
        self.reload().await
    }

    /// Takes the steps of rotation that are due: publishes, promotes, removes. Safe to run on every node at once.
    pub async fn step(&self) -> Result<(), Error> {
        if rotation::step(&self.kernel, **self.policy.load()).await? {
            self.reload().await?;
        }
        Ok(())
    }

    /// Rotates the key of one algorithm: a waiting key signs from now on; without one, a new key is published, and
    /// signs once every node knows it. Commits the caller's context.
    pub async fn rotate(&self, cx: Ctx, alg: Alg) -> Result<SigningKey, Error> {
        let key = rotation::rotate(cx, alg, **self.policy.load()).await?;
        self.reload().await?;
        Ok(key)
    }

    /// The JWK set: every key whose signatures may still be in use, or soon will be.
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

    /// The claims of a token that this server signed with this `typ`. The caller checks issuer, audience and times.
    pub fn verify<T: DeserializeOwned>(&self, typ: &str, token: &str) -> Result<T, JoseError> {
        self.verify_one_of(&[typ], token).map(|(_, claims)| claims)
    }

    /// As [`Self::verify`], where `typ` may be one of several; returns it too.
    pub fn verify_one_of<'a, T: DeserializeOwned>(
        &self,
        types: &[&'a str],
        token: &str,
    ) -> Result<(&'a str, T), JoseError> {
        let snapshot = self.current.load();
        let digest = digest_of(token);
        let compact = if snapshot.known.hold(&digest) {
            Compact::parse(token)?
        } else {
            let proven = snapshot.public.proven(token, Alg::ALL)?;
            snapshot.known.add(digest);
            proven
        };
        let typ = types.iter().find(|typ| compact.header.is_type(typ));
        // Every token of this server names its key; a token without a `kid` is another party's.
        let (true, Some(typ)) = (compact.header.kid.is_some(), typ) else { return Err(JoseError::Header) };
        Ok((typ, serde_json::from_slice(&compact.payload).map_err(|_| JoseError::Form)?))
    }

    /// Whether the last check for changes by other nodes is recent enough.
    pub(super) fn fresh(&self) -> bool {
        self.kernel.now().0 - self.current.load().checked_at.load(Ordering::Relaxed) < STALE_AFTER
    }

    /// Looks for changes by other nodes, at most every two seconds. On failure the snapshot stays as it is: a
    /// database that does not answer must not stop the verification of tokens.
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

    /// Reloads the keys. To be called after a change was committed in this process.
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
        known: KnownSignatures::default(),
        jwks: Document::new(&json!({ "keys": Value::Array(documents) }))?,
    })
}
