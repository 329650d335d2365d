//! HTTP of the holidays.

use super::model::{GLOBAL, Holidays, HolidaysInput, TenantCalendar};
use super::seed::PROVISIONAL;
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page, Sorts};
use crate::kernel::resource::{ByName, Kind, Operation, Reach, Resource, record, router as declared, sorts};
use crate::resources::tenants;

/// The operations on holidays.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).with_state(kernel.clone()).merge(declared::<Holidays>(kernel))
}

/// The tenants that the caller administers, with their calendars.
#[utoipa::path(get, path = "/api/admin/holidays", operation_id = "holidayList", tag = "holidays",
    params(ListQuery), responses((status = 200, body = Vec<TenantCalendar>)))]
async fn list(Listing(mut cx): Listing, list: List<ByName>) -> Result<Page<TenantCalendar>, Error> {
    let scope = cx.scope(Permission::Holidays, Act::View)?;
    store::page(&mut cx, &list, &scope).await
}

impl Resource for Holidays {
    type State = Kernel;
    type Form = HolidaysInput;
    type Filter = ByName;

    const NOUN: &'static str = "holidays";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::Read, "getHoliday", "The calendar of a tenant; `sys` for the global one."),
        Operation::new(Kind::Update, "saveHoliday", "Changes the calendar of a tenant, or the global one."),
    ];
    const PERMISSION: Permission = Permission::Holidays;
    const REACH: Reach = Reach::TenantsAndShared("tenant_id");
    const SORTS: Sorts = sorts![t; "tenantName": name_key, id;];
    const CALLED: (&'static str, &'static str) = ("节假日", "calendar");

    async fn find(cx: &mut ReadCtx, id: &Id) -> Result<Option<Self>, Error> {
        let there = id.as_str() == GLOBAL || tenants::get(cx, id).await?.is_some();
        if there { store::of(cx, id).await.map(Some) } else { Ok(None) }
    }

    async fn check(
        _: &mut Ctx,
        p: &mut Problems,
        form: &HolidaysInput,
        _: Option<&Self>,
        calendar: &mut Self,
    ) -> Result<(), Error> {
        calendar.take(p, form);
        Ok(())
    }

    async fn save(cx: &mut Ctx, calendar: &mut Self) -> Result<(), Error> {
        record::put(cx, calendar).await
    }

    async fn describe(_: &mut ReadCtx, calendars: &mut [Self]) -> Result<(), Error> {
        for calendar in calendars {
            calendar.note_provisional(PROVISIONAL);
        }
        Ok(())
    }
}
