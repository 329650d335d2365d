//! SQL of the roles.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{GivenMenu, Role, RoleStatus, RoleType};
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, ReadCtx};
use crate::kernel::db::ReadTx;
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};
use crate::kernel::resource::{Record as _, record};
use crate::kernel::settings;
use crate::resources::menus::{self, Menu, MenuAct};

/// A role that is not deleted, without its permission set.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Role>, Error> {
    record::get(cx, id).await
}

/// The permissions of a role: none for a closed or deleted role. Closed menus do not count.
pub async fn allowed(cx: &mut ReadCtx, id: &Id) -> Result<Allowed, Error> {
    let Some(role) = get(cx, id).await?.filter(|r| r.status == RoleStatus::Open) else { return Ok(Allowed::Nothing) };
    if role.super_admin.0 {
        return Ok(Allowed::Everything);
    }
    let rows: Vec<(String, String)> = cx
        .db()
        .await?
        .query(
            "SELECT m.url, rm.act FROM role_menus rm JOIN menus m ON m.id = rm.menu_id \
             JOIN menus g ON g.id = m.parent_id WHERE m.status = 0 AND m.deleted_at IS NULL AND g.status = 0",
        )
        .push(" AND rm.role_id = ", id.clone())
        .all()
        .await?;
    let menus: BTreeMap<_, _> = rows
        .iter()
        .filter_map(|(url, act)| {
            let act = match act.as_str() {
                "view" => Act::View,
                "edit" => Act::Edit,
                _ => return None,
            };
            Some((Permission::from_url(url)?, act))
        })
        .collect();
    Ok(Allowed::Menus(menus))
}

/// The filter of a list of roles.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// 1 system, 2 tenant.
    pub role_type: Option<RoleType>,
    /// 0 open, 1 closed.
    pub status: Option<RoleStatus>,
    /// A part of the name.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// Only these ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// The sorts of a list of roles.
pub const SORTS: Sorts =
    &[("name", " ORDER BY name, id", " ORDER BY name DESC, id DESC"), ("id", " ORDER BY id", " ORDER BY id DESC")];

/// A page of roles. There are few, so the search needs no index.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>, tenant_only: bool) -> Result<Page<Role>, Error> {
    let mut page: Page<Role> = list
        .run(cx.db().await?, SORTS, Role::SELECT, |query, f| {
            let query = query
                .sql(" FROM roles WHERE deleted_at IS NULL")
                .sql_if(tenant_only, " AND role_type = 2")
                .push_if(" AND role_type = ", f.role_type)
                .push_if(" AND status = ", f.status);
            let query = match &f.q {
                Some(q) => q.in_any(query, &["lower(name)", "lower(name_en)"]),
                None => query,
            };
            query.push_in_if(" AND id", f.id.as_ref().map(Ids::each))
        })
        .await?;
    describe(cx, &mut page.rows).await?;
    Ok(page)
}

/// Whether there has never been a role. Of two servers that start at once, the second waits, and then finds those of
/// the first.
pub async fn first(cx: &mut Ctx) -> Result<bool, Error> {
    let tx = cx.db().await?;
    settings::hold(tx).await?;
    Ok(tx.query("SELECT 1 FROM roles LIMIT 1").optional::<(i32,)>().await?.is_none())
}

/// Puts a role's permission set in place of the one before.
pub async fn set_menus(cx: &mut Ctx, role: &Id, menus: &[GivenMenu]) -> Result<(), Error> {
    let tx = cx.db().await?;
    tx.write("DELETE FROM role_menus WHERE role_id = $1").bind(role.clone()).execute().await?;
    for given in menus {
        let query = tx.write("INSERT INTO role_menus (role_id, menu_id, act) VALUES ($1, $2, $3)");
        query.bind(role.clone()).bind(given.id.clone()).bind(given.act.name()).execute().await?;
    }
    Ok(())
}

/// Takes a menu out of every role that has it; returns these roles with what they had of it.
pub async fn take_out(cx: &mut Ctx, menu: &Id) -> Result<Vec<(Role, GivenMenu)>, Error> {
    let query = cx.db().await?.write("DELETE FROM role_menus WHERE").push(" menu_id = ", menu.clone());
    let rows: BTreeMap<Id, String> =
        query.sql(" RETURNING role_id, act").all::<(Id, String)>().await?.into_iter().collect();
    let query = cx.db().await?.query(Role::SELECT).sql(Role::FROM).sql(Role::THERE);
    let mut roles: Vec<Role> = query.push_in("id", rows.keys().cloned()).sql(" ORDER BY id").all().await?;
    describe(cx, &mut roles).await?;
    let had = |role: Role| {
        let act = rows.get(&role.id).and_then(|act| MenuAct::of(act))?;
        Some((role, GivenMenu { id: menu.clone(), act }))
    };
    Ok(roles.into_iter().filter_map(had).collect())
}

/// Fills in the permission sets of roles, and what they are called in the caller's language.
pub async fn describe(cx: &mut ReadCtx, roles: &mut [Role]) -> Result<(), Error> {
    let (locale, menus) = (cx.locale(), menus::all(cx).await?);
    let query = cx.db().await?.query("SELECT role_id, menu_id, act FROM role_menus WHERE");
    let rows: Vec<(Id, Id, String)> = query.push_in(" role_id", roles.iter().map(|role| role.id.clone())).all().await?;
    let given: BTreeMap<_, _> = rows.into_iter().map(|(role, menu, act)| ((role, menu), act)).collect();
    for role in roles {
        (role.code, role.desc) = (role.id.to_string(), role.called(locale).to_owned());
        let act = |menu: &Menu| given.get(&(role.id.clone(), menu.id.clone())).and_then(|act| MenuAct::of(act));
        let has = |menu: &Menu| act(menu).map(|act| GivenMenu { id: menu.id.clone(), act });
        let node = |group: &&Menu| {
            let items = menus.iter().filter(|menu| menu.parent_id == group.id);
            let (some, all) = items.fold((false, true), |(some, all), item| {
                let has = act(item).is_some();
                (some || has, all && has)
            });
            some && !all
        };
        let nodes = menus.iter().filter(node).map(|group| group.id.clone()).collect();
        role.resource_id_list = menus.iter().filter_map(has).collect();
        role.resource_node_list = nodes;
    }
    Ok(())
}

/// The open roles of a kind by their names in either language; a name that several share is left out, as it is
/// ambiguous.
pub async fn named(cx: &mut ReadCtx, kind: RoleType) -> Result<BTreeMap<String, Id>, Error> {
    let query = cx.db().await?.query("SELECT name, name_en, id FROM roles WHERE deleted_at IS NULL AND status = 0");
    let query = query.push(" AND role_type = ", kind);
    let rows: Vec<(String, String, Id)> = query.sql(" ORDER BY name LIMIT 1000").all().await?;
    let mut named: BTreeMap<String, Option<Id>> = BTreeMap::new();
    for (name, english, id) in rows {
        for name in [name, english].into_iter().filter(|name| !name.is_empty()) {
            let meant = named.entry(name).or_insert_with(|| Some(id.clone()));
            if meant.as_ref() != Some(&id) {
                *meant = None;
            }
        }
    }
    Ok(named.into_iter().filter_map(|(name, id)| Some((name, id?))).collect())
}

/// The English names of roles, where the caller's language is English and a role has one; the others keep the name of
/// their record.
pub async fn english(cx: &mut ReadCtx, roles: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, String>, Error> {
    let roles: BTreeSet<Id> = roles.into_iter().collect();
    if cx.locale() != Locale::En || roles.is_empty() {
        return Ok(BTreeMap::new());
    }
    let query = cx.db().await?.query("SELECT id, name_en FROM roles WHERE name_en <> ''").push_in(" AND id", roles);
    Ok(query.all::<(Id, String)>().await?.into_iter().collect())
}

/// What roles are called in the caller's language.
pub async fn called(cx: &mut ReadCtx, roles: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, String>, Error> {
    let roles: BTreeSet<Id> = roles.into_iter().collect();
    let query = cx.db().await?.query("SELECT id, name FROM roles").push_in(" WHERE id", roles.iter().cloned());
    let mut names: BTreeMap<Id, String> = query.all::<(Id, String)>().await?.into_iter().collect();
    names.extend(english(cx, roles).await?);
    Ok(names)
}

/// The platform's open administrator role, if there is one.
pub async fn administrator(tx: &mut ReadTx) -> sqlx::Result<Option<Id>> {
    let found: Option<(Id,)> = tx
        .query(
            "SELECT id FROM roles WHERE role_type = 1 AND super_admin = $1 AND status = 0 AND deleted_at IS NULL \
             ORDER BY created_at, id LIMIT 1",
        )
        .bind(true)
        .optional()
        .await?;
    Ok(found.map(|(id,)| id))
}
