//! Sign-ins of a person, and tries at their account, as they see them themselves.

use crate::kernel::clock::Time;
use crate::kernel::db::ReadTx;
use crate::kernel::id::Id;

/// A sign-in, or a try, as the audit has it.
#[derive(Debug, sqlx::FromRow)]
pub struct SignIn {
    /// Id.
    pub id: String,
    /// When.
    pub at: Time,
    /// What, as the audit names it.
    pub action: String,
    /// From where.
    pub address: Option<String>,
    /// What the audit kept, as JSON.
    pub after: Option<String>,
    /// Why it was refused.
    pub reason: Option<String>,
}

/// Sign-ins of a user and tries at their account, the newest first, before a moment and a row. Each half is a walk
/// down its own index and cut where the page ends.
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
