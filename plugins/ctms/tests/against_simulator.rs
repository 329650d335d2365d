//! The plugin against the simulated CTMS, over HTTP: both sides implement the same protocol.
#![allow(clippy::unwrap_used, dead_code, reason = "tests")]

#[path = "../../support/simulated.rs"]
mod simulated;

use cardea_ctms::Ctms;
use cardea_plugin_sdk::prelude::*;
use cardea_simulator::{Fault as Misbehaviour, Faults, Software};
use simulated::{batch, ctx, ids, keys, last, picks, start};

fn grant(sites: &[&str]) -> Grant {
    let cells = vec![
        picks("project", &["b1"]),
        picks("sites", sites),
        picks("tenantRole", &["tenant-member"]),
        picks("studyRole", &["cra"]),
    ];
    Grant { tab: None, cells }
}

#[test]
fn roles_are_offered_and_a_user_is_saved_and_taken_away() {
    let world = start(Software::Ctms, true);
    assert_eq!(
        ids(Ctms::options(&ctx(), &testing::query("tenantRole")).unwrap()),
        ["tenant-member", "tenant-reviewer"]
    );
    assert_eq!(ids(Ctms::options(&ctx(), &testing::query("studyRole")).unwrap()).len(), 3);
    assert_eq!(keys(&Ctms::validate(&ctx(), &[grant(&["s1"])]).unwrap()), [""; 0]);
    Ctms::apply(&ctx(), &batch("b1", &[], &[grant(&["s1"])])).unwrap();
    let user = &world.system.users("ABC-1")["u1"].grants[0];
    assert_eq!((&user.sites, user.all_sites, user.roles[0].role.as_str()), (&vec!["S01".to_owned()], false, "cra"));
    Ctms::apply(&ctx(), &batch("b2", &[], &[grant(&["s1", "s2"])])).unwrap();
    let sent = last(&world);
    assert_eq!((&sent["allSite"], &sent["tenantRoleId"]), (&true.into(), &"tenant-member".into()));
    Ctms::apply(&ctx(), &batch("b3", &[], &[])).unwrap();
    assert!(world.system.users("ABC-1").is_empty());
}

#[test]
fn faults_are_told_user_by_user() {
    let world = start(Software::Ctms, true);
    world.system.set_faults(Faults { fault: Some(Misbehaviour::PartialSuccess), ..Faults::default() });
    let outcome = Ctms::apply(&ctx(), &batch("b1", &[], &[grant(&["s1"])])).unwrap();
    assert_eq!((outcome.succeeded.len(), outcome.failed[0].message.args[0].1.as_str()), (1, "this user was refused"));
    world.system.set_faults(Faults { fault: Some(Misbehaviour::ServerError), ..Faults::default() });
    let panel = Ctms::options(&ctx(), &testing::query("studyRole")).unwrap_err();
    assert!(matches!(panel, Fault::Downstream(message) if message.key == "sdk.http.unavailable"));
}

#[test]
fn it_is_initialised_once_for_a_tenant() {
    let world = start(Software::Ctms, false);
    let tenant = Tenant { id: "t1".into(), name: "Tenant".into(), url: "https://example.org".into() };
    Ctms::initialise(&ctx(), &tenant, "key-1").unwrap();
    assert!(world.system.is_initialised("t1"));
}
