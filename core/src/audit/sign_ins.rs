//! A person's sign-ins, and attempts at their account, as that person sees them.

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
