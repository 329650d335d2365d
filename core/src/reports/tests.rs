//! The audit as administrators read it, on both engines.

mod access;
mod ending_licences;
mod home;
mod person;

use std::io::Read as _;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Reports, router};
use crate::audit::{Check, Trail};
use crate::authentication::Sessions;
use crate::authentication::testing::Notebook;
use crate::authentication::tests::transport::install_key;
use crate::both;
use crate::config::Config;
use crate::files::Files;
use crate::host::{Clock, HostSettings, PluginHost};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission, Who};
use crate::kernel::id::Id;
use crate::kernel::outbound::Outbound;
use crate::resources::seed;
use crate::resources::sheet::Exports;
use crate::resources::tenants::Tenant;
use crate::resources::testing::{self as world, Face, Recently};

const PATH: &str = "/api/admin/audit-events";
const CHECKS: &str = "/api/admin/audit-checks/last";

/// The state, with a host that has no plugins yet.
async fn reports(kernel: &Kernel) -> Reports {
    install_key(kernel).await;
    let sessions = Sessions::open(kernel, &Config::default(), Arc::new(Notebook)).await.unwrap();
    let clock: Clock = Arc::new(|| 0);
    let host = PluginHost::new(HostSettings::default(), &Outbound::new(Vec::new()), clock).unwrap();
    Reports {
        kernel: kernel.clone(),
        step_up: Arc::new(Recently),
        sessions,
        exports: Exports::new(Files::in_memory(kernel)),
        host,
    }
}

/// Two tenants, each with a study, which are in the audit.
async fn ready(kernel: &Kernel) -> (Face, Tenant, Tenant) {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
    world::study(&mut cx, &here, "Near", "N1").await;
    world::study(&mut cx, &there, "Far", "F1").await;
    cx.commit().await.unwrap();
    (face(kernel).await, here, there)
}

/// The reports over the resources and the grants.
pub async fn face(kernel: &Kernel) -> Face {
    Face::with(kernel, router(reports(kernel).await))
}

fn may(tenant: &Tenant, menu: Permission) -> Who {
    let menus = Allowed::Menus([(menu, Act::View)].into());
    world::person(&Id::from("chief"), Allowed::Nothing, &[(tenant, menus)])
}

fn names(body: &Value) -> Vec<&str> {
    body.as_array().unwrap().iter().map(|event| event["recordName"].as_str().unwrap()).collect()
}

both! {
    async fn events_are_filtered_and_the_newest_comes_first(engine) {
        let t = engine.kernel().await;
        let (face, here, _) = ready(&t.kernel).await;
        t.clock.advance(60);
        let body = json!({ "tenantId": here.id, "departmentName": "Data" });
        let made = face.send(&world::admin(), "POST", "/api/admin/departments", &body).await.body;
        let all = face.list(&world::admin(), "audit-events", &json!({})).await.body;
        assert_eq!((&all[0]["action"], &all[0]["recordName"], &all[0]["outcome"]), (&json!("department.created"), &json!("Data"), &json!("ok")));
        assert_eq!((&all[0]["after"], &all[0]["actorName"]), (&Value::Null, &json!("somebody")), "a list has no states");
        let one = face.get(&world::admin(), &format!("{PATH}/{}", all[0]["id"].as_str().unwrap())).await.body;
        assert_eq!((&one["after"]["id"], &one["before"]), (&made["id"], &Value::Null));
        let start = all[0]["at"].clone();
        for (filter, want) in [
            (json!({ "action": "study.created" }), vec!["Far", "Near"]),
            (json!({ "tenantId": here.id, "action": "study.created" }), vec!["Near"]),
            (json!({ "resource": "tenants", "recordId": here.id }), vec!["Here"]),
            (json!({ "since": start }), vec!["Data"]),
            (json!({ "until": start, "action": "tenant.created" }), vec!["There", "Here"]),
            (json!({ "id": [one["id"]] }), vec!["Data"]),
            (json!({ "userName": "nobody" }), vec![]),
            (json!({ "notOk": true }), vec![]),
        ] {
            assert_eq!(names(&face.list(&world::admin(), "audit-events", &filter).await.body), want, "{filter}");
        }
        face.get(&may(&here, Permission::Departments), PATH).await;
        let refused = face.list(&world::admin(), "audit-events", &json!({ "notOk": true })).await.body;
        assert_eq!((&refused[0]["action"], &refused[0]["outcome"]), (&json!("call.refused"), &json!("refused")));
    }
}

both! {
    async fn somebody_is_found_by_their_name_also_when_they_are_gone(engine) {
        let t = engine.kernel().await;
        let (face, ..) = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let left = world::user(&mut cx, "Left", None).await;
        cx.db().await.unwrap().write("UPDATE users SET deleted_at = 1").push(" WHERE id = ", left.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
        let who = world::person(&left.id, Allowed::Everything, &[]);
        assert_eq!(face.send(&who, "POST", CHECKS, &json!({})).await.status, 202);
        let theirs = face.list(&world::admin(), "audit-events", &json!({ "userName": "LEFT" })).await.body;
        assert_eq!((theirs.as_array().unwrap().len(), &theirs[0]["action"]), (1, &json!("audit.check_requested")));
    }
}

both! {
    async fn a_tenants_administrator_sees_the_events_of_their_tenant_alone(engine) {
        let t = engine.kernel().await;
        let (face, here, there) = ready(&t.kernel).await;
        let chief = may(&here, Permission::Audit);
        let seen = face.get(&chief, PATH).await.body;
        assert!(!seen.as_array().unwrap().is_empty() && seen.as_array().unwrap().iter().all(|e| e["tenantId"] == json!(here.id)), "{seen}");
        assert_eq!(face.list(&chief, "audit-events", &json!({ "tenantId": there.id })).await.status, 404);
        assert_eq!(names(&face.list(&chief, "audit-events", &json!({ "resource": "tenants", "recordId": there.id })).await.body), Vec::<&str>::new());
        let all = face.list(&world::admin(), "audit-events", &json!({ "tenantId": there.id })).await.body;
        let foreign = format!("{PATH}/{}", all[0]["id"].as_str().unwrap());
        assert_eq!(face.get(&chief, &foreign).await.status, 404);
        assert_eq!(face.get(&chief, &format!("{PATH}/nothing")).await.status, 404);
        assert_eq!(face.get(&chief, CHECKS).await.status, 403, "the whole audit is the platform's");
        assert_eq!(face.send(&chief, "POST", &format!("{PATH}/export"), &json!({ "tenantId": there.id })).await.status, 404);
        let nobody = world::person(&Id::from("n"), Allowed::Nothing, &[]);
        for answer in [face.get(&nobody, PATH).await, face.get(&nobody, &foreign).await, face.get(&nobody, CHECKS).await] {
            assert_eq!(answer.status, 403);
        }
    }
}

both! {
    async fn the_history_of_a_record_needs_only_the_menu_of_the_record(engine) {
        let t = engine.kernel().await;
        let (face, here, there) = ready(&t.kernel).await;
        let reader = may(&here, Permission::Tenants);
        let of = |tenant: &Tenant| json!({ "resource": "tenants", "recordId": tenant.id });
        let own = face.list(&reader, "audit-events", &of(&here)).await.body;
        assert_eq!(names(&own), ["Here"]);
        let one = face.get(&reader, &format!("{PATH}/{}", own[0]["id"].as_str().unwrap())).await;
        assert_eq!(one.body["after"]["tenantName"], "Here");
        assert_eq!(names(&face.list(&reader, "audit-events", &of(&there)).await.body), Vec::<&str>::new());
        assert_eq!(face.get(&reader, PATH).await.status, 403, "the audit as a whole needs its own menu");
        let study = face.list(&world::admin(), "audit-events", &json!({ "action": "study.created", "tenantId": here.id })).await.body;
        let history = json!({ "resource": "studies", "recordId": study[0]["recordId"] });
        assert_eq!(face.list(&reader, "audit-events", &history).await.status, 403);
    }
}

both! {
    async fn an_export_needs_a_recent_proof_and_has_every_event_once(engine) {
        let t = engine.kernel().await;
        let (face, here, _) = ready(&t.kernel).await;
        t.clock.advance(601);
        let path = format!("{PATH}/export");
        let late = face.send(&world::admin(), "POST", &path, &json!({})).await;
        assert_eq!((late.status.as_u16(), &late.body["code"]), (403, &json!("recent_proof")));
        let proven = world::proven(&world::admin(), &t.kernel);
        let zip = face.send(&proven, "POST", &path, &json!({ "tenantId": here.id })).await.octets;
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
        let mut csv = String::new();
        zip.by_name("audit.csv").unwrap().read_to_string(&mut csv).unwrap();
        // The tenant, its study, and this export.
        assert_eq!(csv.matches("audit.exported").count(), 1, "{csv}");
        for action in ["tenant.created", "study.created"] {
            assert_eq!(csv.matches(action).count(), 1, "{csv}");
        }
        assert!(!csv.contains("Far"), "{csv}");
    }
}

both! {
    async fn the_audit_is_checked_each_day_and_on_demand_and_tells(engine) {
        let t = engine.kernel().await;
        let (face, ..) = ready(&t.kernel).await;
        let trail = Trail::with_anchors(&t.kernel, Vec::new(), 60);
        let admin = world::admin();
        assert_eq!(face.get(&admin, CHECKS).await.body, Value::Null);
        trail.seal_all().await.unwrap();
        trail.check_due().await.unwrap();
        let first = face.get(&admin, CHECKS).await.body;
        assert_eq!((&first["requestedBy"], &first["outcome"]), (&json!("audit"), &json!("whole")));
        assert!(first["rowsChecked"].as_i64().unwrap() >= 4, "{first}");
        trail.check_due().await.unwrap();
        assert_eq!(face.get(&admin, CHECKS).await.body, first, "one a day");

        t.clock.advance(60);
        let none = json!({});
        let asked = futures::future::join_all((0..4).map(|_| face.send(&admin, "POST", CHECKS, &none))).await;
        let mut statuses: Vec<_> = asked.iter().map(|answer| answer.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [202, 409, 409, 409]);
        trail.seal_all().await.unwrap();
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE audit_events SET actor = 'x' WHERE seq = 2").execute().await.unwrap();
        cx.commit().await.unwrap();
        trail.check_due().await.unwrap();
        let broken = face.get(&admin, CHECKS).await.body;
        assert_eq!((&broken["requestedBy"], &broken["outcome"]), (&json!("somebody"), &json!("broken")));
        assert!(broken["complaint"].as_str().unwrap().contains("row 2"), "{broken}");
        let told = face.list(&admin, "audit-events", &json!({ "action": "audit.check_complained" })).await.body;
        assert_eq!(told[0]["recordId"], broken["id"]);
    }
}

both! {
    async fn a_check_that_a_node_left_is_taken_up_by_another(engine) {
        let t = engine.kernel().await;
        ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let insert = "INSERT INTO audit_checks (id, requested_at, requested_by, started_at, open) VALUES ('left', $1, 'audit', $1, 1)";
        let now = cx.now();
        cx.db().await.unwrap().write(insert).bind(now).execute().await.unwrap();
        cx.commit().await.unwrap();
        let trail = Trail::with_anchors(&t.kernel, Vec::new(), 60);
        trail.seal_all().await.unwrap();
        trail.check_due().await.unwrap();
        assert_eq!(Check::last(&mut world::system(&t.kernel)).await.unwrap().unwrap().ended_at, None, "its node may still be at it");
        t.clock.advance(3601);
        trail.check_due().await.unwrap();
        assert!(Check::last(&mut world::system(&t.kernel)).await.unwrap().unwrap().ended_at.is_some());
    }
}
