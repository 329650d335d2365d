use super::*;
use crate::both;
use crate::kernel::page::{Term, Walk};
use crate::kernel::secret::Secret;
use crate::resources::licences::{self, LicenceStatus, NewLicence};
use crate::resources::seed;
use crate::resources::sites::{self, NewSite, NewStudySite};
use crate::resources::studies;
use crate::resources::testing as world;

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
        assert_eq!((found.tenant_id, found.tenant_domain_id), (here.id.clone(), domain.id));
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
        let odd = NewSite { level_id: "12-general".into(), ..new.clone() };
        assert_eq!(sites::create(&mut cx, odd).await.unwrap_err().fields[0].0, "levelId");
        let mut made = Vec::new();
        for (nick, code) in [("Peking", "01"), ("Beijing", "02")] {
            let site = sites::create(&mut cx, new.clone()).await.unwrap();
            let ours = sites::add_to_tenant(&mut cx, &here.id, &site.id, nick).await.unwrap();
            let new = NewStudySite { study_id: study.id.clone(), tenant_site_id: ours.id, code: code.into() };
            made.push(sites::add_to_study(&mut cx, new).await.unwrap());
        }
        let foreign = sites::create(&mut cx, new).await.unwrap();
        let foreign = sites::add_to_tenant(&mut cx, &there.id, &foreign.id, "Foreign").await.unwrap();
        let odd = NewStudySite { study_id: study.id.clone(), tenant_site_id: foreign.id, code: "03".into() };
        assert_eq!(sites::add_to_study(&mut cx, odd).await.unwrap_err().fields[0].0, "tenantSiteId");

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
