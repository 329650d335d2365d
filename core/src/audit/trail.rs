//! The sealer: gives committed rows their numbers and seals, in batches, and signs checkpoints.
//!
//! One node at a time seals, by a lease. The head moves only from the state that the sealer computed from, so that
//! two nodes that both believe to hold the lease cannot fork the chain. A row that commits late gets a later number;
//! there are no gaps. A row whose MAC does not hold is never sealed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use super::anchors::{self, Anchor};
use super::error::TrailError;
use super::head::{Base, Head, HeadRow, to_seal};
use super::merkle::{self, STRIDE};
use super::note::{Checkpoint, Signer};
use super::store::{self, Stored};
use super::tree::Tree;
use crate::config::Config;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::outbound::Outbound;
use crate::kernel::seal::hex;
use crate::kernel::{Kernel, settings};

/// The rows sealed in one transaction.
pub(super) const BATCH: i64 = 500;
/// The most batches in one run.
const ROUNDS: usize = 40;
/// The seconds for which a silent sealer keeps the lease.
pub(super) const LEASE: i64 = 5;
/// The seconds after which an unsealed row raises an alarm.
pub const PATIENCE: i64 = 10;
/// The seconds between two alarms about the same condition.
const REPEAT: i64 = 60;
/// The setting with the key of checkpoints.
const KEY: &str = "audit-checkpoint-key";

/// The result of a run of the sealer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sealed {
    /// Whether a row waited for its seal when the run began.
    pub waited: bool,
    /// The number of rows that were sealed.
    pub rows: usize,
    /// The number of rows that were not sealed, because their MAC does not hold.
    pub forged: usize,
}

/// Seals rows and signs checkpoints. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Trail(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    kernel: Kernel,
    anchors: Vec<Box<dyn Anchor>>,
    interval: i64,
    signer: OnceCell<Signer>,
    memory: Mutex<Memory>,
}

/// The sealer's memory on this node.
#[derive(Debug, Default)]
struct Memory {
    /// The last exported checkpoint, and when it was exported.
    checkpointed: Option<(Time, Checkpoint)>,
    looked_back: bool,
    alarmed: Option<Time>,
}

impl Trail {
    /// The trail with the destinations of the settings.
    #[must_use]
    pub fn open(kernel: &Kernel, config: &Config, outbound: &Outbound) -> Self {
        Self::with_anchors(kernel, anchors::of(config, outbound), config.audit.checkpoint_seconds)
    }

    /// The trail with these destinations.
    #[must_use]
    pub fn with_anchors(kernel: &Kernel, anchors: Vec<Box<dyn Anchor>>, interval: i64) -> Self {
        let parts =
            Parts { kernel: kernel.clone(), anchors, interval, signer: OnceCell::new(), memory: Mutex::default() };
        Self(Arc::new(parts))
    }

    pub(super) fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The key of checkpoints, made at first use and stored sealed.
    pub async fn signer(&self) -> Result<&Signer, Error> {
        self.0.signer.get_or_try_init(|| self.load_signer()).await
    }

    async fn load_signer(&self) -> Result<Signer, Error> {
        let kernel = self.kernel();
        let mut cx = ReadCtx::system(kernel);
        let found = settings::get::<Vec<u8>>(&mut cx, KEY).await?;
        // If the tree names a key, a missing key is not replaced: somebody removed it.
        let begun = store::head(cx.db().await?).await?.is_some();
        drop(cx);
        let der = match found {
            Some(der) => der,
            None if begun => return Err(TrailError::CheckpointKey.into()),
            None => {
                let mut cx = Ctx::system(kernel, "audit");
                settings::put_first(&mut cx, KEY, &Signer::generate().map_err(Error::internal)?).await?;
                let kept = settings::get::<Vec<u8>>(&mut cx, KEY).await?;
                cx.commit().await?;
                kept.ok_or_else(|| Error::from(TrailError::CheckpointKey))?
            }
        };
        Signer::from_pkcs8(&der).map_err(Error::internal)
    }

    /// Seals the committed rows. To be called again and again, on every node.
    pub async fn seal_due(&self) -> Result<Sealed, Error> {
        let (kernel, mut done) = (self.kernel(), Sealed::default());
        let mut tx = kernel.db().autocommit().await?;
        done.waited = store::oldest_unsealed(&mut tx).await?.is_some();
        if !done.waited {
            return Ok(done);
        }
        let head = store::head(&mut tx).await?;
        drop(tx);
        let Some(mut row) = self.claim(head).await? else { return Ok(done) };
        let mut head = self.read(&row).await?;
        let mut after = (Time(i64::MIN), String::new());
        for _ in 0..ROUNDS {
            let page = store::unsealed(&mut kernel.db().autocommit().await?, (after.0, &after.1), BATCH).await?;
            let Some(last) = page.last() else { break };
            after = (last.row.at, last.row.id.clone());
            let full = i64::try_from(page.len()).is_ok_and(|n| n == BATCH);
            let (genuine, forged): (Vec<_>, Vec<_>) = page.into_iter().partition(|stored| self.is_genuine(stored));
            done.forged += forged.len();
            if !genuine.is_empty() {
                let count = genuine.len();
                let Some((next, closed)) = self.extend(&head, &row, genuine).await? else { break };
                (head, row) = (next, closed);
                done.rows += count;
            }
            if !full {
                break;
            }
        }
        Ok(done)
    }

    /// Seals until no more rows can be sealed, or another node seals.
    pub async fn seal_all(&self) -> Result<Sealed, Error> {
        let mut sum = Sealed::default();
        loop {
            let done = self.seal_due().await?;
            sum = Sealed { waited: sum.waited || done.waited, rows: sum.rows + done.rows, forged: done.forged };
            if done.rows == 0 {
                return Ok(sum);
            }
        }
    }

    fn is_genuine(&self, stored: &Stored) -> bool {
        let keys = self.kernel().audit().keys();
        stored.mac.as_deref().is_some_and(|mac| keys.holds(mac, &stored.row.to_sign()))
    }

    /// The head, if this node holds the lease or can take it.
    pub(super) async fn claim(&self, head: Option<HeadRow>) -> Result<Option<HeadRow>, Error> {
        let (kernel, name) = (self.kernel(), self.kernel().audit().name());
        let now = kernel.now();
        let until = now.plus_seconds(LEASE);
        let Some(mut head) = head else { return self.begin().await };
        let mine = head.holder == name;
        if !mine && head.lease_until > now {
            return Ok(None);
        }
        if !mine || head.lease_until < now.plus_seconds(LEASE / 2) {
            let mut tx = kernel.db().begin().await?;
            let claimed = store::claim(&mut tx, name, now, until).await?;
            // Reads what another node wrote before this node took the lease.
            let found = store::head(&mut tx).await?;
            tx.commit().await?;
            let (true, Some(found)) = (claimed, found) else { return Ok(None) };
            head = found;
        }
        Ok(Some(head))
    }

    /// Begins the tree at the end of the chain of plain hashes.
    async fn begin(&self) -> Result<Option<HeadRow>, Error> {
        let verifier = self.signer().await?.verifier().to_string();
        let (kernel, name) = (self.kernel(), self.kernel().audit().name());
        let now = kernel.now();
        let mut tx = kernel.db().begin().await?;
        let (seq, hash) = store::old_end(&mut tx).await?;
        let head = Head::first(Base { seq, hash }, verifier, now);
        let row = head.close(kernel.audit().keys(), name, now.plus_seconds(LEASE));
        let begun = store::begin(&mut tx, row.clone()).await?;
        tx.commit().await?;
        Ok(begun.then_some(row))
    }

    /// The state of the tree, if the head's MAC holds and it names the key of checkpoints.
    pub(super) async fn read(&self, row: &HeadRow) -> Result<Head, Error> {
        let head = row.open(self.kernel().audit().keys()).map_err(TrailError::Head)?;
        if head.verifier != self.signer().await?.verifier().to_string() {
            return Err(TrailError::CheckpointKey.into());
        }
        Ok(head)
    }

    /// Seals rows after the head; none if the head has moved meanwhile.
    async fn extend(&self, head: &Head, from: &HeadRow, rows: Vec<Stored>) -> Result<Option<(Head, HeadRow)>, Error> {
        let mut tx = self.kernel().db().begin().await?;
        let Some(next) = self.write(&mut tx, head, from, rows).await? else { return Ok(None) };
        tx.commit().await?;
        Ok(Some(next))
    }

    /// As [`Self::extend`], in a transaction that the caller commits.
    pub(super) async fn write(
        &self,
        tx: &mut crate::kernel::db::Tx,
        head: &Head,
        from: &HeadRow,
        rows: Vec<Stored>,
    ) -> Result<Option<(Head, HeadRow)>, Error> {
        let keys = self.kernel().audit().keys();
        let (mut next, mut nodes, mut sealed) = (head.clone(), Vec::new(), Vec::new());
        for stored in rows {
            let leaf = merkle::leaf(&stored.row.leaf(stored.mac.as_deref().unwrap_or_default()));
            next.seq += 1;
            next.seal = keys.tag(&to_seal(next.seq, &next.seal, &leaf));
            next.edge.push(leaf, |level, place, hash| {
                if level.is_multiple_of(STRIDE) {
                    nodes.push((level, i64::try_from(place).unwrap_or(i64::MAX), hex(&hash)));
                }
            });
            sealed.push((stored.row.id, next.seq, next.seal.clone()));
        }
        next.sealed_at = self.kernel().now();
        let closed = next.close(keys, &from.holder, from.lease_until);
        if !store::advance(tx, closed.clone(), &from.mac).await? {
            return Ok(None);
        }
        let count = sealed.len() as u64;
        if store::seal(tx, sealed).await? != count {
            // A row was deleted since it was read. The others are sealed in the next run.
            return Ok(None);
        }
        store::put_nodes(tx, nodes).await?;
        Ok(Some((next, closed)))
    }

    /// The seconds for which the oldest row has waited to be sealed, if that is too long.
    pub async fn overdue(&self) -> Result<Option<i64>, Error> {
        let oldest = store::oldest_unsealed(&mut self.kernel().db().autocommit().await?).await?;
        Ok(overdue(oldest, self.kernel().now()))
    }

    /// Logs that rows wait too long, once a minute, and returns whether they do.
    pub async fn watch(&self) -> Result<bool, Error> {
        let Some(seconds) = self.overdue().await? else { return Ok(false) };
        let now = self.kernel().now();
        let mut memory = self.memory();
        if memory.alarmed.is_none_or(|at| now >= at.plus_seconds(REPEAT)) {
            memory.alarmed = Some(now);
            tracing::error!(seconds, "audit rows wait to be sealed; `cardea audit verify` says which");
        }
        Ok(true)
    }

    /// The head as a checkpoint, with its signed note; none before the first row.
    pub async fn checkpoint(&self) -> Result<Option<(Checkpoint, String)>, Error> {
        let mut tx = self.kernel().db().autocommit().await?;
        let Some(row) = store::head(&mut tx).await? else { return Ok(None) };
        drop(tx);
        let head = self.read(&row).await?;
        let checkpoint = Checkpoint { size: head.edge.size(), root: head.edge.root(), at: self.kernel().now() };
        let note = self.signer().await?.sign(&checkpoint);
        Ok(Some((checkpoint, note)))
    }

    /// Signs the head and exports it, if the interval is over (or in any case, with `at_once`) and the tree has
    /// grown. First compares the tree with the last exported checkpoint. Returns whether one was exported.
    pub async fn checkpoint_due(&self, at_once: bool) -> Result<bool, Error> {
        let now = self.kernel().now();
        self.look_back().await?;
        let last = self.memory().checkpointed.clone();
        if last.as_ref().is_some_and(|(at, _)| !at_once && now < at.plus_seconds(self.0.interval)) {
            return Ok(false);
        }
        let Some((checkpoint, note)) = self.checkpoint().await? else { return Ok(false) };
        if last.as_ref().is_some_and(|(_, last)| last.size == checkpoint.size && last.root == checkpoint.root) {
            // Checked again after the interval, not at every run.
            self.memory().checkpointed = Some((now, checkpoint));
            return Ok(false);
        }
        if let Some((_, last)) = &last
            && !self.follows(last).await?
        {
            tracing::error!(
                size = last.size,
                "the audit does not go on from the last checkpoint: rows were removed or written anew"
            );
        }
        for anchor in &self.0.anchors {
            if let Err(error) = anchor.put(&checkpoint, &note).await {
                tracing::error!(%error, anchor = anchor.name(), "an audit checkpoint could not leave");
            }
        }
        self.memory().checkpointed = Some((now, checkpoint));
        Ok(true)
    }

    /// Remembers the last checkpoint that was exported before this node started.
    async fn look_back(&self) -> Result<(), Error> {
        if std::mem::replace(&mut self.memory().looked_back, true) {
            return Ok(());
        }
        let Some(last) = self.left(1).await?.pop() else { return Ok(()) };
        self.memory().checkpointed = Some((last.at, last));
        Ok(())
    }

    /// The last exported checkpoints, in as many files, from the destinations that can be read.
    pub(super) async fn left(&self, files: usize) -> Result<Vec<Checkpoint>, Error> {
        let verifier = self.signer().await?.verifier().clone();
        let mut all = Vec::new();
        for anchor in &self.0.anchors {
            let text = anchor.latest(files).await;
            all.extend(verifier.find(&text).iter().filter_map(|note| verifier.open(note).ok()));
        }
        Ok(all)
    }

    /// Whether the tree extends this checkpoint's tree (RFC 9162, section 2.1.4): the stored hashes give both roots.
    pub async fn follows(&self, checkpoint: &Checkpoint) -> Result<bool, Error> {
        let mut tx = self.kernel().db().begin_read().await?;
        let Some(row) = store::head(&mut tx).await? else { return Ok(false) };
        let head = self.read(&row).await?;
        let size = head.edge.size();
        if checkpoint.size == 0 || checkpoint.size > size {
            return Ok(false);
        }
        let mut tree = Tree::new(&mut tx, &head);
        if tree.hash(0, size).await? != head.edge.root() {
            return Err(TrailError::Tree.into());
        }
        Ok(tree.hash(0, checkpoint.size).await? == checkpoint.root)
    }
}

/// The seconds for which the oldest row has waited, if that is too long.
#[must_use]
pub fn overdue(oldest: Option<Time>, now: Time) -> Option<i64> {
    oldest.map(|at| now.unix_seconds() - at.unix_seconds()).filter(|seconds| *seconds > PATIENCE)
}
