//! HTTP of the licences, and of the systems that tenants have by them.

use axum::Json as Answer;

use super::listing::{self, Choice, Filter};
use super::model::Licence;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::kernel::resource::{Resource as _, router as declared};

/// The operations.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    let read = OpenApiRouter::new().routes(routes!(list)).routes(routes!(choices)).with_state(kernel.clone());
    read.merge(declared::<Licence>(kernel))
}

/// The systems of the filter's tenant, or of every tenant that the caller administers.
#[utoipa::path(get, path = "/api/admin/tenant-software", operation_id = "getTenantSoftList", tag = "tenant-software",
    params(ListQuery), responses((status = 200, body = Vec<Licence>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<Licence>, Error> {
    let scope = cx.scope(Permission::SystemList, Act::View)?;
    if list.filter.tenant_id.as_ref().is_some_and(|tenant| !scope.holds(tenant)) {
        return Err(Error::new(Code::NotFound));
    }
    let mut page = listing::page(&mut cx, &list, &scope).await?;
    Licence::describe(&mut cx, &mut page.rows).await?;
    Ok(page)
}

/// The menus whose screens choose a system.
const CHOOSING: &[Permission] = &[
    Permission::SystemList,
    Permission::Licences,
    Permission::Domains,
    Permission::StudySoftware,
    Permission::UserAllowedHistory,
    Permission::AuthorizationHistory,
    Permission::BlindingRules,
    Permission::SmsLog,
    Permission::EmailLog,
    Permission::Tasks,
];

/// The systems of the catalogue, for choosing one.
#[utoipa::path(get, path = "/api/admin/tenant-software/choices", operation_id = "getSoftList", tag = "tenant-software",
    responses((status = 200, body = Vec<Choice>)))]
async fn choices(mut cx: ReadCtx) -> Result<Answer<Vec<Choice>>, Error> {
    cx.scope_of_any(CHOOSING, Act::View)?;
    Ok(Answer(listing::choices(&mut cx).await?))
}
