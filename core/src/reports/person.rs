//! The tenants of a person.

use axum::Json as Answer;
use serde::Serialize;
use utoipa::ToSchema;

use super::state::Reports;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::MAX_ROWS;
use crate::kernel::resource::PathId;
use crate::resources::members::{self, Idle};
use crate::resources::{roles, tenants, users};

/// The operations.
pub fn router() -> OpenApiRouter<Reports> {
    OpenApiRouter::new().routes(routes!(memberships))
}

/// The membership of a person in a tenant.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PersonMembership {
    /// Id of the membership.
    id: Id,
    /// The tenant.
    tenant_id: Id,
    /// Its name.
    tenant_name: String,
    /// Their role there.
    role_id: Option<Id>,
    /// Its name in the caller's language.
    role_name: Option<String>,
    /// When they joined.
    join_date: Time,
    /// Whether the membership is disabled.
    disabled: bool,
}

/// The tenants that a person belongs to, with their role in each, by the name of the tenant; at most 1000.
#[utoipa::path(get, path = "/api/admin/users/{id}/memberships", operation_id = "getUserMemberships", tag = "users",
    params(("id" = String, Path)), responses((status = 200, body = Vec<PersonMembership>)))]
async fn memberships(mut cx: ReadCtx, PathId(id): PathId) -> Result<Answer<Vec<PersonMembership>>, Error> {
    cx.require(Permission::Users, Act::View)?;
    users::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let mut found = members::every_of_user(cx.db().await?, &id).await?;
    found.retain(|member| member.idle() != Some(Idle::TenantRemoved));
    found.truncate(usize::try_from(MAX_ROWS).unwrap_or(usize::MAX));
    let names = tenants::names(&mut cx, found.iter().map(|member| member.tenant_id.clone())).await?;
    let given = found.iter().filter_map(|member| member.role_id.clone());
    let called = roles::called(&mut cx, given).await?;
    let row = |member: members::Membership| PersonMembership {
        tenant_name: names.get(&member.tenant_id).cloned().unwrap_or_default(),
        role_name: member.role_id.as_ref().and_then(|role| called.get(role).cloned()),
        disabled: member.idle().is_some(),
        id: member.id,
        tenant_id: member.tenant_id,
        role_id: member.role_id,
        join_date: member.join_date,
    };
    let mut rows: Vec<_> = found.into_iter().map(row).collect();
    rows.sort_by(|one, other| one.tenant_name.cmp(&other.tenant_name));
    Ok(Answer(rows))
}
