use serde_json::{Value, json};

use super::{LicenceStatus, NewLicence, Seats};
use crate::both;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Allowed, Ctx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::domains::{self, NewStudyBinding, StudyBinding};
use crate::resources::licences;
use crate::resources::seed;
use crate::resources::tenants::Tenant;
use crate::resources::testing::{self as world, Face};

both! {
    async fn systems_of_tenants_are_listed_with_what_is_used(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let edc = world::edc(&mut cx).await;
        let days = Some(("2026-01-01".to_owned(), "2026-12-31".to_owned()));
        world::give_licence(&mut cx, NewLicence { days, max_study: Some(3), ..world::licence(&here, &edc) }).await;
        world::give_licence(&mut cx, world::licence(&there, &edc)).await;
        let domain = world::domain(&mut cx, &here, &edc).await;
        for code in ["A", "B"] {
            let study = world::study(&mut cx, &here, &format!("Study {code}"), code).await;
            let binding = world::bind(&mut cx, &study, &domain).await;
            for name in ["anna", "bernd"] {
                let id = format!("{name}{code}");
                let user = if code == "A" { world::user(&mut cx, name, None).await.id } else {
                    let found: (Id,) = cx.db().await.unwrap().query("SELECT id FROM users WHERE").push(" user_name_key = ", name).one().await.unwrap();
                    found.0
                };
                let sql = "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, \
                     user_role, user_type_id, selection, claims, plugin_digest, created_at, updated_at) \
                     VALUES ($1, 1, $2, $3, $4, $5, $6, '', '', '[]', '[]', '', 0, 0)";
                cx.db().await.unwrap().write(sql).bind(id).bind(here.id.clone()).bind(study.id.clone()).bind(edc.id.clone())
                    .bind(binding.id.clone()).bind(user).execute().await.unwrap();
            }
        }
        cx.commit().await.unwrap();
        let face = Face::over(&t.kernel);
        let all = face.list(&world::admin(), "tenant-software", &json!({})).await.body;
        let first = &all[0];
        for (field, want) in [
            ("tenantName", json!("Here")), ("softwareName", json!("EDC")), ("timeEnable", json!(true)), ("startTime", json!("2026-01-01")),
            ("endTime", json!("2026-12-31")), ("studyEnable", json!(true)), ("maxStudy", json!(3)), ("nowStudyNum", json!(2)),
            ("userEnable", json!(false)), ("maxUser", json!(null)), ("nowUserNum", json!(2)), ("isEnable", json!(true)),
        ] {
            assert_eq!(first[field], want, "{field}");
        }
        assert_eq!((&all[1]["tenantName"], &all[1]["nowStudyNum"], &all[1]["nowUserNum"]), (&json!("There"), &json!(0), &json!(0)));
        let chief = world::person(&Id::from("chief"), Allowed::Nothing, &[(&there, Allowed::Everything)]);
        let theirs = face.list(&chief, "tenant-software", &json!({ "softwareId": edc.id })).await;
        assert_eq!((theirs.body.as_array().unwrap().len(), &theirs.body[0]["tenantName"]), (1, &json!("There")));
        assert_eq!(face.list(&chief, "tenant-software", &json!({ "tenantId": here.id })).await.status, 404);
        let none = face.list(&world::admin(), "tenant-software", &json!({ "softwareId": "other" })).await;
        assert_eq!(none.headers["x-total-count"], "0");
        let choices = face.get(&chief, "/api/admin/tenant-software/choices").await.body;
        assert_eq!(choices, json!([{ "id": edc.id, "softwareName": "EDC" }]));
    }
}

const PATH: &str = "/api/admin/licences";

both! {
    async fn a_licence_has_three_limits_each_on_or_off(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let edc = world::edc(&mut cx).await;
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let form = json!({ "tenantId": here.id, "softwareId": edc.id, "timeEnable": true, "startTime": "2026-01-01",
            "endTime": "2026-12-31", "studyEnable": true, "maxStudy": 2, "userEnable": true, "maxUser": "7" });
        let with = |field: &str, value: Value| {
            let mut form = form.clone();
            form[field] = value;
            form
        };
        for (given, value, field) in [
            ("tenantId", json!("gone"), "tenantId"),
            ("softwareId", Value::Null, "softwareId"),
            ("startTime", Value::Null, "startTime"),
            ("endTime", json!("soon"), "startTime"),
            ("endTime", json!("2025-12-31"), "startTime"),
            ("maxStudy", Value::Null, "maxStudy"),
            ("maxStudy", json!(0), "maxStudy"),
            ("maxUser", json!("many"), "maxUser"),
            ("maxUser", json!(-1), "maxUser"),
        ] {
            let refused = face.send(&admin, "POST", PATH, &with(given, value.clone())).await;
            assert!(!refused.on(field).is_empty(), "{given} {value}: {}", refused.body);
        }
        let least = face.refused_on("maxUser", &admin, "POST", PATH, &with("maxUser", json!(0))).await;
        assert_eq!(least, ["最少为1", "at least 1"]);
        let made = face.send(&admin, "POST", PATH, &form).await.body;
        assert_eq!([&made["standing"], &made["tenantName"], &made["softwareName"]], ["valid", "Here", "EDC"]);
        assert_eq!((&made["maxStudy"], &made["maxUser"], &made["isEnable"]), (&json!(2), &json!(7), &json!(true)));
        let second = face.send(&admin, "POST", PATH, &form).await;
        assert!(!second.on("softwareId").is_empty(), "one for each tenant and system: {}", second.body);

        let path = format!("{PATH}/{}", made["id"].as_str().unwrap());
        let open = json!({ "version": 1, "tenantId": there.id, "softwareId": "other", "timeEnable": false,
            "startTime": "2026-01-01", "studyEnable": false, "maxStudy": 5, "userEnable": false, "isEnable": false });
        let changed = face.send(&admin, "PUT", &path, &open).await.body;
        assert_eq!((&changed["tenantId"], &changed["softwareId"]), (&json!(here.id), &json!(edc.id)), "both stay");
        for field in ["startTime", "endTime", "maxStudy", "maxUser"] {
            assert_eq!(changed[field], Value::Null, "what is not limited has no bounds: {field}");
        }
        assert_eq!(changed["standing"], "disabled");
        let limited = json!({ "version": 2, "studyEnable": true });
        assert!(!face.send(&admin, "PUT", &path, &limited).await.on("maxStudy").is_empty(), "a new limit needs a bound");

        assert_eq!(face.send(&admin, "DELETE", &path, &json!({})).await.status, 200);
        assert_eq!(face.list(&admin, "tenant-software", &json!({})).await.body, json!([]));
        let again = face.send(&admin, "POST", PATH, &form).await;
        assert_eq!((again.status.as_u16(), &again.body["isEnable"], &again.body["maxUser"]), (201, &json!(true), &json!(7)));
    }
}

both! {
    async fn a_licence_stays_while_studies_or_people_use_it(engine) {
        let t = engine.kernel().await;
        let (w, mut cx) = Used::new(&t.kernel, world_of(2)).await;
        let binding = w.bind(&mut cx, "A").await.unwrap();
        w.grant(&mut cx, &binding, "anna").await;
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let path = format!("{PATH}/{}", w.licence);
        let removed = async || face.send(&admin, "DELETE", &path, &json!({})).await;
        assert!(removed().await.body["message"].as_str().unwrap().contains("studies"));
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE study_software SET deleted_at = 1").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert!(removed().await.body["message"].as_str().unwrap().contains("authorisations"));
        let mut cx = world::system(&t.kernel);
        cx.db().await.unwrap().write("UPDATE grants SET revoked_at = 1").execute().await.unwrap();
        cx.commit().await.unwrap();
        assert_eq!(removed().await.status, 200);
    }
}

/// A tenant with a licence and a domain.
struct Used {
    tenant: Tenant,
    software: Id,
    domain: Id,
    licence: Id,
}

/// The limits of both kinds.
fn world_of(most: i64) -> NewLicence {
    let nobody = || Id::from("nobody");
    NewLicence { tenant_id: nobody(), software_id: nobody(), days: None, max_study: Some(most), max_user: Some(most) }
}

impl Used {
    async fn new(kernel: &Kernel, limits: NewLicence) -> (Self, Ctx) {
        let mut cx = world::system(kernel);
        seed(&mut cx).await.unwrap();
        let tenant = world::tenant(&mut cx, "Here").await;
        let edc = world::edc(&mut cx).await;
        let new = NewLicence { tenant_id: tenant.id.clone(), software_id: edc.id.clone(), ..limits };
        let licence = super::create(&mut cx, new).await.unwrap().id;
        let domain = world::domain(&mut cx, &tenant, &edc).await.id;
        (Self { tenant, software: edc.id, domain, licence }, cx)
    }

    async fn bind(&self, cx: &mut Ctx, code: &str) -> Result<StudyBinding, Error> {
        let study = world::study(cx, &self.tenant, code, code).await;
        let new = NewStudyBinding {
            study_id: study.id,
            tenant_domain_id: self.domain.clone(),
            role_api_request: String::new(),
            role_api_response: String::new(),
        };
        domains::bind(cx, new).await
    }

    /// Gives a person a grant, as the runner does, if there is a seat.
    async fn grant(&self, cx: &mut Ctx, binding: &StudyBinding, name: &str) -> bool {
        let user = world::user(cx, name, None).await.id;
        let mut seats = Seats::hold(cx, &self.tenant.id, &self.software).await.unwrap();
        if seats.take(cx, &user).await.unwrap().is_some() {
            return false;
        }
        let sql = "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, \
            user_role, user_type_id, selection, claims, plugin_digest, created_at, updated_at) \
            VALUES ($1, 1, $2, $3, $4, $5, $6, '', '', '[]', '[]', '', 0, 0)";
        let query = cx.db().await.unwrap().write(sql).bind(Id::from(name)).bind(self.tenant.id.clone());
        let query = query.bind(binding.study_id.clone()).bind(self.software.clone()).bind(binding.id.clone());
        query.bind(user).execute().await.unwrap();
        true
    }
}

both! {
    async fn of_fifty_who_bind_a_study_at_once_one_gets_the_last_place(engine) {
        let t = engine.kernel().await;
        let (w, mut cx) = Used::new(&t.kernel, world_of(1)).await;
        let mut studies = Vec::new();
        for n in 0..50 {
            studies.push(world::study(&mut cx, &w.tenant, &format!("Study {n}"), &format!("S{n}")).await.id);
        }
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let path = "/api/admin/study-software";
        let bind = async |study: &Id| {
            let form = json!({ "tenantId": w.tenant.id, "studyId": study, "tenantUrlId": w.domain });
            face.send(&admin, "POST", path, &form).await
        };
        let answers = futures::future::join_all(studies.iter().map(bind)).await;
        let made: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
        assert_eq!(made.len(), 1);
        let full = answers.iter().find(|answer| answer.status != 201).unwrap();
        assert_eq!(full.on("tenantUrlId"), "the licence of Here for EDC is full: at most 1 studies");

        let one = format!("{path}/{}", made[0].body["id"].as_str().unwrap());
        assert_eq!(face.send(&admin, "DELETE", &one, &json!({})).await.status, 200);
        let answers = futures::future::join_all(studies.iter().map(bind)).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1, "the place was given back once");
    }
}

both! {
    async fn of_fifty_who_are_authorised_at_once_one_gets_the_last_seat(engine) {
        let t = engine.kernel().await;
        let (w, mut cx) = Used::new(&t.kernel, NewLicence { max_study: None, ..world_of(1) }).await;
        let binding = w.bind(&mut cx, "A").await.unwrap();
        cx.commit().await.unwrap();
        let one = async |n: usize| {
            let mut cx = world::system(&t.kernel);
            let seated = w.grant(&mut cx, &binding, &format!("user{n}")).await;
            cx.commit().await.unwrap();
            seated
        };
        let seated = futures::future::join_all((0..50).map(one)).await;
        assert_eq!(seated.into_iter().filter(|seated| *seated).count(), 1);
    }
}

both! {
    async fn what_is_asked_of_the_database_is_what_a_licence_says_of_itself(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let here = world::tenant(&mut cx, "Here").await;
        let edc = world::edc(&mut cx).await;
        world::give_licence(&mut cx, world::licence(&here, &edc)).await;
        let now = cx.now();
        let days: Vec<_> = [-1, 0, 1].map(|days| Some(now.plus_seconds(days * 86_400).day())).into_iter().chain([None]).collect();
        let mut seen = [0, 0];
        for ((on, dated), (start, end)) in [(true, true), (true, false), (false, true)]
            .into_iter()
            .flat_map(|switches| days.iter().flat_map(|start| days.iter().map(move |end| (start, end))).map(move |days| (switches, days)))
        {
            let sql = "UPDATE licences SET is_enable = $1, time_enable = $2, start_time = $3, end_time = $4";
            let query = cx.db().await.unwrap().write(sql).bind(on).bind(dated).bind(start.clone()).bind(end.clone());
            query.execute().await.unwrap();
            let said = licences::standing(&mut cx, &here.id, &edc.id).await.unwrap() == LicenceStatus::Valid;
            let query = licences::valid(cx.db().await.unwrap().query("SELECT l.tenant_id FROM licences l WHERE "), now);
            let found: Option<(Id,)> = query.optional().await.unwrap();
            assert_eq!(found.is_some(), said, "{on} {dated} {start:?} {end:?}");
            seen[usize::from(said)] += 1;
        }
        assert_eq!(seen, [16 + 7, 16 + 9]);
    }
}
