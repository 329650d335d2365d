//! SQL of a person's own sessions and sign-ins.

use sqlx::types::Json;

use crate::kernel::clock::Time;
use crate::kernel::db::Tx;
use crate::kernel::id::Id;

/// A session that stands.
#[derive(Debug, sqlx::FromRow)]
pub struct SessionRow {
    pub id: Id,
    pub address: String,
    pub user_agent: String,
    pub amr: Json<Vec<String>>,
    pub created_at: Time,
    pub seen_at: Time,
}

/// The sessions of a user that stand at `now`, the last used first; at most `limit`.
pub async fn standing(tx: &mut Tx, user: &Id, now: Time, limit: i64) -> sqlx::Result<Vec<SessionRow>> {
    tx.query(
        "SELECT s.id, s.address, s.user_agent, s.amr, s.created_at, s.seen_at FROM sessions s \
         JOIN security_strategy y ON y.id = '1' WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 \
         AND (y.validity_time = 0 OR s.seen_at >= $2 - y.validity_time * 60000) \
         ORDER BY s.seen_at DESC, s.id DESC LIMIT $3",
    )
    .bind(user.clone())
    .bind(now)
    .bind(limit)
    .all()
    .await
}

/// A sign-in, or a try, as the audit has it.
#[derive(Debug, sqlx::FromRow)]
pub struct SignInRow {
    pub id: String,
    pub at: Time,
    pub action: String,
    pub address: Option<String>,
    pub after: Option<String>,
    pub reason: Option<String>,
}

/// Sign-ins of a user and tries at their account, the newest first, before a moment and a row. Each half is a walk
/// down its own index and cut where the page ends.
pub async fn sign_ins(tx: &mut Tx, user: &Id, before: (Time, String), limit: i64) -> sqlx::Result<Vec<SignInRow>> {
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
