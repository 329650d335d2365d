//! The plugin against the simulated RTSM, over HTTP: both sides implement the same protocol.
#![allow(clippy::unwrap_used, dead_code, reason = "tests")]

#[path = "../../support/simulated.rs"]
mod simulated;

use cardea_plugin_sdk::prelude::*;
use cardea_rtsm::Rtsm;
use cardea_simulator::{Fault as Misbehaviour, Faults, Software};
use simulated::{batch, ctx, ids, keys, last, picks, start};

fn grant(tab: &str, role: &str) -> Grant {
    let cells = vec![
        picks("project", &["b1"]),
        picks("role", &[role]),
        picks("sites", &["S01"]),
        picks("stockHouses", &["north"]),
    ];
    Grant { tab: Some(tab.into()), cells }
}

#[test]
fn sub_projects_are_offered_saved_joined_and_taken_away() {
    let world = start(Software::Rtsm, true);
    assert_eq!(ids(Rtsm::options(&ctx(), &testing::query("subProject")).unwrap()), ["main", "extension"]);
    let roles = Query { tab: Some("extension".into()), ..testing::query("role") };
    assert_eq!(ids(Rtsm::options(&ctx(), &roles).unwrap()), ["investigator", "pharmacist"]);
    let (main, more) = (grant("main", "pharmacist"), grant("extension", "investigator"));
    assert_eq!(keys(&Rtsm::validate(&ctx(), &[main.clone(), more.clone()]).unwrap()), [""; 0]);
    assert_eq!(keys(&Rtsm::validate(&ctx(), &[grant("extension", "supply-manager")]).unwrap()), ["role.unknown"]);

    Rtsm::apply(&ctx(), &batch("b1", &[], std::slice::from_ref(&main))).unwrap();
    let both = [main.clone(), more];
    let outcome = Rtsm::apply(&ctx(), &batch("b2", &[main], &both)).unwrap();
    assert_eq!((outcome.succeeded.len(), outcome.failed.len()), (2, 0));
    assert_eq!(last(&world)["userRoleList"].as_array().unwrap().len(), 1, "the other did not change");
    let users = world.system.users("ABC-1");
    let of = |at: usize| users["u1"].grants[at].project.as_deref().unwrap();
    assert_eq!((users["u1"].grants.len(), of(0), of(1)), (2, "extension", "main"));
    assert_eq!((users["u1"].grants[0].blinded, users["u1"].grants[0].stock_houses.len()), (Some(true), 1));
    Rtsm::apply(&ctx(), &batch("b3", &both, &both[..1])).unwrap();
    assert_eq!(world.system.users("ABC-1")["u1"].grants[0].project.as_deref(), Some("main"), "the other is closed");
    assert_eq!(world.system.users("ABC-1")["u1"].grants.len(), 1);
    let found = Rtsm::survey(&ctx(), &Whom::Everybody(None)).unwrap().holdings.swap_remove(0);
    assert_eq!((found.person.as_str(), found.grants[0].tab.as_deref()), ("u1", Some("main")));
    assert_eq!(
        (found.grants[0].picks("role"), found.grants[0].flag("isBlind")),
        (&["pharmacist".to_owned()][..], Some(true))
    );
    Rtsm::apply(&ctx(), &batch("b4", &both[..1], &[])).unwrap();
    assert!(world.system.users("ABC-1").is_empty());
}

#[test]
fn faults_are_told_user_by_user() {
    let world = start(Software::Rtsm, true);
    world.system.set_faults(Faults { fault: Some(Misbehaviour::PartialSuccess), ..Faults::default() });
    let outcome = Rtsm::apply(&ctx(), &batch("b1", &[], &[grant("main", "pharmacist")])).unwrap();
    assert_eq!((outcome.succeeded.len(), outcome.failed[0].message.args[0].1.as_str()), (1, "this user was refused"));
    world.system.set_faults(Faults { fault: Some(Misbehaviour::ServerError), ..Faults::default() });
    let panel = Rtsm::options(&ctx(), &testing::query("subProject")).unwrap_err();
    assert!(matches!(panel, Fault::Downstream(message) if message.key == "sdk.http.unavailable"));
}

#[test]
fn it_is_initialised_once_for_a_tenant() {
    let world = start(Software::Rtsm, false);
    let tenant = Tenant { id: "t1".into(), name: "Tenant".into(), url: "https://example.org".into() };
    Rtsm::initialise(&ctx(), &tenant, "key-1").unwrap();
    assert!(world.system.is_initialised("t1"));
}
