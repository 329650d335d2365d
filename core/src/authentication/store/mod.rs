//! SQL of sign-in: accounts, attempts, sessions, keys, single-use values.

use sqlx::types::Json;

mod attempts;
pub mod bounds;
pub mod codes;
pub mod locks;
pub mod passwords;
pub mod transport_keys;

pub use attempts::{Attempts, Counted, counts, fail, forget_attempts, lock};

use super::model::EndReason;
use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Touched, Tx};
use crate::kernel::id::Id;
use crate::kernel::once;
use crate::resources::members::{self, Joined, Membership};

// ---- The security strategy --------------------------------------------------------------------

/// The password rules of the security strategy.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Strategy {
    /// Days that a password is valid; 0 means without limit.
    pub expired_day: i64,
    /// The reminder begins so many days before the password expires.
    pub remind_day: i64,
}

pub async fn strategy(tx: &mut ReadTx) -> sqlx::Result<Strategy> {
    tx.query("SELECT expired_day, remind_day FROM security_strategy WHERE id = '1'").one().await
}

// ---- Single-use values -----------------------------------------------------------------------

/// Removes some expired rows: spent keys and codes past their end, counts of failures a day old. About `most` rows of
/// each, so that no request waits long; returns how many.
pub async fn sweep(tx: &mut Tx, now: Time, most: i64) -> sqlx::Result<u64> {
    let counted = bounds::sweep(tx, now, most).await? + codes::sweep(tx, now, most).await?;
    let spent = counted + once::sweep(tx, now, most).await?;
    let sql = "DELETE FROM login_attempts WHERE name_hash IN (SELECT name_hash FROM login_attempts \
               WHERE last_at < $1 AND locked_until < $2 ORDER BY last_at LIMIT $3)";
    let day_ago = now.plus_seconds(-86_400);
    Ok(spent + tx.write(sql).bind(day_ago).bind(now).bind(most).execute().await?)
}

// ---- Sessions ---------------------------------------------------------------------------------

/// The proof of identity behind a session, and the hash of its token.
#[derive(Debug)]
pub struct Proof {
    pub token_hash: String,
    pub amr: Vec<String>,
    pub acr: String,
    pub address: String,
    pub user_agent: String,
    pub now: Time,
    pub expires_at: Time,
}

/// A session to insert.
#[derive(Debug)]
pub struct NewSession {
    pub id: Id,
    pub user_id: Id,
    pub tenant_id: Option<Id>,
    pub proof: Proof,
}

pub async fn insert_session(tx: &mut Tx, s: NewSession) -> sqlx::Result<Touched> {
    tx.write(
        "INSERT INTO sessions (id, token_hash, user_id, tenant_id, auth_time, amr, acr, address, user_agent, \
         created_at, seen_at, expires_at) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$5,$5,$10)",
    )
    .bind(s.id)
    .bind(s.proof.token_hash)
    .bind(s.user_id)
    .bind(s.tenant_id)
    .bind(s.proof.now)
    .bind(Json(s.proof.amr))
    .bind(s.proof.acr)
    .bind(s.proof.address)
    .bind(s.proof.user_agent)
    .bind(s.proof.expires_at)
    .execute_later()
    .await
}

/// Replaces the proof of a session, with its token; false where the session has ended.
pub async fn renew_session(tx: &mut Tx, session: &Id, proof: Proof) -> sqlx::Result<bool> {
    let rows = tx
        .write(
            "UPDATE sessions SET token_hash = $2, auth_time = $3, amr = $4, acr = $5, address = $6, user_agent = $7, \
             seen_at = $3, expires_at = $8 WHERE id = $1 AND ended_at IS NULL",
        )
        .bind(session.clone())
        .bind(proof.token_hash)
        .bind(proof.now)
        .bind(Json(proof.amr))
        .bind(proof.acr)
        .bind(proof.address)
        .bind(proof.user_agent)
        .bind(proof.expires_at)
        .execute()
        .await?;
    Ok(rows == 1)
}

/// A session with its user and the idle limit.
#[derive(Debug, sqlx::FromRow)]
pub struct SessionRow {
    pub id: Id,
    pub user_id: Id,
    pub tenant_id: Option<Id>,
    pub auth_time: Time,
    pub acr: String,
    pub amr: Json<Vec<String>>,
    pub seen_at: Time,
    pub expires_at: Time,
    pub ended_at: Option<Time>,
    pub end_reason: Option<String>,
    pub user_name: String,
    pub full_name: String,
    pub status: i64,
    pub deleted_at: Option<Time>,
    pub role_id: Option<Id>,
    pub validity_time: i64,
}

/// A session with one of its person's memberships.
#[derive(sqlx::FromRow)]
struct SessionOfMember {
    #[sqlx(flatten)]
    session: SessionRow,
    #[sqlx(flatten)]
    member: Joined,
}

/// The session of a token, with its person's memberships.
pub async fn session_by_token(
    tx: &mut ReadTx,
    token_hash: &str,
) -> sqlx::Result<Option<(SessionRow, Vec<Membership>)>> {
    let query = tx.query(
        "SELECT s.id, s.user_id, s.tenant_id, s.auth_time, s.acr, s.amr, s.seen_at, s.expires_at, s.ended_at, \
         s.end_reason, u.user_name, u.full_name, u.status, u.deleted_at, u.role_id, \
         y.validity_time, ",
    );
    let query = query.sql(members::JOINED);
    let query = query.sql(" FROM sessions s JOIN users u ON u.id = s.user_id JOIN security_strategy y ON y.id = '1'");
    let query = query.sql(members::JOIN).push(" WHERE s.token_hash = ", token_hash.to_owned());
    let mut rows = query.all::<SessionOfMember>().await?.into_iter();
    let Some(SessionOfMember { session, member }) = rows.next() else { return Ok(None) };
    let memberships = member.membership().into_iter().chain(rows.filter_map(|row| row.member.membership()));
    Ok(Some((session, memberships.collect())))
}

/// The facts of a session that an OpenID provider asserts.
#[derive(Debug, sqlx::FromRow)]
pub struct InfoRow {
    pub id: Id,
    pub user_id: Id,
    pub tenant_id: Option<Id>,
    pub auth_time: Time,
    pub amr: Json<Vec<String>>,
    pub acr: String,
    pub expires_at: Time,
    pub ended_at: Option<Time>,
}

pub async fn session_info(tx: &mut ReadTx, id: &Id) -> sqlx::Result<Option<InfoRow>> {
    tx.query("SELECT id, user_id, tenant_id, auth_time, amr, acr, expires_at, ended_at FROM sessions WHERE id = $1")
        .bind(id.clone())
        .optional()
        .await
}

pub async fn touch(tx: &mut Tx, session: &Id, now: Time) -> sqlx::Result<Touched> {
    tx.write("UPDATE sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2 AND ended_at IS NULL")
        .bind(session.clone())
        .bind(now)
        // That it was used changes nothing else of it, and whoever notes it forgets what is known.
        .unnoticed()
        .execute_later()
        .await
}

pub async fn end_session(tx: &mut Tx, session: &Id, reason: EndReason, now: Time) -> sqlx::Result<bool> {
    let sql = "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL";
    Ok(tx.write(sql).bind(session.clone()).bind(now).bind(reason.as_str()).execute().await? == 1)
}

/// Ends the open sessions of a user; returns their ids.
pub async fn end_sessions_of(tx: &mut Tx, user: &Id, reason: EndReason, now: Time) -> sqlx::Result<Vec<Id>> {
    let sql = "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE user_id = $1 AND ended_at IS NULL RETURNING id";
    let rows: Vec<(Id,)> = tx.write(sql).bind(user.clone()).bind(now).bind(reason.as_str()).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The same for the sessions in which a tenant is chosen.
pub async fn end_sessions_in(
    tx: &mut Tx,
    user: &Id,
    tenant: &Id,
    reason: EndReason,
    now: Time,
) -> sqlx::Result<Vec<Id>> {
    let query = tx.write("UPDATE sessions SET").push(" ended_at = ", now).push(", end_reason = ", reason.as_str());
    let query = query.push(" WHERE ended_at IS NULL AND user_id = ", user.clone());
    let rows: Vec<(Id,)> = query.push(" AND tenant_id = ", tenant.clone()).sql(" RETURNING id").all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The same for all sessions but one.
pub async fn end_other_sessions(
    tx: &mut Tx,
    user: &Id,
    keep: &Id,
    reason: EndReason,
    now: Time,
) -> sqlx::Result<Vec<Id>> {
    let sql = "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE user_id = $1 AND ended_at IS NULL \
               AND id <> $4 RETURNING id";
    let query = tx.write(sql).bind(user.clone()).bind(now).bind(reason.as_str()).bind(keep.clone());
    Ok(query.all::<(Id,)>().await?.into_iter().map(|(id,)| id).collect())
}

/// At most `limit` sessions past their absolute lifetime that have not ended, the longest expired first.
pub async fn sessions_over(tx: &mut ReadTx, now: Time, limit: i64) -> sqlx::Result<Vec<Id>> {
    let sql = "SELECT id FROM sessions WHERE ended_at IS NULL AND expires_at <= $1 ORDER BY expires_at, id LIMIT $2";
    let rows: Vec<(Id,)> = tx.query(sql).bind(now).bind(limit).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Ends those of the sessions that are past their absolute lifetime and have not ended meanwhile; returns their ids.
/// They end at their expiry, not at the time of this call.
pub async fn expire_sessions(tx: &mut Tx, sessions: Vec<Id>, now: Time) -> sqlx::Result<Vec<Id>> {
    let query = tx.write("UPDATE sessions SET ended_at = expires_at,");
    let query = query.push(" end_reason = ", EndReason::Expired.as_str());
    let query = query.push(" WHERE ended_at IS NULL AND expires_at <= ", now).push_in(" AND id", sessions);
    let rows: Vec<(Id,)> = query.sql(" RETURNING id").all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// An open session.
#[derive(Debug, sqlx::FromRow)]
pub struct OpenSession {
    pub id: Id,
    pub address: String,
    pub user_agent: String,
    pub amr: Json<Vec<String>>,
    pub created_at: Time,
    pub seen_at: Time,
}

/// The sessions of a user that are open at `now`, the last used first; at most `limit`.
pub async fn open_sessions(tx: &mut ReadTx, user: &Id, now: Time, limit: i64) -> sqlx::Result<Vec<OpenSession>> {
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
