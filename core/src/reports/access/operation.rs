//! Why a person may use a menu and its operations, or may not.

use super::account;
use super::model::{AccessExplanation, AccessHelp, AccessWay, Finding, FindingKind};
use super::person::{Person, View};
use crate::kernel::ctx::{Act, Permission, ReadCtx, Scope};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::resources::members::{Idle, Membership};
use crate::resources::menus::{self, Menu};
use crate::resources::permissions::Reason;
use crate::resources::roles::{self, MenuIdle, RoleIdle, RoleType};
use crate::resources::tenants;

/// The most roles named to whoever asks for one.
const ROLES: usize = 10;

/// Explains a permission, on the platform and in each tenant that the asker may see, or in the one that was asked for.
pub async fn explain(
    cx: &mut ReadCtx,
    person: &Person,
    view: &View,
    asked: Option<&Id>,
    account: Vec<Finding>,
    (permission, act): (Permission, Act),
) -> Result<AccessExplanation, Error> {
    let menus = menus::all(cx).await?;
    let menu = named(cx, &menus, permission);
    let (system, tenants) = (person.basis.system(), person.basis.tenants());
    let has = match Scope::of(&system, &tenants, permission, act) {
        Some(Scope::All) => true,
        Some(Scope::Only(tenants)) => tenants.iter().any(|tenant| view.holds(tenant, asked)),
        None => false,
    };
    let mut ways = Vec::new();
    if view.platform {
        let findings = told(cx, &person.basis.on_platform(permission), &menu, act);
        ways.push(AccessWay::new(platform(cx), None, findings));
    } else if system.covers(permission, act) {
        let text = Text::new("平台角色包含该权限", "a role of the platform gives it");
        let finding = Finding::new(cx, FindingKind::PlatformRole, true, &text);
        ways.push(AccessWay::new(platform(cx), None, vec![finding]));
    }
    // A menu of the platform alone is in no role of a tenant.
    if permission.is_for_tenants() {
        for member in person.memberships(view, asked) {
            let name = person.name_of(&member.tenant_id);
            let mut findings = vec![membership(cx, &name, member)];
            findings.extend(told(cx, &person.basis.in_tenant(member, permission), &menu, act));
            ways.push(AccessWay::new(name, Some(member.tenant_id.clone()), findings));
        }
        if let Some(tenant) = asked.filter(|_| ways.iter().all(|way| way.tenant_id.is_none())) {
            ways.extend(outside(cx, tenant).await?);
        }
    }
    let subject = match act {
        Act::View => Text::made(format!("查看“{menu}”"), format!("view “{menu}”")),
        Act::Edit => Text::made(format!("编辑“{menu}”"), format!("edit “{menu}”")),
    };
    let subject = subject.in_locale(cx.locale()).to_owned();
    Ok(AccessExplanation::new(has && account::is_open(person), subject, account, ways))
}

fn platform(cx: &ReadCtx) -> String {
    Text::new("平台", "The platform").in_locale(cx.locale()).to_owned()
}

fn named(cx: &ReadCtx, menus: &[Menu], permission: Permission) -> String {
    let menu = menus.iter().find(|menu| menu.url == permission.url());
    menu.map_or(permission.url(), |menu| menu.name_in(cx.locale())).to_owned()
}

/// The way through a tenant of which the person is no member; nothing where there is no such tenant.
async fn outside(cx: &mut ReadCtx, tenant: &Id) -> Result<Option<AccessWay>, Error> {
    let Some(tenant) = tenants::get(cx, tenant).await? else { return Ok(None) };
    let finding = no_member(cx, &tenant.tenant_name);
    Ok(Some(AccessWay::new(tenant.tenant_name, Some(tenant.id), vec![finding])))
}

/// That the person is no member of a tenant.
pub fn no_member(cx: &ReadCtx, tenant: &str) -> Finding {
    let text = Text::made(format!("不是租户“{tenant}”的成员"), format!("not a member of {tenant}"));
    Finding::new(cx, FindingKind::Membership, false, &text)
}

/// Whether a membership counts.
pub fn membership(cx: &ReadCtx, name: &str, member: &Membership) -> Finding {
    match member.idle() {
        None => {
            let text = Text::made(format!("是租户“{name}”的成员"), format!("a member of {name}"));
            Finding::new(cx, FindingKind::Membership, true, &text).at(Some(member.join_date))
        }
        Some(Idle::Disabled) => {
            let text = Text::made(format!("在租户“{name}”中已停用"), format!("disabled in {name}"));
            Finding::new(cx, FindingKind::Membership, false, &text)
        }
        Some(Idle::TenantArchived) => {
            let text = Text::made(format!("租户“{name}”已归档"), format!("the tenant {name} is archived"));
            Finding::new(cx, FindingKind::Tenant, false, &text).at(member.tenant_archived_at)
        }
        Some(Idle::TenantRemoved) => {
            let text = Text::made(format!("租户“{name}”已删除"), format!("the tenant {name} was removed"));
            Finding::new(cx, FindingKind::Tenant, false, &text).at(member.tenant_deleted_at)
        }
    }
}

fn told(cx: &ReadCtx, reasons: &[Reason<'_>], menu: &str, act: Act) -> Vec<Finding> {
    reasons.iter().map(|reason| one(cx, reason, menu, act)).collect()
}

fn one(cx: &ReadCtx, reason: &Reason<'_>, menu: &str, act: Act) -> Finding {
    let (kind, text) = match reason {
        Reason::NoRole => (FindingKind::Role, Text::new("没有角色", "there is no role")),
        Reason::Role(role, idle) => (FindingKind::Role, of_role(role.called(cx.locale()), *idle)),
        Reason::Everything => (
            FindingKind::SuperAdministrator,
            Text::new(
                "该角色是超级管理员，拥有其范围内的全部权限",
                "the role is a super administrator's: it has everything in its scope",
            ),
        ),
        Reason::NoMenu => (
            FindingKind::Menu,
            Text::made(format!("该角色没有菜单“{menu}”"), format!("the role does not have the menu “{menu}”")),
        ),
        Reason::Menu(has, idle) => (FindingKind::Menu, of_menu(menu, *has, act, *idle)),
    };
    Finding::new(cx, kind, reason.holds(act), &text)
}

fn of_role(name: &str, idle: Option<RoleIdle>) -> Text {
    match idle {
        None => Text::made(format!("角色是“{name}”"), format!("the role is {name}")),
        Some(RoleIdle::Closed) => Text::made(format!("角色“{name}”已关闭"), format!("the role {name} is closed")),
        Some(RoleIdle::Removed) => Text::made(format!("角色“{name}”已删除"), format!("the role {name} was removed")),
        Some(RoleIdle::OtherKind) => Text::made(
            format!("角色“{name}”的类型不适用于此处"),
            format!("the role {name} is of a kind that counts elsewhere"),
        ),
    }
}

fn of_menu(menu: &str, has: Act, act: Act, idle: Option<MenuIdle>) -> Text {
    match (idle, has) {
        (Some(MenuIdle::Removed), _) => {
            Text::made(format!("菜单“{menu}”已删除"), format!("the menu “{menu}” was removed"))
        }
        (Some(MenuIdle::Closed), _) => {
            Text::made(format!("菜单“{menu}”已关闭"), format!("the menu “{menu}” is closed"))
        }
        (Some(MenuIdle::GroupClosed), _) => {
            Text::made(format!("菜单“{menu}”的上级菜单已关闭"), format!("the group of the menu “{menu}” is closed"))
        }
        (Some(MenuIdle::OfPlatform), _) => Text::made(
            format!("菜单“{menu}”不供租户角色使用"),
            format!("the menu “{menu}” is not for roles of tenants"),
        ),
        (None, Act::View) if act == Act::Edit => {
            Text::made(format!("该角色只能查看菜单“{menu}”"), format!("the role may only view the menu “{menu}”"))
        }
        (None, Act::View) => {
            Text::made(format!("该角色可以查看菜单“{menu}”"), format!("the role may view the menu “{menu}”"))
        }
        (None, Act::Edit) => {
            Text::made(format!("该角色可以编辑菜单“{menu}”"), format!("the role may edit the menu “{menu}”"))
        }
    }
}

/// Whom to ask for a permission, and for which role. It names roles and menus, and nobody.
pub async fn help(cx: &mut ReadCtx, permission: Permission, act: Act) -> Result<AccessHelp, Error> {
    let menus = menus::all(cx).await?;
    let kind = if permission.is_for_tenants() { RoleType::Tenant } else { RoleType::System };
    let giving = roles::giving(cx.db().await?, kind, permission, act, ROLES).await?;
    let text = if kind == RoleType::Tenant {
        let menu = named(cx, &menus, Permission::TenantUsers);
        Text::made(
            format!("请联系您所在租户中可以编辑“{menu}”的管理员，为您分配含有该菜单的角色。"),
            format!("Ask an administrator of your tenant who may edit “{menu}” for a role that has this menu."),
        )
    } else {
        let menu = named(cx, &menus, Permission::Users);
        Text::made(
            format!("请联系可以编辑“{menu}”的平台管理员，为您分配含有该菜单的角色。"),
            format!("Ask an administrator of the platform who may edit “{menu}” for a role that has this menu."),
        )
    };
    Ok(AccessHelp {
        text: text.in_locale(cx.locale()).to_owned(),
        roles: giving.iter().map(|role| role.called(cx.locale()).to_owned()).collect(),
    })
}
