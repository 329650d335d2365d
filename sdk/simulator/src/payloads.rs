//! The bodies of the save calls, one for each system, and what each means.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::Software;
use crate::api::ApiError;
use crate::catalogue::Catalogue;
use crate::ledger::{Change, GrantRecord, RolePair, UserRecord};

/// Where a study role holds that names no environment.
const PRODUCTION: &str = "prod";

/// A person that `userList` names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Person {
    id: String,
    login: String,
    email: String,
    name: String,
}

/// A site of the platform, with its code.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Site {
    id: String,
    code: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StudyRole {
    role_id: String,
    environment_id: Option<String>,
    #[serde(rename = "studyId")]
    _study_id: String,
    #[serde(rename = "roleName")]
    _role_name: String,
}

impl StudyRole {
    fn pair(&self) -> RolePair {
        let environment = self.environment_id.clone().unwrap_or_else(|| PRODUCTION.to_owned());
        RolePair { role: self.role_id.clone(), environment }
    }
}

/// `saveEdcProject`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Edc {
    #[serde(rename = "studyUrlId")]
    _study_url_id: String,
    #[serde(rename = "tenantId")]
    _tenant_id: String,
    user_list: Vec<String>,
    #[serde(rename = "EmailList")]
    email_list: Vec<String>,
    #[serde(rename = "userRole")]
    _user_role: String,
    #[serde(rename = "userTypeId")]
    _user_type_id: String,
    site_list: Vec<String>,
    sites: Vec<Site>,
    user_power_role_id: String,
    user_study_roles: Vec<StudyRole>,
    users: Vec<Person>,
}

/// `saveIwrsProject`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Iwrs {
    #[serde(rename = "studyUrlId")]
    _study_url_id: String,
    #[serde(rename = "tenantId")]
    _tenant_id: String,
    user_list: Vec<String>,
    #[serde(rename = "EmailList")]
    email_list: Vec<String>,
    #[serde(rename = "userRole")]
    _user_role: String,
    #[serde(rename = "userTypeId")]
    _user_type_id: String,
    user_role_list: Vec<SubProject>,
    users: Vec<Person>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SubProject {
    environment_flag: String,
    /// 1: not visible after unblinding; 0: visible.
    is_blind: u8,
    project_id: String,
    role_id: String,
    site_list: Vec<String>,
    /// 0: in force; 1: taken away.
    status: u8,
    stock_house_list: Vec<String>,
    #[serde(rename = "studyId")]
    _study_id: String,
}

/// `saveCTMSProject` and `saveETMFProject`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Managed {
    #[serde(rename = "TenantId")]
    _tenant_id: String,
    #[serde(rename = "UserList")]
    user_list: Vec<String>,
    #[serde(rename = "EmailList")]
    email_list: Vec<String>,
    #[serde(rename = "UserRole")]
    _user_role: String,
    #[serde(rename = "UserTypeId")]
    _user_type_id: String,
    #[serde(rename = "SiteList")]
    site_list: Vec<String>,
    all_site: bool,
    tenant_role_id: String,
    user_study_roles: Vec<StudyRole>,
    users: Vec<Person>,
    /// CTMS only.
    study_role_id: Option<String>,
    /// CTMS only.
    sites: Option<Vec<Site>>,
}

/// The user of a save call, and the change to make. `call` is the call's name, which must be the system's own.
pub(crate) fn read(software: Software, body: &[u8]) -> Result<(String, Change), ApiError> {
    match software {
        Software::Edc => edc(parse(body)?),
        Software::Rtsm => iwrs(parse(body)?),
        Software::Ctms => ctms(parse(body)?),
        Software::Etmf => etmf(parse(body)?),
    }
}

fn parse<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body)
        .map_err(|error| ApiError::new(http::StatusCode::BAD_REQUEST, "bad_request", error.to_string()))
}

/// The one person of a call, whom both lists name.
fn person(users: Vec<Person>, list: &[String], emails: &[String]) -> Result<Person, ApiError> {
    let [id] = list else { return Err(ApiError::invalid("one_user", "one user at a time")) };
    if !emails.is_empty() {
        return Err(ApiError::invalid("one_user", "this system knows people by their ids"));
    }
    let found = users.into_iter().find(|person| person.id == *id);
    found.ok_or_else(|| ApiError::invalid("user_unnamed", "a user is not described"))
}

fn record(person: Person, grants: Vec<GrantRecord>) -> (String, UserRecord) {
    let Person { id, login, email, name } = person;
    (id, UserRecord { login, email, name, grants })
}

/// The codes of a list of platform sites.
fn codes(list: &[String], sites: &[Site]) -> Result<Vec<String>, ApiError> {
    let code = |id: &String| sites.iter().find(|site| site.id == *id).map(|site| site.code.clone());
    let found: Option<Vec<_>> = list.iter().map(code).collect();
    found.ok_or_else(|| ApiError::invalid("site_unnamed", "a site is not described"))
}

fn check_roles(software: Software, module: &str, pairs: &[RolePair]) -> Result<(), ApiError> {
    let catalogue = Catalogue::of(software);
    if let Some(pair) = pairs.iter().find(|pair| !catalogue.has_role(&pair.role, &pair.environment)) {
        let message = format!("{} does not exist in {}", pair.role, pair.environment);
        return Err(ApiError::invalid("role_unknown", message));
    }
    if !catalogue.has_module_role(module) {
        return Err(ApiError::invalid("module_role_unknown", format!("{module} does not exist")));
    }
    if pairs.is_empty() {
        return Err(ApiError::invalid("roles_missing", "a user needs a role"));
    }
    Ok(())
}

fn edc(body: Edc) -> Result<(String, Change), ApiError> {
    let roles: Vec<_> = body.user_study_roles.iter().map(StudyRole::pair).collect();
    check_roles(Software::Edc, &body.user_power_role_id, &roles)?;
    let sites = codes(&body.site_list, &body.sites)?;
    let grant = GrantRecord { sites, module_roles: vec![body.user_power_role_id], roles, ..GrantRecord::default() };
    let (id, record) = record(person(body.users, &body.user_list, &body.email_list)?, vec![grant]);
    Ok((id, Change::Put(record)))
}

fn iwrs(body: Iwrs) -> Result<(String, Change), ApiError> {
    let (mut grants, mut closed) = (Vec::new(), Vec::new());
    for one in body.user_role_list {
        if one.status > 1 {
            return Err(ApiError::invalid("status_unknown", "an entry is in force (0) or taken away (1)"));
        }
        if one.status == 1 {
            closed.push(one.project_id);
            continue;
        }
        let catalogue = Catalogue::of(Software::Rtsm);
        if !catalogue.has_sub_project(&one.project_id, &one.role_id, &one.site_list, &one.stock_house_list) {
            let message = format!("{} has no such role, site or stock house", one.project_id);
            return Err(ApiError::invalid("project_unknown", message));
        }
        if one.is_blind > 1 || (one.site_list.is_empty() && one.stock_house_list.is_empty()) {
            return Err(ApiError::invalid("entry_incomplete", "a role needs a site or a stock house"));
        }
        grants.push(GrantRecord {
            project: Some(one.project_id),
            sites: one.site_list,
            roles: vec![RolePair { role: one.role_id, environment: one.environment_flag }],
            stock_houses: one.stock_house_list,
            blinded: Some(one.is_blind == 1),
            ..GrantRecord::default()
        });
    }
    if grants.is_empty() && closed.is_empty() {
        return Err(ApiError::invalid("grants_missing", "there is no sub-project"));
    }
    let (id, record) = record(person(body.users, &body.user_list, &body.email_list)?, grants);
    Ok((id, Change::Merge { record, closed }))
}

fn ctms(body: Managed) -> Result<(String, Change), ApiError> {
    let sites = codes(&body.site_list, body.sites.as_deref().unwrap_or_default())?;
    if body.study_role_id.as_deref() != body.user_study_roles.first().map(|role| role.role_id.as_str()) {
        return Err(ApiError::invalid("role_unknown", "studyRoleId is not among userStudyRoles"));
    }
    managed(Software::Ctms, body, sites)
}

fn etmf(mut body: Managed) -> Result<(String, Change), ApiError> {
    if let Some(id) = body.site_list.iter().find(|id| !Catalogue::has_site(id)) {
        return Err(ApiError::invalid("site_unknown", format!("{id} does not exist")));
    }
    let sites = std::mem::take(&mut body.site_list);
    managed(Software::Etmf, body, sites)
}

fn managed(software: Software, body: Managed, sites: Vec<String>) -> Result<(String, Change), ApiError> {
    if sites.is_empty() {
        return Err(ApiError::invalid("sites_missing", "a user needs a site"));
    }
    let roles: Vec<_> = body.user_study_roles.iter().map(StudyRole::pair).collect();
    check_roles(software, &body.tenant_role_id, &roles)?;
    let grant = GrantRecord {
        sites,
        all_sites: body.all_site,
        module_roles: vec![body.tenant_role_id],
        roles,
        ..GrantRecord::default()
    };
    let (id, record) = record(person(body.users, &body.user_list, &body.email_list)?, vec![grant]);
    Ok((id, Change::Put(record)))
}

/// A user as the list of people tells of them: in the fields of the system's save call.
pub(crate) fn written(software: Software, id: &str, user: &UserRecord) -> Value {
    let access = match software {
        Software::Rtsm => {
            let entry = |grant: &GrantRecord| {
                let role = grant.roles.first();
                json!({
                    "projectId": grant.project, "roleId": role.map(|pair| &pair.role),
                    "environmentFlag": role.map(|pair| &pair.environment), "siteList": grant.sites,
                    "stockHouseList": grant.stock_houses, "isBlind": u8::from(grant.blinded.unwrap_or(true)),
                })
            };
            json!({ "userRoleList": user.grants.iter().map(entry).collect::<Vec<_>>() })
        }
        Software::Edc | Software::Ctms | Software::Etmf => {
            let all = |part: fn(&GrantRecord) -> &Vec<String>| user.grants.iter().flat_map(part).collect::<Vec<_>>();
            let roles = user.grants.iter().flat_map(|grant| &grant.roles);
            let roles = roles.map(|pair| json!({ "roleId": pair.role, "environmentId": pair.environment }));
            let module = all(|grant| &grant.module_roles).into_iter().next();
            let field = if software == Software::Edc { "userPowerRoleId" } else { "tenantRoleId" };
            json!({
                "siteList": all(|grant| &grant.sites), (field): module, "userStudyRoles": roles.collect::<Vec<_>>(),
            })
        }
    };
    let mut written = json!({ "id": id, "login": user.login, "email": user.email, "name": user.name });
    if let (Some(written), Value::Object(access)) = (written.as_object_mut(), access) {
        written.extend(access);
    }
    written
}
