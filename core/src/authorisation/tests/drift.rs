//! What the trial system holds beside what was granted, and putting it right.

use cardea_simulator::{GrantRecord, RolePair, UserRecord};

use super::*;

/// What somebody has in the system.
fn record(login: &str, sites: &[&str], role: &str) -> UserRecord {
    let grant = GrantRecord {
        sites: sites.iter().map(ToString::to_string).collect(),
        module_roles: vec!["reports".into()],
        roles: vec![RolePair { role: role.into(), environment: "prod".into() }],
        ..GrantRecord::default()
    };
    UserRecord { login: login.into(), email: format!("{login}@x.org"), name: login.to_uppercase(), grants: vec![grant] }
}

impl World {
    /// Every difference in the first study, over all pages.
    async fn drift(&self) -> Vec<Value> {
        let (mut rows, mut after) = (Vec::new(), String::new());
        loop {
            let path = format!("/drift?tenantId={}&studyUrlId={}&after={after}", self.here.id, self.bound[0].id);
            let page = self.get(&self.at(&path)).await;
            assert_eq!(page.status, 200, "{page:?}");
            rows.extend(page.body["rows"].as_array().unwrap().clone());
            match page.body["next"].as_str() {
                Some(next) => after = url::form_urlencoded::byte_serialize(next.as_bytes()).collect(),
                None => return rows,
            }
        }
    }

    async fn reconcile(&self, subjects: &[&str]) -> Value {
        let body = json!({ "studyUrlId": self.bound[0].id, "subjects": subjects, "reason": "The monthly comparison" });
        let accepted = self.ask("reconcile", body).await;
        assert_eq!(accepted.status, 202, "{accepted:?}");
        self.done(accepted.body["batchId"].as_str().unwrap(), "en").await
    }
}

fn kinds(rows: &[Value]) -> Vec<(&str, &str)> {
    let mut all: Vec<_> =
        rows.iter().map(|row| (row["label"].as_str().unwrap(), row["kind"].as_str().unwrap())).collect();
    all.sort_unstable();
    all
}

both! {
    async fn what_somebody_changed_in_the_system_is_shown_and_put_right(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0, 1], "reports", "cra", "prod"), &[&w.zhang, &w.li], &[]).await;
        assert!(w.drift().await.is_empty(), "the same");

        // By hand: one has another role and fewer sites, one is gone, one was never granted, one the platform does not know.
        let (zhang, li, outsider) = (w.zhang.id.as_str(), w.li.id.as_str(), w.outsider.id.as_str());
        w.system().meddle("A-01", zhang, Some(record("zhang", &["S01"], "data-manager")));
        w.system().meddle("A-01", li, None);
        w.system().meddle("A-01", outsider, Some(record("outsider", &["S01"], "cra")));
        w.system().meddle("A-01", "local-7", Some(record("local", &["S99"], "tester")));
        let rows = w.drift().await;
        assert_eq!(kinds(&rows), [("LOCAL (local)", "extra"), ("lina Full (lina)", "missing"),
            ("outsider Full (outsider)", "extra"), ("zhang Full (zhang)", "different")]);
        let of = |subject: &str| rows.iter().find(|row| row["subject"] == subject).unwrap();
        assert_eq!(of(zhang)["columns"], json!(["Sites", "Project role and environment"]), "{}", of(zhang));
        assert_eq!((&of(zhang)["grantedRoles"], &of(zhang)["foundSites"]), (&json!("Reports、Clinical research associate @ Production"), &json!("S01 · Hospital S01")));
        assert_eq!((&of("local-7")["isKnown"], &of("local-7")["foundSites"]), (&json!(false), &json!("S99")));

        let before = w.claims(&w.zhang).await;
        let done = w.reconcile(&[zhang, li, outsider, "local-7"]).await;
        assert_eq!((&done["kind"], done["succeeded"].as_array().unwrap().len(), &done["failed"]), (&json!("reconcile"), 4, &json!([])));
        assert!(w.drift().await.is_empty(), "nothing is adopted, nothing is left");
        let users = w.system().users("A-01");
        assert_eq!((users.len(), users[zhang].grants[0].sites.len(), users[zhang].grants[0].roles[0].role.as_str()), (2, 2, "cra"));
        assert_eq!((w.claims(&w.zhang).await, w.claims(&w.outsider).await), (before, json!([])), "the grants are as they were");
        let audited: Vec<_> = w.audited("grants").await.into_iter().filter(|row| row.action == "grant.reconciled").collect();
        assert_eq!(audited.len(), 4);
        assert!(audited.iter().all(|row| row.reason.as_deref() == Some("The monthly comparison")));
        assert_eq!(w.get(&w.at(&format!("/grants?tenantId={}", w.here.id))).await.body[0]["version"], 1);
    }
}

both! {
    async fn who_is_suspended_is_taken_away_and_who_is_being_changed_is_left_alone(engine) {
        let mut w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang, &w.li], &[]).await;
        w.alter("UPDATE grants SET suspended_at = 1 WHERE user_id = $1", &w.zhang.id).await;
        assert_eq!(kinds(&w.drift().await), [("zhang Full (zhang)", "extra")]);
        // A revocation that the system does not know of yet.
        let waits = "INSERT INTO authorisation_items (batch_id, item_id, study_software_id, user_id, label, state, grant_id) \
            SELECT batch_id, 'x', study_software_id, user_id, label, 'waiting', 'g' FROM authorisation_items WHERE user_id = $1";
        w.alter(waits, &w.zhang.id).await;
        assert!(w.drift().await.is_empty());
        let done = w.reconcile(&[w.zhang.id.as_str()]).await;
        assert_eq!(each(&done["failed"], "reason"), ["conflict"]);
        assert_eq!(w.system().users("A-01").len(), 2, "it was not called");
        w.alter("DELETE FROM authorisation_items WHERE item_id = 'x' AND user_id = $1", &w.zhang.id).await;
        w.reconcile(&[w.zhang.id.as_str()]).await;
        assert_eq!(w.system().users("A-01").keys().collect::<Vec<_>>(), [w.li.id.as_str()]);

        // A system that is away says so, and nothing is guessed.
        w.system.take().unwrap().stop().await;
        let path = w.at(&format!("/drift?tenantId={}&studyUrlId={}", w.here.id, w.bound[0].id));
        assert_eq!(w.get(&path).await.is(), (502, "downstream_unavailable"));
    }
}

both! {
    async fn nobody_compares_or_puts_right_what_is_not_theirs(engine) {
        let w = World::new(engine).await;
        let path = |tenant: &Tenant, bound: &StudyBinding| format!("{}?tenantId={}&studyUrlId={}", w.at("/drift"), tenant.id, bound.id);
        let there = w.manager_there();
        assert_eq!(w.raw(&there, "en", "GET", &path(&w.here, &w.bound[0]), "").await.status, 404);
        assert_eq!(w.raw(&there, "en", "GET", &path(&w.there, &w.bound[0]), "").await.status, 404, "another tenant's study");
        assert_eq!(w.get(&path(&w.here, &w.bound[2])).await.status, 404);
        let body = |subjects: Value| json!({ "tenantId": w.here.id, "studyUrlId": w.bound[0].id, "subjects": subjects, "reason": "x" });
        let put = async |who: &Who, subjects: Value| {
            w.raw(who, "en", "POST", &w.at("/reconcile"), body(subjects).to_string()).await
        };
        assert_eq!(put(&w.manager(Act::View), json!(["a"])).await.status, 403);
        assert_eq!(put(&w.manager(Act::Edit), json!(["manager"])).await.status, 403, "nobody puts themselves right");
        for wrong in [json!([]), json!([""]), json!(["a\nb"])] {
            assert_eq!(put(&w.manager(Act::Edit), wrong.clone()).await.fields(), ["subjects"], "{wrong}");
        }
        let odd = format!("{}&after=x", path(&w.here, &w.bound[0]));
        assert_eq!(w.get(&odd).await.fields(), ["after"]);
    }
}
