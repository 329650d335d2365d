//! SQL of second factors.

use sqlx::types::Json;
use webauthn_rs::prelude::Passkey;

use super::model::{FactorStatus, PasskeyShown, TotpShown};
use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};
use crate::kernel::id::Id;
use crate::resources::members;

/// What the person has and has to have.
pub async fn standing(tx: &mut ReadTx, user: &Id) -> sqlx::Result<FactorStatus> {
    tx.query(
        "SELECT (SELECT COUNT(*) FROM totp_factors WHERE user_id = $1) AS totp, \
         (SELECT COUNT(*) FROM passkeys WHERE user_id = $1) AS passkeys, \
         (SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS recovery, ",
    )
    .sql(members::FACTORS_REQUIRED)
    .sql(" AS required")
    .bind(user.clone())
    .bind(true)
    .one()
    .await
}

// ---- Attempts ---------------------------------------------------------------------------------

/// Wrong second factors of an account.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Attempts {
    pub failures: i64,
    pub locked_until: Time,
}

/// The counts of the account, locked: the next request waits until this transaction ends.
pub async fn attempts(tx: &mut Tx, user: &Id, now: Time) -> sqlx::Result<Attempts> {
    tx.write(
        "INSERT INTO factor_attempts (user_id, failures, locked_until, last_at) VALUES ($1, 0, 0, $2) \
         ON CONFLICT (user_id) DO UPDATE SET last_at = excluded.last_at RETURNING failures, locked_until",
    )
    .bind(user.clone())
    .bind(now)
    .one()
    .await
}

pub async fn set_attempts(tx: &mut Tx, user: &Id, attempts: Attempts) -> sqlx::Result<u64> {
    tx.write("UPDATE factor_attempts SET failures = $2, locked_until = $3 WHERE user_id = $1")
        .bind(user.clone())
        .bind(attempts.failures)
        .bind(attempts.locked_until)
        .execute()
        .await
}

pub async fn forget_attempts(tx: &mut Tx, user: &Id) -> sqlx::Result<u64> {
    tx.write("DELETE FROM factor_attempts WHERE user_id = $1").bind(user.clone()).execute().await
}

/// Removes counts that were not raised for a month and whose lock is over.
pub async fn sweep(tx: &mut Tx, now: Time) -> sqlx::Result<u64> {
    tx.write("DELETE FROM factor_attempts WHERE last_at < $1 AND locked_until < $2")
        .bind(now.plus_seconds(-30 * 86_400))
        .bind(now)
        .execute()
        .await
}

// ---- Authenticator applications ---------------------------------------------------------------

/// The sealed seed of the application.
pub async fn totp_secret(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Option<Vec<u8>>> {
    let query = tx.query("SELECT secret FROM totp_factors WHERE user_id = $1").bind(user.clone());
    Ok(query.optional::<(Vec<u8>,)>().await?.map(|(secret,)| secret))
}

/// Takes the code of a step, unless a code of it or of a later step was taken: of two at once, one succeeds.
pub async fn take_totp(tx: &mut Tx, user: &Id, step: i64, now: Time) -> sqlx::Result<bool> {
    let sql = "UPDATE totp_factors SET last_step = $2, used_at = $3 WHERE user_id = $1 AND last_step < $2";
    Ok(tx.write(sql).bind(user.clone()).bind(step).bind(now).execute().await? == 1)
}

/// Stores a seed, replacing the previous one.
pub async fn put_totp(tx: &mut Tx, user: &Id, secret: Vec<u8>, step: i64, now: Time) -> sqlx::Result<u64> {
    tx.write(
        "INSERT INTO totp_factors (user_id, secret, last_step, created_at, used_at) VALUES ($1, $2, $3, $4, $4) \
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step, \
         created_at = excluded.created_at, used_at = excluded.used_at",
    )
    .bind(user.clone())
    .bind(secret)
    .bind(step)
    .bind(now)
    .execute()
    .await
}

pub async fn delete_totp(tx: &mut Tx, user: &Id) -> sqlx::Result<bool> {
    Ok(tx.write("DELETE FROM totp_factors WHERE user_id = $1").bind(user.clone()).execute().await? == 1)
}

pub async fn totp_shown(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Option<TotpShown>> {
    tx.query("SELECT created_at, used_at FROM totp_factors WHERE user_id = $1").bind(user.clone()).optional().await
}

// ---- Recovery codes ---------------------------------------------------------------------------

/// Spends a code: of two at once, one succeeds.
pub async fn take_recovery(tx: &mut Tx, user: &Id, code_hash: &str, now: Time) -> sqlx::Result<bool> {
    let sql = "UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL";
    Ok(tx.write(sql).bind(user.clone()).bind(code_hash.to_owned()).bind(now).execute().await? == 1)
}

pub async fn delete_recovery(tx: &mut Tx, user: &Id) -> sqlx::Result<u64> {
    tx.write("DELETE FROM recovery_codes WHERE user_id = $1").bind(user.clone()).execute().await
}

pub async fn insert_recovery(tx: &mut Tx, user: &Id, code_hash: String, now: Time) -> sqlx::Result<u64> {
    tx.write("INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, $2, $3)")
        .bind(user.clone())
        .bind(code_hash)
        .bind(now)
        .execute()
        .await
}

// ---- Passkeys ---------------------------------------------------------------------------------

/// The person's user handle; `fresh` becomes it where they had none.
pub async fn handle(tx: &mut Tx, user: &Id, fresh: String) -> sqlx::Result<String> {
    let sql = "INSERT INTO passkey_users (user_id, handle) VALUES ($1, $2) \
               ON CONFLICT (user_id) DO UPDATE SET handle = passkey_users.handle RETURNING handle";
    Ok(tx.write(sql).bind(user.clone()).bind(fresh).one::<(String,)>().await?.0)
}

/// A passkey with its public key.
#[derive(Debug, sqlx::FromRow)]
pub struct PasskeyRow {
    pub id: Id,
    pub user_id: Id,
    pub handle: String,
    pub credential: Json<Passkey>,
}

pub async fn passkey(tx: &mut ReadTx, credential_id: String) -> sqlx::Result<Option<PasskeyRow>> {
    tx.query(
        "SELECT p.id, p.user_id, h.handle, p.credential FROM passkeys p JOIN passkey_users h ON h.user_id = p.user_id \
         WHERE p.credential_id = $1",
    )
    .bind(credential_id)
    .optional()
    .await
}

/// The ids of a person's credentials.
pub async fn credential_ids(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Vec<String>> {
    let sql = "SELECT credential_id FROM passkeys WHERE user_id = $1 ORDER BY created_at, id";
    Ok(tx.query(sql).bind(user.clone()).all::<(String,)>().await?.into_iter().map(|(id,)| id).collect())
}

/// A passkey to store.
#[derive(Debug)]
pub struct NewPasskey<'a> {
    pub id: Id,
    pub user: &'a Id,
    pub credential_id: String,
    pub credential: Passkey,
    pub counter: i64,
    pub synced: bool,
    pub name: String,
}

/// Stores a passkey; false where any account already has its credential.
pub async fn insert_passkey(tx: &mut Tx, new: NewPasskey<'_>, now: Time) -> sqlx::Result<bool> {
    let rows = tx
        .write(
            "INSERT INTO passkeys (id, user_id, credential_id, credential, counter, synced, name, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING",
        )
        .bind(new.id)
        .bind(new.user.clone())
        .bind(new.credential_id)
        .bind(Json(new.credential))
        .bind(new.counter)
        .bind(new.synced)
        .bind(new.name)
        .bind(now)
        .execute()
        .await?;
    Ok(rows == 1)
}

/// Records a use. False where the authenticator's counter has not grown, unless it always is 0: of two uses with one
/// counter value, one succeeds.
pub async fn use_passkey(tx: &mut Tx, id: &Id, credential: Passkey, counter: i64, now: Time) -> sqlx::Result<bool> {
    let rows = tx
        .write(
            "UPDATE passkeys SET credential = $2, counter = $3, used_at = $4 \
             WHERE id = $1 AND (counter < $3 OR (counter = 0 AND $3 = 0))",
        )
        .bind(id.clone())
        .bind(Json(credential))
        .bind(counter)
        .bind(now)
        .execute()
        .await?;
    Ok(rows == 1)
}

pub async fn passkeys_shown(tx: &mut ReadTx, user: &Id) -> sqlx::Result<Vec<PasskeyShown>> {
    tx.query(
        "SELECT id, name, synced, created_at, used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at, id LIMIT 100",
    )
    .bind(user.clone())
    .all()
    .await
}

pub async fn rename_passkey(tx: &mut Tx, user: &Id, id: &Id, name: &str) -> sqlx::Result<bool> {
    let sql = "UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2";
    Ok(tx.write(sql).bind(id.clone()).bind(user.clone()).bind(name.to_owned()).execute().await? == 1)
}

pub async fn delete_passkey(tx: &mut Tx, user: &Id, id: &Id) -> sqlx::Result<bool> {
    let sql = "DELETE FROM passkeys WHERE id = $1 AND user_id = $2";
    Ok(tx.write(sql).bind(id.clone()).bind(user.clone()).execute().await? == 1)
}

/// Deletes every second factor of a person and the counts of their tries; returns how many factors there were.
pub async fn delete_all(tx: &mut Tx, user: &Id) -> sqlx::Result<u64> {
    let applications = u64::from(delete_totp(tx, user).await?);
    let passkeys = tx.write("DELETE FROM passkeys WHERE user_id = $1").bind(user.clone()).execute().await?;
    delete_recovery(tx, user).await?;
    forget_attempts(tx, user).await?;
    Ok(applications + passkeys)
}
