//! SQL of the menus.

use super::model::{Menu, MenuAct, MenuItem, MenuStatus, ResourceType};
use crate::kernel::ctx::{Act, Allowed, Permission, Person, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::resource::Record as _;

/// Every open menu, groups and items, each level in its order.
pub async fn list(cx: &mut ReadCtx) -> Result<Vec<Menu>, Error> {
    let open = all(cx).await?.into_iter().filter(|menu| menu.status == MenuStatus::Open);
    Ok(open.collect())
}

/// Every menu, each level in its order.
pub async fn all(cx: &mut ReadCtx) -> Result<Vec<Menu>, Error> {
    let query = cx.db().await?.query(Menu::SELECT).sql(Menu::FROM);
    Ok(query.sql("deleted_at IS NULL ORDER BY parent_id, seq, id").all().await?)
}

/// Whether a permission has a menu that is open, in an open group.
pub async fn is_open(cx: &mut ReadCtx, permission: Permission) -> Result<bool, Error> {
    let query = cx.db().await?.query(
        "SELECT 1 FROM menus m JOIN menus g ON g.id = m.parent_id WHERE m.status = 0 AND g.status = 0 \
         AND m.deleted_at IS NULL AND g.deleted_at IS NULL",
    );
    Ok(query.push(" AND m.url = ", permission.url()).optional::<(i32,)>().await?.is_some())
}

/// The id of a permission's menu, as the server brings it.
#[must_use]
pub fn id_of(permission: Permission) -> Id {
    Id::from_text(permission.url().replace('/', "-"))
}

/// The side menu of a person, in the language of the request: groups with at least one item that one of their roles
/// allows. Tenant roles show only menus for tenants, whatever else they contain.
pub async fn tree(cx: &mut ReadCtx, person: &Person) -> Result<Vec<MenuItem>, Error> {
    let locale = cx.locale();
    let menus = list(cx).await?;
    let act = |menu: &Menu| -> Option<MenuAct> {
        let permission = Permission::from_url(&menu.url)?;
        let covers = |act: Act| {
            let allows = |allowed: &Allowed| allowed.covers(permission, act);
            allows(&person.system)
                || (menu.resource_type == ResourceType::Tenant && person.tenants.values().any(allows))
        };
        [Act::Edit, Act::View].into_iter().find(|act| covers(*act)).map(MenuAct::from)
    };
    let item = |menu: &Menu, act: Option<MenuAct>, list: Vec<MenuItem>| MenuItem {
        id: menu.id.clone(),
        name: menu.name_in(locale).to_owned(),
        url: menu.url.clone(),
        icon: menu.icon.clone(),
        parent_id: menu.parent_id.clone(),
        act,
        list,
    };
    let children = |group: &Menu| -> Vec<MenuItem> {
        let items = menus.iter().filter(|m| m.parent_id == group.id);
        items.filter_map(|m| act(m).map(|act| item(m, Some(act), Vec::new()))).collect()
    };
    Ok(menus
        .iter()
        .filter(|menu| menu.is_group())
        .map(|group| item(group, None, children(group)))
        .filter(|group| !group.list.is_empty())
        .collect())
}
