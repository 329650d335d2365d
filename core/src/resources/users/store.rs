//! SQL of the users.

use super::finding::{self, People, Sought};
use super::model::{NewPassword, Status, User, UserType};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::{Query, is_duplicate};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};
use crate::kernel::phone;
use crate::kernel::resource::{one_row, tombstone};
use crate::kernel::yes::Yes;
use crate::resources::areas;
use crate::resources::roles;

const COLUMNS: &str = "SELECT u.id, u.version, u.full_name, u.user_name, u.email, u.email_valid, u.phone, \
     u.phone_valid, EXISTS (SELECT 1 FROM users o WHERE o.phone_key = u.phone_key AND o.deleted_at IS NULL \
     AND o.phone_key <> '' AND o.id <> u.id) AS phone_shared, u.role_id, \
     r.name AS role_name, u.status, u.user_type, u.sex, u.birthday, \
     u.country_id, u.province_id, u.city_id, u.remark, u.language, u.org, \
     COALESCE(u.uc_id, u.id) AS uc_id, u.created_at, u.updated_at, u.deleted_at";
const FROM: &str = " FROM users u LEFT JOIN roles r ON r.id = u.role_id WHERE u.deleted_at IS NULL";
const FROM_REMOVED: &str = " FROM users u LEFT JOIN roles r ON r.id = u.role_id WHERE u.deleted_at IS NOT NULL";

const SORTS: Sorts = &[
    ("userName", " ORDER BY u.user_name_key", " ORDER BY u.user_name_key DESC"),
    ("fullName", " ORDER BY u.full_name_key, u.id", " ORDER BY u.full_name_key DESC, u.id DESC"),
    ("createdAt", " ORDER BY u.created_at, u.id", " ORDER BY u.created_at DESC, u.id DESC"),
    ("id", " ORDER BY u.id", " ORDER BY u.id DESC"),
];

/// The filter of a list of users.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// A part of the login name, full name or e-mail.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// A part of the login name.
    #[schema(value_type = Option<String>)]
    pub user_name: Option<Term>,
    /// 0 normal, 1 locked.
    pub status: Option<Status>,
    /// 0 verified, 1 not yet.
    pub email_valid: Option<Yes>,
    /// True: everybody; else without users of special display.
    pub search_all: Option<bool>,
    /// True: removed users instead of existing ones.
    pub deleted: Option<bool>,
    /// Only these ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// All conditions of a filter but its search term. Each range has them, too: its limit must apply after them.
fn narrowed<'q>(query: Query<'q>, f: &Filter) -> Query<'q> {
    // Literals, because the few locked and the few unverified users have indexes of their own; with bound values, the
    // engines would rather sort the many others.
    query
        .sql(if f.deleted == Some(true) { " AND deleted_at IS NOT NULL" } else { " AND deleted_at IS NULL" })
        .sql_if(f.status == Some(Status::Normal), " AND status = 0")
        .sql_if(f.status == Some(Status::Locked), " AND status = 1")
        .sql_if(f.email_valid == Some(Yes(true)), " AND email_valid = TRUE")
        .sql_if(f.email_valid == Some(Yes(false)), " AND email_valid = FALSE")
        // A filter by ids selects users however they are displayed.
        .sql_if(f.search_all != Some(true) && f.id.is_none(), " AND user_type = 0")
}

/// A page of users.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<User>, Error> {
    let from = if list.filter.deleted == Some(true) { FROM_REMOVED } else { FROM };
    let mut page: Page<User> = list
        .keys_first(cx.db().await?, SORTS, (&[COLUMNS, from, " AND "], "u.id"), |query, f| {
            let query = query.sql(" FROM users u WHERE ");
            let query = match Sought::by(f.q.as_ref(), f.user_name.as_ref()) {
                Some(sought) => {
                    let sought = Sought {
                        locked: f.status == Some(Status::Locked),
                        unverified: f.email_valid == Some(Yes(false)),
                        removed: f.deleted == Some(true),
                        ..sought
                    };
                    query.among("u.id", |query| sought.find(query, People::Users, |query| narrowed(query, f)))
                }
                None => narrowed(query.sql("1 = 1"), f),
            };
            query.push_in_if(" AND u.id", f.id.as_ref().map(Ids::each))
        })
        .await?;
    describe(cx, &mut page.rows).await?;
    Ok(page)
}

/// Sets the names of regions and roles in the caller's language.
pub async fn describe(cx: &mut ReadCtx, users: &mut [User]) -> Result<(), Error> {
    let english = roles::english(cx, users.iter().filter_map(|user| user.role_id.clone())).await?;
    for user in users.iter_mut() {
        if let Some(name) = user.role_id.as_ref().and_then(|role| english.get(role)) {
            user.role_name = Some(name.clone());
        }
    }
    let places = areas::describe(cx, users.iter().map(|user| user.place.clone())).await?;
    for user in users {
        user.place_names = places.of(&user.place);
    }
    Ok(())
}

/// How many people were added since a moment, counted up to `most`.
pub async fn added_since(cx: &mut ReadCtx, since: Time, most: i64) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT count(*) FROM (SELECT 1 FROM users WHERE deleted_at IS NULL");
    let query = query.push(" AND created_at >= ", since).push(" LIMIT ", most);
    Ok(query.sql(") AS those").one::<(i64,)>().await?.0)
}

/// The user of a login name.
pub async fn by_user_name(cx: &mut ReadCtx, user_name: &str) -> Result<Option<User>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM);
    let mut found: Vec<User> = query.push(" AND u.user_name_key = ", fold(user_name)).all().await?;
    describe(cx, &mut found).await?;
    Ok(found.pop())
}

/// A user who is not deleted.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<User>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM);
    let mut found: Vec<User> = query.push(" AND u.id = ", id.clone()).all().await?;
    describe(cx, &mut found).await?;
    Ok(found.pop())
}

/// A user who was removed.
pub async fn removed(cx: &mut ReadCtx, id: &Id) -> Result<Option<User>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM_REMOVED);
    let mut found: Vec<User> = query.push(" AND u.id = ", id.clone()).all().await?;
    describe(cx, &mut found).await?;
    Ok(found.pop())
}

/// The platform's administrators whose accounts are open.
const ADMINISTRATORS: &str = " FROM users u JOIN roles r ON r.id = u.role_id WHERE u.deleted_at IS NULL AND u.status = 0 \
     AND r.deleted_at IS NULL AND r.status = 0 AND r.role_type = 1 AND r.super_admin";

/// Whether the platform has an administrator who can sign in, other than `except`.
pub async fn has_platform_administrator(cx: &mut ReadCtx, except: Option<&Id>) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1").sql(ADMINISTRATORS);
    let query = query.push_if(" AND u.id <> ", except.cloned()).sql(" LIMIT 1");
    Ok(query.optional::<(i32,)>().await?.is_some())
}

/// The ids of the platform's administrators whose accounts are open, at most `most`.
pub async fn administrators(cx: &mut ReadCtx, most: i64) -> Result<Vec<Id>, Error> {
    let query = cx.db().await?.query("SELECT u.id").sql(ADMINISTRATORS);
    let found: Vec<(Id,)> = query.push(" ORDER BY u.id LIMIT ", most).all().await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// The error where another request took the login name or the e-mail between the check and the write.
fn raced(error: sqlx::Error) -> Error {
    if is_duplicate(&error) {
        return Error::new(Code::Conflict)
            .message(Text::new("用户名或邮箱刚被占用", "the user name or the e-mail was taken a moment ago"));
    }
    error.into()
}

/// Inserts a user.
pub async fn insert(cx: &mut Ctx, u: &User, password: Option<NewPassword>) -> Result<(), Error> {
    let must_change = password.as_ref().is_some_and(|p| p.must_change);
    let changed_at = password.as_ref().map(|_| u.created_at);
    cx.db()
        .await?
        .write(
            "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
             email_valid, phone, phone_valid, password_hash, password_changed_at, password_reset, role_id, status, \
             user_type, sex, birthday, remark, language, org, created_at, updated_at, phone_key, country_id, \
             province_id, city_id, uc_id) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, FALSE, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
             $20, $21, $22, $23, $24, $25, $26, $27, $28)",
        )
        .bind(u.id.clone())
        .bind(u.version)
        .bind(u.user_name.clone())
        .bind(fold(&u.user_name))
        .bind(u.full_name.clone())
        .bind(fold(&u.full_name))
        .bind(u.email.clone())
        .bind(mailaddr::key(&u.email))
        .bind(u.email_valid)
        .bind(u.phone.clone())
        .bind(password.map(|p| p.hash))
        .bind(changed_at)
        .bind(must_change)
        .bind(u.role_id.clone())
        .bind(u.status)
        .bind(u.user_type)
        .bind(u.sex)
        .bind(u.birthday.clone())
        .bind(u.remark.clone())
        .bind(u.language.clone())
        .bind(u.org)
        .bind(u.created_at)
        .bind(u.updated_at)
        .bind(phone::key(&u.phone).unwrap_or_default())
        .bind(u.place.country.clone())
        .bind(u.place.province.clone())
        .bind(u.place.city.clone())
        .bind((u.uc_id != u.id.as_str()).then(|| u.uc_id.clone()))
        .execute()
        .await
        .map_err(raced)?;
    finding::file_new(cx, u).await
}

/// Updates the row if it still has the record's version; the record then has the next version.
pub async fn update(cx: &mut Ctx, before: &User, u: &mut User) -> Result<(), Error> {
    let same_phone = before.phone == u.phone;
    let changed = cx
        .db()
        .await?
        .write("UPDATE users SET version = version + 1")
        .push(", user_name = ", u.user_name.clone())
        .push(", user_name_key = ", fold(&u.user_name))
        .push(", full_name = ", u.full_name.clone())
        .push(", full_name_key = ", fold(&u.full_name))
        .push(", email = ", u.email.clone())
        .push(", email_key = ", mailaddr::key(&u.email))
        .push(", email_valid = ", u.email_valid)
        .push(", phone = ", u.phone.clone())
        .push(", phone_key = ", phone::key(&u.phone).unwrap_or_default())
        .sql_if(!same_phone, ", phone_valid = FALSE")
        .push(", role_id = ", u.role_id.clone())
        .push(", status = ", u.status)
        .push(", user_type = ", u.user_type)
        .push(", sex = ", u.sex)
        .push(", birthday = ", u.birthday.clone())
        .push(", country_id = ", u.place.country.clone())
        .push(", province_id = ", u.place.province.clone())
        .push(", city_id = ", u.place.city.clone())
        .push(", remark = ", u.remark.clone())
        .push(", language = ", u.language.clone())
        .push(", org = ", u.org)
        .push(", updated_at = ", u.updated_at)
        .push(" WHERE deleted_at IS NULL AND id = ", u.id.clone())
        .push(" AND version = ", u.version)
        .execute()
        .await
        .map_err(raced)?;
    one_row(changed)?;
    u.version += 1;
    let keys = |u: &User| (fold(&u.user_name), fold(&u.full_name), mailaddr::key(&u.email), u.user_type);
    let follows = keys(before) != keys(u);
    if follows {
        follow(cx, u).await?;
    }
    if follows || (before.status, before.email_valid) != (u.status, u.email_valid) {
        finding::file(cx.db().await?, &u.id).await?;
    }
    Ok(())
}

/// Copies a user's names and display to their memberships, so that an index of memberships sorts and searches a
/// tenant's list, however many people there are elsewhere.
async fn follow(cx: &mut Ctx, u: &User) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE memberships SET").push(" user_name_key = ", fold(&u.user_name));
    let query = query.push(", full_name_key = ", fold(&u.full_name)).push(", email_key = ", mailaddr::key(&u.email));
    let query = query.push(", shown = ", i64::from(u.user_type == UserType::Special));
    query.push(" WHERE user_id = ", u.id.clone()).execute().await?;
    Ok(())
}

/// A user's roles in tenants, each with its tenant; disabled memberships give none.
pub async fn tenant_roles(cx: &mut ReadCtx, user: &Id) -> Result<Vec<(Id, Id)>, Error> {
    let query = cx.db().await?.query(
        "SELECT tenant_id, role_id FROM memberships WHERE role_id IS NOT NULL AND enabled = 0 AND user_id = $1 \
         ORDER BY tenant_id LIMIT 1000",
    );
    Ok(query.bind(user.clone()).all().await?)
}

/// The platform roles of these people, each once.
pub async fn roles_of(cx: &mut ReadCtx, people: &[Id]) -> Result<Vec<Id>, Error> {
    let query = cx.db().await?.query("SELECT DISTINCT role_id FROM users WHERE role_id IS NOT NULL");
    let found: Vec<(Id,)> = query.push_in(" AND id", people.iter().cloned()).all().await?;
    Ok(found.into_iter().map(|(role,)| role).collect())
}

/// The account of a mailbox.
pub async fn by_email(cx: &mut ReadCtx, email: &str) -> Result<Option<User>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push(" AND u.email_key = ", mailaddr::key(email));
    Ok(query.optional().await?)
}

/// The accounts of a phone: at most two, enough to see whether there is exactly one.
pub async fn by_phone(cx: &mut ReadCtx, phone_key: String) -> Result<Vec<User>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push(" AND u.phone_key = ", phone_key);
    Ok(query.sql(" ORDER BY u.id LIMIT 2").all().await?)
}

/// The account of an id in the user centre.
pub async fn by_uc_id(cx: &mut ReadCtx, uc_id: &Id) -> Result<Option<User>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push(" AND u.uc_id = ", uc_id.clone());
    if let Some(user) = query.optional().await? {
        return Ok(Some(user));
    }
    get(cx, uc_id).await
}

/// The number of users.
pub async fn count(cx: &mut ReadCtx) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT count(*) FROM users WHERE deleted_at IS NULL");
    Ok(query.one::<(i64,)>().await?.0)
}

/// Users by id, those after `after`, at most `most`; only those of `only`, if given.
pub async fn walk(cx: &mut ReadCtx, after: Option<&Id>, only: Option<&[Id]>, most: i64) -> Result<Vec<User>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push_if(" AND u.id > ", after.cloned());
    let query = match only {
        Some(ids) => query.push_in(" AND u.id", ids.iter().cloned()),
        None => query,
    };
    let mut found: Vec<User> = query.push(" ORDER BY u.id LIMIT ", most).all().await?;
    describe(cx, &mut found).await?;
    Ok(found)
}

/// Counts the exported rows of a person, in a window of `seconds` that begins with the first export; returns the total
/// with these rows. A concurrent export waits until this transaction ends.
pub async fn count_exported(cx: &mut Ctx, user: &Id, rows: i64, seconds: i64) -> Result<i64, Error> {
    let now = cx.now();
    let sql = "INSERT INTO people_exported (user_id, since, total) VALUES ($1, $2, $3) ON CONFLICT (user_id) DO UPDATE \
         SET total = CASE WHEN people_exported.since <= $4 THEN excluded.total \
         ELSE people_exported.total + excluded.total END, \
         since = CASE WHEN people_exported.since <= $4 THEN excluded.since ELSE people_exported.since END \
         RETURNING total";
    let query = cx.db().await?.write(sql).bind(user.clone()).bind(now).bind(rows);
    Ok(query.bind(now.plus_seconds(-seconds)).one::<(i64,)>().await?.0)
}

/// Restores a removed account, without a password, and with unverified address and phone: they may have passed to
/// somebody else since.
pub async fn restore(cx: &mut Ctx, u: &User) -> Result<(), Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE users SET version = version + 1, deleted_at = NULL, email_valid = FALSE,");
    let query = query.push(" phone_valid = FALSE, updated_at = ", now).push(" WHERE id = ", u.id.clone());
    one_row(query.push(" AND deleted_at IS NOT NULL AND version = ", u.version).execute().await?)?;
    let query =
        cx.db().await?.write("UPDATE memberships SET").push(" shown = ", i64::from(u.user_type == UserType::Special));
    query.push(" WHERE user_id = ", u.id.clone()).execute().await?;
    Ok(finding::file(cx.db().await?, &u.id).await?)
}

/// Removes the password and leaves a tombstone, which keeps login name and e-mail from being given to another account.
pub async fn delete(cx: &mut Ctx, u: &User) -> Result<(), Error> {
    tombstone(cx, "UPDATE users SET password_hash = NULL,", &u.id, u.version).await?;
    let query = cx.db().await?.write("UPDATE memberships SET shown = 2");
    query.push(" WHERE user_id = ", u.id.clone()).execute().await?;
    Ok(finding::file(cx.db().await?, &u.id).await?)
}

/// Marks e-mail and phone as verified; a phone that is not a number stays unverified.
pub async fn vouch_for_contacts(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE users SET version = version + 1, email_valid = TRUE");
    let query = query.sql(", phone_valid = phone_key <> ''").push(" WHERE deleted_at IS NULL AND id = ", id.clone());
    match query.execute().await {
        Ok(_) => Ok(finding::file(cx.db().await?, id).await?),
        Err(error) if is_duplicate(&error) => Err(Error::field(
            "phone",
            Text::new("该手机号已被其他账号验证", "this number is verified for another account"),
        )),
        Err(error) => Err(error.into()),
    }
}
