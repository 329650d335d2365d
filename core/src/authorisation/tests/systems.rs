//! The panels of the other systems: their plugins as they are shipped, and their simulators.

use cardea_simulator::Software as Simulated;

use super::*;
use crate::resources::software::{self, AuthorizationStyle};

/// A system of the first tenant, with a study of its own or two.
struct Other {
    id: Id,
    running: Running,
    bound: Vec<StudyBinding>,
    sites: Vec<StudySite>,
}

impl World {
    async fn other(&self, which: Simulated, style: AuthorizationStyle, plugin: &str) -> Other {
        let options = Options::new(which, "http://127.0.0.1:1", "client", API_KEY);
        let running = Simulator::start(options).await.unwrap();
        let mut cx = fixtures::system(&self.t.kernel);
        let new = fixtures::software_input(which.abbreviation(), which.web_code(), style);
        let system = software::create(&mut cx, new).await.unwrap();
        fixtures::give_licence(&mut cx, fixtures::licence(&self.here, &system)).await;
        let domain = fixtures::domain(&mut cx, &self.here, &system).await;
        domains::set_credential(&mut cx, &domain.id, &Secret::new(API_KEY.to_owned())).await.unwrap();
        let bound = vec![
            study(&mut cx, &self.here, &domain, "Delta", "D-01", &running).await,
            study(&mut cx, &self.here, &domain, "Epsilon", "E-01", &running).await,
        ];
        let sites = vec![
            site(&mut cx, &self.here, &[&bound[0]], "S01").await,
            site(&mut cx, &self.here, &[&bound[0]], "S02").await,
        ];
        cx.commit().await.unwrap();
        let web_code = which.web_code().to_owned();
        let key = String::from_utf8(built("plugins/dist/publisher.pub")).unwrap().trim().parse::<PublicKey>().unwrap();
        let mut cx = fixtures::system(&self.t.kernel);
        enrol(&mut cx, Enrolment { name: "Vendor", key, web_codes: &[web_code], shipped: false }).await.unwrap();
        cx.commit().await.unwrap();
        self.install(built(plugin)).await;
        Other { id: system.id, running, bound, sites }
    }

    async fn ask_other(&self, other: &Other, what: &str, mut body: Value) -> Answer {
        body["tenantId"] = json!(self.here.id);
        let path = format!("/api/admin/panels/{}/{what}", other.id);
        self.raw(&self.manager(Act::Edit), "en", "POST", &path, body.to_string()).await
    }

    /// Authorises one person, and waits for the end.
    async fn grant_other(&self, other: &Other, rows: Value) {
        let mut body = self.request(&Value::Null);
        body["grants"] = rows;
        body["userIds"] = json!([self.zhang.id]);
        let accepted = self.ask_other(other, "authorise", body).await;
        assert_eq!(accepted.status, 202, "{accepted:?}");
        let done = self.done(accepted.body["batchId"].as_str().unwrap(), "en").await;
        assert_eq!(done["failed"], json!([]));
    }

    async fn claims_of(&self, other: &Other) -> Value {
        let mut cx = ReadCtx::system(&self.t.kernel);
        let found = super::super::trial_claims(&mut cx, &self.zhang.id, Some(&other.id), &self.here.id).await.unwrap();
        found.map_or_else(Vec::new, |(_, studies)| studies).into()
    }
}

both! {
    async fn sub_projects_are_granted_one_by_one_and_the_others_stay(engine) {
        let w = World::new(engine).await;
        let rtsm = w.other(Simulated::Rtsm, AuthorizationStyle::Rtsm, "plugins/dist/rtsm.cardea").await;
        let project = json!([{"column": "project", "id": rtsm.bound[0].id}]);
        let tabs = w.ask_other(&rtsm, "options", json!({"column": "subProject", "picked": project})).await;
        assert_eq!(each(&tabs.body["choices"], "id"), ["main", "extension"]);
        let roles = json!({"column": "role", "tab": "extension", "picked": project});
        assert_eq!(each(&w.ask_other(&rtsm, "options", roles).await.body["choices"], "id"), ["investigator", "pharmacist"]);
        let row = |tab: &str, role: &str| json!({"tab": tab, "cells": {
            "project": {"picks": [rtsm.bound[0].id]}, "role": {"picks": [role]}, "sites": {"picks": ["S01"]}, "isBlind": {"flag": false},
        }});
        let mut bare = row("main", "pharmacist");
        bare["cells"].as_object_mut().unwrap().remove("sites");
        let issues = w.ask_other(&rtsm, "validate", json!({"grants": [bare]})).await;
        assert_eq!(issues.body[0]["message"], "Please select at least one role and one site or stock house for pre-authorisation");

        w.grant_other(&rtsm, json!([row("main", "pharmacist")])).await;
        w.grant_other(&rtsm, json!([row("extension", "investigator")])).await;
        let (name, sent) = rtsm.running.arrived().swap_remove(0);
        let sent: Value = serde_json::from_str(&sent).unwrap();
        assert_eq!((name.as_str(), sent["userRoleList"].as_array().unwrap().len()), ("saveIwrsProject", 1));
        assert_eq!((&sent["studyUrlId"], &sent["tenantId"]), (&json!(rtsm.bound[0].id), &json!(w.here.id)));
        assert_eq!((&sent["userRole"], &sent["userTypeId"], &sent["userRoleList"][0]["isBlind"]), (&json!("CRA"), &json!("3-site"), &json!(0)));
        assert_eq!(rtsm.running.users("D-01")[w.zhang.id.as_str()].grants.len(), 2);
        let claims = w.claims_of(&rtsm).await;
        assert_eq!(claims[0]["roles"], json!(["investigator", "pharmacist"]));
        w.grant_other(&rtsm, json!([row("main", "investigator")])).await;
        assert_eq!(w.claims_of(&rtsm).await[0]["roles"], json!(["investigator"]), "a sub-project is replaced");

        // What the panel shows of a person is all that they have, and what is sent back is all that they keep.
        let listed = w.get(&format!("/api/admin/panels/{}/grants?tenantId={}&userId={}", rtsm.id, w.here.id, w.zhang.id)).await;
        let held = listed.body[0].clone();
        let one = format!("/api/admin/panels/{}/grants?tenantId={}&id={}", rtsm.id, w.here.id, held["id"].as_str().unwrap());
        assert_eq!(w.get(&one).await.body, listed.body);
        assert_eq!((held["grants"].as_array().unwrap().len(), &held["userRole"], &held["userTypeId"]), (2, &json!("CRA"), &json!("3-site")));
        let named = held["shown"].as_array().unwrap().iter().find(|pick| pick["id"] == "investigator").unwrap();
        assert_eq!(named["name"], "Investigator");
        let mut body = w.request(&Value::Null);
        body["grants"] = held["grants"].as_array().unwrap().iter().filter(|row| row["tab"] == "extension").cloned().collect();
        body["userIds"] = json!([w.zhang.id]);
        body["replaces"] = json!(true);
        let accepted = w.ask_other(&rtsm, "authorise", body).await;
        w.done(accepted.body["batchId"].as_str().unwrap(), "en").await;
        let left = rtsm.running.users("D-01")[w.zhang.id.as_str()].grants.clone();
        assert_eq!((left.len(), left[0].project.as_deref()), (1, Some("extension")), "RTSM was told what is gone");
        assert_eq!(w.claims_of(&rtsm).await[0]["projects"].as_array().unwrap().len(), 1);
    }
}

both! {
    async fn all_sites_of_a_study_are_said_to_be_all(engine) {
        let w = World::new(engine).await;
        let ctms = w.other(Simulated::Ctms, AuthorizationStyle::Ctms, "plugins/dist/ctms.cardea").await;
        let row = |sites: &[StudySite]| json!([{"cells": {
            "project": {"picks": [ctms.bound[0].id]}, "sites": {"picks": sites.iter().map(|site| site.id.as_str()).collect::<Vec<_>>()},
            "tenantRole": {"picks": ["tenant-member"]}, "studyRole": {"picks": ["cra"]},
        }}]);
        for (sites, all) in [(&ctms.sites[..1], false), (&ctms.sites[..], true)] {
            w.grant_other(&ctms, row(sites)).await;
            assert_eq!(ctms.running.users("D-01")[w.zhang.id.as_str()].grants[0].all_sites, all);
        }
        let claims = w.claims_of(&ctms).await;
        assert_eq!((&claims[0]["tenant_roles"], &claims[0]["sites"]), (&json!(["tenant-member"]), &json!(["S01", "S02"])));
    }
}

both! {
    async fn choices_of_several_projects_are_joined_and_each_gets_its_own(engine) {
        let w = World::new(engine).await;
        let etmf = w.other(Simulated::Etmf, AuthorizationStyle::Etmf, "plugins/dist/etmf.cardea").await;
        let projects: Value = etmf.bound.iter().map(|one| json!({"column": "projects", "id": one.id})).collect();
        let ask = |column: &str| json!({"column": column, "picked": projects});
        let sites = w.ask_other(&etmf, "options", ask("sites")).await;
        let ids = each(&sites.body["choices"], "id");
        assert_eq!((ids.len(), ids[0], ids[4], &sites.body["next"]), (8, "D-01:S01", "E-01:S01", &Value::Null));
        assert_eq!(w.ask_other(&etmf, "options", ask("studyRole")).await.body["choices"].as_array().unwrap().len(), 3, "once each");
        let mut odd = ask("sites");
        odd["cursor"] = json!("x");
        assert_eq!(w.ask_other(&etmf, "options", odd).await.is(), (422, "invalid"));

        let row = |sites: &[&str]| json!([{"cells": {
            "projects": {"picks": etmf.bound.iter().map(|one| one.id.as_str()).collect::<Vec<_>>()}, "sites": {"picks": sites},
            "tenantRole": {"picks": ["archive-member"]}, "studyRole": {"picks": ["inspector"]},
        }}]);
        let issues = w.ask_other(&etmf, "validate", json!({"grants": row(&["D-01:S01"])})).await;
        assert_eq!(each(&issues.body, "message"), ["Please select a site of the project E-01"]);
        let nothing = json!({"grants": [{"cells": {"projects": {"picks": etmf.bound.iter().map(|one| &one.id).collect::<Vec<_>>()}}}]});
        let mut said = w.ask_other(&etmf, "validate", nothing).await;
        let said = said.body.as_array_mut().unwrap();
        assert_eq!(said.iter().filter(|it| it["message"] == "Please select a tenant role").count(), 1, "said once");
        w.grant_other(&etmf, row(&["D-01:S01", "E-01:S02"])).await;
        let of = |study: &str| etmf.running.users(study)[w.zhang.id.as_str()].grants[0].sites.clone();
        assert_eq!((of("D-01"), of("E-01")), (vec!["S01".to_owned()], vec!["S02".to_owned()]));
        assert_eq!(each(&w.claims_of(&etmf).await, "study"), ["D-01", "E-01"]);
    }
}
