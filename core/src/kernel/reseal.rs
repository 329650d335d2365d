//! Seals the stored secrets again: in the present format and under the master key that seals today.

use serde::Serialize;
use serde_json::json;

use super::ctx::{Ctx, Event, ReadCtx};
use super::error::Error;
use super::seal::Column;
use super::state::Kernel;

/// The rows of one transaction.
const AT_ONCE: i64 = 100;

/// The result for one column.
#[derive(Debug, Serialize)]
pub struct Resealed {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// The number of values in it.
    pub values: u64,
    /// The number of values that were sealed again.
    pub resealed: u64,
}

/// Seals the values of a column again. A value in the present format and under the present key stays, and so does a
/// value that another transaction changes meanwhile. The run may be interrupted and repeated at any time, beside
/// running servers.
///
/// # Errors
/// `Code::Internal` if no master key opens a value: nothing of its page is written.
pub async fn column(kernel: &Kernel, at: &Column) -> Result<Resealed, Error> {
    let mut done = Resealed { table: at.table, column: at.column, values: 0, resealed: 0 };
    let mut after = String::new();
    loop {
        let mut cx = Ctx::system(kernel, "cli");
        let rows = page(&mut cx, at, &after).await?;
        let Some((last, _)) = rows.last() else { return Ok(done) };
        after.clone_from(last);
        done.values += rows.len() as u64;
        let mut renewed = 0;
        for (row, sealed) in rows.iter().filter(|(_, sealed)| !kernel.is_sealed_presently(sealed)) {
            let plain = zeroize::Zeroizing::new(kernel.unseal_at(at, row, sealed)?);
            let again = kernel.seal_at(at, row, &plain)?;
            renewed += replace(&mut cx, at, row, sealed.clone(), again).await?;
        }
        if renewed > 0 {
            cx.audit_event(Event {
                action: "sealed.renewed",
                resource: at.table,
                record: at.column.to_owned(),
                after: Some(json!({ "values": renewed })),
                ..Event::default()
            });
            cx.commit().await?;
        }
        done.resealed += renewed;
    }
}

async fn page(cx: &mut ReadCtx, at: &Column, after: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let query = cx.db().await?.query("SELECT ").sql(at.row).sql(", ").sql(at.column).sql(" FROM ").sql(at.table);
    let query = query.sql(" WHERE ").sql(at.column).sql(" IS NOT NULL AND ").sql(at.row).push(" > ", after.to_owned());
    Ok(query.sql(" ORDER BY ").sql(at.row).push(" LIMIT ", AT_ONCE).all().await?)
}

async fn replace(cx: &mut Ctx, at: &Column, row: &str, before: Vec<u8>, again: Vec<u8>) -> Result<u64, Error> {
    let query = cx.db().await?.write("UPDATE ").sql(at.table).sql(" SET ").sql(at.column).push(" = ", again);
    let query = query.sql(" WHERE ").sql(at.row).push(" = ", row.to_owned());
    Ok(query.sql(" AND ").sql(at.column).push(" = ", before).execute().await?)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use std::sync::Arc;

    use super::*;
    use crate::both;
    use crate::kernel::clock::SeededEntropy;
    use crate::kernel::db::Db;
    use crate::kernel::seal::{SETTINGS, Sealer, fresh, tests::first_format};
    use crate::kernel::settings;
    use crate::testing::{MASTER_KEY, TestKernel};

    /// Another server of this installation, with these master keys.
    async fn server(t: &TestKernel, keys: &str) -> Result<Kernel, Error> {
        let db = Db::open(&t.url, 1).await.unwrap();
        Kernel::open(db, t.clock.clone(), Arc::new(SeededEntropy::new(5)), Sealer::parse(keys).unwrap()).await
    }

    both! {
        async fn a_master_key_is_changed_and_what_earlier_versions_sealed_is_taken_along(engine) {
            let t = engine.kernel().await;
            let mut cx = Ctx::system(&t.kernel, "test");
            for (name, number) in [("one", 1), ("two", 2)] {
                settings::put(&mut cx, name, &number).await.unwrap();
            }
            // One of them in the format of earlier versions.
            let raw = STANDARD.decode(MASTER_KEY).unwrap().try_into().unwrap();
            let sql = "UPDATE settings SET value = $1 WHERE name = 'one'";
            cx.db().await.unwrap().write(sql).bind(first_format(raw, "one", b"1")).execute().await.unwrap();
            cx.commit().await.unwrap();

            let first = column(&t.kernel, &SETTINGS).await.unwrap();
            assert_eq!((first.values, first.resealed), (3, 1));
            let new = fresh(&SeededEntropy::new(3));
            assert!(server(&t, &new).await.is_err(), "the new key alone opens nothing yet");
            let both = server(&t, &format!("{new}\n{MASTER_KEY}")).await.unwrap();
            let second = column(&both, &SETTINGS).await.unwrap();
            assert_eq!((second.values, second.resealed), (3, 3));
            assert_eq!(column(&both, &SETTINGS).await.unwrap().resealed, 0);

            let alone = server(&t, &new).await.unwrap();
            assert_eq!(alone.hash("p", "v"), t.kernel.hash("p", "v"));
            let mut cx = ReadCtx::system(&alone);
            for (name, number) in [("one", 1), ("two", 2)] {
                assert_eq!(settings::get::<i64>(&mut cx, name).await.unwrap(), Some(number));
            }
            let told = "SELECT COUNT(*) FROM audit_events WHERE action = 'sealed.renewed'";
            assert_eq!(cx.db().await.unwrap().query(told).one::<(i64,)>().await.unwrap().0, 2);
        }
    }
}
