//! What a grant depends on. It counts while each of the conditions holds: the claims of a token, the systems that a
//! person can open, and the explanation of either are made from this one table.

use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// A grant `g` with its system `w`, tenant `t`, study `s`, binding `b` and membership `m`.
pub const FROM: &str = " FROM grants g JOIN software w ON w.id = g.software_id JOIN tenants t ON t.id = g.tenant_id \
     JOIN studies s ON s.id = g.study_id JOIN study_software b ON b.id = g.study_software_id \
     LEFT JOIN memberships m ON m.tenant_id = g.tenant_id AND m.user_id = g.user_id";

/// The domain `d` that the study is bound to, which may be missing.
pub const DOMAIN: &str = " LEFT JOIN tenant_domains d ON d.id = b.tenant_domain_id AND d.deleted_at IS NULL";

/// One thing that a grant depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The grant is not revoked.
    NotRevoked,
    /// It is not suspended.
    NotSuspended,
    /// The study is configured for the system.
    Bound,
    /// The system is in the catalogue.
    System,
    /// The study is there.
    Study,
    /// The tenant is there, and not archived.
    Tenant,
    /// Its person is an enabled member of the tenant.
    Member,
}

const CONDITIONS: &[(Condition, &str)] = &[
    (Condition::NotRevoked, "g.revoked_at IS NULL"),
    (Condition::NotSuspended, "g.suspended_at IS NULL"),
    (Condition::Bound, "b.deleted_at IS NULL"),
    (Condition::System, "w.deleted_at IS NULL"),
    (Condition::Study, "s.deleted_at IS NULL"),
    (Condition::Tenant, "t.deleted_at IS NULL AND t.archived_at IS NULL"),
    (Condition::Member, "COALESCE(m.enabled, 1) = 0"),
];

/// The tables of [`FROM`], beginning with a membership and its tenant: a row for each of the person's grants in it, in
/// one system or in any, or one row without a grant.
#[must_use]
pub fn of_member<'q>(query: Query<'q>, software: Option<&Id>) -> Query<'q> {
    query
        .sql(
            " FROM memberships m JOIN tenants t ON t.id = m.tenant_id \
             LEFT JOIN grants g ON g.tenant_id = m.tenant_id AND g.user_id = m.user_id",
        )
        .push_if(" AND g.software_id = ", software.cloned())
        .sql(
            " LEFT JOIN software w ON w.id = g.software_id LEFT JOIN studies s ON s.id = g.study_id \
             LEFT JOIN study_software b ON b.id = g.study_software_id",
        )
}

/// Adds that every condition holds.
#[must_use]
pub fn counting(query: Query<'_>) -> Query<'_> {
    CONDITIONS.iter().enumerate().fold(query, |query, (at, (_, sql))| query.sql_if(at > 0, " AND ").sql(sql))
}

/// A grant, and which of the conditions do not hold for it.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The grant.
    pub id: Id,
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// The study.
    pub study_id: Id,
    /// Its code.
    pub study_code: String,
    /// The system.
    pub software_id: Id,
    /// Its name.
    pub software_name: String,
    /// Whether the study is bound to a domain, by which the system is opened.
    pub has_domain: bool,
    /// When it was granted last, and by whom.
    pub granted: Option<(Time, String)>,
    /// When it was suspended.
    pub suspended_at: Option<Time>,
    /// When it was revoked.
    pub revoked_at: Option<Time>,
    /// What does not hold; empty: the grant counts.
    pub missing: Vec<Condition>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Id,
    tenant_id: Id,
    tenant_name: String,
    study_id: Id,
    study_code: String,
    software_id: Id,
    software_name: String,
    domain_id: Option<Id>,
    granted_at: Option<Time>,
    granted_by: Option<String>,
    suspended_at: Option<Time>,
    revoked_at: Option<Time>,
    /// A digit for each condition, in their order.
    holds: String,
}

/// The part of the grants to examine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sought<'a> {
    /// The study.
    pub study: Option<&'a Id>,
    /// The system.
    pub software: Option<&'a Id>,
    /// The tenant.
    pub tenant: Option<&'a Id>,
}

/// The grants of a person, whether they count or not, those in effect first; at most `limit`.
pub async fn examine(cx: &mut ReadCtx, user: &Id, of: Sought<'_>, limit: i64) -> Result<Vec<Examined>, Error> {
    const COLUMNS: &str = "SELECT g.id, g.tenant_id, t.tenant_name, g.study_id, s.study_code, g.software_id, \
         w.software_name, d.id AS domain_id, (SELECT c.at FROM grant_changes c WHERE c.grant_id = g.id AND c.kind = 'granted' \
         ORDER BY c.version DESC LIMIT 1) AS granted_at, (SELECT c.actor_name FROM grant_changes c \
         WHERE c.grant_id = g.id AND c.kind = 'granted' ORDER BY c.version DESC LIMIT 1) AS granted_by, \
         g.suspended_at, g.revoked_at, ''";
    let query = CONDITIONS.iter().fold(cx.db().await?.query(COLUMNS), |query, (_, sql)| {
        query.sql(" || CASE WHEN ").sql(sql).sql(" THEN '1' ELSE '0' END")
    });
    let query = query.sql(" AS holds").sql(FROM).sql(DOMAIN).push(" WHERE g.user_id = ", user.clone());
    let query = query.push_if(" AND g.study_id = ", of.study.cloned());
    let query = query.push_if(" AND g.software_id = ", of.software.cloned());
    let query = query.push_if(" AND g.tenant_id = ", of.tenant.cloned());
    let query =
        query.sql(" ORDER BY CASE WHEN g.revoked_at IS NULL AND g.suspended_at IS NULL THEN 0 ELSE 1 END, g.id");
    let rows: Vec<Row> = query.push(" LIMIT ", limit).all().await?;
    let examined = |row: Row| {
        let digits = CONDITIONS.iter().zip(row.holds.bytes());
        Examined {
            missing: digits.filter(|(_, holds)| *holds != b'1').map(|((condition, _), _)| *condition).collect(),
            id: row.id,
            tenant_id: row.tenant_id,
            tenant_name: row.tenant_name,
            study_id: row.study_id,
            study_code: row.study_code,
            software_id: row.software_id,
            software_name: row.software_name,
            has_domain: row.domain_id.is_some(),
            granted: row.granted_at.map(|at| (at, row.granted_by.unwrap_or_default())),
            suspended_at: row.suspended_at,
            revoked_at: row.revoked_at,
        }
    };
    Ok(rows.into_iter().map(examined).collect())
}

/// A system that a study is configured for.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Offered {
    /// The system.
    pub software_id: Id,
    /// Its name.
    pub software_name: String,
}

/// The systems that a study is configured for, or the one of them.
pub async fn offered(cx: &mut ReadCtx, study: &Id, software: Option<&Id>) -> Result<Vec<Offered>, Error> {
    let query = cx.db().await?.query(
        "SELECT w.id AS software_id, w.software_name FROM study_software b JOIN software w ON w.id = b.software_id \
         WHERE b.deleted_at IS NULL AND w.deleted_at IS NULL",
    );
    let query = query.push(" AND b.study_id = ", study.clone());
    let query = query.push_if(" AND b.software_id = ", software.cloned());
    Ok(query.sql(" ORDER BY w.sort, w.id LIMIT 100").all().await?)
}
