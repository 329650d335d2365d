//! Authorising: from the request to the trial system, the grant and the token.

use cardea_simulator::{Fault, Faults};

use super::*;
use crate::audit::{self, Verdict};

both! {
    async fn people_are_authorised_by_id_and_by_address(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[1, 0], "reports", "cra", "prod");
        let done = w.authorise(&row, &[&w.zhang], &["LINA@example.com"]).await;
        assert_eq!((&done["total"], &done["failed"]), (&json!(2), &json!([])));
        let mut labels = each(&done["succeeded"], "label");
        labels.sort_unstable();
        assert_eq!(labels, ["lina Full (lina)", "zhang Full (zhang)"]);

        let there = w.system().users("A-01");
        assert_eq!(there.len(), 2);
        let zhang = &there[w.zhang.id.as_str()];
        assert_eq!((zhang.login.as_str(), zhang.email.as_str()), ("zhang", "zhang@example.com"));
        assert_eq!(zhang.grants[0].sites, ["S02", "S01"]);

        let held = w.get(&w.at(&format!("/grants?tenantId={}&userId={}", w.here.id, w.zhang.id))).await;
        assert_eq!((held.body.as_array().unwrap().len(), &held.body[0]["version"]), (1, &json!(1)));
        assert_eq!((&held.body[0]["grants"][0], &held.body[0]["studyUrlId"]), (&row, &json!(w.bound[0].id)));
        assert_eq!(w.claims(&w.zhang).await, json!([{
            "tenant_id": w.here.id, "study_id": w.bound[0].study_id, "study": "A-01", "software": "020",
            "sites": ["S01", "S02"], "module_roles": ["reports"], "environment": "prod",
            "roles": [{"role": "cra", "environment": "prod"}],
        }]));
        assert_eq!(w.claims(&w.outsider).await, json!([]));
        let open = w.reachable(&w.zhang).await;
        assert_eq!((each(&open, "webCode"), &open[0]["launchUrl"]), (vec!["020"], &json!(w.domain.website_url)));
    }
}

both! {
    async fn every_step_is_in_the_audit_under_the_requests_id(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let mut body = w.request(&row);
        body["userIds"] = json!([w.zhang.id]);
        let accepted = w.ask("authorise", body).await;
        let id = accepted.headers["x-request-id"].to_str().unwrap();
        let batch = accepted.body["batchId"].as_str().unwrap();
        w.done(batch, "en").await;

        let rows = w.audited("authorisations").await;
        let steps: Vec<_> = rows.iter().map(|n| (n.action.as_str(), n.actor.as_str(), n.record_id.as_str())).collect();
        assert_eq!(steps, [
            ("authorisation.requested", "manager", batch),
            ("authorisation.done", "system:authorisation", batch),
        ]);
        assert_eq!(rows[1].after()["state"], "done");
        let saved = w.audited("grants").await;
        assert_eq!((saved.len(), saved[0].action.as_str()), (1, "grant.saved"));
        assert_eq!((&saved[0].after()["userId"], &saved[0].after()["selection"][0]), (&json!(w.zhang.id), &row));
        let here = Some(w.here.id.as_str());
        assert!(rows.iter().chain(&saved).all(|n| n.request_id == id && n.tenant_id.as_deref() == here));
        assert!(matches!(audit::verify(&w.t.kernel).await.unwrap(), Verdict::Whole { .. }));
    }
}

both! {
    async fn authorising_again_replaces_the_selection_everywhere(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0, 1], "reports", "cra", "prod"), &[&w.zhang], &[]).await;
        let row = w.row(&[1], "coding", "tester", "uat");
        w.authorise(&row, &[&w.zhang], &[]).await;
        assert_eq!(w.system().applied(), 2);
        let grants = &w.system().users("A-01")[w.zhang.id.as_str()].grants;
        assert_eq!((grants.len(), &grants[0].sites, &grants[0].module_roles), (1, &vec!["S02".into()], &vec!["coding".into()]));
        let held = w.get(&w.at(&format!("/grants?tenantId={}&studyUrlId={}", w.here.id, w.bound[0].id))).await;
        assert_eq!(held.body.as_array().unwrap().len(), 1);
        assert_eq!((&held.body[0]["version"], &held.body[0]["grants"]), (&json!(2), &json!([row])));
        let claims = w.claims(&w.zhang).await;
        assert_eq!((&claims[0]["sites"], &claims[0]["environment"]), (&json!(["S02"]), &json!("uat")));

        let mut other = w.row(&[], "reports", "cra", "prod");
        let study = json!({"column": "sites", "picked": [{"column": "project", "id": w.bound[1].id}]});
        let sites = w.ask("options", study).await;
        other["cells"]["project"] = json!({"picks": [w.bound[1].id]});
        other["cells"]["sites"] = json!({"picks": [sites.body["choices"][0]["id"]]});
        w.authorise(&other, &[&w.zhang], &[]).await;
        assert_eq!(each(&w.claims(&w.zhang).await, "study"), ["A-01", "B-01"]);
    }
}

both! {
    async fn who_is_not_a_member_fails_alone(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let mut body = w.request(&row);
        body["userIds"] = json!([w.zhang.id, w.outsider.id, w.zhang.id]);
        body["emails"] = json!(["nobody@example.com", "zhang@example.com"]);
        let accepted = w.ask("authorise", body).await;
        let batch = accepted.body["batchId"].as_str().unwrap();
        let done = w.done(batch, "en").await;
        assert_eq!((&done["total"], each(&done["succeeded"], "label")), (&json!(3), vec!["zhang Full (zhang)"]));
        assert_eq!(each(&done["failed"], "reason"), ["not-found"; 2]);
        assert_eq!(each(&done["failed"], "message"), ["there is no such enabled user in the tenant"; 2]);
        let mut labels = each(&done["failed"], "label");
        labels.sort_unstable();
        let mut want = [w.outsider.id.as_str(), "nobody@example.com"];
        want.sort_unstable();
        assert_eq!(labels, want);
        let zh = w.done(batch, "zh").await;
        assert_eq!(each(&zh["failed"], "message"), ["用户不存在或未启用"; 2]);
        assert_eq!(w.system().users("A-01").len(), 1);
        assert_eq!(w.claims(&w.outsider).await, json!([]));
    }
}

both! {
    async fn who_the_trial_system_refuses_has_no_grant(engine) {
        let w = World::new(engine).await;
        w.system().set_faults(Faults { fault: Some(Fault::PartialSuccess), ..Faults::default() });
        let done = w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang, &w.li], &[]).await;
        assert_eq!((done["succeeded"].as_array().unwrap().len(), each(&done["failed"], "reason")), (1, vec!["rejected"]));
        assert!(done["failed"][0]["message"].as_str().unwrap().contains("this user was refused"), "{done}");
        let (refused, taken) = if done["failed"][0]["userId"] == json!(w.zhang.id) {
            (&w.zhang, &w.li)
        } else {
            (&w.li, &w.zhang)
        };
        assert_eq!(w.claims(refused).await, json!([]));
        assert_eq!(each(&w.claims(taken).await, "study"), ["A-01"]);
    }
}

both! {
    async fn many_people_with_many_sites_are_authorised_again(engine) {
        let mut w = World::new(engine).await;
        let mut cx = fixtures::system(&w.t.kernel);
        for n in 3..53 {
            let more = site(&mut cx, &w.here, &[&w.bound[0]], &format!("S{n:02}")).await;
            w.sites.push(more);
        }
        let mut people = Vec::new();
        for n in 0..24 {
            people.push(fixtures::user(&mut cx, &format!("person{n:02}"), None).await);
        }
        let people: Vec<_> = people.iter().collect();
        let role = fixtures::role(&mut cx, "Many", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
        let new = NewMembers {
            tenant_id: w.here.id.clone(),
            user_ids: people.iter().map(|user| user.id.clone()).collect(),
            role: Some(role.id),
            type_id: Some(Id::from("3-site")),
            position_id: Some(Id::from("2-cra")),
        };
        members::add(&mut cx, new).await.unwrap();
        cx.commit().await.unwrap();
        let every: Vec<usize> = (0..w.sites.len()).collect();
        // Over all people, the existing grants name more sites than one statement can bind.
        for environment in ["prod", "uat"] {
            let done = w.authorise(&w.row(&every, "reports", "cra", environment), &people, &[]).await;
            assert_eq!((done["succeeded"].as_array().unwrap().len(), &done["failed"]), (24, &json!([])));
        }
        assert_eq!(w.system().applied(), 48);
        assert_eq!(w.claims(people[0]).await[0]["sites"].as_array().unwrap().len(), 52);
    }
}
