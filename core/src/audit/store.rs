//! The SQL of the audit's rows, of the tree over them, and of the sealer's lease.

use super::head::HeadRow;
use crate::kernel::audit::AuditRow;
use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};

/// A row in the database.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Stored {
    /// The columns of its writer.
    #[sqlx(flatten)]
    pub row: AuditRow,
    /// Its number; none before it is sealed.
    pub seq: Option<i64>,
    /// The writer's MAC; none in rows from before the tree.
    pub mac: Option<String>,
    /// The sealer's MAC.
    pub seal: Option<String>,
    /// The plain hash of the row before, in rows from before the tree.
    pub prev_hash: Option<String>,
    /// The plain hash of the row, in rows from before the tree.
    pub hash: Option<String>,
}

/// When the oldest unsealed row was written.
pub async fn oldest_unsealed(tx: &mut ReadTx) -> sqlx::Result<Option<Time>> {
    // Not MIN, which depends on the planner's use of a partial index.
    let sql = "SELECT at FROM audit_events WHERE seq IS NULL ORDER BY at, id LIMIT 1";
    Ok(tx.query(sql).optional::<(Time,)>().await?.map(|(at,)| at))
}

/// Unsealed rows after a row, the oldest first.
pub async fn unsealed(tx: &mut ReadTx, after: (Time, &str), limit: i64) -> sqlx::Result<Vec<Stored>> {
    tx.query("SELECT * FROM audit_events WHERE seq IS NULL AND (at, id) > ($1, $2) ORDER BY at, id LIMIT $3")
        .bind(after.0)
        .bind(after.1.to_owned())
        .bind(limit)
        .all()
        .await
}

/// Sealed rows from `first` to `last`, at most `limit`, in order.
pub async fn sealed(tx: &mut ReadTx, first: i64, last: i64, limit: i64) -> sqlx::Result<Vec<Stored>> {
    tx.query("SELECT * FROM audit_events WHERE seq >= $1 AND seq <= $2 ORDER BY seq LIMIT $3")
        .bind(first)
        .bind(last)
        .bind(limit)
        .all()
        .await
}

/// A row.
pub async fn by_id(tx: &mut ReadTx, id: &str) -> sqlx::Result<Option<Stored>> {
    tx.query("SELECT * FROM audit_events WHERE id = $1").bind(id.to_owned()).optional().await
}

/// The end of the chain of plain hashes.
pub async fn old_end(tx: &mut ReadTx) -> sqlx::Result<(i64, String)> {
    tx.query("SELECT seq, hash FROM audit_head WHERE id = 1").one().await
}

const HEAD: &str = "SELECT base_seq, base_hash, seq, seal, edge, verifier, sealed_at, mac, holder, lease_until \
                    FROM audit_tree WHERE id = 1";

/// The head of the tree.
pub async fn head(tx: &mut ReadTx) -> sqlx::Result<Option<HeadRow>> {
    tx.query(HEAD).optional().await
}

/// Begins the tree; if two nodes try at once, one succeeds.
pub async fn begin(tx: &mut Tx, head: HeadRow) -> sqlx::Result<bool> {
    let sql = "INSERT INTO audit_tree (id, holder, lease_until, base_seq, base_hash, seq, seal, edge, verifier, \
               sealed_at, mac) VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING";
    let query = tx.write(sql).bind(head.holder).bind(head.lease_until).bind(head.base_seq).bind(head.base_hash);
    let query = query.bind(head.seq).bind(head.seal).bind(head.edge).bind(head.verifier);
    Ok(query.bind(head.sealed_at).bind(head.mac).execute().await? == 1)
}

/// Takes the lease, or extends it.
pub async fn claim(tx: &mut Tx, holder: &str, now: Time, until: Time) -> sqlx::Result<bool> {
    tx.write("UPDATE audit_tree SET holder = $1, lease_until = $2 WHERE id = 1 AND (holder = $1 OR lease_until <= $3)")
        .bind(holder.to_owned())
        .bind(until)
        .bind(now)
        .execute()
        .await
        .map(|rows| rows == 1)
}

/// Moves the head on from the one state with the MAC `from`. Only the holder of the lease can.
pub async fn advance(tx: &mut Tx, head: HeadRow, from: &str) -> sqlx::Result<bool> {
    let sql = "UPDATE audit_tree SET seq = $1, seal = $2, edge = $3, sealed_at = $4, mac = $5 \
               WHERE id = 1 AND mac = $6 AND holder = $7";
    let query = tx.write(sql).bind(head.seq).bind(head.seal).bind(head.edge).bind(head.sealed_at).bind(head.mac);
    Ok(query.bind(from.to_owned()).bind(head.holder).execute().await? == 1)
}

/// Sets the numbers and seals of rows, and returns how many rows it changed.
pub async fn seal(tx: &mut Tx, rows: Vec<(String, i64, String)>) -> sqlx::Result<u64> {
    let sql = "UPDATE audit_events SET seq = v.column2, seal = v.column3 FROM (VALUES ";
    let (mut query, mut open) = (tx.write(sql), "(");
    for (id, seq, seal) in rows {
        query = query.push(open, id).push(", ", seq).push(", ", seal).sql(")");
        open = ", (";
    }
    let end = ") AS v WHERE audit_events.id = v.column1 AND audit_events.seq IS NULL";
    query.sql(end).planned_anew().execute().await
}

/// Stores roots of subtrees.
pub async fn put_nodes(tx: &mut Tx, nodes: Vec<(u32, i64, String)>) -> sqlx::Result<()> {
    for (level, place, hash) in nodes {
        tx.write("INSERT INTO audit_nodes (level, place, hash) VALUES ($1, $2, $3)")
            .bind(i64::from(level))
            .bind(place)
            .bind(hash)
            .execute_later()
            .await?;
    }
    Ok(())
}

/// The root of a subtree.
pub async fn node(tx: &mut ReadTx, level: u32, place: i64) -> sqlx::Result<Option<String>> {
    let sql = "SELECT hash FROM audit_nodes WHERE level = $1 AND place = $2";
    Ok(tx.query(sql).bind(i64::from(level)).bind(place).optional::<(String,)>().await?.map(|(hash,)| hash))
}
