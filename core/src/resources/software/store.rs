//! SQL of the software catalogue.

use super::model::Software;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::resource::Record as _;
use crate::kernel::seal::{Before, Column};

/// The column with the sealed keys of systems.
pub const SEALED: Column =
    Column { table: "software", column: "app_key", row: "id", before: Before::PurposeOfRow("software:") };

/// The trial system with this web code.
pub async fn by_web_code(cx: &mut ReadCtx, web_code: &str) -> Result<Option<Software>, Error> {
    let query = cx.db().await?.query(Software::SELECT).sql(Software::FROM).sql(Software::THERE);
    Ok(query.push("web_code = ", web_code.to_owned()).optional().await?)
}

/// The catalogue, in its order. It is small: one entry for each kind of system.
pub async fn list(cx: &mut ReadCtx) -> Result<Vec<Software>, Error> {
    let query = cx.db().await?.query(Software::SELECT).sql(Software::FROM);
    Ok(query.sql("deleted_at IS NULL ORDER BY sort, web_code, id LIMIT 1000").all().await?)
}

/// Stores the key that the form gave, sealed. The audit says that there is a new one, and not which.
pub async fn keep_key(cx: &mut Ctx, software: &Software) -> Result<(), Error> {
    let Some(key) = &software.app_key else { return Ok(()) };
    let sealed = cx.kernel().seal_at(&SEALED, software.id.as_str(), key.expose().as_bytes())?;
    let query = cx.db().await?.write("UPDATE software SET").push(" app_key = ", sealed);
    query.push(" WHERE id = ", software.id.clone()).execute().await?;
    cx.audit("software.app_key_set", software)
}
