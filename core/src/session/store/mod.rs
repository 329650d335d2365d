//! SQL of sign-in: accounts, attempts, sessions, keys, what works once.

use sqlx::types::Json;

mod attempts;
pub mod bounds;
pub mod codes;
pub mod invitations;
pub mod locks;
pub mod passwords;
pub mod pins;
pub mod portal;
pub mod setup;

pub use attempts::{Attempts, Counted, counts, fail, forget_attempts, lock};

use super::model::EndReason;
use super::transport::Jwk;
use crate::kernel::clock::Time;
use crate::kernel::db::Tx;
use crate::kernel::id::Id;

// ---- Accounts ---------------------------------------------------------------------------------

/// What sign-in needs to know of a user.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Account {
    pub id: Id,
    pub user_name: String,
    pub full_name: String,
    pub password_hash: Option<String>,
    pub password_changed_at: Time,
    pub password_reset: bool,
    pub status: i64,
}

const ACCOUNT: &str = "SELECT id, user_name, full_name, password_hash, \
     COALESCE(password_changed_at, created_at) AS password_changed_at, password_reset, status \
     FROM users WHERE deleted_at IS NULL AND ";

pub async fn account_by_name(tx: &mut Tx, name_key: &str) -> sqlx::Result<Option<Account>> {
    tx.query(ACCOUNT).push("user_name_key = ", name_key.to_owned()).optional().await
}

pub async fn account_by_id(tx: &mut Tx, id: &Id) -> sqlx::Result<Option<Account>> {
    tx.query(ACCOUNT).push("id = ", id.clone()).optional().await
}

/// The password rules of the security strategy.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Strategy {
    /// Days that a password is valid; 0 means for ever.
    pub expired_day: i64,
    /// Days before its end at which a reminder begins.
    pub remind_day: i64,
}

pub async fn strategy(tx: &mut Tx) -> sqlx::Result<Strategy> {
    tx.query("SELECT expired_day, remind_day FROM security_strategy WHERE id = '1'").one().await
}

/// Puts `new` in the place of `old`, unless somebody else was first; also a proof, where both are the same,
/// that the password has not changed since it was compared.
pub async fn swap_hash(tx: &mut Tx, user: &Id, old: &str, new: &str) -> sqlx::Result<bool> {
    let sql = "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL";
    Ok(tx.query(sql).bind(user.clone()).bind(old.to_owned()).bind(new.to_owned()).execute().await? == 1)
}

// ---- What works once --------------------------------------------------------------------------

pub use crate::kernel::once::first as consume;

/// Removes some of what has no effect any more: spent keys and codes past their end, counts of failures a day old.
/// About `most` rows of each, so that nobody waits for long; how many.
pub async fn sweep(tx: &mut Tx, now: Time, most: i64) -> sqlx::Result<u64> {
    let counted = bounds::sweep(tx, now, most).await? + codes::sweep(tx, now, most).await?;
    let sql = "DELETE FROM consumed WHERE expires_at < $1 AND expires_at <= COALESCE((SELECT expires_at FROM consumed \
               WHERE expires_at < $1 ORDER BY expires_at LIMIT 1 OFFSET $2), $1)";
    let spent = counted + tx.query(sql).bind(now).bind(most).execute().await?;
    let sql = "DELETE FROM login_attempts WHERE name_hash IN (SELECT name_hash FROM login_attempts \
               WHERE last_at < $1 AND locked_until < $2 ORDER BY last_at LIMIT $3)";
    let day_ago = now.plus_seconds(-86_400);
    Ok(spent + tx.query(sql).bind(day_ago).bind(now).bind(most).execute().await?)
}

// ---- Sessions ---------------------------------------------------------------------------------

/// How somebody proved who they are, and the token that stands for it.
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

/// A session that begins.
#[derive(Debug)]
pub struct NewSession {
    pub id: Id,
    pub user_id: Id,
    pub tenant_id: Option<Id>,
    pub proof: Proof,
}

pub async fn insert_session(tx: &mut Tx, s: NewSession) -> sqlx::Result<u64> {
    tx.query(
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
    .execute()
    .await
}

/// Puts a new proof in the place of the old one, token included; false where the session has ended.
pub async fn renew_session(tx: &mut Tx, session: &Id, proof: Proof) -> sqlx::Result<bool> {
    let rows = tx
        .query(
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
pub struct Standing {
    pub id: Id,
    pub user_id: Id,
    pub tenant_id: Option<Id>,
    pub auth_time: Time,
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

pub async fn session_by_token(tx: &mut Tx, token_hash: &str) -> sqlx::Result<Option<Standing>> {
    tx.query(
        "SELECT s.id, s.user_id, s.tenant_id, s.auth_time, s.seen_at, s.expires_at, s.ended_at, s.end_reason, \
         u.user_name, u.full_name, u.status, u.deleted_at, u.role_id, y.validity_time \
         FROM sessions s JOIN users u ON u.id = s.user_id JOIN security_strategy y ON y.id = '1' \
         WHERE s.token_hash = $1",
    )
    .bind(token_hash.to_owned())
    .optional()
    .await
}

/// What an OpenID provider says of a session.
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

pub async fn session_info(tx: &mut Tx, id: &Id) -> sqlx::Result<Option<InfoRow>> {
    tx.query("SELECT id, user_id, tenant_id, auth_time, amr, acr, expires_at, ended_at FROM sessions WHERE id = $1")
        .bind(id.clone())
        .optional()
        .await
}

pub async fn touch(tx: &mut Tx, session: &Id, now: Time) -> sqlx::Result<u64> {
    tx.query("UPDATE sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2 AND ended_at IS NULL")
        .bind(session.clone())
        .bind(now)
        .execute()
        .await
}

pub async fn end_session(tx: &mut Tx, session: &Id, reason: EndReason, now: Time) -> sqlx::Result<bool> {
    let sql = "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL";
    Ok(tx.query(sql).bind(session.clone()).bind(now).bind(reason.as_str()).execute().await? == 1)
}

/// Ends the sessions of a user that have not ended; which ones.
pub async fn end_sessions_of(tx: &mut Tx, user: &Id, reason: EndReason, now: Time) -> sqlx::Result<Vec<Id>> {
    let sql = "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE user_id = $1 AND ended_at IS NULL RETURNING id";
    let rows: Vec<(Id,)> = tx.query(sql).bind(user.clone()).bind(now).bind(reason.as_str()).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The same for those of them in which a tenant is chosen.
pub async fn end_sessions_in(
    tx: &mut Tx,
    user: &Id,
    tenant: &Id,
    reason: EndReason,
    now: Time,
) -> sqlx::Result<Vec<Id>> {
    let query = tx.query("UPDATE sessions SET").push(" ended_at = ", now).push(", end_reason = ", reason.as_str());
    let query = query.push(" WHERE ended_at IS NULL AND user_id = ", user.clone());
    let rows: Vec<(Id,)> = query.push(" AND tenant_id = ", tenant.clone()).sql(" RETURNING id").all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The same for all but one of them.
pub async fn end_other_sessions(
    tx: &mut Tx,
    user: &Id,
    keep: &Id,
    reason: EndReason,
    now: Time,
) -> sqlx::Result<Vec<Id>> {
    let sql = "UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE user_id = $1 AND ended_at IS NULL \
               AND id <> $4 RETURNING id";
    let query = tx.query(sql).bind(user.clone()).bind(now).bind(reason.as_str()).bind(keep.clone());
    Ok(query.all::<(Id,)>().await?.into_iter().map(|(id,)| id).collect())
}

/// At most `limit` sessions past their absolute end that nobody has ended, the longest over first.
pub async fn sessions_over(tx: &mut Tx, now: Time, limit: i64) -> sqlx::Result<Vec<Id>> {
    let sql = "SELECT id FROM sessions WHERE ended_at IS NULL AND expires_at <= $1 ORDER BY expires_at, id LIMIT $2";
    let rows: Vec<(Id,)> = tx.query(sql).bind(now).bind(limit).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Ends those among the sessions that are past their absolute end still, and that nobody has ended meanwhile;
/// which ones. They ended when their time was over, not when somebody noticed.
pub async fn expire_sessions(tx: &mut Tx, sessions: Vec<Id>, now: Time) -> sqlx::Result<Vec<Id>> {
    let query = tx.query("UPDATE sessions SET ended_at = expires_at,");
    let query = query.push(" end_reason = ", EndReason::Expired.as_str());
    let query = query.push(" WHERE ended_at IS NULL AND expires_at <= ", now).push_in(" AND id", sessions);
    let rows: Vec<(Id,)> = query.sql(" RETURNING id").all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

// ---- Roles ------------------------------------------------------------------------------------

/// An enabled membership of a tenant that is there.
#[derive(Debug, sqlx::FromRow)]
pub struct Membership {
    pub tenant_id: Id,
    pub role_id: Option<Id>,
}

pub async fn memberships(tx: &mut Tx, user: &Id) -> sqlx::Result<Vec<Membership>> {
    tx.query(
        "SELECT m.tenant_id, m.role_id FROM memberships m JOIN tenants t ON t.id = m.tenant_id \
         WHERE m.user_id = $1 AND m.enabled = 0 AND t.deleted_at IS NULL ORDER BY m.tenant_id",
    )
    .bind(user.clone())
    .all()
    .await
}

/// One menu of an open role; `url` is null where the role has no menu.
#[derive(Debug, sqlx::FromRow)]
pub struct RoleMenu {
    pub id: Id,
    pub role_type: i64,
    pub super_admin: bool,
    pub url: Option<String>,
    pub act: Option<String>,
}

/// The open ones among these roles with their open menus. A tenant's role reaches no menu of the system.
pub async fn role_menus(tx: &mut Tx, roles: Vec<Id>) -> sqlx::Result<Vec<RoleMenu>> {
    tx.query(
        "SELECT r.id, r.role_type, r.super_admin, m.url, rm.act FROM roles r \
         LEFT JOIN role_menus rm ON rm.role_id = r.id \
         LEFT JOIN menus m ON m.id = rm.menu_id AND m.status = 0 AND (r.role_type = 1 OR m.resource_type = 2) \
         WHERE r.status = 0 AND r.deleted_at IS NULL AND",
    )
    .push_in(" r.id", roles)
    .all()
    .await
}

// ---- Transport keys ---------------------------------------------------------------------------

/// A transport key at rest.
#[derive(Debug, sqlx::FromRow)]
pub struct KeyRow {
    pub private_key: Vec<u8>,
    pub public_jwk: Json<Jwk>,
}

/// The transport keys in use, the newest first.
pub async fn transport_keys(tx: &mut Tx) -> sqlx::Result<Vec<KeyRow>> {
    tx.query(
        "SELECT private_key, public_jwk FROM keys WHERE purpose = 'transport' AND retired_at IS NULL \
         ORDER BY created_at DESC, kid",
    )
    .all()
    .await
}

/// Keeps the key, unless another node has kept one meanwhile.
pub async fn first_transport_key(tx: &mut Tx, jwk: &Jwk, sealed: Vec<u8>, now: Time) -> sqlx::Result<()> {
    hold(tx).await?;
    if transport_keys(tx).await?.is_empty() {
        tx.query(
            "INSERT INTO keys (kid, purpose, alg, private_key, public_jwk, created_at) \
             VALUES ($1, 'transport', $2, $3, $4, $5)",
        )
        .bind(jwk.kid.clone())
        .bind(jwk.alg.clone())
        .bind(sealed)
        .bind(Json(jwk.clone()))
        .bind(now)
        .execute()
        .await?;
    }
    Ok(())
}

/// Locks the one row that is always there: who comes second waits here until this transaction ends, and
/// then finds what the first has made.
pub async fn hold(tx: &mut Tx) -> sqlx::Result<()> {
    tx.query("UPDATE settings SET created_at = created_at WHERE name = 'keyed-hash'").execute().await.map(|_| ())
}
