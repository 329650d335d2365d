//! JWK sets (RFC 7517, section 5).

use serde_json::{Map, Value};

use super::compact::{Compact, Header};
use super::{Alg, JoseError, Jwk, JwkError, Verified, json};

/// Most keys in a set: each of them may be tried.
pub const MAX_KEYS: usize = 64;

/// A set of public keys.
#[derive(Clone, Debug, Default)]
pub struct JwkSet {
    keys: Vec<Jwk>,
    passed_over: Vec<(usize, JwkError)>,
}

impl JwkSet {
    /// Reads a set. Unsupported and unsafe keys are skipped, as section 5 asks, as a set may hold keys for others;
    /// [`Self::passed_over`] lists them.
    ///
    /// Errors: [`JwkError::Form`], [`JwkError::TooMany`], [`JwkError::Private`], [`JwkError::Duplicate`].
    pub fn parse(octets: &[u8]) -> Result<Self, JwkError> {
        Self::from_members(&json::object(octets).ok_or(JwkError::Form)?)
    }

    /// Reads a set that was parsed before.
    pub fn from_members(members: &Map<String, Value>) -> Result<Self, JwkError> {
        let Some(Value::Array(keys)) = members.get("keys") else { return Err(JwkError::Form) };
        if keys.len() > MAX_KEYS {
            return Err(JwkError::TooMany);
        }
        let mut set = Self::default();
        for (at, key) in keys.iter().enumerate() {
            match Jwk::parse(key.as_object().ok_or(JwkError::Form)?) {
                Ok(key) => set.add(key)?,
                Err(e @ (JwkError::Unsupported | JwkError::Weak | JwkError::Invalid)) => set.passed_over.push((at, e)),
                Err(e) => return Err(e),
            }
        }
        Ok(set)
    }

    /// A set of keys.
    ///
    /// Errors: [`JwkError::Duplicate`].
    pub fn of(keys: impl IntoIterator<Item = Jwk>) -> Result<Self, JwkError> {
        let mut set = Self::default();
        keys.into_iter().try_for_each(|key| set.add(key))?;
        Ok(set)
    }

    /// Adds a key. Keys of different types may share a `kid` (RFC 7517, section 4.5), and one RSA key may be listed
    /// for each of its algorithms; any other repetition would be ambiguous.
    fn add(&mut self, key: Jwk) -> Result<(), JwkError> {
        let same = |other: &Jwk| {
            key.kid().is_some()
                && (key.kid(), key.kty()) == (other.kid(), other.kty())
                && key.algs().iter().any(|alg| other.algs().contains(alg))
        };
        if self.keys.iter().any(same) {
            return Err(JwkError::Duplicate);
        }
        self.keys.push(key);
        Ok(())
    }

    /// The keys for verification.
    #[must_use]
    pub fn keys(&self) -> &[Jwk] {
        &self.keys
    }

    /// The skipped keys: their index in the set, and the reason. Registration refuses weak ones.
    #[must_use]
    pub fn passed_over(&self) -> &[(usize, JwkError)] {
        &self.passed_over
    }

    /// Verifies a compact JWS with the key of its `kid`, or without a `kid` with the keys that fit its algorithm.
    /// `allowed` are the algorithms that the caller accepts.
    ///
    /// Errors: see [`JoseError`]; [`JoseError::Key`] if the set, fetched again, might have the key.
    pub fn verify(&self, token: &str, allowed: &[Alg]) -> Result<Verified, JoseError> {
        let compact = self.proven(token, allowed)?;
        let claims = compact.claims()?;
        Ok(Verified { header: compact.header, claims })
    }

    /// Verifies without reading the payload.
    pub fn proven<'t>(&self, token: &'t str, allowed: &[Alg]) -> Result<Compact<'t>, JoseError> {
        let compact = Compact::parse(token)?;
        let Header { alg, .. } = compact.header;
        if !allowed.contains(&alg) {
            return Err(JoseError::Alg);
        }
        // Without a `kid`, a failure of all keys may mean that there is a new one.
        let wrong = if compact.header.kid.is_some() { JoseError::Signature } else { JoseError::Key };
        let mut outcome = Err(JoseError::Key);
        for key in self.keys.iter().filter(|key| key.fits(&compact.header)) {
            outcome = key.check(alg, compact.signed.as_bytes(), &compact.signature).map_err(|_| wrong);
            if outcome.is_ok() {
                break;
            }
        }
        outcome.map(|()| compact)
    }
}
