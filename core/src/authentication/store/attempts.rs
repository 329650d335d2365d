//! SQL of sign-in failures: of a name at a place, and of a name from everywhere.

use crate::kernel::clock::Time;
use crate::kernel::db::{ReadTx, Tx};

/// The failures under a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Attempts {
    pub failures: i64,
    pub last_at: Time,
    pub locked_until: Time,
}

/// The keys of an attempt's counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The key of the name.
    pub name: String,
    /// The key of the name at a place; the same as `name` where there are no places.
    pub place: String,
}

impl Counted {
    /// With one key for both.
    pub fn under(key: String) -> Self {
        Self { name: key.clone(), place: key }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    name_hash: String,
    failures: i64,
    last_at: Time,
    locked_until: Time,
}

/// The counts of the place and of the name.
pub async fn counts(tx: &mut ReadTx, counted: &Counted) -> sqlx::Result<(Attempts, Attempts)> {
    let query = tx.query("SELECT name_hash, failures, last_at, locked_until FROM login_attempts");
    let rows: Vec<Row> =
        query.push_in(" WHERE name_hash", vec![counted.place.clone(), counted.name.clone()]).all().await?;
    let of = |key: &str| {
        let row = rows.iter().find(|row| row.name_hash == key);
        row.map_or_else(Attempts::default, |row| Attempts {
            failures: row.failures,
            last_at: row.last_at,
            locked_until: row.locked_until,
        })
    };
    Ok((of(&counted.place), of(&counted.name)))
}

/// Counts a failure under `key`, which belongs to `of_name`; the next failure waits until this transaction ends. Counts
/// older than `since` start again, and after a lock has ended the count goes on from `after_lock`.
pub async fn fail(
    tx: &mut Tx,
    (key, of_name): (&str, &str),
    (now, since): (Time, Time),
    after_lock: i64,
) -> sqlx::Result<Attempts> {
    tx.write(
        "INSERT INTO login_attempts (name_hash, of_name, failures, total, last_at, locked_until) \
         VALUES ($1, $2, 1, 1, $3, 0) ON CONFLICT (name_hash) DO UPDATE SET \
         of_name = excluded.of_name, last_at = excluded.last_at, total = login_attempts.total + 1, \
         failures = CASE WHEN login_attempts.last_at < $4 THEN 1 \
           WHEN login_attempts.locked_until > 0 AND login_attempts.locked_until <= $3 THEN $5 + 1 \
           ELSE login_attempts.failures + 1 END, \
         locked_until = CASE WHEN login_attempts.locked_until <= $3 THEN 0 ELSE login_attempts.locked_until END \
         RETURNING failures, last_at, locked_until",
    )
    .bind(key.to_owned())
    .bind(of_name.to_owned())
    .bind(now)
    .bind(since)
    .bind(after_lock)
    .one()
    .await
}

/// Locks a key.
pub async fn lock(tx: &mut Tx, key: &str, until: Time) -> sqlx::Result<u64> {
    let query = tx.write("UPDATE login_attempts SET").push(" locked_until = ", until);
    query.push(" WHERE name_hash = ", key.to_owned()).execute().await
}

/// Forgets the failures of a place and subtracts them from those of the name.
pub async fn forget_attempts(tx: &mut Tx, counted: &Counted) -> sqlx::Result<()> {
    let query = tx.write("DELETE FROM login_attempts").push(" WHERE name_hash = ", counted.place.clone());
    let Some((total,)) = query.sql(" RETURNING total").optional::<(i64,)>().await? else { return Ok(()) };
    if counted.place == counted.name {
        return Ok(());
    }
    let query = tx.write("DELETE FROM login_attempts").push(" WHERE name_hash = ", counted.name.clone());
    if query.push(" AND failures <= ", total).execute().await? == 0 {
        let query = tx.write("UPDATE login_attempts SET").push(" failures = failures - ", total);
        query.push(" WHERE name_hash = ", counted.name.clone()).execute().await?;
    }
    Ok(())
}
