//! Golden cases: a selection, CTMS's answers, and the plugin's results.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::testing::{Error, Host};
use serde_json::{Value, json};

use crate::Ctms;

fn ctx() -> Ctx {
    let mut ctx = testing::ctx("ABC-1");
    ctx.study.settings = vec![("site.s1.code".into(), "01".into()), ("study.site_count".into(), "1".into())];
    ctx
}

fn picks(key: &str, ids: &[&str]) -> (String, Cell) {
    (key.to_owned(), Cell::Picks(ids.iter().map(|id| (*id).to_owned()).collect()))
}

fn keys(grants: &[Grant]) -> Vec<String> {
    Ctms::validate(&ctx(), grants).unwrap().into_iter().map(|issue| issue.message.key).collect()
}

fn claims(grants: &[Grant]) -> BTreeMap<String, Value> {
    let claims = Ctms::project(&ctx(), "u1", grants, &[]).unwrap();
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
    assert_eq!(Ctms::apply(&ctx(), &batch).unwrap().succeeded.len(), 1);
    let sent = host.requests().pop().unwrap();
    (sent.path, serde_json::from_slice(&sent.body.unwrap()).unwrap())
}

const LIST: &str = r#"{"tenantRoles": [{"id": "member", "name": "Member"}],
    "studyRoles": [{"id": "cra", "name": "CRA", "environmentId": "prod"}]}"#;

fn grant(sites: &[&str], tenant: &[&str], study: &[&str]) -> Grant {
    let cells =
        vec![picks("project", &["b1"]), picks("sites", sites), picks("tenantRole", tenant), picks("studyRole", study)];
    Grant { tab: None, cells }
}

#[test]
fn the_panel_is_the_specifications_four_columns() {
    let columns = Ctms::describe(&ctx()).unwrap().columns;
    let shown: Vec<_> = columns.iter().map(|one| (one.key.as_str(), one.kind, one.required, one.multiple)).collect();
    assert_eq!(
        shown,
        [
            ("project", Kind::Projects, true, false),
            ("sites", Kind::Sites, true, true),
            ("tenantRole", Kind::ModuleRoles, true, false),
            ("studyRole", Kind::ModuleRoles, true, false),
        ]
    );
}

#[test]
fn what_is_missing_is_said_without_asking_ctms() {
    let host = Host::install(|_| Err(Error::Connect));
    let empty = Grant { tab: None, cells: Vec::new() };
    assert_eq!(keys(&[empty]), ["project.missing", "sites.missing", "tenantRole.missing", "studyRole.missing"]);
    assert!(host.requests().is_empty());
}

#[test]
fn what_contradicts_is_said() {
    let list: Value = serde_json::from_str(LIST).unwrap();
    let _host = Host::install(move |_| testing::json(200, &json!({"code": "200", "data": list})));
    assert_eq!(keys(&[grant(&["s1"], &["member"], &["cra"])]), [""; 0]);
    assert_eq!(
        keys(&[grant(&["s9"], &["boss"], &["cra", "x"])]),
        ["sites.unknown", "studyRole.single", "tenantRole.unknown", "studyRole.unknown"]
    );
}

#[test]
fn a_user_is_saved_with_what_the_specification_lists() {
    let (path, body) = sent(grant(&["s1"], &["member"], &["cra"]), LIST);
    assert_eq!(path, "ABC-1/saveCTMSProject");
    let expected = json!({
        "TenantId": "", "UserList": ["u1"], "EmailList": [], "UserRole": "", "UserTypeId": "", "SiteList": ["s1"],
        "sites": [{"id": "s1", "code": "01"}], "allSite": true, "tenantRoleId": "member", "studyRoleId": "cra",
        "userStudyRoles": [{"roleId": "cra", "roleName": "CRA", "environmentId": "prod", "studyId": "study-1"}],
        "users": [{"id": "u1", "login": "u", "email": "u@x.org", "name": "U"}],
    });
    assert_eq!(body, expected);
}

#[test]
fn claims_are_exactly_what_was_granted() {
    let host = Host::pure();
    let found = claims(&[grant(&["s1", "s9"], &["member"], &["cra"])]);
    let expected = [("roles", json!(["cra"])), ("sites", json!(["01"])), ("tenant_roles", json!(["member"]))];
    assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value)).into());
    assert!(claims(&[]).is_empty() && host.requests().is_empty());
}

#[test]
fn the_catalogues_have_the_same_keys_and_every_key_that_is_used() {
    let read = |text| serde_json::from_str::<BTreeMap<String, String>>(text).unwrap();
    let (zh, en) = (read(include_str!("../locales/zh.json")), read(include_str!("../locales/en.json")));
    assert!(zh.keys().eq(en.keys()));
    for column in Ctms::describe(&testing::ctx("")).unwrap().columns {
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
