//! SQL of the holidays.

use chrono::{Datelike as _, NaiveDate, Weekday};

use super::model::{GLOBAL, Holidays, TenantCalendar};
use super::seed::PROVISIONAL;
use crate::kernel::ctx::{Ctx, Scope};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};
use crate::kernel::resource::one_row;

/// The calendar of a tenant (`sys` for the global one); an empty one where it has none.
pub async fn of(cx: &mut Ctx, tenant: &Id) -> Result<Holidays, Error> {
    let query = cx.db().await?.query(
        "SELECT tenant_id AS id, version, tenant_id, law_holidays, extra_workdays FROM holidays WHERE tenant_id = $1",
    );
    let found: Option<Holidays> = query.bind(tenant.clone()).optional().await?;
    let mut calendar = found.unwrap_or_else(|| Holidays::none(tenant.clone()));
    calendar.note_provisional(PROVISIONAL);
    Ok(calendar)
}

/// Keeps a calendar, if its version is still the one that it was read at; the record then has the next.
pub async fn save(cx: &mut Ctx, holidays: &mut Holidays) -> Result<(), Error> {
    let now = cx.now();
    let db = cx.db().await?;
    let touched = if holidays.version == 0 {
        db.query(
            "INSERT INTO holidays (tenant_id, version, law_holidays, extra_workdays, updated_at) \
             VALUES ($1, 1, $2, $3, $4) ON CONFLICT (tenant_id) DO NOTHING",
        )
        .bind(holidays.tenant_id.clone())
        .bind(holidays.law_holidays.clone())
        .bind(holidays.extra_workdays.clone())
        .bind(now)
        .execute()
        .await?
    } else {
        let query = db.query("UPDATE holidays SET version = version + 1");
        let query = query.push(", law_holidays = ", holidays.law_holidays.clone());
        let query = query.push(", extra_workdays = ", holidays.extra_workdays.clone()).push(", updated_at = ", now);
        let query = query.push(" WHERE tenant_id = ", holidays.tenant_id.clone());
        query.push(" AND version = ", holidays.version).execute().await?
    };
    one_row(touched)?;
    holidays.version += 1;
    holidays.note_provisional(PROVISIONAL);
    Ok(())
}

/// What a list of calendars is narrowed by.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// What the tenant's name has in it.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// These tenants.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

const SORTS: Sorts = &[("tenantName", " ORDER BY t.name_key, t.id", " ORDER BY t.name_key DESC, t.id DESC")];

/// A page of the tenants in `scope`, with their calendars.
pub async fn page(cx: &mut Ctx, list: &List<Filter>, scope: &Scope) -> Result<Page<TenantCalendar>, Error> {
    const ROWS: &str = "SELECT t.id, t.tenant_name, h.law_holidays, h.extra_workdays \
         FROM tenants t LEFT JOIN holidays h ON h.tenant_id = t.id WHERE ";
    list.keys_first(cx.db().await?, SORTS, (&[ROWS], "t.id"), |query, f| {
        let query = query.sql(" FROM tenants t WHERE t.deleted_at IS NULL");
        let query = match &f.q {
            Some(q) => q.in_any(query, &["t.name_key"]),
            None => query,
        };
        let query = match &f.id {
            Some(Ids(ids)) => query.push_in(" AND t.id", ids.iter().cloned()),
            None => query,
        };
        match scope {
            Scope::All => query,
            Scope::Only(tenants) => query.push_in(" AND t.id", tenants.iter().cloned()),
        }
    })
    .await
}

/// Whether people of a tenant work on a day: as the tenant's calendar says, else as the global one says, else by the
/// day of the week. Without a tenant, the global one and the week alone.
pub async fn is_working_day(cx: &mut Ctx, tenant: Option<&Id>, day: NaiveDate) -> Result<bool, Error> {
    let text = day.format("%Y-%m-%d").to_string();
    for calendar in tenant.cloned().into_iter().chain([Id::from(GLOBAL)]) {
        if let Some(said) = of(cx, &calendar).await?.says(&text) {
            return Ok(said);
        }
    }
    Ok(!matches!(day.weekday(), Weekday::Sat | Weekday::Sun))
}
