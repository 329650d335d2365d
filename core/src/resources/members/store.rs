//! SQL of the members, and the rules for adding people.

use std::collections::BTreeSet;

use super::department_store;
use super::model::{Candidate, Member, NewMembers};
use crate::kernel::ctx::{Ctx, ReadCtx, Scope, Who};
use crate::kernel::db::{Query, is_duplicate};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, List, MAX_ROWS, Page, Sorts, Term};
use crate::kernel::resource::{Narrow, Record as _, Resource as _, operations};
use crate::resources::dictionaries::{self, Category};
use crate::resources::roles::{self, RoleType};
use crate::resources::tenants;
use crate::resources::users::{self, People, Sought};

/// Memberships of people without permissions on the platform.
const NOT_OF_PLATFORM: &str = " NOT EXISTS (SELECT 1 FROM users pu JOIN roles p ON p.id = pu.role_id \
     WHERE pu.id = memberships.user_id AND p.status = 0 AND p.deleted_at IS NULL \
     AND (p.super_admin OR EXISTS (SELECT 1 FROM role_menus rm WHERE rm.role_id = p.id)))";

/// The filter of a list of members.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Only this tenant; without it, every tenant that the caller administers.
    tenant_id: Option<Id>,
    /// A part of the login name, full name or e-mail.
    q: Option<Term>,
    /// A part of the login name.
    user_name: Option<Term>,
    /// Only those in this department.
    department_id: Option<Id>,
    /// True: everybody; else without members of special display.
    search_all: Option<bool>,
    id: Option<Ids>,
}

impl Narrow for Filter {
    fn tenant(&self) -> Option<&Id> {
        self.tenant_id.as_ref()
    }
}

/// Restricts the query to the scope and to members that are shown.
/// A filter by ids selects members however they are displayed.
fn shown(f: &Filter) -> &'static str {
    if f.search_all == Some(true) || f.id.is_some() { " AND shown < 2" } else { " AND shown = 0" }
}

fn narrowed<'q>(query: Query<'q>, scope: &Scope, f: &Filter) -> Query<'q> {
    query.push_in_if(" AND tenant_id", scope.only()).sql(shown(f))
}

/// Those of a department, the first 5,000 of it, with the terms in their names. Not by the index of a tenant's names,
/// which SQLite would take for its order: a department may be few of very many.
fn of_department<'q>(query: Query<'q>, department: &Id, scope: &Scope, f: &Filter) -> Query<'q> {
    const OF: &str = "SELECT membership_id FROM user_departments WHERE department_id = ";
    let first = |query: Query<'q>| query.push(OF, department.clone()).sql(" ORDER BY membership_id LIMIT 5000");
    let query = query.among("id", first).sql(shown(f)).push_in_if(" AND COALESCE(tenant_id, '')", scope.only());
    let part = f.q.iter().fold(query, |query, q| q.in_any(query, &["user_name_key", "full_name_key", "email_key"]));
    f.user_name.iter().fold(part, |query, name| name.in_any(query, &["user_name_key"])).a_few()
}

/// A page of the members of the tenants in `scope`, or of the one of these that is asked for. The search looks through
/// these tenants' own members only.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>, scope: &Scope) -> Result<Page<Member>, Error> {
    let within = match &list.filter.tenant_id {
        Some(tenant) => &Scope::Only(vec![tenant.clone()]),
        None => scope,
    };
    let rows = (&[Member::SELECT, Member::FROM][..], Member::ID);
    list.keys_first(cx.db().await?, Member::SORTS, rows, |query, f| {
        let query = query.sql(" FROM memberships WHERE ");
        // The search already applies the scope. A second condition could make an engine scan a whole tenant.
        let query = match Sought::by(f.q.as_ref(), f.user_name.as_ref()) {
            _ if let Some(department) = &f.department_id => of_department(query, department, within, f),
            Some(sought) => {
                let of = if let Scope::Only(tenants) = within { Some(tenants.as_slice()) } else { None };
                let sought = Sought { within: of, ..sought };
                query.among("id", |query| sought.find(query, People::Members, |query| narrowed(query, within, f)))
            }
            None => narrowed(query.sql("1 = 1"), within, f),
        };
        // A caller who may not see an address may not search by it: they could guess it letter by letter.
        let query = match f.q.as_ref().filter(|q| !q.is_empty() && *scope != Scope::All) {
            Some(q) => query
                .push(" AND (user_name_key LIKE ", q.anywhere())
                .push(" ESCAPE '!' OR full_name_key LIKE ", q.anywhere())
                .sql(" ESCAPE '!' OR")
                .sql(NOT_OF_PLATFORM)
                .sql(")"),
            None => query,
        };
        query.push_in_if(" AND id", f.id.as_ref().map(Ids::each))
    })
    .await
}

/// Sets the roles' names in the caller's language, and the names of the departments.
pub async fn describe(cx: &mut ReadCtx, members: &mut [Member]) -> Result<(), Error> {
    let english = roles::english(cx, members.iter().filter_map(|member| member.role.clone())).await?;
    let mut departments = department_store::names(cx, members).await?;
    for member in members {
        member.department_name = departments.remove(&member.id).unwrap_or_default();
        if let Some(name) = member.role.as_ref().and_then(|role| english.get(role)) {
            member.role_name = Some(name.clone());
        }
    }
    Ok(())
}

/// One membership.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Member>, Error> {
    operations::get(cx, id).await
}

/// The filter of a list of candidates.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CandidateFilter {
    /// The tenant that they are not members of; required.
    pub tenant_id: Option<Id>,
    /// A part of the login name, full name or e-mail.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
}

const CANDIDATES: Sorts = &[("userName", " ORDER BY u.user_name_key", " ORDER BY u.user_name_key DESC")];

fn present(query: Query<'_>) -> Query<'_> {
    query.sql(" AND deleted_at IS NULL")
}

/// People outside the tenant: the first 300 by each way of searching, or 1000 of all by name.
pub async fn candidates(cx: &mut ReadCtx, tenant: &Id, list: &List<CandidateFilter>) -> Result<Page<Candidate>, Error> {
    const COLUMNS: &str = "SELECT u.id, u.user_name, u.full_name, u.email FROM users AS u WHERE ";
    list.keys_first(cx.db().await?, CANDIDATES, (&[COLUMNS], "u.id"), |query, f| {
        let Some(sought) = Sought::by(f.q.as_ref(), None) else {
            let all = present(query.sql(" FROM (SELECT id, user_name_key FROM users WHERE 1 = 1"));
            let outside = users::no_member(all, tenant, "users.id");
            return outside.sql(" ORDER BY user_name_key LIMIT 1000) AS u").a_few();
        };
        query
            .sql(" FROM users AS u WHERE ")
            .among("u.id", |query| Sought { outside: Some(tenant), ..sought }.find(query, People::Users, present))
    })
    .await
}

/// Those of the people who are members of the tenant, enabled or not. At most [`MAX_ROWS`] at once.
pub async fn by_users(cx: &mut ReadCtx, tenant: &Id, users: &[Id]) -> Result<Vec<Member>, Error> {
    let query = cx.db().await?.query(Member::SELECT).sql(Member::FROM).push("memberships.tenant_id = ", tenant.clone());
    let query = query.push_in(" AND memberships.user_id", users.iter().cloned()).sql(" ORDER BY u.user_name_key");
    let mut found: Vec<Member> = query.planned_anew().all().await?;
    describe(cx, &mut found).await?;
    Ok(found)
}

/// The ids of a tenant's administrators who are enabled there, at most `most`.
pub async fn administrators(cx: &mut ReadCtx, tenant: &Id, most: i64) -> Result<Vec<Id>, Error> {
    let query = cx.db().await?.query(
        "SELECT m.user_id FROM memberships m JOIN roles r ON r.id = m.role_id WHERE m.enabled = 0 \
         AND r.deleted_at IS NULL AND r.status = 0 AND r.role_type = 2 AND r.super_admin",
    );
    let query = query.push(" AND m.tenant_id = ", tenant.clone());
    let found: Vec<(Id,)> = query.push(" ORDER BY m.user_id LIMIT ", most).planned_anew().all().await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// The dictionary items of a membership.
pub fn items<'i>(type_id: Option<&'i Id>, position_id: Option<&'i Id>) -> [dictionaries::Field<'i>; 2] {
    [
        ("typeId", Category::UserTypes, type_id, Text::new("请选择类型", "please select type")),
        ("positionId", Category::Positions, position_id, Text::new("请选择职位", "please select position")),
    ]
}

/// Adds people to a tenant and audits each. All or none: an unknown person or an existing member is an error.
pub async fn add(cx: &mut Ctx, new: NewMembers) -> Result<Vec<Member>, Error> {
    let mut p = Problems::default();
    let users: BTreeSet<Id> = new.user_ids.iter().cloned().collect();
    p.check(!users.is_empty(), "userIds", "请选择一个用户", "please select a user");
    let few = i64::try_from(users.len()).is_ok_and(|n| n <= MAX_ROWS);
    p.check(few, "userIds", "一次最多添加1000个用户", "at most 1000 users at once");
    p.check(new.role.is_some(), "role", "请选择角色", "please select role");
    let items = items(new.type_id.as_ref(), new.position_id.as_ref());
    dictionaries::check(cx, &mut p, Some(&new.tenant_id), items).await?;
    p.into_result()?;
    tenants::get(cx, &new.tenant_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    cx.kernel().clone().closures().refuse(cx.db().await?, &new.tenant_id).await?;
    if matches!(&cx.who, Who::Person(person) if users.contains(&person.id)) {
        let text = Text::new("不能为自己授予角色", "nobody grants themselves a role");
        return Err(Error {
            fields: vec![("userIds".to_owned(), text.clone())],
            ..Error::new(Code::Forbidden).message(text)
        });
    }
    if let Some(role) = &new.role {
        roles::give(cx, role, RoleType::Tenant, Some(&new.tenant_id), "role").await?;
    }
    let users: Vec<Id> = users.into_iter().collect();
    users::none_stronger(cx, &users).await?;
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

async fn joinable(cx: &mut ReadCtx, tenant: &Id, users: &[Id]) -> Result<(), Error> {
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

/// Inserts one membership.
pub async fn insert(cx: &mut Ctx, new: &NewMembers, user: &Id) -> Result<(), Error> {
    let (id, now) = (cx.new_id(), cx.now());
    cx.db()
        .await?
        .write(
            "INSERT INTO memberships (id, version, tenant_id, user_id, role_id, type_id, position_id, enabled, \
             join_date, updated_at, user_name_key, full_name_key, email_key, shown) \
             SELECT $1, 1, $2, id, $4, $5, $6, 0, $7, $8, user_name_key, full_name_key, email_key, user_type FROM users \
             WHERE id = $3",
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
    Ok(users::file(cx.db().await?, user).await?)
}

/// A person that a row of a file names, and their membership.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Known {
    /// Id.
    pub id: Id,
    /// Login name, folded for comparison.
    pub user_name_key: String,
    /// Whether they are a member of the tenant.
    pub member: bool,
    role_id: Option<Id>,
    type_id: Option<Id>,
    position_id: Option<Id>,
    /// Their platform role.
    pub system_role: Option<Id>,
}

impl Known {
    /// Whether they are a member with exactly these values.
    pub fn is(&self, role: Option<&Id>, type_id: Option<&Id>, position_id: Option<&Id>) -> bool {
        let own = (self.role_id.as_ref(), self.type_id.as_ref(), self.position_id.as_ref());
        self.member && own == (role, type_id, position_id)
    }
}

/// The users with these folded login names, and their memberships of the tenant.
pub async fn known(cx: &mut ReadCtx, tenant: &Id, names: Vec<String>) -> Result<Vec<Known>, Error> {
    let query = cx.db().await?.query(
        "SELECT u.id, u.user_name_key, m.id IS NOT NULL AS member, m.role_id, m.type_id, m.position_id, \
         u.role_id AS system_role FROM users u \
         LEFT JOIN memberships m ON m.user_id = u.id",
    );
    let query = query.push(" AND m.tenant_id = ", tenant.clone()).sql(" WHERE u.deleted_at IS NULL");
    Ok(query.push_in(" AND u.user_name_key", names).planned_anew().all().await?)
}
