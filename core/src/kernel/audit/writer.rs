//! Writes audit rows, and gives each its id and its MAC.

use aws_lc_rs::digest::{SHA256, digest};

use super::draft::Draft;
use super::gather::{Gatherer, Plan};
use super::row::AuditRow;
use crate::kernel::clock::Time;
use crate::kernel::db::{Db, Tx};
use crate::kernel::id::Ascending;
use crate::kernel::seal::{MacKeys, SealError, Sealer, hex};

/// The most rows in one statement; each has 17 values, and SQLite takes 32,766 of them.
const AT_ONCE: usize = 500;
/// The most rows for which the statement is kept prepared: there are few such statements.
const USUAL: usize = 4;

const INSERT: &str = "INSERT INTO audit_events (id, at, actor, actor_name, session_id, address, request_id, action, \
    resource, record_id, tenant_id, before, after, reason, outcome, mac) VALUES ";

/// The writer of audit rows: the key of their MACs, the series of their ids, and the refusals gathered before they
/// become a row.
#[derive(Debug)]
pub struct AuditWriter {
    keys: MacKeys,
    ids: Ascending,
    /// The series, in hex: the name of this opening of the database.
    name: String,
    gatherer: Gatherer,
}

impl AuditWriter {
    /// `mark` differs from that of every other opening of the database.
    pub fn new(sealer: &Sealer, mark: &str) -> Result<Self, SealError> {
        let mut series = [0; 6];
        let hash = digest(&SHA256, mark.as_bytes());
        series.copy_from_slice(&hash.as_ref()[..6]);
        let start = u16::from_be_bytes([hash.as_ref()[6], hash.as_ref()[7]]);
        Ok(Self {
            keys: sealer.mac_keys("cardea audit 1")?,
            ids: Ascending::new(series, start),
            name: hex(&series),
            gatherer: Gatherer::default(),
        })
    }

    /// The keys of the audit: for rows, seals and the tree's head, each under a domain of its own.
    #[must_use]
    pub fn keys(&self) -> &MacKeys {
        &self.keys
    }

    /// The name of this opening of the database, among nodes.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Decides which drafts are written now and which are only counted.
    pub(in crate::kernel) fn enter(&self, now: Time, drafts: Vec<Draft>) -> Entry<'_> {
        Entry { writer: self, plan: self.gatherer.plan(now, drafts) }
    }

    fn sign(&self, now: Time, mut row: AuditRow) -> (AuditRow, String) {
        row.id = self.ids.next(now).into();
        row.at = now;
        let mac = self.keys.tag(&row.to_sign());
        (row, mac)
    }

    /// Appends the rows in their order.
    async fn append(&self, tx: &mut Tx, now: Time, rows: Vec<AuditRow>) -> sqlx::Result<()> {
        let mut rows = rows.into_iter().map(|row| self.sign(now, row)).peekable();
        while rows.peek().is_some() {
            let some: Vec<_> = rows.by_ref().take(AT_ONCE).collect();
            let usual = some.len() <= USUAL;
            let mut query = if usual { tx.also(INSERT) } else { tx.write(INSERT) };
            let mut open = "(";
            for (row, mac) in some {
                query = query.push(open, row.id).push(", ", row.at).push(", ", row.actor).push(", ", row.actor_name);
                query = query.push(", ", row.session_id).push(", ", row.address).push(", ", row.request_id);
                query = query.push(", ", row.action).push(", ", row.resource).push(", ", row.record_id);
                query = query.push(", ", row.tenant_id).push(", ", row.before).push(", ", row.after);
                query = query.push(", ", row.reason).push(", ", row.outcome).push(", ", mac).sql(")");
                open = ", (";
            }
            let query = if usual { query } else { query.planned_anew() };
            query.execute_later().await?;
        }
        Ok(())
    }

    /// Writes the counts of the minutes that are over; with `all`, of those under way too. Returns the number of rows.
    pub async fn write_gathered(&self, db: &Db, now: Time, all: bool) -> sqlx::Result<usize> {
        let plan = self.gatherer.due(now, all);
        let rows = plan.rows.len();
        if rows > 0 {
            let mut tx = db.begin().await?;
            self.append(&mut tx, now, plan.rows.clone()).await?;
            tx.commit().await?;
        }
        plan.done();
        Ok(rows)
    }
}

/// Rows on their way into a transaction. Dropped before it is [done](Entry::done), it leaves the gathered counts as
/// they were.
#[derive(Debug)]
pub(in crate::kernel) struct Entry<'a> {
    writer: &'a AuditWriter,
    plan: Plan<'a>,
}

impl Entry<'_> {
    /// Whether there are no rows.
    pub(in crate::kernel) fn is_empty(&self) -> bool {
        self.plan.rows.is_empty()
    }

    /// Writes the rows.
    pub(in crate::kernel) async fn write(&self, tx: &mut Tx, now: Time) -> sqlx::Result<()> {
        self.writer.append(tx, now, self.plan.rows.clone()).await
    }

    /// Counts the gathered refusals, after the transaction was committed.
    pub(in crate::kernel) fn done(self) {
        self.plan.done();
    }
}
