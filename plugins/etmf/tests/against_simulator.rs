//! The plugin against the simulated eTMF, over HTTP: both sides implement the same protocol.
#![allow(clippy::unwrap_used, dead_code, reason = "tests")]

#[path = "../../support/simulated.rs"]
mod simulated;

use cardea_etmf::Etmf;
use cardea_plugin_sdk::prelude::*;
use cardea_simulator::{Fault as Misbehaviour, Faults, Software};
use simulated::{batch, ctx, ids, keys, last, picks, start};

fn grant(sites: &[&str]) -> Grant {
    let cells = vec![
        picks("projects", &["b1", "b2"]),
        picks("sites", sites),
        picks("tenantRole", &["archive-member"]),
        picks("studyRole", &["document-owner"]),
    ];
    Grant { tab: None, cells }
}

#[test]
fn sites_come_with_the_roles_and_a_user_is_saved_and_taken_away() {
    let world = start(Software::Etmf, true);
    let sites = ids(Etmf::options(&ctx(), &testing::query("sites")).unwrap());
    assert_eq!((sites.len(), sites[0].as_str()), (4, "ABC-1:S01"));
    let roles = |column| ids(Etmf::options(&ctx(), &testing::query(column)).unwrap());
    assert_eq!((roles("tenantRole").len(), roles("studyRole").len()), (2, 3));
    let mixed = grant(&["ABC-1:S01", "XYZ:S02"]);
    assert_eq!(keys(&Etmf::validate(&ctx(), std::slice::from_ref(&mixed)).unwrap()), [""; 0]);
    Etmf::apply(&ctx(), &batch("b1", &[], &[mixed])).unwrap();
    let sent = last(&world);
    assert_eq!((&sent["SiteList"], &sent["allSite"]), (&serde_json::json!(["S01"]), &false.into()));
    assert_eq!(sent["userStudyRoles"][0]["environmentId"], "prod");
    let all: Vec<&str> = sites.iter().map(String::as_str).collect();
    Etmf::apply(&ctx(), &batch("b2", &[], &[grant(&all)])).unwrap();
    assert!(world.system.users("ABC-1")["u1"].grants[0].all_sites);
    let found = Etmf::survey(&ctx(), &Whom::Everybody(None)).unwrap().holdings.swap_remove(0);
    assert_eq!(
        (found.grants[0].picks("sites"), found.grants[0].picks("tenantRole")),
        (&sites[..], &["archive-member".to_owned()][..])
    );
    Etmf::apply(&ctx(), &batch("b3", &[], &[])).unwrap();
    assert!(world.system.users("ABC-1").is_empty());
}

#[test]
fn faults_are_told_user_by_user() {
    let world = start(Software::Etmf, true);
    world.system.set_faults(Faults { fault: Some(Misbehaviour::PartialSuccess), ..Faults::default() });
    let outcome = Etmf::apply(&ctx(), &batch("b1", &[], &[grant(&["ABC-1:S01"])])).unwrap();
    assert_eq!((outcome.succeeded.len(), outcome.failed[0].message.args[0].1.as_str()), (1, "this user was refused"));
    world.system.set_faults(Faults { fault: Some(Misbehaviour::ServerError), ..Faults::default() });
    let panel = Etmf::options(&ctx(), &testing::query("studyRole")).unwrap_err();
    assert!(matches!(panel, Fault::Downstream(message) if message.key == "sdk.http.unavailable"));
}

#[test]
fn it_is_initialised_once_for_a_tenant() {
    let world = start(Software::Etmf, false);
    let tenant = Tenant { id: "t1".into(), name: "Tenant".into(), url: "https://example.org".into() };
    Etmf::initialise(&ctx(), &tenant, "key-1").unwrap();
    assert!(world.system.is_initialised("t1"));
}
