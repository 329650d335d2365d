//! SQL of the configuration.

use std::collections::BTreeMap;

use sqlx::types::Json;
use zeroize::Zeroizing;

use super::model::Filled;
use crate::host::{Configured, SettingValue, Stored};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::{ALL_TENANTS, Id};
use crate::kernel::seal::{Before, Column};
use crate::kernel::secret::Secret;

/// The column with the sealed secrets.
pub const SEALED: Column = Column { table: "plugin_settings", column: "secrets", row: "id", before: Before::Row };

const COLUMNS: &str = "SELECT c.id, c.version, c.publisher_id, c.given, c.secrets FROM plugin_settings c";

#[derive(sqlx::FromRow)]
struct Row {
    id: Id,
    version: i64,
    publisher_id: String,
    given: Json<BTreeMap<String, SettingValue>>,
    secrets: Option<Vec<u8>>,
}

impl Row {
    /// The secrets, opened.
    fn open(&self, cx: &ReadCtx) -> Result<BTreeMap<String, Secret>, Error> {
        let Some(sealed) = &self.secrets else { return Ok(BTreeMap::new()) };
        let plain = Zeroizing::new(cx.kernel().unseal_at(&SEALED, self.id.as_str(), sealed)?);
        Ok(serde_json::from_slice(&plain)?)
    }
}

/// The rows, the platform's first.
async fn rows(query: Query<'_>) -> Result<Vec<Row>, Error> {
    let order = " ORDER BY CASE WHEN c.tenant_id = '0' THEN 0 ELSE 1 END, c.id LIMIT 1000";
    Ok(query.sql(order).all().await?)
}

fn configured(cx: &ReadCtx, rows: Vec<Row>) -> Result<Configured, Error> {
    let stored = |row: Row| {
        let secrets = row.open(cx)?.into_iter();
        Ok(Stored {
            scope: format!("{}.{}", row.id, row.version),
            secrets: secrets.map(|(key, secret)| (key, Zeroizing::new(secret.expose().to_owned()))).collect(),
            publisher: row.publisher_id,
            values: row.given.0,
        })
    };
    Ok(Configured(rows.into_iter().map(stored).collect::<Result<_, Error>>()?))
}

/// What is filled in for a system's plugins in a tenant, whichever publisher's.
pub async fn of_system(cx: &mut ReadCtx, software: &Id, tenant: &Id) -> Result<Configured, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" JOIN software w ON w.web_code = c.web_code");
    let query = query.push(" WHERE w.deleted_at IS NULL AND w.id = ", software.clone());
    let found = rows(query.push_in(" AND c.tenant_id", [Id::from(ALL_TENANTS), tenant.clone()])).await?;
    configured(cx, found)
}

/// What is filled in for a system's plugins in every tenant.
pub async fn of_platform(cx: &mut ReadCtx, web_code: &str) -> Result<Configured, Error> {
    let query = cx.db().await?.query(COLUMNS).push(" WHERE c.web_code = ", web_code.to_owned());
    let found = rows(query.sql(" AND c.tenant_id = '0'")).await?;
    configured(cx, found)
}

/// What is filled in for a publisher's plugin of a system at one place.
pub async fn filled(cx: &mut ReadCtx, web_code: &str, publisher: &str, tenant: &Id) -> Result<Filled, Error> {
    let query = cx.db().await?.query(COLUMNS).push(" WHERE c.web_code = ", web_code.to_owned());
    let query = query.push(" AND c.publisher_id = ", publisher.to_owned()).push(" AND c.tenant_id = ", tenant.clone());
    let Some(row) = query.optional::<Row>().await? else { return Ok(Filled::default()) };
    let secrets = row.open(cx)?;
    Ok(Filled { id: Some(row.id), version: row.version, values: row.given.0, secrets })
}

/// Stores what is filled in at one place, as the next version. False: somebody else was faster.
pub async fn put(
    cx: &mut Ctx,
    (web_code, publisher, tenant): (&str, &str, &Id),
    filled: &Filled,
) -> Result<bool, Error> {
    let now = cx.now();
    let id = filled.id.clone().unwrap_or_else(|| cx.new_id());
    let plain: BTreeMap<&String, &str> = filled.secrets.iter().map(|(key, secret)| (key, secret.expose())).collect();
    let sealed = if plain.is_empty() {
        None
    } else {
        let plain = Zeroizing::new(serde_json::to_vec(&plain)?);
        Some(cx.kernel().seal_at(&SEALED, id.as_str(), &plain)?)
    };
    let query = cx.db().await?.write(
        "INSERT INTO plugin_settings (id, version, web_code, publisher_id, tenant_id, given, secrets, created_at, \
         updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) ON CONFLICT (web_code, tenant_id, publisher_id) \
         DO UPDATE SET version = excluded.version, given = excluded.given, secrets = excluded.secrets, \
         updated_at = excluded.updated_at WHERE plugin_settings.version = excluded.version - 1 \
         AND plugin_settings.id = excluded.id",
    );
    let query = query.bind(id).bind(filled.version + 1).bind(web_code.to_owned()).bind(publisher.to_owned());
    let query = query.bind(tenant.clone()).bind(Json(filled.values.clone())).bind(sealed).bind(now);
    Ok(query.execute().await? == 1)
}
