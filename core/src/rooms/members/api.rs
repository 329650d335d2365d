//! HTTP of the members.

use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Member, NewMembers};
use super::store::{self, Filter};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Created, Json};
use crate::kernel::id::Id;
use crate::kernel::page::{List, ListQuery, Page};

/// The operations on members.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list, add)).with_state(kernel)
}

/// Members of the tenant that the filter names.
#[utoipa::path(get, path = "/api/admin/tenant-users", operation_id = "getTenantUserList", tag = "tenant-users",
    params(ListQuery), responses((status = 200, body = Vec<Member>)))]
async fn list(mut cx: Ctx, list: List<Filter>) -> Result<Page<Member>, Error> {
    // Whoever may see no tenant's members hears that before what is missing.
    cx.scope(Permission::TenantUsers, Act::View)?;
    let tenant = list.filter.tenant_id.clone();
    let tenant = tenant.ok_or_else(|| Error::field("tenantId", Text::new("请选择租户", "please select a tenant")))?;
    cx.require_in(Permission::TenantUsers, Act::View, &tenant)?;
    store::page(&mut cx, &tenant, &list).await
}

/// Who was taken in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Added {
    /// The first of the new memberships: a record of this resource.
    id: Id,
    /// All of them, by login name.
    members: Vec<Member>,
}

/// Takes people into a tenant.
#[utoipa::path(post, path = "/api/admin/tenant-users", operation_id = "saveTenantUserBatch", tag = "tenant-users",
    request_body = NewMembers, responses((status = 201, body = Added)))]
async fn add(mut cx: Ctx, Json(new): Json<NewMembers>) -> Result<Created<Added>, Error> {
    cx.require_in(Permission::TenantUsers, Act::Edit, &new.tenant_id)?;
    let members = store::add(&mut cx, new).await?;
    let id = members.first().map(|m| m.id.clone()).ok_or_else(|| Error::new(Code::Internal))?;
    cx.commit().await?;
    Ok(Created(Added { id, members }))
}
