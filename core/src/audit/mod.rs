//! Reading and verifying the audit chain. Rows are appended by `kernel::ctx`, in the caller's transaction.

use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::error::Error;
use crate::kernel::row_hash;

/// What a check of the chain found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase", tag = "chain")]
pub enum Verdict {
    /// Every row follows from the one before.
    Whole {
        /// Number of rows.
        rows: i64,
    },
    /// The first sequence number that is altered, missing or out of order.
    Broken {
        /// Its sequence number.
        at: i64,
    },
}

#[derive(sqlx::FromRow)]
struct Row {
    seq: i64,
    at: Time,
    actor: String,
    actor_name: String,
    session_id: Option<String>,
    address: Option<String>,
    request_id: String,
    action: String,
    resource: String,
    record_id: String,
    tenant_id: Option<String>,
    before: Option<String>,
    after: Option<String>,
    reason: Option<String>,
    outcome: String,
    prev_hash: String,
    hash: String,
}

impl Row {
    fn computed(&self, prev: &str) -> String {
        let columns = [
            Some(self.actor.as_str()),
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
        ];
        row_hash(self.seq, self.at, columns, prev)
    }
}

/// Rows read at once while verifying.
const STEP: i64 = 1000;

/// Walks the whole chain, in one consistent view, and compares its end with what was last appended.
pub async fn verify(kernel: &Kernel) -> Result<Verdict, Error> {
    let mut tx = kernel.db().begin_read().await?;
    let (head_seq, head_hash): (i64, String) = tx.query("SELECT seq, hash FROM audit_head WHERE id = 1").one().await?;
    let (mut seq, mut prev) = (0, String::new());
    loop {
        let rows: Vec<Row> = tx
            .query("SELECT * FROM audit_events WHERE seq > $1 ORDER BY seq LIMIT $2")
            .bind(seq)
            .bind(STEP)
            .all()
            .await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            if row.seq != seq + 1 || row.prev_hash != prev || row.hash != row.computed(&prev) {
                return Ok(Verdict::Broken { at: seq + 1 });
            }
            seq = row.seq;
            prev = row.hash;
        }
    }
    let whole = seq == head_seq && prev == head_hash;
    Ok(if whole { Verdict::Whole { rows: seq } } else { Verdict::Broken { at: seq + 1 } })
}
