//! SQL of the members, and the rules of taking people in.

use std::collections::BTreeSet;

use super::model::{Member, NewMembers};
use crate::kernel::ctx::{Ctx, Who};
use crate::kernel::db::is_duplicate;
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, MAX_ROWS, Page, Sorts, Term};
use crate::rooms::dictionaries::{self, Category};
use crate::rooms::roles::{self, RoleType};
use crate::rooms::tenants;

const COLUMNS: &str = "SELECT m.id, m.version, m.user_id, m.tenant_id, t.tenant_name, u.user_name, u.full_name, \
     u.email, u.phone, m.role_id AS role, r.name AS role_name, m.type_id, m.position_id, m.enabled";
const FROM: &str = " FROM memberships m JOIN users u ON u.id = m.user_id JOIN tenants t ON t.id = m.tenant_id \
     LEFT JOIN roles r ON r.id = m.role_id WHERE u.deleted_at IS NULL AND t.deleted_at IS NULL";

const SORTS: Sorts = &[
    ("userName", " ORDER BY u.user_name_key", " ORDER BY u.user_name_key DESC"),
    ("fullName", " ORDER BY u.full_name_key, u.id", " ORDER BY u.full_name_key DESC, u.id DESC"),
];

/// What a list of members is narrowed by.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// The tenant; there must be one.
    pub tenant_id: Option<Id>,
    /// What login name, full name or e-mail begins with.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// These memberships.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// A page of a tenant's members. The search looks through the tenant's own members only.
pub async fn page(cx: &mut Ctx, tenant: &Id, list: &List<Filter>) -> Result<Page<Member>, Error> {
    list.run(cx.db().await?, SORTS, COLUMNS, |query, f| {
        let mut query = query.sql(FROM).push(" AND m.tenant_id = ", tenant.clone());
        if let Some(q) = f.q.as_ref().filter(|q| !q.is_empty()) {
            query = query
                .push(" AND ((u.user_name_key >= ", q.from())
                .push(" AND u.user_name_key < ", q.until())
                .push(") OR (u.full_name_key >= ", q.from())
                .push(" AND u.full_name_key < ", q.until())
                .push(") OR (u.email_key >= ", q.from())
                .push(" AND u.email_key < ", q.until())
                .sql("))");
        }
        match &f.id {
            Some(Ids(ids)) => query.push_in(" AND m.id", ids.iter().cloned()),
            None => query,
        }
    })
    .await
}

/// Those of the people who are members of the tenant, enabled or not. At most [`MAX_ROWS`] at once.
pub async fn by_users(cx: &mut Ctx, tenant: &Id, users: &[Id]) -> Result<Vec<Member>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push(" AND m.tenant_id = ", tenant.clone());
    Ok(query.push_in(" AND m.user_id", users.iter().cloned()).sql(" ORDER BY u.user_name_key").all().await?)
}

/// Takes people into a tenant and notes each in the audit. All or none: somebody who is not there or is a
/// member already is an error.
pub async fn add(cx: &mut Ctx, new: NewMembers) -> Result<Vec<Member>, Error> {
    let mut p = Problems::default();
    let users: BTreeSet<Id> = new.user_ids.iter().cloned().collect();
    p.check(!users.is_empty(), "userIds", "请选择一个用户", "please select a user");
    let few = i64::try_from(users.len()).is_ok_and(|n| n <= MAX_ROWS);
    p.check(few, "userIds", "一次最多添加1000个用户", "at most 1000 users at once");
    p.check(new.role.is_some(), "role", "请选择角色", "please select role");
    for (field, category, item, zh, en) in [
        ("typeId", Category::UserTypes, &new.type_id, "请选择类型", "please select type"),
        ("positionId", Category::Positions, &new.position_id, "请选择职位", "please select position"),
    ] {
        let known = match item {
            Some(item) => dictionaries::exists(cx, category, item, Some(&new.tenant_id)).await?,
            None => false,
        };
        p.check(known, field, zh, en);
    }
    p.into_result()?;
    tenants::get(cx, &new.tenant_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    if matches!(&cx.who, Who::Person(person) if users.contains(&person.id)) {
        let text = Text::new("不能为自己授予角色", "nobody grants themselves a role");
        return Err(Error {
            fields: vec![("userIds".to_owned(), text.clone())],
            ..Error::new(Code::Forbidden).message(text)
        });
    }
    if let Some(role) = &new.role {
        roles::may_give(cx, role, RoleType::Tenant, Some(&new.tenant_id), "role").await?;
    }
    let users: Vec<Id> = users.into_iter().collect();
    joinable(cx, &new.tenant_id, &users).await?;
    for user in &users {
        insert(cx, &new, user).await?;
    }
    let members = by_users(cx, &new.tenant_id, &users).await?;
    for member in &members {
        cx.audit("tenant_user.created", member)?;
    }
    Ok(members)
}

async fn joinable(cx: &mut Ctx, tenant: &Id, users: &[Id]) -> Result<(), Error> {
    let known: Vec<(Id,)> = cx
        .db()
        .await?
        .query("SELECT id FROM users WHERE deleted_at IS NULL")
        .push_in(" AND id", users.iter().cloned())
        .all()
        .await?;
    if known.len() != users.len() {
        return Err(Error::field("userIds", Text::new("用户不存在", "there is no such user")));
    }
    let members = by_users(cx, tenant, users).await?;
    if members.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = members.iter().map(|m| m.user_name.as_str()).collect();
    let names = names.join(", ");
    Err(Error::field(
        "userIds",
        Text::made(format!("已是租户用户：{names}"), format!("already in the tenant: {names}")),
    ))
}

async fn insert(cx: &mut Ctx, new: &NewMembers, user: &Id) -> Result<(), Error> {
    let (id, now) = (cx.new_id(), cx.now());
    cx.db()
        .await?
        .query(
            "INSERT INTO memberships (id, version, tenant_id, user_id, role_id, type_id, position_id, enabled, \
             join_date, updated_at) VALUES ($1, 1, $2, $3, $4, $5, $6, 0, $7, $8)",
        )
        .bind(id)
        .bind(new.tenant_id.clone())
        .bind(user.clone())
        .bind(new.role.clone())
        .bind(new.type_id.clone())
        .bind(new.position_id.clone())
        .bind(now)
        .bind(now)
        .execute()
        .await
        .map_err(|e| if is_duplicate(&e) { Error::new(Code::Conflict) } else { e.into() })?;
    Ok(())
}
