//! SQL of the holidays.

use chrono::{Datelike as _, NaiveDate, Weekday};

use super::model::{GLOBAL, Holidays, TenantCalendar};
use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page};
use crate::kernel::resource::{ByName, Narrow as _, Resource as _, record};

/// The calendar of a tenant (`sys` for the global one); an empty one where it has none.
pub async fn of(cx: &mut ReadCtx, tenant: &Id) -> Result<Holidays, Error> {
    Ok(Holidays { tenant_id: tenant.clone(), ..record::get_or_blank(cx, tenant).await? })
}

/// A page of the tenants in `scope`, with their calendars.
pub async fn page(cx: &mut ReadCtx, list: &List<ByName>, scope: &Scope) -> Result<Page<TenantCalendar>, Error> {
    const ROWS: &str = "SELECT t.id, t.tenant_name, h.law_holidays, h.extra_workdays \
         FROM tenants t LEFT JOIN holidays h ON h.tenant_id = t.id WHERE ";
    list.keys_first(cx.db().await?, Holidays::SORTS, (&[ROWS], "t.id"), |query, f| {
        let query = query.sql(" FROM tenants t WHERE t.deleted_at IS NULL");
        let query = f.term().into_iter().fold(query, |query, q| q.in_any(query, &["t.name_key"]));
        query.push_in_if(" AND t.id", f.ids().map(Ids::each)).push_in_if(" AND t.id", scope.only())
    })
    .await
}

/// Whether a day is a workday of a tenant: by the tenant's calendar, else by the global one, else by the day of the
/// week. Without a tenant: by the global one and the day of the week.
pub async fn is_working_day(cx: &mut ReadCtx, tenant: Option<&Id>, day: NaiveDate) -> Result<bool, Error> {
    let text = day.format("%Y-%m-%d").to_string();
    for calendar in tenant.cloned().into_iter().chain([Id::from(GLOBAL)]) {
        if let Some(said) = of(cx, &calendar).await?.says(&text) {
            return Ok(said);
        }
    }
    Ok(!matches!(day.weekday(), Weekday::Sat | Weekday::Sun))
}
