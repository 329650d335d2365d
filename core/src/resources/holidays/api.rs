//! HTTP of the holidays.

use axum::Json as Answer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{GLOBAL, Holidays, HolidaysInput, TenantCalendar};
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::page::{List, ListQuery, Page};
use crate::kernel::resource::PathId;
use crate::resources::tenants;

/// The operations on holidays.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(read, save)).with_state(kernel)
}

/// Tenants that the caller administers, with their calendars.
#[utoipa::path(get, path = "/api/admin/holidays", operation_id = "holidayList", tag = "holidays",
    params(ListQuery), responses((status = 200, body = Vec<TenantCalendar>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<TenantCalendar>, Error> {
    let scope = cx.scope(Permission::Holidays, Act::View)?;
    store::page(&mut cx, &list, &scope).await
}

/// The calendar of a tenant, where the caller may `act` on it. The global one everybody sees who sees one, and the
/// platform's administrators change.
async fn calendar(cx: &mut Ctx, act: Act, id: &Id) -> Result<Holidays, Error> {
    if id.as_str() == GLOBAL {
        match act {
            Act::View => cx.scope(Permission::Holidays, act).map(|_| ())?,
            Act::Edit => cx.require(Permission::Holidays, act)?,
        }
    } else {
        cx.require_in(Permission::Holidays, act, id)?;
        tenants::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    }
    store::of(cx, id).await
}

/// The calendar of a tenant; `sys` for the global one.
#[utoipa::path(get, path = "/api/admin/holidays/{id}", operation_id = "getHoliday", tag = "holidays",
    params(("id" = String, Path)), responses((status = 200, body = Holidays)))]
async fn read(mut cx: Ctx, PathId(id): PathId) -> Result<Answer<Holidays>, Error> {
    Ok(Answer(calendar(&mut cx, Act::View, &id).await?))
}

/// Changes the calendar of a tenant, or the global one.
#[utoipa::path(put, path = "/api/admin/holidays/{id}", operation_id = "saveHoliday", tag = "holidays",
    params(("id" = String, Path)), request_body = HolidaysInput, responses((status = 200, body = Holidays)))]
async fn save(mut cx: Ctx, PathId(id): PathId, Json(input): Json<HolidaysInput>) -> Result<Answer<Holidays>, Error> {
    let before = calendar(&mut cx, Act::Edit, &id).await?;
    let mut after = before.changed(&input)?;
    store::save(&mut cx, &mut after).await?;
    cx.audit_change("holiday.updated", &before, &after)?;
    cx.commit().await?;
    Ok(Answer(after))
}
