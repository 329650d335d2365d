//! Exports: the rows of a range in lines of JSON, with the proof that they are in the signed tree, complete and in
//! order.
//!
//! The first line has the format and the signed checkpoint, the last line the hashes beside the range. Rows from
//! before the tree are proved by their chain of plain hashes, whose end is in the tree's first leaf: a range that
//! begins among them must reach the last of them.

use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};

use super::error::TrailError;
use super::head::{Base, Head};
use super::note::{Checkpoint, Verifier};
use super::receipt::{ProofError, hashes};
use super::trail::Trail;
use super::tree::Tree;
use super::{merkle, store};
use crate::kernel::audit::{AuditRow, plain_hash};
use crate::kernel::db::ReadTx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::seal::hex;

/// The format name in an export.
const EXPORT: &str = "cardea-audit-export/1";
/// The rows read at once.
const STEP: i64 = 1000;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Opening {
    format: String,
    first: i64,
    last: i64,
    base: Base,
    checkpoint: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    seq: i64,
    row: AuditRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    mac: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prev_hash: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Closing {
    beside: Vec<String>,
    base_path: Vec<String>,
}

/// The content of a verified export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerifiedExport {
    /// The first row's number.
    pub first: i64,
    /// The last row's number.
    pub last: i64,
    /// The number of rows.
    pub rows: i64,
    /// The tree's size when the export was signed.
    pub size: u64,
    /// When the export was signed.
    pub signed_at: crate::kernel::clock::Time,
}

fn line(out: &mut impl Write, value: &impl Serialize) -> Result<(), Error> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    out.write_all(&text).map_err(Error::internal)
}

/// The leaves of a range, as positions in the tree; the first leaf goes with the rows from before the tree.
fn leaves(base: &Base, first: i64, last: i64) -> (u64, u64) {
    let index = |seq: i64| u64::try_from(seq - base.seq).unwrap_or_default();
    (if first <= base.seq { 0 } else { index(first) }, index(last) + 1)
}

impl Trail {
    /// Writes the rows from `first` to `last`, or to the last sealed one.
    ///
    /// # Errors
    /// [`Code::Invalid`] if there are no such rows, or if the range ends among the rows from before the tree.
    pub async fn export(&self, first: i64, last: Option<i64>, out: &mut impl Write) -> Result<(), Error> {
        let mut tx = self.kernel().db().begin_read().await?;
        let found = store::head(&mut tx).await?.ok_or_else(|| Error::new(Code::NotFound))?;
        let head = self.read(&found).await?;
        let last = last.unwrap_or(head.seq);
        if first < 1 || last < first || last > head.seq {
            let (zh, en) =
                (format!("已封存的记录为 1 至 {}", head.seq), format!("sealed are the rows 1 to {}", head.seq));
            return Err(Error::new(Code::Invalid).message(Text::made(zh, en)));
        }
        if first <= head.base.seq && last < head.base.seq {
            let en = format!("what begins among the rows of before the tree goes on to row {}", head.base.seq);
            let zh = format!("起点早于哈希树的导出须至少到第 {} 行", head.base.seq);
            return Err(Error::new(Code::Invalid).message(Text::made(zh, en)));
        }
        let checkpoint = Checkpoint { size: head.edge.size(), root: head.edge.root(), at: self.kernel().now() };
        let note = self.signer().await?.sign(&checkpoint);
        line(out, &Opening { format: EXPORT.into(), first, last, base: head.base.clone(), checkpoint: note })?;
        rows(&mut tx, first, last, out).await?;
        let (low, high) = leaves(&head.base, first, last);
        let beside = hashed(&mut tx, &head, merkle::beside(head.edge.size(), low, high)).await?;
        let base_path = hashed(&mut tx, &head, merkle::path(head.edge.size(), 0)).await?;
        line(out, &Closing { beside, base_path })
    }
}

async fn rows(tx: &mut ReadTx, first: i64, last: i64, out: &mut impl Write) -> Result<(), Error> {
    let mut next = first;
    while next <= last {
        let rows = store::sealed(tx, next, last, STEP).await?;
        if rows.is_empty() {
            return Err(TrailError::Tree.into());
        }
        for stored in rows {
            if stored.seq != Some(next) {
                return Err(TrailError::Tree.into());
            }
            line(out, &Line { seq: next, row: stored.row, mac: stored.mac, prev_hash: stored.prev_hash })?;
            next += 1;
        }
    }
    Ok(())
}

async fn hashed(tx: &mut ReadTx, head: &Head, parts: Vec<(u64, u64)>) -> Result<Vec<String>, Error> {
    let mut tree = Tree::new(tx, head);
    let mut found = Vec::new();
    for (low, high) in parts {
        found.push(hex(&tree.hash(low, high).await?));
    }
    Ok(found)
}

/// Verifies an export under a public key obtained by another way. Needs no server, and keeps 32 octets a row.
pub fn verify_export(input: impl BufRead, verifier: &Verifier) -> Result<VerifiedExport, ProofError> {
    let mut lines = input.lines();
    let mut next = || lines.next().transpose()?.ok_or_else(|| ProofError::Form("it ends too early".into()));
    let about: Opening = serde_json::from_str(&next()?)?;
    if about.format != EXPORT || about.first < 1 || about.last < about.first || about.base.seq < 0 {
        return Err(ProofError::Form(format!("its format is not {EXPORT}")));
    }
    let checkpoint = verifier.open(&about.checkpoint)?;
    let old = about.first <= about.base.seq;
    if old && about.last < about.base.seq {
        return Err(ProofError::Form("it ends among the rows of before the tree".into()));
    }
    let mut found = if old { vec![about.base.leaf()] } else { Vec::new() };
    let mut plain: Option<String> = None;
    for seq in about.first..=about.last {
        let line: Line = serde_json::from_str(&next()?)?;
        if line.seq != seq {
            return Err(ProofError::Form(format!("row {} stands where row {seq} should", line.seq)));
        }
        if seq <= about.base.seq {
            let prev = line.prev_hash.unwrap_or_default();
            if plain.as_ref().is_some_and(|plain| *plain != prev) || (seq == 1 && !prev.is_empty()) {
                return Err(ProofError::Root);
            }
            plain = Some(plain_hash(seq, &line.row, &prev));
            continue;
        }
        found.push(merkle::leaf(&line.row.leaf(line.mac.as_deref().unwrap_or_default())));
    }
    if old && plain.as_ref() != Some(&about.base.hash) {
        return Err(ProofError::Root);
    }
    let last: Closing = serde_json::from_str(&next()?)?;
    if lines.any(|more| more.map_or(true, |more| !more.trim().is_empty())) {
        return Err(ProofError::Form("something follows its end".into()));
    }
    let (low, high) = leaves(&about.base, about.first, about.last);
    let based = about.base.begins(checkpoint.size, &hashes(&last.base_path)?, &checkpoint.root);
    let fits = based && high - low == found.len() as u64;
    let root = merkle::root_around(checkpoint.size, low, &found, &hashes(&last.beside)?);
    if !fits || root != Some(checkpoint.root) {
        return Err(ProofError::Root);
    }
    let rows = about.last - about.first + 1;
    let (size, signed_at) = (checkpoint.size, checkpoint.at);
    Ok(VerifiedExport { first: about.first, last: about.last, rows, size, signed_at })
}
