//! Grants across systems: what a person has, and who has what in a study.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json as Answer;
use axum::extract::Query;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::Authorisation;
use super::shown::{self, Shown};
use super::standing::FROM;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Act, Permission, ReadCtx, Scope};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::resource::PathId;
use crate::resources::{members, studies, users};

/// Grants of a page.
const PAGE: i64 = 50;

/// The operations.
pub fn router() -> OpenApiRouter<Authorisation> {
    OpenApiRouter::new().routes(routes!(of_person)).routes(routes!(of_study))
}

/// A grant, with everything that it is about by name.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyGrant {
    /// Id.
    pub id: Id,
    /// Version.
    pub version: i64,
    /// The person.
    pub user_id: Id,
    /// Their full name.
    pub full_name: String,
    /// Their login name.
    pub user_name: String,
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// The study.
    pub study_id: Id,
    /// Its code.
    pub study_code: String,
    /// Its name.
    pub study_name: String,
    /// The system.
    pub software_id: Id,
    /// Its name.
    pub software_name: String,
    /// The names of the sites, as the panel showed them; their codes in the token where it showed none.
    pub sites: Vec<String>,
    /// The names of the roles in the system; likewise.
    pub roles: Vec<String>,
    /// The names of the environments of the system; likewise.
    pub environments: Vec<String>,
    /// When it was granted last.
    pub granted_at: Option<Time>,
    /// Who granted it, by login name.
    pub granted_by: String,
    /// When it was suspended; null if it is in effect.
    pub suspended_at: Option<Time>,
}

/// A page of grants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyGrants {
    /// In the order in which they were first made.
    pub rows: Vec<StudyGrant>,
    /// The `after` of the next page, if there is one.
    pub next: Option<Id>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Id,
    version: i64,
    user_id: Id,
    full_name: String,
    user_name: String,
    tenant_id: Id,
    tenant_name: String,
    study_id: Id,
    study_code: String,
    study_name: String,
    software_id: Id,
    software_name: String,
    shown: Json<Vec<Shown>>,
    claims: Json<BTreeMap<String, Value>>,
    granted_at: Option<Time>,
    granted_by: Option<String>,
    suspended_at: Option<Time>,
}

impl From<Row> for StudyGrant {
    fn from(row: Row) -> Self {
        let claimed = claimed(&row.claims);
        let or = |names: Vec<String>, codes: Vec<String>| if names.is_empty() { codes } else { names };
        let sites = or(shown::named(&row.shown, |pick| pick.site()), claimed.sites);
        let roles = or(shown::named(&row.shown, |pick| pick.role()), claimed.roles);
        let environments = or(shown::named(&row.shown, |pick| pick.environment_name.as_deref()), claimed.environments);
        Self {
            id: row.id,
            version: row.version,
            user_id: row.user_id,
            full_name: row.full_name,
            user_name: row.user_name,
            tenant_id: row.tenant_id,
            tenant_name: row.tenant_name,
            study_id: row.study_id,
            study_code: row.study_code,
            study_name: row.study_name,
            software_id: row.software_id,
            software_name: row.software_name,
            sites,
            roles,
            environments,
            granted_at: row.granted_at,
            granted_by: row.granted_by.unwrap_or_default(),
            suspended_at: row.suspended_at,
        }
    }
}

/// The claims of every plugin that people look for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Claimed {
    sites: Vec<String>,
    roles: Vec<String>,
    environments: Vec<String>,
}

/// Reads the claims by the names that they have in common: a role is a text, or one with its environment.
fn claimed(claims: &BTreeMap<String, Value>) -> Claimed {
    let each = |name: &str| -> Vec<&Value> {
        match claims.get(name) {
            Some(Value::Array(all)) => all.iter().collect(),
            Some(one) => vec![one],
            None => Vec::new(),
        }
    };
    let texts = |values: Vec<&Value>, part: &str| -> BTreeSet<String> {
        let text = |value: &Value| value.as_str().or_else(|| value[part].as_str()).map(str::to_owned);
        values.into_iter().filter_map(text).collect()
    };
    let mut roles = texts(each("roles"), "role");
    roles.extend(texts(each("role"), "role"));
    roles.extend(texts(each("module_roles"), "role"));
    let of_roles = each("roles").into_iter().filter_map(|role| role["environment"].as_str().map(str::to_owned));
    let mut environments: BTreeSet<String> = of_roles.collect();
    environments.extend(texts(each("environment"), "name"));
    environments.extend(texts(each("environments"), "name"));
    let list = |set: BTreeSet<String>| set.into_iter().collect();
    Claimed { sites: list(texts(each("sites"), "code")), roles: list(roles), environments: list(environments) }
}

/// The grants to list.
#[derive(Clone, Copy, Debug, Default)]
struct Listed<'a> {
    user: Option<&'a Id>,
    study: Option<&'a Id>,
    software: Option<&'a Id>,
    site: Option<&'a Id>,
    after: Option<&'a Id>,
    tenants: Option<&'a [Id]>,
}

/// A page of the grants that are not revoked.
async fn page(cx: &mut ReadCtx, of: Listed<'_>) -> Result<StudyGrants, Error> {
    const COLUMNS: &str = "SELECT g.id, g.version, g.user_id, u.full_name, u.user_name, g.tenant_id, t.tenant_name, \
         g.study_id, s.study_code, s.study_name, g.software_id, w.software_name, g.shown, g.claims, g.suspended_at, \
         (SELECT c.at FROM grant_changes c WHERE c.grant_id = g.id AND c.kind = 'granted' \
         ORDER BY c.version DESC LIMIT 1) AS granted_at, (SELECT c.actor_name FROM grant_changes c \
         WHERE c.grant_id = g.id AND c.kind = 'granted' ORDER BY c.version DESC LIMIT 1) AS granted_by";
    let query = cx.db().await?.query(COLUMNS).sql(FROM).sql(" JOIN users u ON u.id = g.user_id");
    let query = query.sql(" WHERE g.revoked_at IS NULL").push_if(" AND g.user_id = ", of.user.cloned());
    let query = query.push_if(" AND g.study_id = ", of.study.cloned());
    let query = query.push_if(" AND g.software_id = ", of.software.cloned());
    let query = query.push_if(" AND g.id > ", of.after.cloned());
    let query = match of.site {
        Some(site) => {
            query.push(" AND g.id IN (SELECT grant_id FROM grant_sites WHERE study_site_id = ", site.clone()).sql(")")
        }
        None => query,
    };
    let query = match of.tenants {
        Some(tenants) => query.push_in(" AND g.tenant_id", tenants.iter().cloned()),
        None => query,
    };
    let mut rows: Vec<Row> = query.push(" ORDER BY g.id LIMIT ", PAGE + 1).planned_anew().all().await?;
    let most = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let more = rows.len() > most;
    rows.truncate(most);
    let next = rows.last().filter(|_| more).map(|row| row.id.clone());
    Ok(StudyGrants { rows: rows.into_iter().map(StudyGrant::from).collect(), next })
}

/// `?after=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct AfterGrant {
    /// `next` of the previous page.
    after: Option<Id>,
}

/// What a person is authorised for, in every system: of the tenants in which the caller sees authorisations. Suspended
/// grants are included, revoked ones are not.
#[utoipa::path(get, path = "/api/admin/users/{id}/grants", operation_id = "getUserGrants", tag = "users",
    params(("id" = String, Path), AfterGrant), responses((status = 200, body = StudyGrants)))]
async fn of_person(
    mut cx: ReadCtx,
    PathId(id): PathId,
    Query(of): Query<AfterGrant>,
) -> Result<Answer<StudyGrants>, Error> {
    let scope = cx.scope(Permission::UserAllowed, Act::View)?;
    let unknown = || Error::new(Code::NotFound);
    let listed = Listed { user: Some(&id), after: of.after.as_ref(), ..Listed::default() };
    match &scope {
        Scope::All => {
            users::get(&mut cx, &id).await?.ok_or_else(unknown)?;
            page(&mut cx, listed).await.map(Answer)
        }
        Scope::Only(tenants) => {
            let member = members::every_of_user(cx.db().await?, &id).await?;
            if !member.iter().any(|member| tenants.contains(&member.tenant_id)) {
                return Err(unknown());
            }
            page(&mut cx, Listed { tenants: Some(tenants), ..listed }).await.map(Answer)
        }
    }
}

/// `?softwareId=&siteId=&after=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct OfStudy {
    /// Only in this system.
    software_id: Option<Id>,
    /// Only of this site of the study.
    site_id: Option<Id>,
    /// `next` of the previous page.
    after: Option<Id>,
}

/// Who is authorised in a study, and for what. Suspended grants are included, revoked ones are not.
#[utoipa::path(get, path = "/api/admin/studies/{id}/grants", operation_id = "getStudyGrants", tag = "studies",
    params(("id" = String, Path), OfStudy), responses((status = 200, body = StudyGrants)))]
async fn of_study(
    mut cx: ReadCtx,
    PathId(id): PathId,
    Query(of): Query<OfStudy>,
) -> Result<Answer<StudyGrants>, Error> {
    let scope = cx.scope(Permission::UserAllowed, Act::View)?;
    let study = studies::get(&mut cx, &id).await?.filter(|study| scope.holds(&study.tenant_id));
    let study = study.ok_or_else(|| Error::new(Code::NotFound))?;
    let listed = Listed {
        study: Some(&study.id),
        software: of.software_id.as_ref(),
        site: of.site_id.as_ref(),
        after: of.after.as_ref(),
        ..Listed::default()
    };
    page(&mut cx, listed).await.map(Answer)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn claims_of_every_kind_are_read() {
        let read = |claims: Value| claimed(&serde_json::from_value(claims).unwrap());
        let edc = read(json!({
            "sites": ["S02", "S01"], "roles": [{ "role": "cra", "environment": "prod" }, { "role": "dm", "environment": "uat" }],
            "module_roles": ["reports"], "environment": "prod",
        }));
        let list = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!((edc.sites, edc.roles), (list(&["S01", "S02"]), list(&["cra", "dm", "reports"])));
        assert_eq!(edc.environments, list(&["prod", "uat"]));
        assert_eq!(read(json!({ "role": "monitor" })).roles, list(&["monitor"]));
        assert_eq!(read(json!({ "roles": 7, "sites": null })), Claimed::default());
    }
}
