//! The rules for making and giving roles.

use std::collections::BTreeSet;

use super::model::{NewRole, Role, RolePolicy, RoleStatus, RoleType};
use super::store;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems, Text, given_version};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{LINE, line, note, required};
use crate::kernel::yes::Yes;
use crate::resources::step_up::StepUpState;
use crate::resources::{StepUp, menus};

/// Makes a role with its permission set, and audits it. The menus must be seeded.
pub async fn create(cx: &mut Ctx, new: NewRole) -> Result<Role, Error> {
    create_named(cx, new, "").await
}

/// As [`create`], with an English name.
pub async fn create_named(cx: &mut Ctx, new: NewRole, name_en: &str) -> Result<Role, Error> {
    let mut problems = Problems::default();
    let empty = Text::new("请输入角色名称", "please enter the role name");
    let role = Role {
        id: cx.new_id(),
        version: 1,
        name: required(&mut problems, "name", &new.name, empty),
        name_en: line(&mut problems, "nameEn", name_en, LINE),
        description: note(&mut problems, "description", &new.description),
        role_type: new.role_type,
        super_admin: Yes(new.super_admin),
        status: RoleStatus::Open,
        mfa_required: false,
    };
    problems.into_result()?;
    store::insert(cx, &role).await?;
    for (permission, act) in new.menus {
        store::insert_menu(cx, &role.id, menus::id_of(permission), act).await?;
    }
    cx.audit("role.created", &role)?;
    Ok(role)
}

/// Changes the requirements of a role and its English name, and audits it. Requirements apply from the next sign-in.
///
/// Errors: [`Code::NotFound`]; [`Code::Forbidden`] for a role with more permissions than the caller;
/// [`Code::RecentProof`] where it requires less afterwards; [`Code::Conflict`].
pub async fn set_policy(step_up: &StepUpState, cx: &mut Ctx, id: &Id, input: RolePolicy) -> Result<Role, Error> {
    let version = given_version(input.version)?;
    let before = store::get(cx, id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    if stronger_than_own(cx, id, None).await? {
        let text = Text::new("不能修改高于自身权限的角色", "nobody changes a role stronger than their own");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    let mut p = Problems::default();
    let mut after = before.clone();
    if let Some(name) = &input.name_en {
        after.name_en = line(&mut p, "nameEn", name, LINE);
    }
    p.into_result()?;
    (after.version, after.mfa_required) = (version, input.mfa_required.unwrap_or(before.mfa_required));
    step_up.loosening(cx, before.mfa_required, after.mfa_required).await?;
    store::set_policy(cx, &mut after).await?;
    cx.audit_change("role.updated", &before, &after)?;
    Ok(after)
}

fn at_least(own: &Allowed, other: &Allowed) -> bool {
    let has = |permission: &Permission, act: Act| own.covers(*permission, act);
    match other {
        Allowed::Nothing => true,
        Allowed::Everything => *own == Allowed::Everything,
        Allowed::Menus(menus) => menus.iter().all(|(permission, act)| has(permission, *act)),
    }
}

/// Whether a role has permissions that the caller lacks, on the platform or in `tenant`. The server itself lacks none.
pub async fn stronger_than_own(cx: &mut ReadCtx, role: &Id, tenant: Option<&Id>) -> Result<bool, Error> {
    if matches!(cx.who, Who::System(_)) {
        return Ok(false);
    }
    let other = store::allowed(cx, role).await?;
    let person = cx.person()?;
    let here = tenant.and_then(|t| person.tenants.get(t)).unwrap_or(&Allowed::Nothing);
    Ok(!at_least(&person.system, &other) && !at_least(here, &other))
}

/// Requires a recent proof where one of the given roles is an administrator's: a person with all permissions can undo
/// every other rule.
///
/// Errors: [`Code::RecentProof`].
pub async fn before_giving<'r>(
    cx: &mut ReadCtx,
    proof: &dyn StepUp,
    given: impl IntoIterator<Item = &'r Id>,
) -> Result<(), Error> {
    if any_administers(cx, given).await? { proof.require(cx).await } else { Ok(()) }
}

/// Whether one of the roles is an administrator's.
async fn any_administers<'r>(cx: &mut ReadCtx, roles: impl IntoIterator<Item = &'r Id>) -> Result<bool, Error> {
    for role in roles.into_iter().collect::<BTreeSet<_>>() {
        if store::get(cx, role).await?.is_some_and(|role| role.super_admin.0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A role of this kind that the caller may give; an error on `field` otherwise.
pub async fn may_give(
    cx: &mut ReadCtx,
    role: &Id,
    kind: RoleType,
    tenant: Option<&Id>,
    field: &'static str,
) -> Result<Role, Error> {
    let unknown = || Error::field(field, Text::new("角色不存在或已关闭", "there is no such open role"));
    let found = store::get(cx, role).await?;
    let found = found.filter(|r| r.role_type == kind && r.status == RoleStatus::Open).ok_or_else(unknown)?;
    if stronger_than_own(cx, role, tenant).await? {
        let text = Text::new("不能授予高于自身权限的角色", "nobody grants a role stronger than their own");
        return Err(Error {
            fields: vec![(field.to_owned(), text.clone())],
            ..Error::new(Code::Forbidden).message(text)
        });
    }
    Ok(found)
}
