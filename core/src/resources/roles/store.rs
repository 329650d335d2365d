//! SQL of the roles.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Role, RoleStatus, RoleType};
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, ReadCtx};
use crate::kernel::db::ReadTx;
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};
use crate::kernel::resource::one_row;

const COLUMNS: &str = "SELECT id, version, name, name_en, description, role_type, super_admin, status, mfa_required";

/// A role that is not deleted.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Role>, Error> {
    let row = cx
        .db()
        .await?
        .query(COLUMNS)
        .push(" FROM roles WHERE deleted_at IS NULL AND id = ", id.clone())
        .optional()
        .await?;
    Ok(row)
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
        .query("SELECT m.url, rm.act FROM role_menus rm JOIN menus m ON m.id = rm.menu_id WHERE m.status = 0")
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
    /// A part of the name.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// Only these ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

const SORTS: Sorts =
    &[("name", " ORDER BY name, id", " ORDER BY name DESC, id DESC"), ("id", " ORDER BY id", " ORDER BY id DESC")];

/// A page of roles. There are few, so the search needs no index.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>, tenant_only: bool) -> Result<Page<Role>, Error> {
    list.run(cx.db().await?, SORTS, COLUMNS, |query, f| {
        let query = query
            .sql(" FROM roles WHERE deleted_at IS NULL")
            .sql_if(tenant_only, " AND role_type = 2")
            .push_if(" AND role_type = ", f.role_type);
        let query = match &f.q {
            Some(q) => q.in_any(query, &["lower(name)", "lower(name_en)"]),
            None => query,
        };
        match &f.id {
            Some(Ids(ids)) => query.push_in(" AND id", ids.iter().cloned()),
            None => query,
        }
    })
    .await
}

/// Inserts a role.
pub async fn insert(cx: &mut Ctx, role: &Role) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .write(
            "INSERT INTO roles (id, version, name, name_en, description, status, role_type, super_admin, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(role.id.clone())
        .bind(role.version)
        .bind(role.name.clone())
        .bind(role.name_en.clone())
        .bind(role.description.clone())
        .bind(role.status)
        .bind(role.role_type)
        .bind(role.super_admin)
        .bind(now)
        .bind(now)
        .execute()
        .await?;
    Ok(())
}

/// Adds a menu to a role's permission set.
pub async fn insert_menu(cx: &mut Ctx, role: &Id, menu: Id, act: Act) -> Result<(), Error> {
    cx.db()
        .await?
        .write("INSERT INTO role_menus (role_id, menu_id, act) VALUES ($1, $2, $3)")
        .bind(role.clone())
        .bind(menu)
        .bind(match act {
            Act::View => "view",
            Act::Edit => "edit",
        })
        .execute()
        .await?;
    Ok(())
}

/// Stores the requirements of a role if its version is unchanged since it was read.
pub async fn set_policy(cx: &mut Ctx, role: &mut Role) -> Result<(), Error> {
    let now = cx.now();
    let query =
        cx.db().await?.write("UPDATE roles SET version = version + 1").push(", mfa_required = ", role.mfa_required);
    let query = query.push(", name_en = ", role.name_en.clone()).push(", updated_at = ", now);
    let query = query.push(" WHERE id = ", role.id.clone());
    one_row(query.push(" AND version = ", role.version).sql(" AND deleted_at IS NULL").execute().await?)?;
    role.version += 1;
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

/// One menu of an open role; `url` is null where the role has no menu.
#[derive(Debug, sqlx::FromRow)]
pub struct RoleMenu {
    /// Id.
    pub id: Id,
    /// 1 system, 2 tenant.
    pub role_type: i64,
    /// Whether it allows everything in its scope.
    pub super_admin: bool,
    /// The menu's route; null where the role has no menu.
    pub url: Option<String>,
    /// `view` or `edit`.
    pub act: Option<String>,
}

/// The open ones of these roles, with their open menus. A tenant role reaches no system menu.
pub async fn menus_of(tx: &mut ReadTx, roles: Vec<Id>) -> sqlx::Result<Vec<RoleMenu>> {
    tx.query(
        "SELECT r.id, r.role_type, r.super_admin, m.url, rm.act FROM roles r \
         LEFT JOIN role_menus rm ON rm.role_id = r.id \
         LEFT JOIN menus m ON m.id = rm.menu_id AND m.status = 0 AND (r.role_type = 1 OR m.resource_type = 2) \
         WHERE r.status = 0 AND r.deleted_at IS NULL AND",
    )
    .push_in(" r.id", roles)
    .all()
    .await
}
