//! HTTP of the members.

use axum::Json as Answer;
use axum::extract::State;
use serde::Serialize;

use super::model::{Candidate, Member, MemberImportant, NewMembers};
use super::service;
use super::store::{self, CandidateFilter};
use crate::kernel::ctx::{Act, Ctx, Permission};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Created, Json};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::kernel::resource::{PathId, operations, router as declared};
use crate::resources::roles;
use crate::resources::users::Users;

/// The operations on members. They end the sessions of people who lose a role.
pub fn router(users: Users) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(add))
        .routes(routes!(important))
        .routes(routes!(unselected))
        .merge(super::import::router())
        .with_state(users.clone())
        .merge(super::departments::router(users.kernel.clone()))
        .merge(declared::<Member>(users))
}

/// The added members.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Added {
    /// The first of the new memberships, a record of this resource.
    id: Id,
    /// All of them, by login name.
    members: Vec<Member>,
}

/// Adds people with an existing account to a tenant. Only for platform administrators; a tenant invites people, who
/// then accept. With an administrator's role it needs a recent proof.
#[utoipa::path(post, path = "/api/admin/tenant-users", operation_id = "saveTenantUserBatch", tag = "tenant-users",
    request_body = NewMembers, responses((status = 201, body = Added)))]
async fn add(State(users): State<Users>, mut cx: Ctx, Json(new): Json<NewMembers>) -> Result<Created<Added>, Error> {
    cx.require(Permission::TenantUsers, Act::Edit)?;
    let role = new.role.clone();
    let members = store::add(&mut cx, new).await?;
    let id = members.first().map(|m| m.id.clone()).ok_or_else(|| Error::new(Code::Internal))?;
    roles::before_giving(&mut cx, users.step_up.as_ref(), &role).await?;
    cx.commit().await?;
    Ok(Created(Added { id, members }))
}

/// Changes the important information of a member: role, enabled or not. Somebody gets or loses access, so it needs a
/// recent proof; a loss ends their sessions in that tenant, and no others.
#[utoipa::path(put, path = "/api/admin/tenant-users/{id}/important", operation_id = "saveTenantUserImportant",
    tag = "tenant-users", params(("id" = String, Path)), request_body = MemberImportant,
    responses((status = 200, body = Member)))]
async fn important(
    State(users): State<Users>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(input): Json<MemberImportant>,
) -> Result<Answer<Member>, Error> {
    let before: Member = operations::changeable(&mut cx, &id).await?;
    let (after, meaning) = service::update_important(&mut cx, &before, &input).await?;
    if meaning.changes {
        users.step_up.require(&mut cx).await?;
    }
    if meaning.lost {
        users.sessions.left(&mut cx, &after.user_id, &after.tenant_id).await?;
    }
    if let Some(became) = service::became(&before, &after) {
        users.grants.follow(&mut cx, &after.user_id, &became, "").await?;
    }
    cx.commit().await?;
    Ok(Answer(after))
}

/// The people outside the filter's tenant. Only for platform administrators: a tenant must not see the people of other
/// tenants; it invites by e-mail.
#[utoipa::path(get, path = "/api/admin/unselected-users", operation_id = "getUnselectUser", tag = "tenant-users",
    params(ListQuery), responses((status = 200, body = Vec<Candidate>)))]
async fn unselected(Listing(mut cx): Listing, list: List<CandidateFilter>) -> Result<Page<Candidate>, Error> {
    cx.require(Permission::TenantUsers, Act::Edit)?;
    let missing = || Error::field("tenantId", Text::new("请选择租户", "please select a tenant"));
    let tenant = list.filter.tenant_id.clone().ok_or_else(missing)?;
    store::candidates(&mut cx, &tenant, &list).await
}
