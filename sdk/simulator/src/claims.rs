//! The signed-in person, from the ID token and userinfo.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Claims beyond OpenID Connect's standard ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct TrialClaims(pub BTreeMap<String, Value>);

impl openidconnect::AdditionalClaims for TrialClaims {}

/// A study role, with its environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleIn {
    /// Role id.
    pub role: String,
    /// Environment id.
    pub environment: Option<String>,
}

/// A person's access in a sub-project (RTSM).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
pub struct ProjectAccess {
    /// Sub-project id.
    pub project: String,
    /// Role id.
    pub role: String,
    /// Site ids.
    pub sites: Vec<String>,
    /// Stock house ids.
    pub stock_houses: Vec<String>,
    /// Whether hidden things stay hidden after unblinding.
    pub blinded: bool,
}

/// A person's access in one study.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StudyAccess {
    /// The study's code or name, if the token has it.
    pub study: Option<String>,
    /// The environment, when it is a single one.
    pub environment: Option<String>,
    /// Site codes.
    pub sites: Vec<String>,
    /// Study roles.
    pub roles: Vec<RoleIn>,
    /// Module role ids.
    pub module_roles: Vec<String>,
    /// Tenant role ids (CTMS, eTMF).
    pub tenant_roles: Vec<String>,
    /// Stock house ids (RTSM).
    pub stock_houses: Vec<String>,
    /// The access in each sub-project (RTSM).
    pub projects: Vec<ProjectAccess>,
}

/// The person who is signed in.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Arrival {
    /// `sub`.
    pub subject: String,
    /// `preferred_username`.
    pub login: Option<String>,
    /// `name`.
    pub name: Option<String>,
    /// `email`.
    pub email: Option<String>,
    /// The tenant's name, or else its code or id.
    pub tenant: Option<String>,
    /// The access from `studies`, repeated here when there is exactly one.
    #[serde(flatten)]
    pub only: Option<StudyAccess>,
    /// The access in each study of the token.
    pub studies: Vec<StudyAccess>,
    /// Every claim beyond the standard ones, unchanged.
    pub claims: BTreeMap<String, Value>,
}

impl Arrival {
    /// The same person with one study only, if the study is one of theirs.
    pub(crate) fn of_study(&self, code: Option<&str>) -> Self {
        let mut arrival = self.clone();
        if let Some(code) = code.filter(|code| self.studies.iter().any(|one| one.study.as_deref() == Some(code))) {
            arrival.studies.retain(|one| one.study.as_deref() == Some(code));
        }
        arrival
    }
}

/// Reads the access from the objects of `cardea_studies` (or `studies`) if there is such a list, else from the claims
/// themselves.
pub(crate) fn accesses(claims: &BTreeMap<String, Value>) -> Vec<StudyAccess> {
    let get = |key: &str| claims.get(key);
    let Some(Value::Array(studies)) = get("cardea_studies").or_else(|| get("studies")) else {
        let access = access(get);
        return if access == StudyAccess::default() { Vec::new() } else { vec![access] };
    };
    studies.iter().map(|study| access(|key| study.get(key))).collect()
}

/// The tenant's label for people.
pub(crate) fn tenant(claims: &BTreeMap<String, Value>) -> Option<String> {
    ["cardea_tenant", "tenant_name", "tenant", "tenant_id"].into_iter().find_map(|key| label(claims.get(key)?))
}

fn access<'a>(get: impl Fn(&str) -> Option<&'a Value>) -> StudyAccess {
    let study = ["study", "study_code", "code", "study_name", "name", "id"];
    StudyAccess {
        study: study.into_iter().find_map(|key| label(get(key)?)),
        environment: get("environment").and_then(label),
        sites: labels(get("sites")),
        roles: roles(get("roles")),
        module_roles: labels(get("module_roles")),
        tenant_roles: labels(get("tenant_roles")),
        stock_houses: labels(get("stock_houses")),
        projects: projects(get("projects")),
    }
}

/// A text, or the code, name or id of an object.
fn label(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(object) => {
            ["name", "code", "id"].into_iter().find_map(|key| object.get(key)?.as_str().map(ToOwned::to_owned))
        }
        _ => None,
    }
}

fn labels(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(label).collect()
}

fn projects(value: Option<&Value>) -> Vec<ProjectAccess> {
    let project = |value: &Value| serde_json::from_value(value.clone()).ok();
    value.and_then(Value::as_array).into_iter().flatten().filter_map(project).collect()
}

fn roles(value: Option<&Value>) -> Vec<RoleIn> {
    let role = |value: &Value| match value {
        Value::String(role) => Some(RoleIn { role: role.clone(), environment: None }),
        _ => serde_json::from_value(value.clone()).ok(),
    };
    value.and_then(Value::as_array).into_iter().flatten().filter_map(role).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn claims(value: Value) -> BTreeMap<String, Value> {
        serde_json::from_value(value).unwrap_or_default()
    }

    #[test]
    fn access_is_read_from_the_claims_or_from_each_study() {
        let flat = claims(json!({
            "tenant": {"id": "t1", "name": "Acme"}, "study": "ABC-1", "environment": "prod",
            "sites": ["01", "02"], "roles": [{"role": "cra", "environment": "prod"}, "dm"],
            "module_roles": ["reports"], "noise": 1
        }));
        let expected = StudyAccess {
            study: Some("ABC-1".into()),
            environment: Some("prod".into()),
            sites: vec!["01".into(), "02".into()],
            roles: vec![
                RoleIn { role: "cra".into(), environment: Some("prod".into()) },
                RoleIn { role: "dm".into(), environment: None },
            ],
            module_roles: vec!["reports".into()],
            ..StudyAccess::default()
        };
        assert_eq!(tenant(&flat).as_deref(), Some("Acme"));
        assert_eq!(accesses(&flat), std::slice::from_ref(&expected));
        let mut nested = flat.clone();
        nested.retain(|key, _| key != "tenant");
        let nested = claims(json!({ "studies": [nested, {"code": "XYZ"}] }));
        let other = StudyAccess { study: Some("XYZ".into()), ..StudyAccess::default() };
        assert_eq!(accesses(&nested), [expected, other]);
    }

    #[test]
    fn claims_of_the_wrong_shape_give_nothing() {
        let odd = claims(json!({"sites": "01", "roles": [1, {}], "tenant": 7, "environment": []}));
        assert_eq!(accesses(&odd), []);
        assert_eq!(tenant(&odd), None);
    }
}
