//! HTTP of the dictionaries.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::Item;
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::ALL_TENANTS;
use crate::kernel::page::{List, ListQuery, Page};
use crate::rooms::scope_of_any;

/// The menus of which one must be seen to read items: their own, and the forms that choose from them.
pub(super) const READERS: &[Permission] = &[
    Permission::Dictionaries,
    Permission::Tenants,
    Permission::Sites,
    Permission::TenantSites,
    Permission::TenantUsers,
    Permission::Studies,
    Permission::StudySites,
    Permission::UserAllowed,
    Permission::Authorization,
];

/// The operations on dictionaries.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).with_state(kernel)
}

/// Items of a category, named in the caller's language.
#[utoipa::path(get, path = "/api/admin/dictionary-items", operation_id = "Category", tag = "dictionaries",
    params(ListQuery), responses((status = 200, body = Vec<Item>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<Item>, Error> {
    let scope = scope_of_any(&cx, READERS, Act::View)?;
    let shared = |id: &str| id == ALL_TENANTS;
    if list.filter.tenant_id.as_ref().is_some_and(|t| !shared(t.as_str()) && !scope.holds(t)) {
        return Err(Error::new(Code::NotFound));
    }
    store::page(&mut cx, &list, &scope).await
}
