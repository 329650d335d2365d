//! Small sealed values of an installation, by name.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ctx::{Ctx, ReadCtx};
use super::db::Tx;
use super::error::Error;
use super::seal::SETTINGS;

/// The value stored under a name.
pub async fn get<T: DeserializeOwned>(cx: &mut ReadCtx, name: &'static str) -> Result<Option<T>, Error> {
    let query = cx.db().await?.query("SELECT value FROM settings WHERE name = $1").bind(name);
    let Some((sealed,)) = query.optional::<(Vec<u8>,)>().await? else { return Ok(None) };
    Ok(Some(serde_json::from_slice(&cx.kernel().unseal_at(&SETTINGS, name, &sealed)?)?))
}

/// Stores a value under a name, in place of the earlier one.
pub async fn put<T: Serialize + Sync>(cx: &mut Ctx, name: &'static str, value: &T) -> Result<(), Error> {
    let sealed = cx.kernel().seal_at(&SETTINGS, name, &serde_json::to_vec(value)?)?;
    let now = cx.now();
    cx.db()
        .await?
        .write(
            "INSERT INTO settings (name, value, created_at) VALUES ($1, $2, $3) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(name)
        .bind(sealed)
        .bind(now)
        .execute()
        .await?;
    Ok(())
}

/// Stores a value under a name unless there is one; an existing value stays.
pub async fn put_first<T: Serialize + Sync>(cx: &mut Ctx, name: &'static str, value: &T) -> Result<(), Error> {
    let sealed = cx.kernel().seal_at(&SETTINGS, name, &serde_json::to_vec(value)?)?;
    let now = cx.now();
    let sql = "INSERT INTO settings (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
    cx.db().await?.write(sql).bind(name).bind(sealed).bind(now).execute().await?;
    Ok(())
}

/// Locks the one row that always exists: a second transaction waits here until this one ends, and then sees its
/// changes.
pub async fn hold(tx: &mut Tx) -> sqlx::Result<()> {
    tx.write("UPDATE settings SET created_at = created_at WHERE name = 'keyed-hash'").execute().await.map(|_| ())
}
