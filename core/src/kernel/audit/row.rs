//! An audit row, and its encoding for MACs and for the tree.

use aws_lc_rs::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::seal::hex;

/// An audit row: every column that its writer decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuditRow {
    /// UUIDv7.
    pub id: String,
    /// When it was written.
    #[serde(with = "millis")]
    pub at: Time,
    /// User id, `system:<part>` or `nobody`.
    pub actor: String,
    /// The login name at that time, or the part's name.
    pub actor_name: String,
    /// The actor's session.
    pub session_id: Option<String>,
    /// The address that the request came from.
    pub address: Option<String>,
    /// The request's id.
    pub request_id: String,
    /// `resource.happened`.
    pub action: String,
    /// The resource, in the plural.
    pub resource: String,
    /// The record's id, or the value that was tried.
    pub record_id: String,
    /// The tenant it belongs to.
    pub tenant_id: Option<String>,
    /// The state before, as JSON.
    pub before: Option<String>,
    /// The state after, as JSON.
    pub after: Option<String>,
    /// The reason.
    pub reason: Option<String>,
    /// `ok`, `refused` or `failed`.
    pub outcome: String,
}

/// Times in exports are the database's milliseconds: the hashes cover these numbers, and nothing is rounded on the way.
mod millis {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::Time;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
    pub fn serialize<S: Serializer>(at: &Time, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_i64(at.0)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Time, D::Error> {
        i64::deserialize(d).map(Time)
    }
}

impl AuditRow {
    fn columns(&self) -> [Option<&str>; 13] {
        [
            Some(&self.actor),
            Some(&self.actor_name),
            self.session_id.as_deref(),
            self.address.as_deref(),
            Some(&self.request_id),
            Some(&self.action),
            Some(&self.resource),
            Some(&self.record_id),
            self.tenant_id.as_deref(),
            self.before.as_deref(),
            self.after.as_deref(),
            self.reason.as_deref(),
            Some(&self.outcome),
        ]
    }

    /// Encodes the row for MACs and hashes: a text that names the format, the id, the time (8 octets, big-endian),
    /// then the columns in their order. A text is `01`, its length (4 octets, big-endian) and its UTF-8; no text is
    /// `00`. No two rows have the same encoding.
    #[must_use]
    pub fn to_sign(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        out.extend_from_slice(b"cardea audit row 1\0");
        put(&mut out, Some(&self.id));
        out.extend_from_slice(&self.at.0.to_be_bytes());
        for column in self.columns() {
            put(&mut out, column);
        }
        out
    }

    /// The input of the tree's leaf hash: the row and its MAC. The MAC keeps a leaf's hash from being guessed: the
    /// holder of a receipt, which has the hashes of neighbouring rows, cannot try out what those rows may say.
    #[must_use]
    pub fn leaf(&self, mac: &str) -> Vec<u8> {
        let mut out = self.to_sign();
        put(&mut out, Some(mac));
        out
    }
}

fn put(out: &mut Vec<u8>, text: Option<&str>) {
    match text {
        None => out.push(0),
        Some(text) => {
            out.push(1);
            // No text in the database reaches 4 GiB.
            out.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes());
            out.extend_from_slice(text.as_bytes());
        }
    }
}

/// The hash of a row from before the tree: SHA-256, in hex, over a JSON array of all its columns with the previous
/// hash. It has no key; the last of these hashes is in the tree's first leaf.
#[must_use]
pub fn plain_hash(seq: i64, row: &AuditRow, prev: &str) -> String {
    let text = serde_json::json!([seq, row.at.0, row.columns(), prev]).to_string();
    hex(digest(&SHA256, text.as_bytes()).as_ref())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// For any columns, moving an octet from one column to its neighbour changes the encoding.
        #[test]
        fn no_two_rows_have_the_same_octets(a in ".{0,8}", b in ".{0,8}", c in proptest::option::of(".{0,8}")) {
            let row = |reason: Option<String>, outcome: &str, name: &str| {
                AuditRow { actor_name: name.into(), reason, outcome: outcome.into(), ..AuditRow::default() }
            };
            let (one, other) = (row(c.clone(), &a, &b), row(c.clone(), &b, &a));
            prop_assert_eq!(one.to_sign() == other.to_sign(), one == other);
            let (none, empty) = (row(None, &a, &b), row(Some(String::new()), &a, &b));
            prop_assert_ne!(none.to_sign(), empty.to_sign());
            let joined = row(c, &format!("{a}{b}"), "");
            prop_assert_eq!(one.to_sign() == joined.to_sign(), one == joined);
        }
    }
}
