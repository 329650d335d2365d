//! The rules of the menus: two levels, one menu for each permission, and the way to menus and roles stays open.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cardea_macros::Narrow;
use serde::Deserialize;

use super::model::{Menu, MenuInput, MenuState, MenuStatus, ResourceType};
use super::store;
use crate::kernel::ctx::{Allowed, Ctx, Permission, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::page::{Ids, Sorts};
use crate::kernel::resource::{Change, Kind, Operation, Reach, Resource, record, sorts};

/// The icons that the console draws, by name.
static ICONS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../admin-ui/src/admin/layout/menuIcons.json")).unwrap_or_default()
});

/// The menus by which menus and roles are managed: nothing could be opened again without them.
const KEPT: [Permission; 2] = [Permission::Menus, Permission::Roles];

/// The filter of a list of menus.
#[derive(Debug, Deserialize, Narrow)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    id: Option<Ids>,
}

impl Resource for Menu {
    type State = MenuState;
    type Form = MenuInput;
    type Filter = Filter;

    const NOUN: &'static str = "menus";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::List, "menuList", "Menus, groups and items, closed ones too."),
        Operation::new(Kind::Read, "getMenuInfo", "One menu."),
        Operation::new(Kind::Create, "addMenu", "Makes a menu."),
        Operation::new(
            Kind::Update,
            "updteMenu",
            "Changes a menu, at once for everybody whose roles have it. Only a super administrator opens one again.",
        ),
        Operation::new(
            Kind::Remove,
            "deleteMenu",
            "Removes a menu that has none below it, and takes it out of the roles that have it.",
        ),
    ];
    const PERMISSION: Permission = Permission::Menus;
    const READERS: &'static [Permission] = &[Permission::Menus, Permission::Roles];
    const REACH: Reach = Reach::Platform;
    const SORTS: Sorts = sorts!["seq": parent_id, seq, id; "id": id;];
    const CALLED: (&'static str, &'static str) = ("菜单", "menu");
    const SAMPLE: &'static str = r#"{ "name": "Reports", "parentId": "0", "seq": 99, "icon": "apps" }"#;

    async fn possible(_: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        match change {
            Change::Remove(menu) if KEPT.iter().any(|kept| kept.url() == menu.url) => Err(locked_out()),
            _ => Ok(()),
        }
    }

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &MenuInput,
        before: Option<&Self>,
        menu: &mut Self,
    ) -> Result<(), Error> {
        let chosen = before.is_some() || form.parent_id.is_some();
        p.check(chosen, "parentId", "请选择上级菜单", "please select the parent menu");
        p.check(ICONS.contains_key(&menu.icon), "icon", "请选择图标", "please select an icon");
        if !menu.is_group() {
            let group = record::get_kept::<Self>(cx, &menu.parent_id).await?.filter(Self::is_group);
            p.check(group.is_some(), "parentId", "请选择一级菜单", "please select a menu of the first level");
        }
        let stays = before.is_none_or(|before| before.is_group() == menu.is_group());
        p.check(stays, "parentId", "一级菜单与二级菜单不能互换", "a menu keeps its level");
        address(p, menu);
        match before {
            Some(before) if opens(cx, before, menu).await? => only_super_administrators(cx),
            _ => Ok(()),
        }
    }

    async fn changed(_: &MenuState, cx: &mut Ctx, before: &Self, after: &Self) -> Result<(), Error> {
        if before.status == after.status && before.parent_id == after.parent_id {
            return Ok(());
        }
        // After the change: another one made at once has waited, and is seen.
        for kept in KEPT {
            if !store::is_open(cx, kept).await? {
                return Err(locked_out());
            }
        }
        Ok(())
    }

    async fn removed(state: &MenuState, cx: &mut Ctx, menu: &Self) -> Result<(), Error> {
        state.roles.leave(cx, &menu.id).await
    }
}

/// A group has no address; an item has that of a screen.
fn address(p: &mut Problems, menu: &Menu) {
    if menu.is_group() {
        p.check(menu.url.is_empty(), "url", "一级菜单没有请求地址", "a menu of the first level has no request address");
        return;
    }
    let permission = Permission::from_url(&menu.url);
    p.check(permission.is_some(), "url", "请选择请求地址", "please select the request address");
    let fits = menu.resource_type == ResourceType::System || permission.is_none_or(Permission::is_for_tenants);
    p.check(fits, "resourceType", "该页面只供平台使用", "this screen is for the platform alone");
}

/// Whether roles that have the menu get something by the change that they did not have before.
async fn opens(cx: &mut ReadCtx, before: &Menu, after: &Menu) -> Result<bool, Error> {
    let status = before.status == MenuStatus::Closed && after.status == MenuStatus::Open;
    let kind = before.resource_type == ResourceType::System && after.resource_type == ResourceType::Tenant;
    if status || (kind && !after.is_group()) {
        return Ok(true);
    }
    if before.parent_id == after.parent_id {
        return Ok(false);
    }
    let group = record::get::<Menu>(cx, &before.parent_id).await?;
    Ok(group.is_none_or(|group| group.status == MenuStatus::Closed))
}

/// Whoever closed a menu took its permission from those who have it; they must not open it for themselves.
fn only_super_administrators(cx: &ReadCtx) -> Result<(), Error> {
    if matches!(cx.who, Who::System(_)) || cx.person()?.system == Allowed::Everything {
        return Ok(());
    }
    let text = Text::new("只有超级管理员可以重新开启菜单", "only a super administrator opens a menu again");
    Err(Error::new(Code::Forbidden).message(text))
}

fn locked_out() -> Error {
    let text = Text::new(
        "菜单管理与角色管理的菜单不能关闭或删除",
        "the menus that manage menus and roles can be neither closed nor removed",
    );
    Error::new(Code::Forbidden).message(text)
}
