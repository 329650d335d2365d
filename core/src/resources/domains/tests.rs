use serde_json::{Value, json};

use super::*;
use crate::both;
use crate::kernel::ctx::Allowed;
use crate::kernel::id::Id;
use crate::kernel::page::Term;
use crate::kernel::secret::Secret;
use crate::kernel::window::Walk;
use crate::resources::licences::{self, LicenceStatus, NewLicence};
use crate::resources::seed;
use crate::resources::sites::{self, SiteInput};
use crate::resources::studies;
use crate::resources::testing::{self as world, Face};

fn walk(search: &str, limit: i64) -> Walk {
    Walk { search: Term::parse(search).unwrap(), limit, ..Walk::all() }
}

both! {
    async fn a_panel_finds_the_studies_bound_to_its_system_in_its_tenant_window_by_window(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let edc = world::edc(&mut cx).await;
        let (domain, other) = (world::domain(&mut cx, &here, &edc).await, world::domain(&mut cx, &there, &edc).await);
        for (name, code) in [("Beta", "B-01"), ("alpha", "A-01"), ("Alpine", "Z-01")] {
            let study = world::study(&mut cx, &here, name, code).await;
            world::bind(&mut cx, &study, &domain).await;
        }
        let foreign = world::study(&mut cx, &there, "Alpaca", "A-01").await;
        world::bind(&mut cx, &foreign, &other).await;
        world::study(&mut cx, &here, "Alone", "A-02").await;

        let first = bindings(&mut cx, &here.id, &edc.id, &walk("", 2)).await.unwrap();
        assert_eq!(first.rows.iter().map(|b| b.study_name.as_str()).collect::<Vec<_>>(), ["alpha", "Alpine"]);
        let rest = Walk { after: first.next, ..walk("", 2) };
        let rest = bindings(&mut cx, &here.id, &edc.id, &rest).await.unwrap();
        assert_eq!(rest.rows.iter().map(|b| b.study_name.as_str()).collect::<Vec<_>>(), ["Beta"]);
        assert!(rest.next.is_none());
        let named = bindings(&mut cx, &here.id, &edc.id, &walk("ＡLP", 9)).await.unwrap();
        assert_eq!(named.rows.len(), 2);
        let coded = bindings(&mut cx, &here.id, &edc.id, &walk("z-0", 9)).await.unwrap();
        assert_eq!(coded.rows[0].study_name, "Alpine");
        let found = bound(&mut cx, &coded.rows[0].id).await.unwrap().unwrap();
        assert_eq!((found.tenant_id, found.tenant_url_id), (here.id.clone(), domain.id));
        let all = studies::walk(&mut cx, &here.id, &Walk::all()).await.unwrap();
        assert_eq!(all.rows.len(), 4);
    }
}

both! {
    async fn a_study_is_bound_once_and_to_a_domain_of_its_own_tenant(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let edc = world::edc(&mut cx).await;
        let (domain, other) = (world::domain(&mut cx, &here, &edc).await, world::domain(&mut cx, &there, &edc).await);
        let study = world::study(&mut cx, &here, "One", "1").await;
        let new = |tenant_domain_id| NewStudyBinding {
            study_id: study.id.clone(),
            tenant_domain_id,
            role_api_request: String::new(),
            role_api_response: String::new(),
        };
        let foreign = bind(&mut cx, new(other.id)).await.unwrap_err();
        assert_eq!(foreign.fields[0].0, "tenantUrlId");
        let odd = NewStudyBinding { role_api_request: "file:///etc/passwd".into(), ..new(domain.id.clone()) };
        assert_eq!(bind(&mut cx, odd).await.unwrap_err().fields[0].0, "roleApiRequest");
        bind(&mut cx, new(domain.id.clone())).await.unwrap();
        assert_eq!(bind(&mut cx, new(domain.id)).await.unwrap_err().fields[0].0, "softwareId");
    }
}

both! {
    async fn a_credential_comes_back_and_lies_sealed(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let here = world::tenant(&mut cx, "Here").await;
        let edc = world::edc(&mut cx).await;
        let domain = world::domain(&mut cx, &here, &edc).await;
        assert!(credential(&mut cx, &domain.id).await.unwrap().is_none());
        set_credential(&mut cx, &domain.id, &Secret::new("role-api-key")).await.unwrap();
        assert_eq!(credential(&mut cx, &domain.id).await.unwrap().unwrap().expose(), "role-api-key");
        let domain = of_tenant(&mut cx, &here.id, &edc.id).await.unwrap().remove(0);
        assert!(domain.has_credential && domain.version == 2);
        let (kept,): (Vec<u8>,) =
            cx.db().await.unwrap().query("SELECT api_key FROM tenant_domains").one().await.unwrap();
        assert!(!kept.windows(12).any(|w| w == b"role-api-key"));
        cx.commit().await.unwrap();
        let mut cx = world::system(&t.kernel);
        let told: Vec<(String,)> = cx
            .db().await.unwrap()
            .query("SELECT coalesce(before, '') || coalesce(after, '') FROM audit_events WHERE resource = 'tenant-domains'")
            .all().await.unwrap();
        assert_eq!(told.len(), 2);
        assert!(told.iter().all(|(text,)| !text.contains("role-api-key")));
    }
}

both! {
    async fn a_licence_stands_by_its_days(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let here = world::tenant(&mut cx, "Here").await;
        let edc = world::edc(&mut cx).await;
        assert_eq!(licences::standing(&mut cx, &here.id, &edc.id).await.unwrap(), LicenceStatus::None);
        let days = |first: &str, last: &str| Some((first.to_owned(), last.to_owned()));
        let backwards = NewLicence { days: days("2026-02-01", "2026-01-01"), ..world::licence(&here, &edc) };
        assert_eq!(licences::create(&mut cx, backwards).await.unwrap_err().fields[0].0, "startTime");
        let new = NewLicence { days: days("2026-01-05", "2026-01-06"), ..world::licence(&here, &edc) };
        world::give_licence(&mut cx, new).await;
        assert_eq!(licences::standing(&mut cx, &here.id, &edc.id).await.unwrap(), LicenceStatus::Valid);
        t.clock.advance(-86_400);
        assert_eq!(licences::standing(&mut cx, &here.id, &edc.id).await.unwrap(), LicenceStatus::NotStarted);
        t.clock.advance(2 * 86_400);
        assert_eq!(licences::software_of(&mut cx, &here.id).await.unwrap()[0].standing, LicenceStatus::Valid);
        t.clock.advance(86_400);
        assert_eq!(licences::standing(&mut cx, &here.id, &edc.id).await.unwrap(), LicenceStatus::Ended);
    }
}

both! {
    async fn the_sites_of_a_study_are_its_tenants_and_are_found_by_name_code_and_id(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let study = world::study(&mut cx, &here, "One", "1").await;
        let new = world::new_site("协和医院");
        let odd = SiteInput { level_id: Some("12-general".into()), ..new.clone() };
        assert_eq!(sites::create(&mut cx, odd, false).await.unwrap_err().fields[0].0, "levelId");
        let mut made = Vec::new();
        for (nick, code) in [("Peking", "01"), ("Beijing", "02")] {
            let site = sites::create(&mut cx, new.clone(), false).await.unwrap();
            let ours = sites::add_to_tenant(&mut cx, &here.id, &site.id, nick).await.unwrap();
            made.push(sites::add_to_study(&mut cx, &study.id, &ours.id, code).await.unwrap());
        }
        let foreign = sites::create(&mut cx, new, false).await.unwrap();
        let foreign = sites::add_to_tenant(&mut cx, &there.id, &foreign.id, "Foreign").await.unwrap();
        let odd = sites::add_to_study(&mut cx, &study.id, &foreign.id, "03").await;
        assert_eq!(odd.unwrap_err().fields[0].0, "tenantSiteId");

        let all = sites::of_study(&mut cx, &study.id, &Walk::all()).await.unwrap();
        assert_eq!(all.rows.iter().map(|s| s.nick_name.as_str()).collect::<Vec<_>>(), ["Beijing", "Peking"]);
        for search in ["pek", "01"] {
            let found = sites::of_study(&mut cx, &study.id, &walk(search, 9)).await.unwrap();
            assert_eq!(found.rows.iter().map(|s| &s.id).collect::<Vec<_>>(), [&made[0].id], "{search}");
        }
        let ids = [made[0].id.clone(), "elsewhere".into()];
        assert_eq!(sites::of_study_by_ids(&mut cx, &study.id, &ids).await.unwrap().len(), 1);
    }
}

both! {
    async fn a_domain_is_a_tenants_and_stays_while_studies_are_bound(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let edc = world::edc(&mut cx).await;
        cx.commit().await.unwrap();
        let (face, admin, path) = (Face::over(&t.kernel), world::admin(), "/api/admin/domains");
        let form = json!({ "tenantId": here.id, "softwareId": edc.id, "urlName": "Main", "url": "https://Edc.example.org",
            "websiteUrl": "https://edc.example.org", "mobileUrl": "https://m.example.org", "apiKey": "role-api-key",
            "initSoftware": true });
        for (field, value) in [
            ("tenantId", Value::Null), ("softwareId", json!("gone")), ("urlName", json!(" ")), ("websiteUrl", Value::Null),
            ("mobileUrl", json!("")), ("url", json!("file:///etc/passwd")), ("apiUrl", json!("https://a:b@c.d")),
        ] {
            let mut form = form.clone();
            form[field] = value.clone();
            let refused = face.send(&admin, "POST", path, &form).await;
            assert!(!refused.on(field).is_empty(), "{field} {value}: {}", refused.body);
        }
        let made = face.send(&admin, "POST", path, &form).await.body;
        assert_eq!([&made["tenantName"], &made["softName"], &made["urlName"]], ["Here", "EDC", "Main"]);
        assert_eq!([&made["canInit"], &made["initSoftware"], &made["hasCredential"]], [false, true, true]);
        let id = Id::from(made["id"].as_str().unwrap());
        let mut moved = made.clone();
        moved["tenantId"] = json!(there.id);
        moved["urlName"] = json!("Renamed");
        let one = format!("{path}/{id}");
        let changed = face.send(&admin, "PUT", &one, &moved).await.body;
        assert_eq!((&changed["tenantId"], &changed["urlName"]), (&json!(here.id), &json!("Renamed")));
        let mut cx = world::system(&t.kernel);
        assert_eq!(credential(&mut cx, &id).await.unwrap().unwrap().expose(), "role-api-key", "an edit keeps it");
        cx.commit().await.unwrap();
        let told = world::audited(&t.kernel, "tenant-domains").await;
        assert!(!format!("{told:?}{changed}").contains("role-api-key"));

        for (filter, found) in [
            (json!({ "q": "nam" }), 1), (json!({ "q": "edc.ex" }), 1), (json!({ "url": "EDC" }), 1), (json!({ "url": "nam" }), 0),
            (json!({ "tenantId": here.id, "url": "example", "softwareId": edc.id }), 1), (json!({ "softwareId": "other" }), 0),
        ] {
            let list = face.list(&admin, "domains", &filter).await.body;
            assert_eq!(list.as_array().unwrap().len(), found, "{filter}");
        }
        let mut cx = world::system(&t.kernel);
        let study = world::study(&mut cx, &here, "One", "1").await;
        let domain = get(&mut cx, &id).await.unwrap().unwrap();
        let binding = world::bind(&mut cx, &study, &domain).await;
        cx.commit().await.unwrap();
        let held = face.send(&admin, "DELETE", &one, &json!({})).await;
        assert!(held.body["message"].as_str().unwrap().contains("studies"), "{}", held.body);
        face.send(&admin, "DELETE", &format!("/api/admin/study-software/{}", binding.id), &json!({})).await;
        assert_eq!(face.send(&admin, "DELETE", &one, &json!({})).await.status, 200);
    }
}

both! {
    async fn the_systems_of_studies_are_set_by_the_platform_and_seen_by_the_tenant(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let edc = world::edc(&mut cx).await;
        let (domain, other) = (world::domain(&mut cx, &here, &edc).await, world::domain(&mut cx, &there, &edc).await);
        let [alpha, beta] = [world::study(&mut cx, &here, "Alpha", "A-1").await, world::study(&mut cx, &here, "Beta", "B-1").await];
        let foreign = world::study(&mut cx, &there, "Gamma", "C-1").await;
        cx.commit().await.unwrap();
        let path = "/api/admin/study-software";
        let face = Face::over(&t.kernel);
        let manager = world::person(&Id::from("m"), Allowed::Nothing, &[(&here, Allowed::Everything)]);
        let form = |tenant: &Id, study: &Id, domain: &Id| json!({ "tenantId": tenant, "studyId": study, "tenantUrlId": domain,
            "roleApiRequest": "https://roles.example.org" });
        let admin = world::admin();
        let send = async |form: &Value| face.send(&admin, "POST", path, form).await;
        let own = face.send(&manager, "POST", path, &form(&here.id, &alpha.id, &domain.id)).await;
        assert_eq!(own.status, 403, "the domain's credential goes to these addresses");
        assert!(!send(&form(&here.id, &foreign.id, &domain.id)).await.on("studyId").is_empty(), "another tenant's study");
        assert!(!send(&form(&here.id, &alpha.id, &other.id)).await.on("tenantUrlId").is_empty(), "another tenant's domain");
        let none = json!({ "tenantId": here.id, "studyId": alpha.id });
        assert_eq!(send(&none).await.on("tenantUrlId"), "select the domain");
        let made = send(&form(&here.id, &alpha.id, &domain.id)).await.body;
        assert!(!send(&form(&here.id, &alpha.id, &domain.id)).await.on("softwareId").is_empty(), "once");

        let list = face.list(&manager, "study-software/studies", &json!({ "tenantId": here.id })).await.body;
        assert_eq!([&list[0]["studyName"], &list[1]["studyName"]], ["Alpha", "Beta"]);
        assert_eq!(list[0]["suVos"][0]["tenantUrlId"], json!(domain.id));
        assert_eq!((&list[1]["id"], &list[1]["suVos"]), (&json!(beta.id), &json!([])));
        let found = face.list(&manager, "study-software/studies", &json!({ "tenantId": here.id, "studyName": "b-" })).await;
        assert_eq!(found.body.as_array().unwrap().len(), 1);
        assert_eq!(face.list(&manager, "study-software/studies", &json!({})).await.status, 422);
        let elsewhere = face.list(&manager, "study-software/studies", &json!({ "tenantId": there.id })).await;
        assert_eq!(elsewhere.status, 404);
        let domains = json!({ "tenantId": here.id, "softwareId": edc.id });
        assert_eq!(face.list(&manager, "domains", &domains).await.body[0]["id"], json!(domain.id));

        let one = format!("{path}/{}", made["id"].as_str().unwrap());
        assert_eq!(face.send(&admin, "DELETE", &one, &json!({})).await.status, 200);
        let again = send(&form(&here.id, &alpha.id, &domain.id)).await.body;
        assert_eq!(again["id"], made["id"], "grants of before refer to it");
    }
}
