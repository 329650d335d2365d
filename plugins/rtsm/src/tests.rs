//! Golden cases: a selection, RTSM's answers, and the plugin's results.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::testing::Host;
use serde_json::{Value, json};

use crate::Rtsm;

fn rtsm() -> Host {
    let named = |id: &str| json!({"id": id, "name": id.to_uppercase()});
    let one = move |id: &str| {
        json!({
            "projectId": id, "projectName": id.to_uppercase(), "environmentFlag": "prod", "studyId": format!("at-{id}"),
            "roles": [named("pharmacist"), named("investigator")], "sites": [named("s1"), named("s2")],
            "stockHouses": [named("central")],
        })
    };
    Host::install(move |request| {
        if request.path.ends_with("getAuthRemoteList") {
            return testing::json(200, &json!({"code": "200", "data": {"List": [one("main"), one("more")]}}));
        }
        let body: Value = serde_json::from_slice(request.body.as_ref().unwrap()).unwrap();
        testing::json(200, &json!({"code": "200", "data": {"success": body["userList"], "failure": []}}))
    })
}

fn grant(tab: &str, role: &str, sites: &[&str], houses: &[&str], blind: Option<bool>) -> Grant {
    let picks =
        |key: &str, ids: &[&str]| (key.to_owned(), Cell::Picks(ids.iter().map(|id| (*id).to_owned()).collect()));
    let mut cells = vec![picks("project", &["b1"]), picks("sites", sites), picks("stockHouses", houses)];
    if !role.is_empty() {
        cells.push(picks("role", &[role]));
    }
    cells.extend(blind.map(|flag| ("isBlind".to_owned(), Cell::Flag(flag))));
    Grant { tab: Some(tab.into()), cells }
}

fn said(grants: &[Grant]) -> Vec<(u32, String, String)> {
    let issues = Rtsm::validate(&testing::ctx("ABC-1"), grants).unwrap();
    issues.into_iter().map(|issue| (issue.grant, issue.column.unwrap(), issue.message.key)).collect()
}

#[test]
fn sub_projects_are_tabs_and_the_other_columns_follow_them() {
    let _host = rtsm();
    let columns = Rtsm::describe(&testing::ctx("")).unwrap().columns;
    let kinds: Vec<_> = columns.iter().map(|one| (one.key.as_str(), one.kind, one.multiple)).collect();
    assert_eq!(
        kinds,
        [
            ("project", Kind::Projects, false),
            ("subProject", Kind::Projects, false),
            ("isBlind", Kind::Flag, false),
            ("role", Kind::ModuleRoles, false),
            ("sites", Kind::Sites, true),
            ("stockHouses", Kind::StockHouses, true),
        ]
    );
    assert!(columns[1].hints.contains(&("layout".to_owned(), "tabs".to_owned())));
    let ask = |column: &str, tab: Option<&str>| {
        let query = Query { tab: tab.map(ToOwned::to_owned), ..testing::query(column) };
        let page = Rtsm::options(&testing::ctx("ABC-1"), &query).unwrap();
        page.choices.into_iter().map(|choice| choice.id).collect::<Vec<_>>()
    };
    assert_eq!(ask("subProject", None), ["main", "more"]);
    assert_eq!(ask("role", Some("more")), ["pharmacist", "investigator"]);
    assert_eq!(ask("stockHouses", Some("main")), ["central"]);
    assert!(ask("sites", None).is_empty(), "no tab yet");
    assert!(Rtsm::options(&testing::ctx("ABC-1"), &testing::query("project")).is_err());
}

#[test]
fn a_sub_project_needs_a_role_and_a_place() {
    let host = rtsm();
    let missing = |grant, column: &str| (grant, column.to_owned(), "selection.missing".to_owned());
    let nothing = Grant { tab: None, ..grant("main", "pharmacist", &["s1"], &[], None) };
    let grants = [grant("main", "", &["s1"], &[], None), grant("more", "pharmacist", &[], &[], None), nothing];
    assert_eq!(said(&grants), [missing(0, "role"), missing(1, "sites"), missing(2, "subProject")]);
    assert!(host.requests().is_empty());
    let by_house = grant("main", "pharmacist", &[], &["central"], Some(false));
    assert_eq!(said(&[by_house, grant("more", "investigator", &["s1", "s2"], &[], None)]), []);
}

#[test]
fn what_rtsm_does_not_have_is_said() {
    let _host = rtsm();
    let wrong = grant("main", "nobody", &["s9"], &["nowhere"], None);
    let keys: Vec<_> =
        said(&[wrong, grant("other", "pharmacist", &["s1"], &[], None)]).into_iter().map(|it| it.2).collect();
    assert_eq!(keys, ["role.unknown", "sites.unknown", "stockHouses.unknown", "subProject.unknown"]);
    let good = grant("main", "pharmacist", &["s1"], &[], None);
    assert_eq!(said(&[good.clone(), good])[0].2, "subProject.twice");
}

#[test]
fn only_changed_sub_projects_are_sent() {
    let host = rtsm();
    let (same, old) =
        (grant("main", "pharmacist", &["s1"], &[], None), grant("more", "pharmacist", &["s1"], &[], None));
    let new = grant("more", "investigator", &["s2"], &["central"], Some(false));
    let person = Person { id: "u1".into(), login: "u".into(), email: "u@x.org".into(), display_name: "U".into() };
    let item = |before: &[Grant], after: &[Grant]| Batch {
        batch_id: "b".into(),
        attempt: 1,
        items: vec![Item {
            item_id: "1".into(),
            person: person.clone(),
            before: before.to_vec(),
            after: after.to_vec(),
        }],
    };
    let sent = |before: &[Grant], after: &[Grant]| {
        let outcome = Rtsm::apply(&testing::ctx("ABC-1"), &item(before, after)).unwrap();
        assert_eq!(outcome.succeeded.len(), 1);
        let last = host.requests().pop().unwrap();
        assert_eq!(last.path, "ABC-1/saveIwrsProject");
        serde_json::from_slice::<Value>(&last.body.unwrap()).unwrap()["userRoleList"].clone()
    };
    let want = json!([{
        "environmentFlag": "prod", "isBlind": 0, "projectId": "more", "roleId": "investigator", "siteList": ["s2"],
        "stockHouseList": ["central"], "status": 0, "studyId": "at-more",
    }]);
    assert_eq!(sent(&[same.clone(), old.clone()], &[same.clone(), new]), want);
    let closed = sent(&[same.clone(), old], std::slice::from_ref(&same));
    assert_eq!((closed.as_array().unwrap().len(), &closed[0]["projectId"]), (1, &json!("more")));
    assert_eq!(closed[0]["status"], 1, "what is gone is taken away");
    let again = sent(std::slice::from_ref(&same), std::slice::from_ref(&same));
    assert_eq!((again.as_array().unwrap().len(), &again[0]["isBlind"]), (1, &json!(1)), "granted again, and hidden");
}

#[test]
fn claims_are_sorted_and_say_what_stays_hidden() {
    let host = Host::pure();
    let grants = [
        grant("more", "pharmacist", &["s2", "s1"], &["central"], Some(false)),
        grant("main", "investigator", &["s1"], &[], None),
    ];
    let claims = Rtsm::project(&testing::ctx("ABC-1"), "u1", &grants, &[]).unwrap();
    let claims: BTreeMap<_, Value> =
        claims.into_iter().map(|claim| (claim.name, serde_json::from_str(&claim.json).unwrap())).collect();
    assert_eq!(claims["roles"], json!(["investigator", "pharmacist"]));
    assert_eq!((&claims["sites"], &claims["stock_houses"]), (&json!(["s1", "s2"]), &json!(["central"])));
    let main = json!({"project": "main", "role": "investigator", "sites": ["s1"], "stock_houses": [], "blinded": true});
    assert_eq!((&claims["projects"][0], &claims["projects"][1]["blinded"]), (&main, &json!(false)));
    assert!(Rtsm::project(&testing::ctx("ABC-1"), "u1", &[], &[]).unwrap().is_empty());
    assert!(host.requests().is_empty());
}

#[test]
fn the_catalogues_have_the_same_keys_and_every_key_that_is_used() {
    let read = |text| serde_json::from_str::<BTreeMap<String, String>>(text).unwrap();
    let (zh, en) = (read(include_str!("../locales/zh.json")), read(include_str!("../locales/en.json")));
    assert!(zh.keys().eq(en.keys()));
    for column in Rtsm::describe(&testing::ctx("")).unwrap().columns {
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
