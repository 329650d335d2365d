//! The import of tenant users from a file: checked first, all or none; a second import changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json as Answer;
use axum::extract::State;
use serde::Deserialize;

use super::model::{Member, NewMembers};
use super::store::{self, Known};
use crate::kernel::ctx::{Act, Audited as _, Ctx, Permission, ReadCtx, SignedIn, Who};
use crate::kernel::error::{Code, Error, Problems};
use crate::kernel::fold::fold;
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::resources::dictionaries::{self, Category};
use crate::resources::roles::{self, RoleType};
use crate::resources::sheet::{Columns, Field, ImportResult, Line, MAX_BODY};
use crate::resources::tenants;
use crate::resources::users::Users;

/// The operation, with a greater body limit for the file.
pub fn router() -> OpenApiRouter<Users> {
    OpenApiRouter::new().routes(routes!(import)).layer(axum::extract::DefaultBodyLimit::max(MAX_BODY))
}

/// A file with members, and its tenant.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct MemberImport {
    /// The tenant.
    tenant_id: Id,
    /// The file in base64, CSV in UTF-8 or XLSX: user name, role, type and position, by their names.
    #[serde(default)]
    content: String,
    /// The file's name, under which a copy is kept.
    file_name: Option<String>,
    /// Only check the file; nothing is written.
    #[serde(default)]
    dry_run: bool,
}

/// The columns.
const FIELDS: &[Field] = &[
    ("userName", ["用户名", "User name"]),
    ("role", ["角色", "Role"]),
    ("typeId", ["类型", "Type"]),
    ("positionId", ["职位", "Position"]),
];

/// Adds the people in a file to a tenant: all of them or, where a row is wrong, none. Skips people who already are
/// members with the same values. People are named by their full login names. Only for platform administrators; a tenant
/// invites. Where a row gives an administrator's role it needs a recent proof.
#[utoipa::path(post, path = "/api/admin/tenant-users/import", operation_id = "importTenantUsers", tag = "tenant-users",
    extensions(("x-max-body" = json!(8_388_608))),
    request_body = MemberImport, responses((status = 200, body = ImportResult)))]
async fn import(
    State(users): State<Users>,
    _: SignedIn,
    mut cx: Ctx,
    Json(body): Json<MemberImport>,
) -> Result<Answer<ImportResult>, Error> {
    cx.require(Permission::TenantUsers, Act::Edit)?;
    let (lines, file) = users.exports.open(body.content, body.file_name).await?;
    // The result tells which login names exist, even if the file is only checked.
    users.step_up.ask_names(&mut cx, lines.len().saturating_sub(1)).await?;
    cx.release();
    // Checking takes time in proportion to the file; it must not block writers.
    let mut reading = cx.new_read_transaction();
    tenants::get(&mut reading, &body.tenant_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    users.kernel.closures().refuse(reading.db().await?, &body.tenant_id).await?;
    let (result, fresh) = judge(&mut reading, &body.tenant_id, &lines).await?;
    drop(reading);
    if result.stays_out(Some(body.dry_run)) {
        return Ok(Answer(result));
    }
    let file = users.exports.store(&cx, file, Permission::TenantUsers, Some(&body.tenant_id)).await;
    let given: BTreeSet<&Id> = fresh.iter().filter_map(|(new, _)| new.role.as_ref()).collect();
    // Since the file was checked, a role may have been changed or removed.
    for role in &given {
        roles::give(&mut cx, role, RoleType::Tenant, Some(&body.tenant_id), "role").await?;
    }
    roles::before_giving(&mut cx, users.step_up.as_ref(), given).await?;
    let mut joined = Vec::new();
    for (new, user) in &fresh {
        store::insert(&mut cx, new, user).await?;
        joined.push(user.clone());
    }
    for part in joined.chunks(500) {
        for member in store::by_users(&mut cx, &body.tenant_id, part).await? {
            cx.audit("tenant_user.created", &member)?;
        }
    }
    let result =
        result.applied(&mut cx, file, ("tenant_user.imported", Member::RESOURCE), Some(body.tenant_id)).await?;
    cx.commit().await?;
    Ok(Answer(result))
}

/// Checks every row. Returns the result of the import and the people to add.
async fn judge(cx: &mut ReadCtx, tenant: &Id, lines: &[Line]) -> Result<(ImportResult, Vec<(NewMembers, Id)>), Error> {
    let [header, rows @ ..] = lines else { return Err(Error::new(Code::Internal)) };
    let columns = Columns::of(header, FIELDS, FIELDS.len())?;
    let roles = givable(cx, tenant).await?;
    let types = dictionaries::named(cx, Category::UserTypes, tenant).await?;
    let positions = dictionaries::named(cx, Category::Positions, tenant).await?;
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    for part in rows.chunks(500) {
        let names = part.iter().map(|line| fold(&columns.get(line, "userName"))).collect();
        known.extend(store::known(cx, tenant, names).await?.into_iter().map(|one| (one.user_name_key.clone(), one)));
    }
    let own = match &cx.who {
        Who::Person(person) => Some(person.id.clone()),
        _ => None,
    };
    let mut stronger = BTreeSet::new();
    for role in known.values().filter_map(|one| one.system_role.clone()).collect::<BTreeSet<_>>() {
        if roles::stronger_than_own(cx, &role, None).await? {
            stronger.insert(role);
        }
    }
    let (mut result, locale) = (ImportResult::of(rows.len()), cx.locale());
    let (mut seen, mut fresh) = (BTreeSet::new(), Vec::new());
    for line in rows {
        let mut p = Problems::default();
        let name = fold(&columns.get(line, "userName"));
        let person = known.get(&name);
        let role = roles.get(&columns.get(line, "role")).cloned();
        let type_id = types.get(&fold(&columns.get(line, "typeId"))).cloned();
        let position_id = positions.get(&fold(&columns.get(line, "positionId"))).cloned();
        p.check(person.is_some(), "userName", "用户不存在", "there is no such user");
        p.check(seen.insert(name), "userName", "文件中重复", "twice in the file");
        p.check(
            role.is_some(),
            "role",
            "角色不存在或不能授予",
            "there is no such role, or it is stronger than your own",
        );
        p.check(type_id.is_some(), "typeId", "请选择类型", "please select type");
        p.check(position_id.is_some(), "positionId", "请选择职位", "please select position");
        let member = person.is_some_and(|person| person.member);
        let just_so = person.is_some_and(|one| one.is(role.as_ref(), type_id.as_ref(), position_id.as_ref()));
        p.check(!member || just_so, "userName", "已是租户用户", "already in the tenant");
        let themselves = !member && person.is_some_and(|person| Some(&person.id) == own.as_ref());
        p.check(!themselves, "userName", "不能为自己授予角色", "nobody grants themselves a role");
        let above = person.and_then(|person| person.system_role.as_ref()).is_some_and(|role| stronger.contains(role));
        p.check(!above, "userName", "不能添加权限高于自身的用户", "nobody adds an account stronger than their own");
        if !result.takes(line.row, p, locale) {
            continue;
        }
        if let Some(person) = person.filter(|_| result.counts(just_so)) {
            let new = NewMembers { tenant_id: tenant.clone(), user_ids: Vec::new(), role, type_id, position_id };
            fresh.push((new, person.id.clone()));
        }
    }
    Ok((result, fresh))
}

/// The tenant roles that the caller may give, by name.
async fn givable(cx: &mut ReadCtx, tenant: &Id) -> Result<BTreeMap<String, Id>, Error> {
    let mut may = BTreeMap::new();
    for (name, role) in roles::named(cx, RoleType::Tenant).await? {
        if !roles::stronger_than_own(cx, &role, Some(tenant)).await? {
            may.insert(name, role);
        }
    }
    Ok(may)
}
