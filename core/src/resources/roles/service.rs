//! The rules for making, changing and giving roles.

use std::collections::BTreeSet;

use futures::future::{BoxFuture, FutureExt as _};

use super::model::{GivenMenu, NewRole, Role, RoleInput, RoleState, RoleStatus, RoleType};
use super::store;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::page::Sorts;
use crate::kernel::resource::input::{LINE, line, note, required};
use crate::kernel::resource::{ByName, Change, Form as _, Kind, Operation, Reach, Resource, operations, record};
use crate::kernel::step_up::StepUp;
use crate::kernel::yes::Yes;
use crate::resources::menus::{self, Menu, ResourceType};

impl Resource for Role {
    type State = RoleState;
    type Form = RoleInput;
    type Filter = ByName;

    const NOUN: &'static str = "roles";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::Read, "getRoleInfo", "One role, with its permission set."),
        Operation::new(Kind::Create, "addRole", "Makes a role. An administrator's role needs a recent proof."),
        Operation::new(
            Kind::Update,
            "updateRole",
            "Changes a role, at once for everybody who has it. More permissions, or no second factor any more, need a \
             recent proof.",
        ),
        Operation::new(Kind::Remove, "deleteRole", "Removes a role that nobody has."),
    ];
    const PERMISSION: Permission = Permission::Roles;
    const REACH: Reach = Reach::Platform;
    const SORTS: Sorts = store::SORTS;
    const CALLED: (&'static str, &'static str) = ("角色", "role");
    const SAMPLE: &'static str = r#"{ "name": "Auditor", "roleType": "2" }"#;

    async fn find(cx: &mut ReadCtx, id: &Id) -> Result<Option<Self>, Error> {
        store::get(cx, id).await
    }

    async fn possible(cx: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        let (Change::Update(before, _) | Change::Remove(before)) = change else { return Ok(()) };
        let menus = menus::all(cx).await?;
        let text = Text::new("不能修改高于自身权限的角色", "nobody changes a role stronger than their own");
        within_own(cx, &before.content(&menus), text)
    }

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &RoleInput,
        before: Option<&Self>,
        role: &mut Self,
    ) -> Result<(), Error> {
        if before.is_none() {
            p.check(form.role_type.is_some(), "roleType", "请选择角色类型", "please select the role type");
            role.role_type = form.role_type.unwrap_or(role.role_type);
        }
        let menus = menus::all(cx).await?;
        set_of(p, role, &menus);
        let text = Text::new("不能设置高于自身权限的角色", "nobody makes a role stronger than their own");
        within_own(cx, &role.content(&menus), text)
    }

    async fn confirm(state: &RoleState, cx: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        let menus = menus::all(cx).await?;
        let gains = match change {
            Change::Remove(_) => false,
            Change::Create(form) => form.super_admin == Some(Yes(true)),
            Change::Update(before, form) => {
                state
                    .step_up
                    .loosening(cx, before.mfa_required, form.mfa_required.unwrap_or(before.mfa_required))
                    .await?;
                let mut after = before.clone();
                form.over(&mut Problems::default(), &mut after, false);
                !at_least(&before.gives(&menus), &after.gives(&menus))
            }
        };
        if gains { state.step_up.step_up.require(cx).await } else { Ok(()) }
    }

    async fn add(cx: &mut Ctx, role: &mut Self) -> Result<(), Error> {
        record::insert(cx, role).await?;
        store::set_menus(cx, &role.id, &role.resource_id_list).await
    }

    async fn describe(cx: &mut ReadCtx, roles: &mut [Self]) -> Result<(), Error> {
        store::describe(cx, roles).await
    }

    async fn changed(state: &RoleState, cx: &mut Ctx, before: &Self, after: &Self) -> Result<(), Error> {
        if before.resource_id_list != after.resource_id_list {
            store::set_menus(cx, &after.id, &after.resource_id_list).await?;
        }
        if before.administers() && !after.administers() { state.administrators.remain(cx).await } else { Ok(()) }
    }

    async fn removed(_: &RoleState, cx: &mut Ctx, role: &Self) -> Result<(), Error> {
        store::set_menus(cx, &role.id, &[]).await
    }
}

/// Checks a permission set against the menus, and puts it in their order. Groups follow from their menus.
fn set_of(p: &mut Problems, role: &mut Role, menus: &[Menu]) {
    let given = std::mem::take(&mut role.resource_id_list);
    let known = given.iter().all(|given| menus.iter().any(|menu| menu.id == given.id));
    p.check(known, "resourceIdList", "菜单不存在", "there is no such menu");
    for menu in menus.iter().filter(|menu| !menu.url.is_empty()) {
        let Some(act) = given.iter().filter(|given| given.id == menu.id).map(|given| given.act).max() else { continue };
        let fits = role.role_type == RoleType::System || menu.resource_type == ResourceType::Tenant;
        p.check(fits, "resourceIdList", "租户角色只能使用租户菜单", "a tenant role has menus of tenants alone");
        role.resource_id_list.push(GivenMenu { id: menu.id.clone(), act });
    }
}

/// Takes a menu that was removed out of the roles that have it.
#[derive(Debug)]
pub struct WithoutMenu;

impl menus::LeaveRoles for WithoutMenu {
    fn leave<'a>(&'a self, cx: &'a mut Ctx, menu: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        async move {
            for (mut role, had) in store::take_out(cx, menu).await? {
                let mut before = role.clone();
                before.resource_id_list.push(had);
                record::update(cx, &mut role).await?;
                cx.audit_change("role.updated", &before, &role)?;
            }
            Ok(())
        }
        .boxed()
    }
}

/// Makes a role with its permission set, and audits it. The menus must be seeded.
pub async fn create(cx: &mut Ctx, new: NewRole) -> Result<Role, Error> {
    create_named(cx, new, "").await
}

/// As [`create`], with an English name.
pub async fn create_named(cx: &mut Ctx, new: NewRole, name_en: &str) -> Result<Role, Error> {
    let id = cx.new_id();
    create_as(cx, id, new, name_en).await
}

/// As [`create_named`], with this id.
pub async fn create_as(cx: &mut Ctx, id: Id, new: NewRole, name_en: &str) -> Result<Role, Error> {
    let mut problems = Problems::default();
    let empty = Text::new("请输入角色名称", "please enter the role name");
    let mut role = <Role as record::Record>::blank(id, cx.now());
    role.name = required(&mut problems, "name", &new.name, empty);
    role.name_en = line(&mut problems, "nameEn", name_en, LINE);
    role.description = note(&mut problems, "description", &new.description);
    role.role_type = new.role_type;
    role.super_admin = Yes(new.super_admin);
    problems.into_result()?;
    let menus = menus::all(cx).await?;
    let given = new.menus.iter().filter_map(|(permission, act)| {
        let menu = menus.iter().find(|menu| menu.url == permission.url())?;
        Some(GivenMenu { id: menu.id.clone(), act: (*act).into() })
    });
    role.resource_id_list = given.collect();
    operations::add(cx, role).await
}

fn at_least(own: &Allowed, other: &Allowed) -> bool {
    let has = |permission: &Permission, act: Act| own.covers(*permission, act);
    match other {
        Allowed::Nothing => true,
        Allowed::Everything => *own == Allowed::Everything,
        Allowed::Menus(menus) => menus.iter().all(|(permission, act)| has(permission, *act)),
    }
}

/// Refuses what is more than the caller has on the platform. The server itself has everything.
fn within_own(cx: &ReadCtx, other: &Allowed, text: Text) -> Result<(), Error> {
    if matches!(cx.who, Who::System(_)) || at_least(&cx.person()?.system, other) {
        return Ok(());
    }
    Err(Error::new(Code::Forbidden).message(text))
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

/// As [`may_give`], with the role kept until the transaction ends: nobody removes it before somebody has it.
pub async fn give(
    cx: &mut Ctx,
    role: &Id,
    kind: RoleType,
    tenant: Option<&Id>,
    field: &'static str,
) -> Result<Role, Error> {
    record::get_kept::<Role>(cx, role).await?;
    may_give(cx, role, kind, tenant, field).await
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
