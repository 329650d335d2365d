//! SQL of the licences.

use super::model::{Licence, LicenceInput, LicenceStatus, LicensedSoftware, NewLicence};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::resource::{Record as _, operations};
use crate::resources::software;

fn of_tenant<'q>(query: Query<'q>, tenant: &Id) -> Query<'q> {
    query.sql(Licence::SELECT).sql(Licence::FROM).sql(Licence::THERE).push("licences.tenant_id = ", tenant.clone())
}

/// The licence of a tenant for a system.
pub async fn get(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<Option<Licence>, Error> {
    let query = of_tenant(cx.db().await?.query(""), tenant);
    Ok(query.push(" AND licences.software_id = ", software.clone()).optional().await?)
}

#[derive(sqlx::FromRow)]
struct Days {
    software_id: Id,
    time_enable: bool,
    start_time: Option<String>,
    end_time: Option<String>,
    is_enable: bool,
}

impl Days {
    fn standing(self, now: Time) -> LicenceStatus {
        let Self { time_enable, start_time, end_time, is_enable, .. } = self;
        Licence { time_enable, start_time, end_time, is_enable, ..Licence::blank(self.software_id, now) }.standing(now)
    }
}

/// What tells the status of a tenant's licences: without what is counted for each.
fn days<'q>(query: Query<'q>, tenant: &Id) -> Query<'q> {
    query
        .sql("SELECT software_id, time_enable, start_time, end_time, is_enable FROM licences WHERE deleted_at IS NULL")
        .push(" AND tenant_id = ", tenant.clone())
}

/// Whether the tenant may use the system today.
pub async fn standing(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<LicenceStatus, Error> {
    let now = cx.now();
    let query = days(cx.db().await?.query(""), tenant).push(" AND software_id = ", software.clone());
    Ok(query.optional::<Days>().await?.map_or(LicenceStatus::None, |days| days.standing(now)))
}

/// The licence `l` of a grant `g`, which may be missing.
pub const OF_GRANT: &str =
    " LEFT JOIN licences l ON l.tenant_id = g.tenant_id AND l.software_id = g.software_id AND l.deleted_at IS NULL";

/// Adds that there is a licence `l`, and that it is [valid](Licence::standing) today.
#[must_use]
pub fn valid(query: Query<'_>, now: Time) -> Query<'_> {
    query
        .push("COALESCE(l.is_enable AND (NOT l.time_enable OR (COALESCE(l.start_time, '') <= ", now.day())
        .push(" AND COALESCE(l.end_time, '9') >= ", now.day())
        .sql(")), FALSE)")
}

/// The systems that a tenant has a licence for, whatever its status, in the catalogue's order.
pub async fn software_of(cx: &mut ReadCtx, tenant: &Id) -> Result<Vec<LicensedSoftware>, Error> {
    let now = cx.now();
    let mut licences: Vec<Days> = days(cx.db().await?.query(""), tenant).all().await?;
    let catalogue = software::list(cx).await?;
    let mut licensed = Vec::new();
    for software in catalogue {
        if let Some(at) = licences.iter().position(|days| days.software_id == software.id) {
            licensed.push(LicensedSoftware { standing: licences.swap_remove(at).standing(now), software });
        }
    }
    Ok(licensed)
}

/// Makes a licence and audits it.
pub async fn create(cx: &mut Ctx, new: NewLicence) -> Result<Licence, Error> {
    Box::pin(operations::make(cx, &LicenceInput::from(new))).await
}
