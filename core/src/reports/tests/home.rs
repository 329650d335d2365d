//! The home of the console, on both engines: each step by what is there, who sees what, and what is counted.

use serde_json::{Value, json};

use super::{face, may, ready, reports};
use crate::audit::Trail;
use crate::authorisation;
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Ctx, Event, Permission, Who};
use crate::kernel::id::Id;
use crate::provider::clients::{self, DomainClient};
use crate::reports::{count_sign_ins, router};
use crate::resources::licences::{NewLicence, look_through};
use crate::resources::members::{self, NewMembers};
use crate::resources::roles::RoleType;
use crate::resources::sites;
use crate::resources::tenants::Tenant;
use crate::resources::testing::{self as world, Face};
use crate::resources::{seed, sites as places};

const HOME: &str = "/api/admin/home";
const STEPS: &str = "/api/admin/home/first-steps";

/// The names of the steps that are not done.
fn missing(body: &Value) -> Vec<&str> {
    let steps = body["steps"].as_array().unwrap().iter();
    steps.filter(|step| step["done"] == json!(false)).map(|step| step["name"].as_str().unwrap()).collect()
}

async fn steps(face: &Face, who: &Who, tenant: Option<&Tenant>) -> Value {
    let query = tenant.map(|tenant| format!("?tenantId={}", tenant.id)).unwrap_or_default();
    let answer = face.get(who, &format!("{STEPS}{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

/// Somebody signs in.
async fn sign_in(kernel: &Kernel, user: &Id) {
    let mut cx = world::system(kernel);
    cx.who = world::person(user, Allowed::Nothing, &[]);
    cx.audit_event(Event {
        action: "session.started",
        resource: "sessions",
        record: "s".to_owned(),
        ..Event::default()
    });
    cx.commit().await.unwrap();
}

async fn joined(cx: &mut Ctx, tenant: &Tenant, name: &str) -> Id {
    let role = world::role(cx, &format!("Role of {name}"), RoleType::Tenant, &[]).await;
    let user = world::user(cx, name, None).await;
    let new = NewMembers {
        tenant_id: tenant.id.clone(),
        user_ids: vec![user.id.clone()],
        role: Some(role.id),
        type_id: Some("3-site".into()),
        position_id: Some("2-cra".into()),
    };
    members::add(cx, new).await.unwrap();
    user.id
}

both! {
    async fn each_step_is_done_when_what_it_makes_is_there(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        cx.commit().await.unwrap();
        let state = reports(&t.kernel).await;
        let face = Face::with(&t.kernel, router(state));
        let admin = world::admin();
        let mut left = vec!["tenant", "study", "site", "tenantSite", "studySite", "software", "plugin", "domain", "client",
            "licence", "binding", "people", "authorisation"];
        let first = steps(&face, &admin, None).await;
        assert_eq!(missing(&first), left);
        assert!(first["steps"].as_array().unwrap().iter().all(|step| step["mayEdit"] == json!(true)), "{first}");

        let mut cx = world::system(&t.kernel);
        let other = world::tenant(&mut cx, "Other").await;
        let tenant = world::tenant(&mut cx, "Tenant").await;
        cx.commit().await.unwrap();
        // In the order in which they are taken: each ends one step, of this tenant and of the whole, and none of another's.
        macro_rules! takes {
            ($name:literal, |$cx:ident| $work:expr) => {{
                let mut $cx = world::system(&t.kernel);
                let made = $work;
                $cx.commit().await.unwrap();
                left.retain(|name| *name != $name);
                assert_eq!(missing(&steps(&face, &admin, None).await), left);
                assert_eq!(missing(&steps(&face, &admin, Some(&tenant)).await), left);
                made
            }};
        }
        left.retain(|name| *name != "tenant");
        let study = takes!("study", |cx| world::study(&mut cx, &tenant, "Study", "S1").await);
        let site = takes!("site", |cx| places::create(&mut cx, world::new_site("Centre"), false).await.unwrap());
        let place = takes!("tenantSite", |cx| sites::add_to_tenant(&mut cx, &tenant.id, &site.id, "Ours").await.unwrap());
        takes!("studySite", |cx| {
            sites::add_to_study(&mut cx, &study.id, &place.id, "01").await.unwrap()
        });
        let edc = takes!("software", |cx| world::edc(&mut cx).await);
        left.retain(|name| *name != "plugin");
        let without_plugin = |body: &Value| missing(body).into_iter().filter(|name| *name != "plugin").map(str::to_owned).collect::<Vec<_>>();
        let mut cx = world::system(&t.kernel);
        let domain = world::domain(&mut cx, &tenant, &edc).await;
        cx.commit().await.unwrap();
        left.retain(|name| *name != "domain");
        assert_eq!(without_plugin(&steps(&face, &admin, Some(&tenant)).await), left);
        let mut cx = world::system(&t.kernel);
        let client = DomainClient {
            client_id: None,
            client_name: "EDC".into(),
            redirect_uris: vec!["https://edc.example.com/callback".into()],
            post_logout_redirect_uris: Vec::new(),
            initiate_login_uri: None,
            backchannel_logout_uri: None,
            software_id: edc.id.clone(),
            tenant_id: tenant.id.clone(),
            tenant_domain_id: domain.id.clone(),
        };
        clients::register_for_domain(&mut cx, client).await.unwrap();
        world::give_licence(&mut cx, world::licence(&tenant, &edc)).await;
        let bound = world::bind(&mut cx, &study, &domain).await;
        cx.commit().await.unwrap();
        assert_eq!(without_plugin(&steps(&face, &admin, Some(&tenant)).await), ["people", "authorisation"]);
        let mut cx = world::system(&t.kernel);
        let user = joined(&mut cx, &tenant, "reader").await;
        authorisation::keep(&mut cx, &bound, &user, (Vec::new(), [("roles".to_owned(), json!(["reader"]))].into()), &[]).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(without_plugin(&steps(&face, &admin, Some(&tenant)).await), Vec::<String>::new());
        let theirs = without_plugin(&steps(&face, &admin, Some(&other)).await);
        assert_eq!(theirs, ["study", "tenantSite", "studySite", "domain", "client", "licence", "binding", "people", "authorisation"]);
    }
}

both! {
    async fn who_sees_a_part_may_open_the_screen_behind_it(engine) {
        let t = engine.kernel().await;
        let (_, here, there) = ready(&t.kernel).await;
        let face = face(&t.kernel).await;
        let all = face.get(&world::admin(), HOME).await.body;
        for part in ["people", "licences", "invitations", "deliveries", "plugins", "changes"] {
            assert!(!all[part].is_null(), "{part}");
        }
        assert_eq!(all["people"]["days"].as_array().unwrap().len(), 30);
        let changed: Vec<_> = all["changes"].as_array().unwrap().iter().map(|event| &event["recordName"]).collect();
        assert!(changed.contains(&&json!("Near")) && changed.contains(&&json!("Far")), "{changed:?}");

        let auditor = face.get(&may(&here, Permission::Audit), HOME).await.body;
        let theirs = auditor["changes"].as_array().unwrap();
        assert!(!theirs.is_empty() && theirs.iter().all(|event| event["tenantId"] == json!(here.id)), "{theirs:?}");
        assert_eq!(auditor["firstSteps"]["steps"], json!([]));
        for part in ["people", "licences", "invitations", "deliveries", "plugins"] {
            assert!(auditor[part].is_null(), "{part}");
        }
        // Everything in a tenant is nothing of the platform.
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&here, Allowed::Everything)]);
        let own = face.get(&chief, HOME).await.body;
        assert!(own["deliveries"].is_null() && own["plugins"].is_null(), "{own}");
        assert_eq!(own["people"]["menu"], json!("tenantManager/tenantUser"));
        let may_edit = |name: &str| {
            let steps = own["firstSteps"]["steps"].as_array().unwrap().iter();
            steps.filter(|step| step["name"] == name).map(|step| step["mayEdit"].as_bool().unwrap()).next()
        };
        assert_eq!(may_edit("study"), Some(true));
        assert_eq!((may_edit("licence"), may_edit("domain"), may_edit("binding")), (Some(false), Some(false), Some(false)));
        assert_eq!((may_edit("software"), may_edit("plugin"), may_edit("site")), (None, None, None));

        let elsewhere = format!("?tenantId={}", there.id);
        let nobody = world::person(&Id::from("n"), Allowed::Nothing, &[(&here, Allowed::Nothing)]);
        for path in [HOME, STEPS] {
            assert_eq!(face.get(&chief, &format!("{path}{elsewhere}")).await.status, 404);
            assert_eq!(face.get(&nobody, path).await.status, 403);
            assert_eq!(face.get(&Who::Nobody, path).await.status, 401);
        }
        assert_eq!(face.send(&nobody, "PUT", STEPS, &json!({ "dismissed": true })).await.status, 403);
    }
}

both! {
    async fn first_steps_are_put_away_by_each_for_themselves(engine) {
        let t = engine.kernel().await;
        ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let [one, two] = [world::user(&mut cx, "first", None).await, world::user(&mut cx, "second", None).await];
        cx.commit().await.unwrap();
        let face = face(&t.kernel).await;
        let [one, two] = [one, two].map(|user| world::person(&user.id, Allowed::Everything, &[]));
        let shown = async |who: &Who| face.get(who, HOME).await.body["firstSteps"].clone();
        for dismissed in [true, true, false] {
            let said = face.send(&one, "PUT", STEPS, &json!({ "dismissed": dismissed })).await;
            assert_eq!((said.status.as_u16(), &said.body["dismissed"]), (200, &json!(dismissed)));
            let mine = shown(&one).await;
            assert_eq!((&mine["dismissed"], mine["steps"] == json!([])), (&json!(dismissed), dismissed));
            assert_eq!(shown(&two).await["dismissed"], json!(false));
        }
        let noted: Vec<_> = world::audited(&t.kernel, "first-steps").await.into_iter().map(|row| row.0).collect();
        assert_eq!(noted, ["first_steps.dismissed", "first_steps.brought_back"]);
    }
}

both! {
    async fn sign_ins_are_counted_once_by_day_and_tenant(engine) {
        let t = engine.kernel().await;
        let (face, here, _) = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let member = joined(&mut cx, &here, "member").await;
        let stranger = world::user(&mut cx, "stranger", None).await.id;
        cx.commit().await.unwrap();
        let trail = Trail::with_anchors(&t.kernel, Vec::new(), 60);
        let count = async || {
            trail.seal_all().await.unwrap();
            // As two nodes do it, and again.
            let (one, two) = tokio::join!(count_sign_ins(&t.kernel), count_sign_ins(&t.kernel));
            one.and(two).unwrap();
            count_sign_ins(&t.kernel).await.unwrap();
        };
        for user in [&member, &member, &stranger] {
            sign_in(&t.kernel, user).await;
        }
        count().await;
        t.clock.advance(24 * 3600);
        sign_in(&t.kernel, &member).await;
        count().await;
        sign_in(&t.kernel, &member).await;
        count().await;
        let days = async |who: &Who| {
            let days = face.get(who, HOME).await.body["people"]["days"].clone();
            let last = days.as_array().unwrap()[28..].iter();
            last.map(|day| (day["signIns"].as_i64().unwrap(), day["people"].as_i64().unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(days(&world::admin()).await, [(3, 2), (2, 1)]);
        assert_eq!(days(&may(&here, Permission::TenantUsers)).await, [(2, 1), (2, 1)]);
        t.clock.advance(60 * 24 * 3600);
        sign_in(&t.kernel, &member).await;
        count().await;
        assert_eq!(days(&world::admin()).await, [(0, 0), (1, 1)]);
        let mut cx = world::system(&t.kernel);
        let kept: Vec<(String,)> = cx.db().await.unwrap().query("SELECT DISTINCT day FROM sign_in_days").all().await.unwrap();
        assert_eq!(kept.len(), 1, "{kept:?}");
    }
}

both! {
    async fn licences_are_told_of_while_they_end_or_are_full(engine) {
        let t = engine.kernel().await;
        let (face, here, there) = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let edc = world::edc(&mut cx).await;
        let domain = world::domain(&mut cx, &here, &edc).await;
        let study = world::study(&mut cx, &here, "Bound", "B1").await;
        let bound = world::bind(&mut cx, &study, &domain).await;
        let user = joined(&mut cx, &here, "seated").await;
        let limited = NewLicence { max_user: Some(1), ..world::licence(&here, &edc) };
        world::give_licence(&mut cx, limited).await;
        // The clock stands at 2026-01-05.
        let days = Some(("2025-01-01".to_owned(), "2026-02-04".to_owned()));
        world::give_licence(&mut cx, NewLicence { days, ..world::licence(&there, &edc) }).await;
        cx.commit().await.unwrap();
        let told = async |who: &Who| {
            let licences = face.get(who, HOME).await.body["licences"].clone();
            let told = licences.as_array().unwrap().iter();
            told.map(|of| (of["tenantName"].as_str().unwrap().to_owned(), of["concern"].as_str().unwrap().to_owned())).collect::<Vec<_>>()
        };
        let ending = ("There".to_owned(), "ending".to_owned());
        let full = ("Here".to_owned(), "fullOfUsers".to_owned());
        look_through(&t.kernel, None).await.unwrap();
        assert_eq!(told(&world::admin()).await, std::slice::from_ref(&ending));
        let mut cx = world::system(&t.kernel);
        authorisation::keep(&mut cx, &bound, &user, (Vec::new(), [("roles".to_owned(), json!(["reader"]))].into()), &[]).await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(look_through(&t.kernel, None).await.unwrap(), None);
        assert_eq!(told(&world::admin()).await, [ending, full.clone()]);
        assert_eq!(told(&may(&here, Permission::Licences)).await, [full]);
        // A seat that is free again is told of no longer, before anybody looks through them.
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE grants SET revoked_at = 1").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(told(&may(&here, Permission::Licences)).await, []);
        t.clock.advance(31 * 24 * 3600);
        assert_eq!(told(&world::admin()).await, [("There".to_owned(), "ended".to_owned())]);
        t.clock.advance(31 * 24 * 3600);
        assert_eq!(told(&world::admin()).await, []);
    }
}

both! {
    async fn what_waits_and_what_failed_is_counted(engine) {
        let t = engine.kernel().await;
        let (face, here, there) = ready(&t.kernel).await;
        let mut cx = world::system(&t.kernel);
        let role = world::role(&mut cx, "Chief", RoleType::Tenant, &[]).await;
        for (id, tenant, state, expires) in [
            ("i1", &here, "open", 1_000_000), ("i2", &there, "open", 900_000), ("i3", &there, "open", -1), ("i4", &here, "accepted", 9),
        ] {
            let at = cx.now();
            let insert = "INSERT INTO invitations (id, version, tenant_id, email, email_key, full_name, role_id, type_id, locale, \
                 state, expires_at, sent_at, created_at, updated_at) VALUES ($1, 1, $2, $1, $1, '', $3, '3-site', 'zh', $4, $5, 0, 0, 0)";
            let query = cx.db().await.unwrap().write(insert).bind(id).bind(tenant.id.clone()).bind(role.id.clone());
            query.bind(state).bind(at.plus_seconds(expires)).execute().await.unwrap();
        }
        let at = cx.now();
        for (id, state, age) in [("m1", "failed", 5), ("m2", "failed", 40 * 86_400), ("m3", "sent", 5), ("m4", "waiting", 5)] {
            let insert = "INSERT INTO messages (id, kind, purpose, address, locale, asked, state, attempts, next_attempt_at, gives_up_at, \
                 created_at, updated_at) VALUES ($1, 'email', 'p', '', 'zh', FALSE, $2, 1, 0, 0, $3, $3)";
            cx.db().await.unwrap().write(insert).bind(id).bind(state).bind(at.plus_seconds(-age)).execute().await.unwrap();
        }
        cx.audit_event(Event { action: "plugin.refused", resource: "plugins", record: "p".to_owned(), ..Event::default() });
        cx.commit().await.unwrap();
        let all = face.get(&world::admin(), HOME).await.body;
        assert_eq!(all["invitations"], json!({ "waiting": 2, "tenantId": there.id }));
        assert_eq!(all["deliveries"], json!({ "messages": 1, "logoutNotices": 0 }));
        assert_eq!(all["plugins"], json!({ "troubled": [], "refused": 1 }));
        let one = face.get(&world::admin(), &format!("{HOME}?tenantId={}", here.id)).await.body;
        assert_eq!(one["invitations"], json!({ "waiting": 1, "tenantId": here.id }));
        let notices = Allowed::Menus([(Permission::LogoutNotices, Act::View)].into());
        let watcher = face.get(&world::person(&Id::from("w"), notices, &[]), HOME).await.body;
        assert_eq!(watcher["deliveries"], json!({ "messages": null, "logoutNotices": 0 }));
    }
}
