//! Sign-ins in the audit: a person's own, with attempts at their account, and those of everybody to be counted.

use crate::kernel::clock::Time;
use crate::kernel::db::ReadTx;
use crate::kernel::id::Id;

/// A sign-in or an attempt, from the audit.
#[derive(Debug, sqlx::FromRow)]
pub struct SignIn {
    /// Id.
    pub id: String,
    /// The time.
    pub at: Time,
    /// The action, as the audit names it.
    pub action: String,
    /// The caller's address.
    pub address: Option<String>,
    /// The state in the audit row, as JSON.
    pub after: Option<String>,
    /// Why it was refused.
    pub reason: Option<String>,
}

/// The sign-ins of a user and the attempts at their account, the newest first, before a time and a row. Each half
/// reads its own index in order, and ends with the page.
pub async fn of(tx: &mut ReadTx, user: &Id, before: (Time, String), limit: i64) -> sqlx::Result<Vec<SignIn>> {
    tx.query(
        "SELECT * FROM (SELECT id, at, action, address, after, reason FROM audit_events \
           WHERE resource = 'sessions' AND actor = $1 AND (at, id) < ($2, $3) \
           AND action IN ('session.started', 'session.renewed') ORDER BY at DESC, id DESC LIMIT $4) AS own \
         UNION ALL \
         SELECT * FROM (SELECT id, at, action, address, after, reason FROM audit_events \
           WHERE resource = 'users' AND record_id = $1 AND (at, id) < ($2, $3) \
           AND action IN ('session.refused', 'session.factor_refused', 'session.factor_asked', \
           'session.password_asked', 'code.wrong') ORDER BY at DESC, id DESC LIMIT $4) AS tried \
         ORDER BY at DESC, id DESC LIMIT $4",
    )
    .bind(user.clone())
    .bind(before.0)
    .bind(before.1)
    .bind(limit)
    .all()
    .await
}

/// A sign-in, to be counted.
#[derive(Debug, sqlx::FromRow)]
pub struct Counted {
    /// The time.
    pub at: Time,
    /// The user.
    pub actor: Id,
    /// Whether the same person signed in before on that day (UTC).
    pub again: bool,
}

/// The sign-ins among the next `rows` sealed rows after a number, and the number of the last of these rows; nothing
/// where no row was sealed since.
pub async fn sealed_after(tx: &mut ReadTx, seq: i64, rows: i64) -> sqlx::Result<Option<(i64, Vec<Counted>)>> {
    let last: Option<(i64,)> = tx
        .query(
            "SELECT seq FROM (SELECT seq FROM audit_events WHERE seq > $1 ORDER BY seq LIMIT $2) AS next \
                ORDER BY seq DESC LIMIT 1",
        )
        .bind(seq)
        .bind(rows)
        .optional()
        .await?;
    let Some((last,)) = last else { return Ok(None) };
    let found = tx
        .query(
            "SELECT e.at, e.actor, EXISTS (SELECT 1 FROM audit_events b WHERE b.actor = e.actor \
               AND b.resource = 'sessions' AND b.action = 'session.started' AND b.at >= e.at - e.at % 86400000 \
               AND b.at < e.at - e.at % 86400000 + 86400000 AND b.seq < e.seq) AS again \
             FROM audit_events e WHERE e.seq > $1 AND e.seq <= $2 AND e.action = 'session.started' ORDER BY e.seq",
        )
        .bind(seq)
        .bind(last)
        .all()
        .await?;
    Ok(Some((last, found)))
}
