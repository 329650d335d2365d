//! SQL of grants and of the people who have them.

use std::collections::BTreeMap;

use super::model::Held;
use super::shown;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::MAX_ROWS;
use crate::resources::domains::{self, StudyBinding};

/// A study binding of this tenant and system.
pub async fn bound(cx: &mut ReadCtx, tenant: &Id, software: &Id, id: &Id) -> Result<Option<StudyBinding>, Error> {
    Ok(domains::bound(cx, id).await?.filter(|b| b.tenant_id == *tenant && b.software_id == *software))
}

/// A member of a tenant who can be authorised.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Candidate {
    /// User id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// E-mail address.
    pub email: String,
    /// The same, folded for comparison.
    pub email_key: String,
}

impl Candidate {
    /// `张伟 (zhang.wei)`.
    pub fn label(&self) -> String {
        format!("{} ({})", self.full_name, self.user_name)
    }
}

const CANDIDATE: &str = "SELECT u.id, u.user_name, u.full_name, u.email, u.email_key FROM memberships m \
     JOIN users u ON u.id = m.user_id WHERE m.enabled = 0 AND u.deleted_at IS NULL AND u.status = 0";

/// Most values bound in one statement: below the limits of both engines.
pub const CHUNK: usize = 500;

/// The enabled members of a tenant among these users and addresses.
pub async fn candidates(
    cx: &mut ReadCtx,
    tenant: &Id,
    users: &[Id],
    emails: &[String],
) -> Result<Vec<Candidate>, Error> {
    let mut found = Vec::new();
    for some in users.chunks(CHUNK) {
        let query = cx.db().await?.query(CANDIDATE).push(" AND m.tenant_id = ", tenant.clone());
        found.extend(query.push_in(" AND u.id", some.iter().cloned()).all::<Candidate>().await?);
    }
    for some in emails.chunks(CHUNK) {
        let query = cx.db().await?.query(CANDIDATE).push(" AND m.tenant_id = ", tenant.clone());
        let keys = some.iter().map(|e| mailaddr::key(e));
        found.extend(query.push_in(" AND u.email_key", keys).all::<Candidate>().await?);
    }
    Ok(found)
}

/// People by id, as described to the trial system; locked and deleted ones included.
pub async fn people(cx: &mut ReadCtx, ids: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, Candidate>, Error> {
    let query = cx.db().await?.query("SELECT id, user_name, full_name, email, email_key FROM users WHERE TRUE");
    let found: Vec<Candidate> = query.push_in(" AND id", ids).all().await?;
    Ok(found.into_iter().map(|person| (person.id.clone(), person)).collect())
}

/// The columns of a [`Held`].
pub const COLUMNS: &str = "id, version, tenant_id, software_id, study_software_id, user_id, user_role, user_type_id, \
     selection, shown, claims, plugin_digest, external_ref, updated_at, suspended_at, revoked_at";

/// The grants of these people in a study.
pub async fn held(cx: &mut ReadCtx, binding: &Id, users: impl IntoIterator<Item = Id>) -> Result<Vec<Held>, Error> {
    let query = cx.db().await?.query("SELECT ").sql(COLUMNS).sql(" FROM grants WHERE revoked_at IS NULL");
    Ok(query.push(" AND study_software_id = ", binding.clone()).push_in(" AND user_id", users).all().await?)
}

/// The next grants of a study that are in effect, in the order of their ids.
pub async fn standing(cx: &mut ReadCtx, binding: &Id, after: Option<&Id>, limit: i64) -> Result<Vec<Held>, Error> {
    let query = cx.db().await?.query("SELECT ").sql(COLUMNS).sql(" FROM grants WHERE revoked_at IS NULL");
    let query = query.sql(" AND suspended_at IS NULL").push(" AND study_software_id = ", binding.clone());
    Ok(query.push_if(" AND id > ", after.cloned()).push(" ORDER BY id LIMIT ", limit).all().await?)
}

/// The present and revoked grants of these people in a study, locked until the transaction ends, so that none is
/// revoked while it is granted.
pub async fn hold(cx: &mut Ctx, binding: &Id, users: impl IntoIterator<Item = Id>) -> Result<Vec<Held>, Error> {
    let query = cx.db().await?.write("UPDATE grants SET updated_at = updated_at");
    let query = query.push(" WHERE study_software_id = ", binding.clone()).push_in(" AND user_id", users);
    Ok(query.sql(" RETURNING ").sql(COLUMNS).all().await?)
}

/// The versions of people's present and revoked grants in studies, by study and person.
pub async fn versions(
    cx: &mut ReadCtx,
    bound: &[StudyBinding],
    users: &[Id],
) -> Result<BTreeMap<(Id, Id), i64>, Error> {
    let mut found = BTreeMap::new();
    for one in bound {
        for some in users.chunks(CHUNK) {
            let query = cx.db().await?.query("SELECT user_id, version FROM grants");
            let query = query.push(" WHERE study_software_id = ", one.id.clone());
            let rows: Vec<(Id, i64)> = query.push_in(" AND user_id", some.iter().cloned()).all().await?;
            found.extend(rows.into_iter().map(|(user, version)| ((one.id.clone(), user), version)));
        }
    }
    Ok(found)
}

/// The filter of the list of grants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Narrowed<'a> {
    /// One of them.
    pub id: Option<&'a Id>,
    /// The study's binding.
    pub binding: Option<&'a Id>,
    /// The person.
    pub user: Option<&'a Id>,
    /// The last grant of the previous page.
    pub after: Option<&'a Id>,
}

/// The grants of a system in a tenant that are not revoked, in their order, at most [`MAX_ROWS`].
pub async fn list(cx: &mut ReadCtx, tenant: &Id, software: &Id, of: Narrowed<'_>) -> Result<Vec<Held>, Error> {
    let query = cx.db().await?.query("SELECT ").sql(COLUMNS).sql(" FROM grants WHERE revoked_at IS NULL");
    // A person's or a study's are few: not by the index of the system's, which SQLite would take for its order.
    let few = of.user.is_some() || of.binding.is_some();
    let query = query
        .push(if few { " AND NOT tenant_id <> " } else { " AND tenant_id = " }, tenant.clone())
        .push(" AND software_id = ", software.clone())
        .push_if(" AND study_software_id = ", of.binding.cloned())
        .push_if(" AND user_id = ", of.user.cloned())
        .push_if(" AND id = ", of.id.cloned())
        .push_if(" AND id > ", of.after.cloned());
    Ok(query.push(" ORDER BY id LIMIT ", MAX_ROWS).all().await?)
}

/// Saves a grant, as a new one or as a new version.
pub async fn save(cx: &mut Ctx, bound: &StudyBinding, grant: &Held) -> Result<Held, Error> {
    let now = cx.now();
    let query = cx.db().await?.write(
        "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, user_role, \
         user_type_id, selection, claims, plugin_digest, external_ref, created_at, updated_at, shown) \
         VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14) \
         ON CONFLICT (study_software_id, user_id) DO UPDATE SET version = grants.version + 1, \
         user_role = excluded.user_role, user_type_id = excluded.user_type_id, selection = excluded.selection, \
         shown = excluded.shown, \
         claims = excluded.claims, plugin_digest = excluded.plugin_digest, external_ref = excluded.external_ref, \
         updated_at = excluded.updated_at, revoked_at = NULL, suspended_at = NULL RETURNING ",
    );
    let saved: Held = query
        .sql(COLUMNS)
        .bind(grant.id.clone())
        .bind(bound.tenant_id.clone())
        .bind(bound.study_id.clone())
        .bind(bound.software_id.clone())
        .bind(bound.id.clone())
        .bind(grant.user_id.clone())
        .bind(grant.user_role.clone())
        .bind(grant.user_type_id.clone())
        .bind(grant.selection.clone())
        .bind(grant.claims.clone())
        .bind(grant.plugin_digest.clone())
        .bind(grant.external_ref.clone())
        .bind(now)
        .bind(grant.shown.clone())
        .one()
        .await?;
    let query = cx.db().await?.write("DELETE FROM grant_sites").push(" WHERE grant_id = ", saved.id.clone());
    query.execute().await?;
    for site in shown::sites(&saved.shown) {
        let query = cx.db().await?.write("INSERT INTO grant_sites (grant_id, study_site_id) VALUES ($1, $2)");
        query.bind(saved.id.clone()).bind(site.to_owned()).execute().await?;
    }
    Ok(saved)
}
