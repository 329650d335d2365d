//! The departments of members (study and platform administration, section 2.2).

use std::collections::BTreeSet;

use axum::Json as Answer;
use serde::{Deserialize, Serialize};

use super::department_store::{of, put};
use super::model::Member;
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text, given_version};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::references::Reference;
use crate::kernel::resource::{PathId, record};
use crate::resources::{departments, users};

/// The most departments of one member.
const MOST: usize = 100;

/// A department stays while somebody is in it. What is left of a person who was removed holds nothing.
pub const REFERENCES: &[Reference] = &[Reference::new(
    "departments",
    ("用户", "users"),
    "SELECT 1 FROM user_departments JOIN memberships m ON m.id = user_departments.membership_id \
     JOIN users u ON u.id = m.user_id WHERE user_departments.department_id = $1 AND u.deleted_at IS NULL LIMIT 1",
)];

/// The operations on the departments of members.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(read, save)).with_state(kernel)
}

/// The departments of a member.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct UserDepartments {
    /// Id of the membership.
    id: Id,
    /// Its version, for changing it.
    version: i64,
    /// The ids of the departments, separated by commas.
    value: String,
}

/// The departments that a member is to have.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserDepartmentsInput {
    /// The version of the membership that is changed.
    version: Option<i64>,
    /// The ids of the departments, separated by commas; one at least.
    #[serde(default)]
    department_id: String,
}

/// The departments of a member.
#[utoipa::path(get, path = "/api/admin/tenant-users/{id}/departments", operation_id = "getDepartmentByUser",
    tag = "tenant-users", params(("id" = String, Path)), responses((status = 200, body = UserDepartments)))]
async fn read(mut cx: ReadCtx, PathId(id): PathId) -> Result<Answer<UserDepartments>, Error> {
    let member = member(&mut cx, &id, Act::View).await?;
    Ok(Answer(described(&mut cx, &member).await?))
}

/// Puts a member into these departments of their tenant, and into no others.
#[utoipa::path(put, path = "/api/admin/tenant-users/{id}/departments", operation_id = "saveUserDepartment",
    tag = "tenant-users", params(("id" = String, Path)), request_body = UserDepartmentsInput,
    responses((status = 200, body = UserDepartments)))]
async fn save(
    mut cx: Ctx,
    PathId(id): PathId,
    Json(input): Json<UserDepartmentsInput>,
) -> Result<Answer<UserDepartments>, Error> {
    let before = member(&mut cx, &id, Act::Edit).await?;
    users::changeable(&mut cx, &before.user_id).await?;
    let chosen = chosen(&input.department_id)?;
    let version = given_version(input.version)?;
    if departments::keep(&mut cx, &before.tenant_id, &chosen).await? != chosen.len() {
        let text = Text::new("请选择该租户的部门", "please select departments of the tenant");
        return Err(Error::field("departmentId", text));
    }
    let mut after = Member { version, ..before.clone() };
    record::update(&mut cx, &mut after).await?;
    put(&mut cx, &id, &chosen).await?;
    store::describe(&mut cx, std::slice::from_mut(&mut after)).await?;
    cx.audit_change("tenant_user.departments_updated", &before, &after)?;
    let saved = described(&mut cx, &after).await?;
    cx.commit().await?;
    Ok(Answer(saved))
}

/// A member within the caller's reach.
async fn member(cx: &mut ReadCtx, id: &Id, act: Act) -> Result<Member, Error> {
    let scope = cx.scope(Permission::UserDepartments, act)?;
    let found = store::get(cx, id).await?.filter(|member| scope.holds(&member.tenant_id));
    found.ok_or_else(|| Error::new(Code::NotFound))
}

fn chosen(text: &str) -> Result<BTreeSet<Id>, Error> {
    let ids = text.split(',').map(str::trim).filter(|id| !id.is_empty());
    // A text that cannot be an id names no department.
    let unknown =
        |_| Error::field("departmentId", Text::new("请选择该租户的部门", "please select departments of the tenant"));
    let chosen = ids.map(|id| Id::try_from(id.to_owned()).map_err(unknown)).collect::<Result<BTreeSet<_>, _>>()?;
    if chosen.is_empty() {
        let text = Text::new("请最少选中一个部门进行设置", "select at least one department");
        return Err(Error::field("departmentId", text));
    }
    if chosen.len() > MOST {
        return Err(Error::field("departmentId", Text::new("最多选择100个部门", "at most 100 departments")));
    }
    Ok(chosen)
}

async fn described(cx: &mut ReadCtx, member: &Member) -> Result<UserDepartments, Error> {
    let ids: Vec<String> = of(cx, &member.id).await?.iter().map(Id::to_string).collect();
    Ok(UserDepartments { id: member.id.clone(), version: member.version, value: ids.join(",") })
}
