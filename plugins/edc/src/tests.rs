//! Golden cases: a selection, EDC's answers, and the plugin's results.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod provisioning;

use std::collections::BTreeMap;

use cardea_plugin_sdk::prelude::*;
use cardea_plugin_sdk::testing::{self, Error, Host, HttpRequest, HttpResponse};
use serde_json::json;

use crate::Edc;

/// EDC in good order: two environments, three roles, one module role.
fn edc(request: &HttpRequest) -> Result<HttpResponse, Error> {
    assert_eq!(request.headers.iter().find(|(k, _)| k == "accept-language").unwrap().1, "en");
    assert_eq!(request.path, "ABC-1/getAuthRemoteList");
    assert_eq!(request.query, [("studyUrlId".to_owned(), "b1".to_owned())]);
    testing::json(
        200,
        &json!({"code": "200", "data": {
            "Environments": [{"id": "prod", "name": "Production"}, {"id": "uat", "name": "UAT"}],
            "RoleInfos": [
                {"id": "reports", "name": "Reports", "type": 1},
                {"id": "cra", "name": "CRA", "type": 2, "environments": ["prod", "uat"]},
                {"id": "dm", "name": "Data manager", "type": 2, "environments": ["prod"]},
                {"id": "tester", "name": "Tester", "type": 2, "environments": ["uat"]}
            ]
        }}),
    )
}

fn ctx() -> Ctx {
    let mut ctx = testing::ctx("ABC-1");
    let setting = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    ctx.study.settings = vec![
        setting("study.url_id", "b1"),
        setting("tenant.id", "t1"),
        setting("grant.user_role", "role-1"),
        setting("grant.user_type_id", "type-1"),
        setting("site.s1.code", "01"),
        setting("site.s2.code", "02"),
    ];
    ctx
}

fn grant(project: &[&str], sites: &[&str], modules: &[&str], pairs: &[(&str, &str)]) -> Grant {
    let picks = |ids: &[&str]| Cell::Picks(ids.iter().map(|id| (*id).to_owned()).collect());
    let pair = |(role, environment): &(&str, &str)| Pair { role: (*role).into(), environment: (*environment).into() };
    Grant {
        tab: None,
        cells: vec![
            ("project".into(), picks(project)),
            ("sites".into(), picks(sites)),
            ("moduleRoles".into(), picks(modules)),
            ("roleEnvironment".into(), Cell::Pairs(pairs.iter().map(pair).collect())),
        ],
    }
}

fn good() -> Grant {
    grant(&["b1"], &["s1", "s2"], &["reports"], &[("cra", "prod")])
}

fn keys(grants: &[Grant]) -> Vec<(u32, String)> {
    let issues = Edc::validate(&ctx(), grants).unwrap();
    issues.into_iter().map(|issue| (issue.grant, issue.message.key)).collect()
}

#[test]
fn the_panel_is_the_specifications_four_columns() {
    let definition = Edc::describe(&ctx()).unwrap();
    let columns: Vec<_> = definition
        .columns
        .iter()
        .map(|c| (c.key.as_str(), c.kind, c.required, c.multiple, c.depends_on.len(), c.hints.len()))
        .collect();
    assert_eq!(
        columns,
        [
            ("project", Kind::Projects, true, false, 0, 1),
            ("sites", Kind::Sites, true, true, 1, 1),
            ("moduleRoles", Kind::ModuleRoles, true, false, 1, 0),
            ("roleEnvironment", Kind::RoleEnvironment, true, false, 1, 0),
        ]
    );
    assert!(definition.tabs.is_empty());
}

#[test]
fn options_are_edcs_own_lists() {
    let host = Host::install(edc);
    let labels = |query: &Query| -> Vec<String> {
        let page = Edc::options(&ctx(), query).unwrap();
        page.choices.into_iter().map(|choice| format!("{}={}", choice.id, choice.label)).collect()
    };
    assert_eq!(labels(&testing::query("moduleRoles")), ["reports=Reports"]);
    assert_eq!(labels(&testing::query("roleEnvironment.environment")), ["prod=Production", "uat=UAT"]);
    assert_eq!(host.requests().len(), 2);
}

#[test]
fn roles_follow_the_picked_environment_and_the_search() {
    let _host = Host::install(edc);
    let mut query = testing::query("roleEnvironment.role");
    let open = Edc::options(&ctx(), &query).unwrap();
    let note = open.choices[0].note.as_ref().unwrap();
    assert_eq!((note.key.as_str(), note.args[0].1.as_str()), ("role.environments", "prod, uat"));
    query.search = "CR".into();
    query.picked = vec![("roleEnvironment.environment".into(), "uat".into())];
    let narrowed = Edc::options(&ctx(), &query).unwrap();
    let ids: Vec<_> = narrowed.choices.iter().map(|choice| (choice.id.as_str(), choice.note.is_none())).collect();
    assert_eq!(ids, [("cra", true)]);
}

#[test]
fn nobody_is_authorised_in_an_environment_that_an_operator_left_out() {
    let _host = Host::install(edc);
    let mut ctx = ctx();
    ctx.study.settings.push(("setting.environments".into(), " uat, training".into()));
    let ids = |column: &str| -> Vec<String> {
        let page = Edc::options(&ctx, &testing::query(column)).unwrap();
        page.choices.into_iter().map(|choice| choice.id).collect()
    };
    assert_eq!(ids("roleEnvironment.environment"), ["uat"]);
    let said = |role: &str, environment: &str| -> Vec<String> {
        let grant = grant(&["b1"], &["s1"], &["reports"], &[(role, environment)]);
        Edc::validate(&ctx, &[grant]).unwrap().into_iter().map(|issue| issue.message.key).collect()
    };
    assert_eq!(said("cra", "prod"), ["roleEnvironment.closed"]);
    assert_eq!(said("cra", "uat"), Vec::<String>::new());
}

#[test]
fn columns_of_the_platform_and_studies_without_a_code_have_no_options() {
    let host = Host::install(edc);
    assert!(matches!(
        Edc::options(&ctx(), &testing::query("sites")),
        Err(Fault::Rejected(message)) if message.key == "sdk.column.unknown"
    ));
    assert!(matches!(
        Edc::options(&testing::ctx(""), &testing::query("moduleRoles")),
        Err(Fault::BadConfig(message)) if message.key == "sdk.study.code_missing"
    ));
    assert!(host.requests().is_empty());
}

#[test]
fn a_dead_or_broken_edc_is_a_downstream_fault() {
    for (answer, key) in [
        (Err(Error::Timeout), "sdk.http.timeout"),
        (testing::status(503), "sdk.http.unavailable"),
        (testing::json(200, &json!({"code": "200", "data": {"RoleInfos": 1}})), "sdk.http.malformed"),
        (testing::json(200, &json!({"code": "500", "message": "no"})), "sdk.remote.refused"),
    ] {
        let _host = Host::install(move |_| answer.clone());
        let fault = Edc::options(&ctx(), &testing::query("moduleRoles")).unwrap_err();
        assert_eq!(fault, Edc::validate(&ctx(), &[good()]).unwrap_err());
        assert!(matches!(fault, Fault::Downstream(message) if message.key == key), "{key}");
    }
}

#[test]
fn a_complete_selection_has_no_issues() {
    let _host = Host::install(edc);
    assert_eq!(keys(&[good()]), []);
    assert_eq!(keys(&[]), []);
}

#[test]
fn what_is_missing_is_said_without_asking_edc() {
    let host = Host::install(edc);
    let empty = Grant { tab: None, cells: Vec::new() };
    let missing = ["project.missing", "sites.missing", "moduleRoles.missing", "roleEnvironment.missing"];
    let expected: Vec<_> = missing.iter().map(|key| (0, (*key).to_owned())).collect();
    assert_eq!(keys(&[empty]), expected);
    assert!(host.requests().is_empty());
    let half = grant(&["b1"], &["s1"], &["reports"], &[("cra", "")]);
    assert_eq!(keys(&[half]), [(0, "roleEnvironment.missing".into())]);
}

#[test]
fn what_contradicts_is_said_for_the_grant_it_concerns() {
    let _host = Host::install(edc);
    let elsewhere = grant(&["b1"], &["s1"], &["reports"], &[("tester", "prod")]);
    let unknown = grant(&["b1"], &["s9"], &["nothing"], &[("nobody", "prod")]);
    let many = grant(&["b1", "b2"], &["s1"], &["reports", "reports"], &[("cra", "prod"), ("dm", "prod")]);
    let expected = [
        (1, "roleEnvironment.elsewhere"),
        (2, "sites.unknown"),
        (2, "moduleRoles.unknown"),
        (2, "roleEnvironment.unknown"),
        (3, "project.single"),
        (3, "moduleRoles.single"),
        (3, "roleEnvironment.single"),
    ];
    let expected: Vec<_> = expected.iter().map(|(grant, key)| (*grant, (*key).into())).collect();
    assert_eq!(keys(&[good(), elsewhere, unknown, many]), expected);
}

#[test]
fn the_catalogues_have_the_same_keys_and_every_key_that_is_used() {
    let read = |text| serde_json::from_str::<BTreeMap<String, String>>(text).unwrap();
    let zh = read(include_str!("../locales/zh.json"));
    let en = read(include_str!("../locales/en.json"));
    assert!(zh.keys().eq(en.keys()));
    let sources =
        [include_str!("panel.rs"), include_str!("validate.rs"), include_str!("apply.rs"), include_str!("lib.rs")];
    // `Issues` makes these keys of a column's.
    let made = |key: &str| {
        key.starts_with("column.") || [".missing", ".single", ".unknown"].iter().any(|end| key.ends_with(end))
    };
    let sources = sources.into_iter().chain([include_str!("../manifest.toml")]).collect::<Vec<_>>();
    for key in zh.keys().filter(|key| !made(key)) {
        assert!(sources.iter().any(|source| source.contains(&format!("\"{key}\""))), "{key}");
    }
    for column in Edc::describe(&ctx()).unwrap().columns {
        assert!(zh.contains_key(&column.label.key), "{}", column.label.key);
    }
}
