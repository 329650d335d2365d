//! Receipts: one row with the proof that it is in the tree, for a reader without the database and the other rows.

use serde::{Deserialize, Serialize};

use super::error::TrailError;
use super::head::{Base, from_hex};
use super::merkle::{self, Hash};
use super::note::{Checkpoint, NoteError, Verifier};
use super::store;
use super::trail::Trail;
use super::tree::Tree;
use crate::kernel::audit::AuditRow;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::seal::hex;

/// The format name in a receipt.
pub(super) const RECEIPT: &str = "cardea-audit-receipt/1";

/// A receipt of one row.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Receipt {
    /// The format name.
    pub format: String,
    /// The row.
    pub row: AuditRow,
    /// Its writer's MAC; part of the leaf.
    pub mac: String,
    /// The row's number.
    pub seq: i64,
    /// The position of its leaf in the tree, from 0.
    pub index: u64,
    /// The hashes beside the path from the leaf to the root, from below (RFC 9162, section 2.1.3.1), in hex.
    pub path: Vec<String>,
    /// The base of the tree, from which rows are counted.
    pub base: Base,
    /// The hashes beside the path from the tree's first leaf to the root.
    pub base_path: Vec<String>,
    /// The tree's head, signed.
    pub checkpoint: String,
}

/// Why a receipt or an export does not prove its rows.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It does not have the right format.
    #[error("this is not what it should be: {0}")]
    Form(String),
    /// The checkpoint is not valid.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// The hashes do not lead to the checkpoint's root.
    #[error("the rows are not those of the signed tree: something was changed, added or left out")]
    Root,
    /// The content is not what was signed.
    #[error("the content is not what was signed: something was changed, added or left out")]
    Changed,
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

impl From<serde_json::Error> for ProofError {
    fn from(error: serde_json::Error) -> Self {
        Self::Form(error.to_string())
    }
}

/// Parses hashes from hex.
pub(super) fn hashes(texts: &[String]) -> Result<Vec<Hash>, ProofError> {
    let all = texts.iter().map(|text| from_hex(text)).collect::<Option<_>>();
    all.ok_or_else(|| ProofError::Form("a hash is not 64 digits of hex".into()))
}

impl Receipt {
    /// Verifies the receipt under a public key obtained by another way. Needs no server.
    pub fn verify(&self, verifier: &Verifier) -> Result<Checkpoint, ProofError> {
        if self.format != RECEIPT {
            return Err(ProofError::Form(format!("its format is not {RECEIPT}")));
        }
        let checkpoint = verifier.open(&self.checkpoint)?;
        let leaf = merkle::leaf(&self.row.leaf(&self.mac));
        let path = hashes(&self.path)?;
        // Position 0 is the tree's base, not a row.
        let index = i64::try_from(self.index).ok().filter(|index| *index > 0);
        let counted = index.and_then(|index| self.base.seq.checked_add(index)) == Some(self.seq);
        let based = self.base.begins(checkpoint.size, &hashes(&self.base_path)?, &checkpoint.root);
        if counted && based && merkle::includes(leaf, self.index, checkpoint.size, &path, &checkpoint.root) {
            Ok(checkpoint)
        } else {
            Err(ProofError::Root)
        }
    }
}

fn refused(en: &'static str, zh: &'static str) -> Error {
    Error::new(Code::Invalid).message(Text::new(zh, en))
}

impl Trail {
    /// The receipt of a row, under a checkpoint of the present state.
    ///
    /// # Errors
    /// [`Code::NotFound`] if there is no such row, [`Code::Invalid`] if it is not in the tree (yet).
    pub async fn receipt(&self, id: &str) -> Result<Receipt, Error> {
        let mut tx = self.kernel().db().begin_read().await?;
        let stored = store::by_id(&mut tx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
        let Some(head) = store::head(&mut tx).await? else {
            return Err(refused("nothing is sealed yet", "尚无已封存的审计记录"));
        };
        let head = self.read(&head).await?;
        let (Some(seq), Some(mac)) = (stored.seq.filter(|seq| *seq > head.base.seq), stored.mac) else {
            let en = "the row is not sealed yet, or is older than the tree: `cardea audit export` proves such rows";
            return Err(refused(en, "该记录尚未封存，或早于哈希树：请使用 cardea audit export"));
        };
        let (size, index) = (head.edge.size(), head.index(seq));
        let mut tree = Tree::new(&mut tx, &head);
        let mut path = Vec::new();
        for (low, high) in merkle::path(size, index) {
            path.push(tree.hash(low, high).await?);
        }
        let mut base_path = Vec::new();
        for (low, high) in merkle::path(size, 0) {
            base_path.push(tree.hash(low, high).await?);
        }
        let leaf = merkle::leaf(&stored.row.leaf(&mac));
        if !merkle::includes(leaf, index, size, &path, &head.edge.root()) {
            return Err(TrailError::Tree.into());
        }
        let checkpoint = Checkpoint { size, root: head.edge.root(), at: self.kernel().now() };
        Ok(Receipt {
            format: RECEIPT.into(),
            row: stored.row,
            mac,
            seq,
            index,
            path: path.iter().map(|hash| hex(hash)).collect(),
            base: head.base,
            base_path: base_path.iter().map(|hash| hex(hash)).collect(),
            checkpoint: self.signer().await?.sign(&checkpoint),
        })
    }
}
