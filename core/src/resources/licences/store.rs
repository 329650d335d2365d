//! SQL of the licences.

use super::model::{Licence, LicenceStatus, LicensedSoftware, NewLicence};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::taken;
use crate::resources::software;

const COLUMNS: &str = "SELECT id, version, tenant_id, software_id, time_enable, start_time, end_time, study_enable, \
     max_study, user_enable, max_user, is_enable FROM licences";

/// The licence of a tenant for a system.
pub async fn get(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<Option<Licence>, Error> {
    let query = cx.db().await?.query(COLUMNS).push(" WHERE tenant_id = ", tenant.clone());
    Ok(query.push(" AND software_id = ", software.clone()).optional().await?)
}

/// Whether the tenant may use the system today.
pub async fn standing(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<LicenceStatus, Error> {
    let now = cx.now();
    Ok(get(cx, tenant, software).await?.map_or(LicenceStatus::None, |licence| licence.standing(now)))
}

/// The systems that a tenant has a licence for, whatever its status, in the catalogue's order.
pub async fn software_of(cx: &mut ReadCtx, tenant: &Id) -> Result<Vec<LicensedSoftware>, Error> {
    let now = cx.now();
    let licences: Vec<Licence> =
        cx.db().await?.query(COLUMNS).push(" WHERE tenant_id = ", tenant.clone()).all().await?;
    let catalogue = software::list(cx).await?;
    let standing = |id: &Id| licences.iter().find(|l| l.software_id == *id).map(|l| l.standing(now));
    Ok(catalogue
        .into_iter()
        .filter_map(|software| Some(LicensedSoftware { standing: standing(&software.id)?, software }))
        .collect())
}

/// Makes a licence and audits it.
pub async fn create(cx: &mut Ctx, new: NewLicence) -> Result<Licence, Error> {
    let licence = new.parse(cx.new_id())?;
    let now = cx.now();
    cx.db()
        .await?
        .write(
            "INSERT INTO licences (id, version, tenant_id, software_id, time_enable, start_time, end_time, \
             study_enable, max_study, user_enable, max_user, is_enable, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        )
        .bind(licence.id.clone())
        .bind(licence.version)
        .bind(licence.tenant_id.clone())
        .bind(licence.software_id.clone())
        .bind(licence.time_enable)
        .bind(licence.start_time.clone())
        .bind(licence.end_time.clone())
        .bind(licence.study_enable)
        .bind(licence.max_study)
        .bind(licence.user_enable)
        .bind(licence.max_user)
        .bind(licence.is_enable)
        .bind(now)
        .bind(now)
        .execute()
        .await
        .map_err(|e| {
            taken(e, "softwareId", Text::new("该租户已有此系统的许可", "the tenant has a licence for this system"))
        })?;
    cx.audit("licence.created", &licence)?;
    Ok(licence)
}
