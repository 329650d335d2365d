//! Fills an empty database with the one statement that both engines know: as many people as a large platform
//! has, many of them of one name, one tenant with a fifth of them.

mod studies;

use std::fmt::Write as _;

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, SqliteConnection};

use crate::Result;

/// The tenant with a fifth of all people.
pub const LARGE_TENANT: &str = "01900000-0000-7000-9000-100000000001";

/// One of the others.
pub const SMALL_TENANT: &str = "01900000-0000-7000-9000-100000000002";

/// How much there is.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// People.
    pub users: u64,
    /// Tenants.
    pub tenants: u64,
    /// Studies: a quarter is the large tenant's.
    pub studies: u64,
    /// Events of the audit.
    pub events: u64,
}

/// Frequent family and given names, in letters and as written.
const FAMILY: &[(&str, &str)] = &[
    ("wang", "王"),
    ("li", "李"),
    ("zhang", "张"),
    ("liu", "刘"),
    ("chen", "陈"),
    ("yang", "杨"),
    ("huang", "黄"),
    ("zhao", "赵"),
    ("wu", "吴"),
    ("zhou", "周"),
    ("xu", "徐"),
    ("sun", "孙"),
    ("ma", "马"),
    ("zhu", "朱"),
    ("hu", "胡"),
    ("guo", "郭"),
    ("he", "何"),
    ("lin", "林"),
    ("gao", "高"),
    ("luo", "罗"),
];
const GIVEN: &[(&str, &str)] = &[
    ("wei", "伟"),
    ("fang", "芳"),
    ("na", "娜"),
    ("min", "敏"),
    ("jing", "静"),
    ("li", "丽"),
    ("qiang", "强"),
    ("lei", "磊"),
    ("jun", "军"),
    ("yang", "洋"),
    ("yong", "勇"),
    ("yan", "艳"),
    ("jie", "杰"),
    ("juan", "娟"),
    ("tao", "涛"),
    ("ming", "明"),
    ("chao", "超"),
    ("xiulan", "秀兰"),
    ("xia", "霞"),
    ("ping", "平"),
];

/// `name(k, latin, written) AS (VALUES …)`.
fn names(name: &str, all: &[(&str, &str)]) -> String {
    let mut sql = format!("{name}(k, latin, written) AS (VALUES ");
    for (k, (latin, written)) in all.iter().enumerate() {
        let comma = if k == 0 { "" } else { ", " };
        let _ = write!(sql, "{comma}({k}, '{latin}', '{written}')");
    }
    sql.push(')');
    sql
}

/// `WITH RECURSIVE n(i) AS (1 … last)`. What follows joins it by CROSS JOIN: SQLite then counts once, in the outer
/// loop, and not anew for each row of another table.
fn numbers(last: u64) -> String {
    format!("WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {last})")
}

const USER: &str = "'01900000-0000-7000-8000-' || CAST(100000000000 + i AS TEXT)";

/// The login name of the person of a number.
#[must_use]
pub fn name_of(i: u64) -> String {
    let (families, givens) = (FAMILY.len() as u64, GIVEN.len() as u64);
    let (family, given) = (latin(FAMILY, i * 7919 % families), latin(GIVEN, i / 20 * 31 % givens));
    format!("{family}.{given}{i}")
}

/// A name in letters.
fn latin(of: &'static [(&'static str, &'static str)], k: u64) -> &'static str {
    usize::try_from(k).ok().and_then(|k| of.get(k)).map_or("", |(latin, _)| latin)
}

/// The id of the tenant of a number that is an expression.
fn tenant(number: &str) -> String {
    format!("'01900000-0000-7000-9000-' || CAST(100000000000 + {number} AS TEXT)")
}

fn id(kind: &str) -> String {
    format!("'01900000-0000-7000-{kind}-' || CAST(100000000000 + i AS TEXT)")
}

/// The statements. `admin` and `clerk` are the login names of two accounts that are there: the first comes to
/// administer the platform, the second the large tenant.
fn statements(amount: Amount, admin: &str, clerk: &str) -> Vec<String> {
    let parts = [
        systems(admin),
        people(amount),
        members(amount, clerk),
        places(amount),
        papers(amount),
        studies::study(amount),
        studies::studies(amount),
        studies::departments(amount),
        studies::preauthorisations(amount),
        studies::events(amount),
        studies::messages(amount),
    ];
    parts.into_iter().flatten().collect()
}

/// Tenants but the large one.
fn others(amount: Amount) -> u64 {
    amount.tenants.saturating_sub(1).max(1)
}

/// People of the large tenant.
fn large(amount: Amount) -> u64 {
    amount.users / 5
}

fn systems(admin: &str) -> Vec<String> {
    let mut all = vec![
        "INSERT INTO roles (id, version, name, description, status, role_type, super_admin, created_at, updated_at) \
         VALUES ('platform', 1, 'Platform', '', 0, 1, TRUE, 0, 0), ('tenant', 1, 'Tenant', '', 0, 2, TRUE, 0, 0)"
            .to_owned(),
        format!("UPDATE users SET role_id = 'platform' WHERE user_name_key = '{admin}'"),
    ];
    // A plugin that is not loaded: whom it serves is a list all the same.
    all.push(
        "INSERT INTO publishers (id, public_key, name, created_at) VALUES ('somebody', \
         'kQ5+9aTiSSc5RtI94KTT/nJRdvoyOPBwIzkWG8b+vWY=', 'Somebody', 0)"
            .to_owned(),
    );
    all.push(
        "INSERT INTO plugins (digest, plugin_id, web_code, plugin_version, sequence, publisher_id, bundle, state, \
         created_at, updated_at) VALUES ('digest', 'edc', '020', '1.0.0', 1, 'somebody', '', 'retired', 0, 0)"
            .to_owned(),
    );
    for (sort, (software, code)) in
        [("edc", "020"), ("rtsm", "030"), ("ctms", "040"), ("etmf", "070")].iter().enumerate()
    {
        all.push(format!(
            "INSERT INTO software (id, version, software_name, describe, web_code, app_code, validity_time, sort, \
             authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, created_at, updated_at, \
             name_key, code_key) \
             VALUES ('{software}', 1, '{software}', '', '{code}', '', 30, {sort}, 2, 0, 0, 7, 90, 0, 0, '{software}', \
             '{code}')"
        ));
    }
    all
}

fn people(amount: Amount) -> Vec<String> {
    let Amount { users, tenants, .. } = amount;
    vec![
        format!(
            "{}, {}, {} INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, \
             email_key, email_valid, phone, phone_valid, password_reset, role_id, status, user_type, remark, language, \
             org, created_at, updated_at, phone_key) \
             SELECT {USER}, 1, f.latin || '.' || g.latin || CAST(i AS TEXT), f.latin || '.' || g.latin || CAST(i AS TEXT), \
             f.written || g.written, f.written || g.written, \
             f.latin || '.' || g.latin || CAST(i AS TEXT) || '@example.org', \
             f.latin || '.' || g.latin || CAST(i AS TEXT) || '@example.org', i % 10 <> 3, \
             '13' || CAST(100000000 + i AS TEXT), FALSE, FALSE, NULL, CASE WHEN i % 97 = 0 THEN 1 ELSE 0 END, \
             CASE WHEN i % 1000 = 0 THEN 1 ELSE 0 END, '', 'zh', 'local', 1700000000000 + i * 1000, \
             1700000000000 + i * 1000, '13' || CAST(100000000 + i AS TEXT) \
             FROM n CROSS JOIN family f CROSS JOIN given g WHERE f.k = (i * 7919) % {} AND g.k = (i / 20 * 31) % {}",
            numbers(users),
            names("family", FAMILY),
            names("given", GIVEN),
            FAMILY.len(),
            GIVEN.len(),
        ),
        format!(
            "{}, {} INSERT INTO tenants (id, version, tenant_name, name_key, tenant_code, abbr, abbr_key, category_id, \
             contact, tel, email, postcode, address, created_at, updated_at) \
             SELECT {}, 1, CASE WHEN i % 3 = 0 THEN '华康' ELSE g.written END || '医药' || CAST(i AS TEXT), \
             CASE WHEN i % 3 = 0 THEN '华康' ELSE g.written END || '医药' || CAST(i AS TEXT), \
             'T' || substr(CAST(1000000 + i AS TEXT), 2), 'T' || substr(CAST(1000000 + i AS TEXT), 2), \
             't' || substr(CAST(1000000 + i AS TEXT), 2), '1-sponsor', '', '', '', '', '', 1700000000000 + i * 1000, \
             1700000000000 + i * 1000 FROM n CROSS JOIN given g WHERE g.k = i % {}",
            numbers(tenants),
            names("given", GIVEN),
            tenant("i"),
            GIVEN.len(),
        ),
    ]
}

/// Everybody belongs somewhere, one in ten to a second tenant.
fn members(amount: Amount, clerk: &str) -> Vec<String> {
    let (users, large, others) = (amount.users, large(amount), others(amount));
    let home = format!("CASE WHEN i <= {large} THEN 1 ELSE 2 + (i * 7919) % {others} END");
    vec![
        member_statement(&numbers(users), &id("a000"), &tenant(&format!("({home})")), "TRUE"),
        member_statement(
            &numbers(users),
            &id("a001"),
            &tenant(&format!("(2 + (i * 104729) % {others})")),
            "i % 10 = 0",
        ),
        format!(
            "INSERT INTO memberships (id, version, tenant_id, user_id, role_id, enabled, join_date, updated_at, \
             user_name_key, full_name_key, email_key, shown) SELECT 'clerk', 1, '{LARGE_TENANT}', id, 'tenant', 0, 0, 0, \
             user_name_key, full_name_key, email_key, user_type FROM users WHERE user_name_key = '{clerk}'"
        ),
        // One in a thousand was removed, but of the last, whom a file takes into a tenant.
        format!(
            "UPDATE users SET deleted_at = 1700000000000 WHERE phone_key LIKE '%501' AND phone_key < '13{}'",
            100_000_000 + users / 10 * 9
        ),
        "UPDATE memberships SET shown = 2 WHERE user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)"
            .to_owned(),
    ]
}

/// A tenth of the places is the large tenant's.
fn places(amount: Amount) -> Vec<String> {
    let (sites, others) = (amount.users / 10, others(amount));
    vec![
        format!(
            "{} INSERT INTO sites (id, version, site_name, name_key, address, remark, created_at, updated_at) \
             SELECT {}, 1, '第' || CAST((i * 7919) % {sites} AS TEXT) || '医院', \
             '第' || CAST((i * 7919) % {sites} AS TEXT) || '医院', '', '', 1700000000000 + i * 1000, 0 FROM n",
            numbers(sites),
            id("b000"),
        ),
        format!(
            "{} INSERT INTO tenant_sites (id, version, tenant_id, site_id, nick_name, name_key, site_name_key, \
             created_at, updated_at) SELECT {}, 1, {}, {}, '第' || CAST(i AS TEXT) || '医院', \
             '第' || CAST(i AS TEXT) || '医院', '第' || CAST((i * 7919) % {sites} AS TEXT) || '医院', 0, 0 \
             FROM n WHERE TRUE ON CONFLICT DO NOTHING",
            numbers(sites),
            id("b001"),
            tenant(&format!("(CASE WHEN i % 10 = 0 THEN 1 ELSE 2 + i % {others} END)")),
            id("b000"),
        ),
    ]
}

fn papers(amount: Amount) -> Vec<String> {
    let (Amount { users, tenants, .. }, others) = (amount, others(amount));
    vec![
        format!(
            "{} INSERT INTO licences (id, version, tenant_id, software_id, time_enable, study_enable, user_enable, \
             is_enable, created_at, updated_at) SELECT {} || s.id, 1, {}, s.id, FALSE, FALSE, FALSE, TRUE, 0, 0 \
             FROM n CROSS JOIN software s WHERE TRUE",
            numbers(tenants),
            id("c000"),
            tenant("i"),
        ),
        format!(
            "{} INSERT INTO invitations (id, version, tenant_id, email, email_key, full_name, role_id, type_id, locale, \
             state, expires_at, sent_at, created_at, updated_at) SELECT {}, 1, {}, 'in' || CAST(i AS TEXT) || \
             '@example.org', 'in' || CAST(i AS TEXT) || '@example.org', '', 'tenant', '3-a', 'zh', 'accepted', 0, 0, \
             1700000000000 + i * 1000, 0 FROM n",
            numbers(users / 5),
            id("d000"),
            tenant(&format!("(CASE WHEN i % 2 = 0 THEN 1 ELSE 2 + i % {others} END)")),
        ),
        format!(
            "{} INSERT INTO holidays (tenant_id, version, law_holidays, extra_workdays, updated_at) \
             SELECT {}, 1, '2026-10-01,2026-10-02', '', 0 FROM n WHERE i % 4 = 0",
            numbers(tenants),
            tenant("i"),
        ),
    ]
}

/// People of `FROM n` become members of a tenant.
fn member_statement(numbers: &str, id: &str, tenant: &str, which: &str) -> String {
    format!(
        "{numbers} INSERT INTO memberships (id, version, tenant_id, user_id, role_id, enabled, join_date, updated_at, \
         user_name_key, full_name_key, email_key, shown) SELECT {id}, 1, {tenant}, u.id, NULL, 0, 0, 0, u.user_name_key, \
         u.full_name_key, u.email_key, u.user_type FROM n CROSS JOIN users u WHERE u.id = {USER} AND {which} \
         ON CONFLICT DO NOTHING"
    )
}

/// Runs them on the database at the address, which the server has brought up to date.
pub async fn run(url: &str, amount: Amount, admin: &str, clerk: &str) -> Result<()> {
    let all = statements(amount, admin, clerk);
    if url.starts_with("postgres") {
        let mut connection = PgConnection::connect(url).await?;
        for sql in all {
            told(&sql, connection.execute(AssertSqlSafe(sql.clone())).await.map(drop))?;
        }
        // As the server's own upkeep does sooner or later; on SQLite nobody does.
        connection.execute("VACUUM (ANALYZE)").await?;
        return Ok(connection.close().await?);
    }
    let mut connection = SqliteConnection::connect(url).await?;
    // Room for every index at once: a million rows come in no order of theirs.
    connection.execute("PRAGMA cache_size = -2000000").await?;
    for sql in all {
        told(&sql, connection.execute(AssertSqlSafe(sql.clone())).await.map(drop))?;
    }
    Ok(connection.close().await?)
}

/// Which statement went wrong.
fn told(sql: &str, done: sqlx::Result<()>) -> Result<()> {
    let what = sql.split("INSERT").nth(1).unwrap_or(sql).chars().take(60).collect::<String>();
    done.map_err(|e| format!("{what}: {e}").into())
}
