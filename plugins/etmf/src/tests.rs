//! Golden cases: a selection, eTMF's answers, and the plugin's results.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::testing::{Error, Host};
use serde_json::{Value, json};

use crate::Etmf;

fn ctx() -> Ctx {
    let mut ctx = testing::ctx("ABC-1");
    ctx.study.settings = vec![("site.s1.code".into(), "01".into()), ("study.site_count".into(), "1".into())];
    ctx
}

fn picks(key: &str, ids: &[&str]) -> (String, Cell) {
    (key.to_owned(), Cell::Picks(ids.iter().map(|id| (*id).to_owned()).collect()))
}

fn keys(grants: &[Grant]) -> Vec<String> {
    Etmf::validate(&ctx(), grants).unwrap().into_iter().map(|issue| issue.message.key).collect()
}

fn claims(grants: &[Grant]) -> BTreeMap<String, Value> {
    let claims = Etmf::project(&ctx(), "u1", grants, &[]).unwrap();
    claims.into_iter().map(|claim| (claim.name, serde_json::from_str(&claim.json).unwrap())).collect()
}

fn sent(after: Grant, data: &'static str) -> (String, Value) {
    let list: Value = serde_json::from_str(data).unwrap();
    let host = Host::install(move |request| {
        if request.path.ends_with("getAuthRemoteList") {
            return testing::json(200, &json!({"code": "200", "data": list}));
        }
        testing::json(200, &json!({"code": "200", "data": {"success": ["u1"], "failure": []}}))
    });
    let person = Person { id: "u1".into(), login: "u".into(), email: "u@x.org".into(), display_name: "U".into() };
    let item = Item { item_id: "1".into(), person, before: vec![], after: vec![after] };
    let batch = Batch { batch_id: "b".into(), attempt: 1, items: vec![item] };
    assert_eq!(Etmf::apply(&ctx(), &batch).unwrap().succeeded.len(), 1);
    let sent = host.requests().pop().unwrap();
    (sent.path, serde_json::from_slice(&sent.body.unwrap()).unwrap())
}

const LIST: &str = r#"{"sites": [{"id": "S01", "name": "First"}], "roles": [
    {"id": "member", "name": "Member", "type": 1}, {"id": "owner", "name": "Owner", "type": 2, "environmentId": "prod"}]}"#;

fn grant(projects: &[&str], sites: &[&str], tenant: &[&str], study: &[&str]) -> Grant {
    let cells = vec![
        picks("projects", projects),
        picks("sites", sites),
        picks("tenantRole", tenant),
        picks("studyRole", study),
    ];
    Grant { tab: None, cells }
}

#[test]
fn projects_and_sites_are_several_and_sites_are_etmfs_own() {
    let columns = Etmf::describe(&ctx()).unwrap().columns;
    let shown: Vec<_> = columns.iter().map(|one| (one.key.as_str(), one.kind, one.multiple, one.hints.len())).collect();
    assert_eq!(
        shown,
        [
            ("projects", Kind::Projects, true, 1),
            ("sites", Kind::Sites, true, 0),
            ("tenantRole", Kind::ModuleRoles, false, 1),
            ("studyRole", Kind::ModuleRoles, false, 1),
        ]
    );
}

#[test]
fn what_is_missing_is_said_without_asking_etmf() {
    let host = Host::install(|_| Err(Error::Connect));
    let empty = Grant { tab: None, cells: Vec::new() };
    assert_eq!(keys(&[empty]), ["projects.missing", "sites.missing", "tenantRole.missing", "studyRole.missing"]);
    assert!(host.requests().is_empty());
}

#[test]
fn each_project_needs_a_site_of_its_own() {
    let list: Value = serde_json::from_str(LIST).unwrap();
    let _host = Host::install(move |_| testing::json(200, &json!({"code": "200", "data": list})));
    assert_eq!(keys(&[grant(&["b1", "b2"], &["ABC-1:S01", "XYZ:S7"], &["member"], &["owner"])]), [""; 0]);
    assert_eq!(keys(&[grant(&["b1", "b2"], &["XYZ:S7"], &["member"], &["owner"])]), ["sites.missing_in"]);
    let wrong = grant(&["b1"], &["ABC-1:S9"], &["owner"], &["member"]);
    assert_eq!(keys(&[wrong]), ["sites.unknown", "tenantRole.unknown", "studyRole.unknown"]);
}

#[test]
fn a_user_is_saved_with_what_the_specification_lists() {
    let (path, body) = sent(grant(&["b1", "b2"], &["ABC-1:S01", "XYZ:S7"], &["member"], &["owner"]), LIST);
    assert_eq!(path, "ABC-1/saveETMFProject");
    let expected = json!({
        "TenantId": "", "UserList": ["u1"], "EmailList": [], "UserRole": "", "UserTypeId": "", "SiteList": ["S01"],
        "allSite": true, "tenantRoleId": "member",
        "userStudyRoles": [{"roleId": "owner", "roleName": "Owner", "environmentId": "prod", "studyId": "study-1"}],
        "users": [{"id": "u1", "login": "u", "email": "u@x.org", "name": "U"}],
    });
    assert_eq!(body, expected);
}

#[test]
fn claims_are_those_of_the_study() {
    let host = Host::pure();
    let found = claims(&[grant(&["b1", "b2"], &["ABC-1:S01", "XYZ:S7"], &["member"], &["owner"])]);
    let expected = [("roles", json!(["owner"])), ("sites", json!(["S01"])), ("tenant_roles", json!(["member"]))];
    assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value)).into());
    assert!(claims(&[]).is_empty() && host.requests().is_empty());
}

#[test]
fn the_catalogues_have_the_same_keys_and_every_key_that_is_used() {
    let read = |text| serde_json::from_str::<BTreeMap<String, String>>(text).unwrap();
    let (zh, en) = (read(include_str!("../locales/zh.json")), read(include_str!("../locales/en.json")));
    assert!(zh.keys().eq(en.keys()));
    for column in Etmf::describe(&testing::ctx("")).unwrap().columns {
        assert!(zh.contains_key(&column.label.key), "{}", column.label.key);
        for (name, key) in column.hints {
            assert!(!(name == "missing" || name.starts_with("label.")) || zh.contains_key(&key), "{key}");
        }
    }
    let sources = [include_str!("apply.rs"), include_str!("validate.rs")].concat();
    let said =
        sources.match_indices("Message::new(\"").filter_map(|(at, text)| sources[at + text.len()..].split('"').next());
    for key in said {
        assert!(zh.contains_key(key), "{key}");
    }
}
