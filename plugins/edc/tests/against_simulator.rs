//! The plugin against the simulated EDC, over HTTP: both sides implement the same protocol.
#![allow(clippy::unwrap_used, dead_code, reason = "tests")]

#[path = "../../support/simulated.rs"]
mod simulated;

use cardea_edc::Edc;
use cardea_plugin_sdk::prelude::*;
use cardea_simulator::{Fault as Misbehaviour, Faults, Software};
use simulated::{batch, ctx, last, start};

fn grant(role: &str, environment: &str) -> Grant {
    let picks = |id: &str| Cell::Picks(vec![id.to_owned()]);
    let pair = Pair { role: role.into(), environment: environment.into() };
    Grant {
        tab: None,
        cells: vec![
            ("project".into(), picks("binding-1")),
            ("sites".into(), picks("s1")),
            ("moduleRoles".into(), picks("reports")),
            ("roleEnvironment".into(), Cell::Pairs(vec![pair])),
        ],
    }
}

#[test]
fn the_panel_is_filled_and_its_choices_are_valid() {
    let _world = start(Software::Edc, true);
    let environments = Edc::options(&ctx(), &testing::query("roleEnvironment.environment")).unwrap();
    let labels: Vec<_> = environments.choices.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["Production", "Acceptance testing", "Training"]);
    for environment in &environments.choices {
        let mut query = testing::query("roleEnvironment.role");
        query.picked = vec![("roleEnvironment.environment".into(), environment.id.clone())];
        let roles = Edc::options(&ctx(), &query).unwrap().choices;
        assert!(!roles.is_empty());
        for role in roles {
            let issues = Edc::validate(&ctx(), &[grant(&role.id, &environment.id)]).unwrap();
            assert_eq!(issues, [], "{} in {}", role.id, environment.id);
        }
    }
    let issues = Edc::validate(&ctx(), &[grant("tester", "prod")]).unwrap();
    assert_eq!(issues[0].message.key, "roleEnvironment.elsewhere");
}

#[test]
fn users_are_granted_once_changed_and_taken_away() {
    let world = start(Software::Edc, true);
    let granted = Edc::apply(&ctx(), &batch("b1", &[], &[grant("cra", "prod")])).unwrap();
    assert_eq!((granted.succeeded.len(), granted.failed.len()), (2, 0));
    let again = Edc::apply(&ctx(), &batch("b1", &[], &[grant("cra", "prod")])).unwrap();
    assert_eq!(again, granted, "the same batch, the same answer");
    assert_eq!(world.system.applied(), 2);
    let sent = last(&world);
    assert_eq!((&sent["userPowerRoleId"], &sent["siteList"]), (&"reports".into(), &serde_json::json!(["s1"])));
    assert_eq!(sent["userStudyRoles"][0]["roleName"], "Clinical research associate");

    Edc::apply(&ctx(), &batch("b2", &[], &[grant("auditor", "prod")])).unwrap();
    let users = world.system.users("ABC-1");
    assert_eq!(users["u1"].grants[0].roles[0].role, "auditor");
    assert_eq!(users["u2"].grants[0].sites, ["S01"]);

    let revoked = Edc::apply(&ctx(), &batch("b3", &[], &[])).unwrap();
    assert_eq!((revoked.succeeded.len(), revoked.failed.len()), (2, 0));
    assert!(world.system.users("ABC-1").is_empty());
    let gone = Edc::apply(&ctx(), &batch("b4", &[], &[])).unwrap();
    assert_eq!(gone.succeeded.len(), 2);
}

#[test]
fn faults_are_told_user_by_user() {
    let world = start(Software::Edc, true);
    let fault = |fault| {
        world.system.set_faults(Faults { fault: Some(fault), ..Faults::default() });
    };
    let apply = |id| Edc::apply(&ctx(), &batch(id, &[], &[grant("cra", "prod")])).unwrap();
    fault(Misbehaviour::PartialSuccess);
    let outcome = apply("b1");
    assert_eq!(outcome.succeeded[0].item_id, "item-u1");
    assert_eq!(outcome.failed[0].message.args[0].1, "this user was refused");
    fault(Misbehaviour::DuplicateDelivery);
    assert_eq!(apply("b2").succeeded.len(), 2);
    fault(Misbehaviour::Throttled { retry_after_s: 4 });
    let outcome = apply("b3");
    assert!(outcome.failed.iter().all(|failure| failure.retry_after_ms == Some(4000)));
    fault(Misbehaviour::TruncatedJson);
    assert!(apply("b4").failed.iter().all(|failure| failure.reason == Reason::Unknown));
    assert_eq!(apply("b4").failed, apply("b4").failed);
    fault(Misbehaviour::ServerError);
    let panel = Edc::options(&ctx(), &testing::query("moduleRoles")).unwrap_err();
    assert!(matches!(panel, Fault::Downstream(message) if message.key == "sdk.http.unavailable"));
}

#[test]
fn it_is_initialised_once_for_a_tenant() {
    let world = start(Software::Edc, false);
    let tenant = Tenant { id: "t1".into(), name: "Tenant".into(), url: "https://edc.example.org".into() };
    Edc::initialise(&ctx(), &tenant, "key-1").unwrap();
    Edc::initialise(&ctx(), &tenant, "key-1").unwrap();
    assert!(world.system.is_initialised("t1"));
    let again = Edc::initialise(&ctx(), &tenant, "key-2").unwrap_err();
    assert!(matches!(again, Fault::Rejected(message) if message.key == "sdk.remote.refused"));
    world.system.set_faults(Faults { fault: Some(Misbehaviour::ServerError), ..Faults::default() });
    assert!(matches!(Edc::initialise(&ctx(), &tenant, "key-3").unwrap_err(), Fault::Downstream(_)));
}

#[test]
fn what_it_holds_is_told_as_the_panel_would_have_selected_it() {
    let world = start(Software::Edc, true);
    let granted = grant("cra", "prod");
    Edc::apply(&ctx(), &batch("b1", &[], std::slice::from_ref(&granted))).unwrap();
    let people = |ids: &[&str]| Whom::People(ids.iter().map(ToString::to_string).collect());
    let found = Edc::survey(&ctx(), &people(&["u2", "nobody"])).unwrap();
    assert_eq!((found.holdings.len(), found.holdings[0].person.as_str(), found.next), (1, "u2", None));
    let cells = |grant: &Grant| grant.cells.iter().cloned().collect::<std::collections::BTreeMap<_, _>>();
    assert_eq!(
        cells(&found.holdings[0].grants[0]).keys().collect::<Vec<_>>(),
        cells(&granted).keys().collect::<Vec<_>>()
    );
    assert_eq!(found.holdings[0].grants[0].picks("sites"), ["s1"], "the platform's id");

    let mut record = world.system.users("ABC-1")["u1"].clone();
    record.grants[0].sites = vec!["S99".into()];
    for n in 0..150 {
        world.system.meddle("ABC-1", &format!("x{n:03}"), Some(record.clone()));
    }
    let first = Edc::survey(&ctx(), &Whom::Everybody(None)).unwrap();
    let second = Edc::survey(&ctx(), &Whom::Everybody(first.next.clone())).unwrap();
    assert_eq!((first.holdings.len(), second.holdings.len(), second.next), (100, 52, None));
    assert_eq!(second.holdings[0].grants[0].picks("sites"), ["S99"], "a site that the platform does not have");
}
