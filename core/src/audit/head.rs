//! The tree's head: the position of the last sealed row, under a MAC, so that it cannot be set back without the key.

use super::merkle::{self, Edge, Hash};
use crate::kernel::clock::Time;
use crate::kernel::seal::{MacKeys, hex};

/// The head's row in the database.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct HeadRow {
    pub base_seq: i64,
    pub base_hash: String,
    pub seq: i64,
    pub seal: String,
    pub edge: String,
    pub verifier: String,
    pub sealed_at: Time,
    pub mac: String,
    /// The holder of the lease; not under the MAC, like the end of the lease.
    pub holder: String,
    pub lease_until: Time,
}

/// Why the head is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// Its MAC is wrong.
    #[error("the head of the audit is not what was sealed")]
    Forged,
    /// None of the master keys made its MAC.
    #[error("the head of the audit was sealed under a master key that is not there")]
    Key,
}

/// The base of the tree: the end of the chain of plain hashes from before the tree. It is the tree's first leaf.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// The last row of the chain; 0 if there is none.
    pub seq: i64,
    /// Its hash.
    pub hash: String,
}

impl Base {
    /// The first leaf.
    #[must_use]
    pub fn leaf(&self) -> Hash {
        let mut data = b"cardea audit base 1\0".to_vec();
        data.extend_from_slice(&self.seq.to_be_bytes());
        data.extend_from_slice(self.hash.as_bytes());
        merkle::leaf(&data)
    }

    /// Whether the tree of `size` leaves with this root begins with this leaf.
    #[must_use]
    pub fn begins(&self, size: u64, path: &[Hash], root: &Hash) -> bool {
        self.seq >= 0 && merkle::includes(self.leaf(), 0, size, path, root)
    }
}

/// The state of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub base: Base,
    /// The last sealed row.
    pub seq: i64,
    /// Its seal.
    pub seal: String,
    pub edge: Edge,
    /// The public key of checkpoints.
    pub verifier: String,
    pub sealed_at: Time,
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u64).to_be_bytes());
    out.extend_from_slice(text.as_bytes());
}

impl HeadRow {
    fn to_sign(&self) -> Vec<u8> {
        let mut out = b"cardea audit head 1\0".to_vec();
        for number in [self.base_seq, self.seq, self.sealed_at.0] {
            out.extend_from_slice(&number.to_be_bytes());
        }
        for part in [&self.base_hash, &self.seal, &self.edge, &self.verifier] {
            text(&mut out, part);
        }
        out
    }

    /// The state of the tree, if the MAC holds.
    pub fn open(&self, keys: &MacKeys) -> Result<Head, HeadError> {
        if !keys.knows(&self.mac) {
            return Err(HeadError::Key);
        }
        if !keys.holds(&self.mac, &self.to_sign()) {
            return Err(HeadError::Forged);
        }
        let hashes = self.edge.split(',').map(from_hex).collect::<Option<Vec<_>>>().ok_or(HeadError::Forged)?;
        let size = u64::try_from(self.seq - self.base_seq + 1).map_err(|_| HeadError::Forged)?;
        Ok(Head {
            base: Base { seq: self.base_seq, hash: self.base_hash.clone() },
            seq: self.seq,
            seal: self.seal.clone(),
            edge: Edge::from_parts(size, hashes).ok_or(HeadError::Forged)?,
            verifier: self.verifier.clone(),
            sealed_at: self.sealed_at,
        })
    }
}

impl Head {
    /// The head of a tree with only its first leaf.
    #[must_use]
    pub fn first(base: Base, verifier: String, now: Time) -> Self {
        let mut edge = Edge::default();
        let leaf = base.leaf();
        edge.push(leaf, |_, _, _| ());
        Self { seq: base.seq, seal: hex(&leaf), base, edge, verifier, sealed_at: now }
    }

    /// The row of the head, with its MAC.
    #[must_use]
    pub fn close(&self, keys: &MacKeys, holder: &str, lease_until: Time) -> HeadRow {
        let edge: Vec<String> = self.edge.hashes().iter().map(|hash| hex(hash)).collect();
        let mut row = HeadRow {
            base_seq: self.base.seq,
            base_hash: self.base.hash.clone(),
            seq: self.seq,
            seal: self.seal.clone(),
            edge: edge.join(","),
            verifier: self.verifier.clone(),
            sealed_at: self.sealed_at,
            mac: String::new(),
            holder: holder.to_owned(),
            lease_until,
        };
        row.mac = keys.tag(&row.to_sign());
        row
    }

    /// The position of a row in the tree; the first leaf is at 0.
    #[must_use]
    pub fn index(&self, seq: i64) -> u64 {
        u64::try_from(seq - self.base.seq).unwrap_or_default()
    }
}

/// The message of a row's seal: its position, the seal before and its leaf.
#[must_use]
pub fn to_seal(seq: i64, before: &str, leaf: &Hash) -> Vec<u8> {
    let mut out = b"cardea audit seal 1\0".to_vec();
    out.extend_from_slice(&seq.to_be_bytes());
    text(&mut out, before);
    out.extend_from_slice(leaf);
    out
}

/// Parses a hash from hex.
#[must_use]
pub fn from_hex(text: &str) -> Option<Hash> {
    let mut hash = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, octet) in hash.iter_mut().enumerate() {
        *octet = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(hash)
}
