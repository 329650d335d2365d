//! SQL of the software catalogue.

use super::model::{NewSoftware, Software};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::taken;

const COLUMNS: &str = "SELECT id, version, software_name, describe, web_code, app_code, validity_time, sort, \
     authorization_style, created_at, updated_at FROM software WHERE deleted_at IS NULL";

/// A trial system that is not deleted.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Software>, Error> {
    Ok(cx.db().await?.query(COLUMNS).push(" AND id = ", id.clone()).optional().await?)
}

/// The trial system with this web code.
pub async fn by_web_code(cx: &mut ReadCtx, web_code: &str) -> Result<Option<Software>, Error> {
    Ok(cx.db().await?.query(COLUMNS).push(" AND web_code = ", web_code.to_owned()).optional().await?)
}

/// The catalogue, in its order. It is small: one entry for each kind of system.
pub async fn list(cx: &mut ReadCtx) -> Result<Vec<Software>, Error> {
    Ok(cx.db().await?.query(COLUMNS).sql(" ORDER BY sort, web_code LIMIT 1000").all().await?)
}

/// Makes a trial system and audits it. A new one has isStudyAuthorization 1 and projdbShow 1 (study administration,
/// section 9).
pub async fn create(cx: &mut Ctx, new: NewSoftware) -> Result<Software, Error> {
    let software = new.parse(cx.new_id(), cx.now())?;
    cx.db()
        .await?
        .write(
            "INSERT INTO software (id, version, software_name, describe, web_code, app_code, validity_time, sort, \
             authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, 1, 0, 0, $10, $11)",
        )
        .bind(software.id.clone())
        .bind(software.version)
        .bind(software.software_name.clone())
        .bind(software.describe.clone())
        .bind(software.web_code.clone())
        .bind(software.app_code.clone())
        .bind(software.validity_time)
        .bind(software.sort)
        .bind(software.authorization_style)
        .bind(software.created_at)
        .bind(software.updated_at)
        .execute()
        .await
        .map_err(|e| taken(e, "webCode", Text::new("网页端编号已存在", "this web code is in use")))?;
    cx.audit("software.created", &software)?;
    Ok(software)
}
