//! Verifies the audit: reads all of it, and compares it with its MACs, seals, hashes and checkpoints.

use serde::Serialize;

use super::head::{Head, HeadRow, to_seal};
use super::merkle::{self, Edge, STRIDE};
use super::note::Checkpoint;
use super::store::{self, Stored};
use super::trail::{self, Trail};
use crate::kernel::audit::plain_hash;
use crate::kernel::clock::Time;
use crate::kernel::db::ReadTx;
use crate::kernel::error::Error;
use crate::kernel::seal::{MacKeys, hex};

/// The result of a check of the audit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "chain")]
pub enum Verdict {
    /// Nothing was altered.
    #[serde(rename_all = "camelCase")]
    Whole {
        /// Number of rows, sealed or not.
        rows: i64,
        /// The number of rows not yet sealed.
        unsealed: i64,
        /// The number of checkpoints that the tree was compared with.
        anchors: usize,
    },
    /// Rows have waited too long to be sealed: no node seals, or none can.
    #[serde(rename_all = "camelCase")]
    Overdue {
        /// The number of unsealed rows.
        unsealed: i64,
        /// The oldest of them.
        id: String,
        /// When it was written.
        since: Time,
    },
    /// Something was altered.
    #[serde(rename_all = "camelCase")]
    Broken {
        /// The sequence number at which it begins.
        at: i64,
        /// The row at this number, or the one that should not be there.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// The fault.
        why: Fault,
    },
}

/// A fault in the audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The row is missing.
    Missing,
    /// The row differs from what its writer wrote, or no writer of this server wrote it.
    Changed,
    /// The row was not written by the server.
    Inserted,
    /// A genuine row, but not the one that was sealed at this place.
    Moved,
    /// The head is missing, or was altered.
    Head,
    /// A stored root is not the tree's. The rows are unaltered.
    Node,
    /// The rows up to here are not those of an exported checkpoint: they were removed or rewritten.
    Anchor,
    /// Its master key is missing, so the row cannot be checked.
    Key,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Missing => "it is missing",
            Self::Changed => "it was changed",
            Self::Inserted => "the server did not write it",
            Self::Moved => "another row was sealed here",
            Self::Head => "the head was removed, changed or set back",
            Self::Node => "a hash that is kept for receipts was changed",
            Self::Anchor => "a checkpoint that left the database says otherwise",
            Self::Key => "the master key that it was sealed under is not there",
        })
    }
}

impl Verdict {
    /// The message for a result that is not good; none for a good one.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        match self {
            Self::Whole { .. } => None,
            Self::Overdue { unsealed, id, since } => {
                Some(format!("{unsealed} audit rows are not sealed, the oldest, {id}, since {since}"))
            }
            Self::Broken { at, id, why } => {
                let id = id.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
                Some(format!("the audit chain is broken at row {at}{id}: {why}"))
            }
        }
    }
}

/// The rows read at once.
const STEP: i64 = 1000;

/// The result of a step; a fault ends the check.
type Checked<T> = Result<T, Stop>;

enum Stop {
    Found(Verdict),
    Failed(Error),
}

impl<E: Into<Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

fn broken<T>(at: i64, id: Option<&str>, why: Fault) -> Checked<T> {
    Err(Stop::Found(Verdict::Broken { at, id: id.map(str::to_owned), why }))
}

impl Trail {
    /// Checks every row, in one consistent view: its MAC, its position, the head, the stored hashes, and the
    /// checkpoints. Writes nothing.
    pub async fn verify(&self, anchors: &[Checkpoint]) -> Result<Verdict, Error> {
        let kernel = self.kernel();
        let mut anchors = anchors.to_vec();
        anchors.sort_by_key(|anchor| anchor.size);
        let expected = self.signer().await.ok().map(|signer| signer.verifier().to_string());
        let mut tx = kernel.db().begin_read().await?;
        let mut walk = Walk { tx: &mut tx, keys: kernel.audit().keys(), anchors, next_anchor: 0, now: kernel.now() };
        match walk.whole(expected.as_deref()).await {
            Ok(verdict) | Err(Stop::Found(verdict)) => Ok(verdict),
            Err(Stop::Failed(error)) => Err(error),
        }
    }
}

struct Walk<'a> {
    tx: &'a mut ReadTx,
    keys: &'a MacKeys,
    anchors: Vec<Checkpoint>,
    next_anchor: usize,
    now: Time,
}

impl Walk<'_> {
    async fn whole(&mut self, verifier: Option<&str>) -> Checked<Verdict> {
        let found = store::head(self.tx).await?;
        let (end, hash) = store::old_end(self.tx).await?;
        let Some(found) = found else { return self.not_begun(end, &hash).await };
        let head = self.head(&found, verifier)?;
        self.plain(head.base.seq, &head.base.hash).await?;
        self.sealed(&head).await?;
        let unsealed = self.waiting(head.seq).await?;
        Ok(Verdict::Whole { rows: head.seq + unsealed, unsealed, anchors: self.anchors.len() })
    }

    /// Checks an audit without a tree: there is none before the first row is sealed.
    async fn not_begun(&mut self, end: i64, hash: &str) -> Checked<Verdict> {
        self.plain(end, hash).await?;
        if let Some(row) = store::sealed(self.tx, end + 1, i64::MAX, 1).await?.pop() {
            return broken(end + 1, Some(&row.row.id), Fault::Head);
        }
        if !self.anchors.is_empty() {
            return broken(end + 1, None, Fault::Anchor);
        }
        let unsealed = self.waiting(end).await?;
        Ok(Verdict::Whole { rows: end + unsealed, unsealed, anchors: 0 })
    }

    fn head(&self, found: &HeadRow, verifier: Option<&str>) -> Checked<Head> {
        match found.open(self.keys) {
            Ok(head) if verifier == Some(head.verifier.as_str()) => Ok(head),
            Ok(_) | Err(super::head::HeadError::Key) => broken(found.seq, None, Fault::Key),
            Err(super::head::HeadError::Forged) => broken(found.seq, None, Fault::Head),
        }
    }

    /// Checks the rows from before the tree.
    async fn plain(&mut self, end: i64, hash: &str) -> Checked<()> {
        let (mut seq, mut prev) = (0, String::new());
        while seq < end {
            let rows = store::sealed(self.tx, seq + 1, end, STEP).await?;
            if rows.is_empty() {
                return broken(seq + 1, None, Fault::Missing);
            }
            for stored in rows {
                let at = seq + 1;
                if stored.seq != Some(at) {
                    return broken(at, None, Fault::Missing);
                }
                let id = Some(stored.row.id.as_str());
                if stored.prev_hash.as_deref() != Some(prev.as_str()) {
                    return broken(at, id, Fault::Moved);
                }
                let computed = plain_hash(at, &stored.row, &prev);
                if stored.hash.as_deref() != Some(computed.as_str()) {
                    return broken(at, id, Fault::Changed);
                }
                (seq, prev) = (at, computed);
            }
        }
        if prev == hash { Ok(()) } else { broken(end, None, Fault::Changed) }
    }

    /// Checks the rows of the tree.
    async fn sealed(&mut self, head: &Head) -> Checked<()> {
        let mut here = Head::first(head.base.clone(), head.verifier.clone(), head.sealed_at);
        self.anchored(&here)?;
        loop {
            let rows = store::sealed(self.tx, here.seq + 1, i64::MAX, STEP).await?;
            if rows.is_empty() {
                break;
            }
            for stored in rows {
                self.one(&mut here, head, &stored).await?;
                self.anchored(&here)?;
            }
        }
        if here.seq < head.seq {
            return broken(here.seq + 1, None, Fault::Missing);
        }
        if here.seal != head.seal || here.edge != head.edge {
            return broken(here.seq, None, Fault::Head);
        }
        match self.anchors.get(self.next_anchor) {
            Some(_) => broken(here.seq + 1, None, Fault::Anchor),
            None => Ok(()),
        }
    }

    async fn one(&mut self, here: &mut Head, head: &Head, stored: &Stored) -> Checked<()> {
        let (at, id) = (here.seq + 1, Some(stored.row.id.as_str()));
        if stored.seq != Some(at) {
            let nothing_after = at > head.seq;
            return if nothing_after { broken(at, id, Fault::Inserted) } else { broken(at, None, Fault::Missing) };
        }
        let mac = stored.mac.as_deref().unwrap_or_default();
        if !self.keys.holds(mac, &stored.row.to_sign()) {
            let key_is_gone = mac.contains('.') && !self.keys.knows(mac);
            let why = match (key_is_gone, at > head.seq) {
                (true, _) => Fault::Key,
                (false, true) => Fault::Inserted,
                (false, false) => Fault::Changed,
            };
            return broken(at, id, why);
        }
        let leaf = merkle::leaf(&stored.row.leaf(mac));
        let seal = stored.seal.as_deref().unwrap_or_default();
        if at > head.seq || !self.keys.holds(seal, &to_seal(at, &here.seal, &leaf)) {
            return broken(at, id, Fault::Moved);
        }
        let mut whole = Vec::new();
        here.edge.push(leaf, |level, place, hash| {
            if level.is_multiple_of(STRIDE) {
                whole.push((level, place, hash));
            }
        });
        for (level, place, hash) in whole {
            let place = i64::try_from(place).unwrap_or(i64::MAX);
            if store::node(self.tx, level, place).await?.as_deref() != Some(hex(&hash).as_str()) {
                return broken(at, id, Fault::Node);
            }
        }
        here.seq = at;
        seal.clone_into(&mut here.seal);
        Ok(())
    }

    /// Compares the tree with the checkpoints of its size.
    fn anchored(&mut self, here: &Head) -> Checked<()> {
        let (size, edge): (u64, &Edge) = (here.edge.size(), &here.edge);
        while let Some(anchor) = self.anchors.get(self.next_anchor).filter(|anchor| anchor.size <= size) {
            if anchor.size != size || anchor.root != edge.root() {
                let before = self.next_anchor.checked_sub(1).and_then(|last| self.anchors.get(last));
                let last = before.map_or(0, |anchor| i64::try_from(anchor.size).unwrap_or(i64::MAX));
                return broken(here.base.seq + last.max(1), None, Fault::Anchor);
            }
            self.next_anchor += 1;
        }
        Ok(())
    }

    /// Checks the rows that are not sealed yet, and returns their number.
    async fn waiting(&mut self, seq: i64) -> Checked<i64> {
        let (mut count, mut oldest) = (0, None);
        let mut after = (Time(i64::MIN), String::new());
        loop {
            let rows = store::unsealed(self.tx, (after.0, &after.1), STEP).await?;
            let Some(last) = rows.last() else { break };
            after = (last.row.at, last.row.id.clone());
            for stored in rows {
                let id = stored.row.id.clone();
                let mac = stored.mac.as_deref().unwrap_or_default();
                if !self.keys.holds(mac, &stored.row.to_sign()) {
                    let why = if mac.contains('.') && !self.keys.knows(mac) { Fault::Key } else { Fault::Inserted };
                    return broken(seq + 1, Some(&id), why);
                }
                if stored.seal.is_some() {
                    return broken(seq + 1, Some(&id), Fault::Moved);
                }
                count += 1;
                oldest = oldest.or(Some((id, stored.row.at)));
            }
        }
        match oldest {
            Some((id, since)) if trail::overdue(Some(since), self.now).is_some() => {
                Err(Stop::Found(Verdict::Overdue { unsealed: count, id, since }))
            }
            _ => Ok(count),
        }
    }
}
