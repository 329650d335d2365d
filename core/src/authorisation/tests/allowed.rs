//! The authorised people of a study and its sites: listed, given a site, and with one taken.

use super::*;

fn users(filter: &Value) -> String {
    let filter = url::form_urlencoded::byte_serialize(filter.to_string().as_bytes()).collect::<String>();
    format!("/api/admin/allowed-users?range=[0,9]&sort=[\"fullName\",\"ASC\"]&filter={filter}").replace('"', "%22")
}

impl World {
    /// The login names of the authorised people of the first study.
    async fn allowed(&self, mut filter: Value) -> Vec<String> {
        filter["tenantId"] = json!(self.here.id);
        filter["studyUrlId"] = json!(self.bound[0].id);
        let answer = self.get(&users(&filter)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        each(&answer.body, "userName").into_iter().map(str::to_owned).collect()
    }

    /// Asks, and waits for every batch.
    async fn carried(&self, what: &str, body: Value) -> Vec<Value> {
        let begun = self.ask(what, body).await;
        assert_eq!(begun.status, 202, "{begun:?}");
        let mut done = Vec::new();
        for batch in begun.body["batchIds"].as_array().unwrap() {
            done.push(self.done(batch.as_str().unwrap(), "en").await);
        }
        done
    }

    /// What the trial system was last sent of a person.
    async fn sites_at(&self, user: &User) -> Vec<String> {
        let held = self.held(user).await;
        let sites = held[0]["grants"][0]["cells"]["sites"]["picks"].clone();
        sites.as_array().map(|ids| ids.iter().map(|id| id.as_str().unwrap().to_owned()).collect()).unwrap_or_default()
    }
}

both! {
    async fn people_of_a_study_get_a_site_more_and_lose_one(engine) {
        let w = World::new(engine).await;
        let (first, second) = (&w.sites[0].id, &w.sites[1].id);
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang], &[]).await;
        w.authorise(&w.row(&[0, 1], "coding", "tester", "uat"), &[&w.li], &[]).await;
        assert_eq!(w.allowed(json!({})).await, ["lina", "zhang"]);
        assert_eq!(w.allowed(json!({ "siteId": second })).await, ["lina"]);
        assert_eq!(w.allowed(json!({ "notAt": second })).await, ["zhang"]);
        assert_eq!(w.allowed(json!({ "q": "HANG" })).await, ["zhang"]);

        // Each with the roles that they have.
        let body = json!({ "studyUrlId": w.bound[0].id, "studySiteIds": [second], "tenantUserIds": [w.zhang.id, w.li.id] });
        let done = w.carried("sites", body).await;
        let now = done.iter().flat_map(|one| one["succeeded"].as_array().unwrap()).find(|one| one["label"] == "zhang Full (zhang)").unwrap();
        assert_eq!((&now["study"]["sitesBefore"], &now["study"]["siteNames"]), (&json!("S01 · Hospital S01"), &json!("S01 · Hospital S01、S02 · Hospital S02")));
        assert_eq!((done.len(), done.iter().all(|one| one["failed"] == json!([]))), (2, true), "{done:?}");
        assert_eq!(w.allowed(json!({ "siteId": second })).await, ["lina", "zhang"]);
        assert_eq!(w.sites_at(&w.zhang).await, [first.as_str(), second.as_str()]);
        let claims = w.claims(&w.zhang).await.to_string();
        assert!(claims.contains("S02") && claims.contains("cra") && !claims.contains("tester"), "{claims}");

        let ids = [w.grant(&w.zhang).await, w.grant(&w.li).await];
        let take = |site: &Id| json!({ "ids": ids, "isSite": true, "siteId": site, "reason": "Closed" });
        w.carried("cancel", take(first)).await;
        assert_eq!((w.allowed(json!({ "siteId": first })).await.len(), w.allowed(json!({})).await.len()), (0, 2));
        assert_eq!(w.sites_at(&w.zhang).await, [second.as_str()]);
        assert!(!w.claims(&w.zhang).await.to_string().contains("S01"));
        // Their last site takes the study.
        w.carried("cancel", take(second)).await;
        assert_eq!((w.allowed(json!({})).await.len(), w.knows(&w.zhang), w.claims(&w.li).await), (0, false, json!([])));
        let mut cx = ReadCtx::system(&w.t.kernel);
        let query = cx.db().await.unwrap().query("SELECT operation, kind, site_names, reason FROM grant_changes");
        let query = query.push(" WHERE grant_id = ", ids[0].clone()).sql(" ORDER BY version");
        let rows: Vec<(i64, String, String, String)> = query.all().await.unwrap();
        let row = |operation: i64, kind: &str, sites: &str, reason: &str| (operation, kind.to_owned(), sites.to_owned(), reason.to_owned());
        let (one, two) = ("S01 · Hospital S01", "S02 · Hospital S02");
        assert_eq!(rows, [row(1, "granted", one, ""), row(1, "changed", &format!("{one}、{two}"), ""),
            row(2, "changed", one, "Closed"), row(2, "revoked", two, "Closed")]);
    }
}

both! {
    async fn what_is_asked_about_the_people_of_a_study_is_checked(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang], &[]).await;
        let id = w.grant(&w.zhang).await;
        let site = &w.sites[1].id;
        let add = |people: Value, sites: Value| json!({ "studyUrlId": w.bound[0].id, "studySiteIds": sites, "tenantUserIds": people });
        for (what, body, want, field) in [
            ("sites", add(json!([]), json!([site])), 422, Some("tenantUserIds")),
            ("sites", add(json!([w.zhang.id]), json!([])), 422, Some("studySiteIds")),
            ("sites", add(json!([w.li.id]), json!([site])), 422, Some("tenantUserIds")),
            ("sites", add(json!([w.zhang.id]), json!(["019c0000-0000-7000-8000-000000000000"])), 422, Some("sites")),
            ("sites", json!({ "studyUrlId": w.bound[2].id, "studySiteIds": [site], "tenantUserIds": [w.zhang.id] }), 404, None),
            ("cancel", json!({ "ids": [id], "isSite": true, "reason": "x" }), 422, Some("siteId")),
            ("cancel", json!({ "ids": [id], "reason": " " }), 422, Some("reason")),
            ("cancel", json!({ "ids": ["019c0000-0000-7000-8000-000000000000"], "isSite": true, "siteId": site, "reason": "x" }), 404, None),
        ] {
            let answer = w.ask(what, body.clone()).await;
            assert_eq!(answer.status.as_u16(), want, "{body}: {answer:?}");
            assert_eq!(field.map(|field| vec![field]).unwrap_or_default(), answer.fields(), "{body}");
        }
        let of = json!({ "tenantId": w.here.id, "studyUrlId": w.bound[0].id });
        let there = w.manager_there();
        assert_eq!(w.raw(&there, "en", "GET", &users(&of), "").await.status, 404, "another tenant's");
        assert_eq!(w.get(&users(&json!({ "tenantId": w.there.id, "studyUrlId": w.bound[0].id }))).await.status, 404);
        let body = json!({ "tenantId": w.here.id, "ids": [id], "reason": "x" }).to_string();
        assert_eq!(w.raw(&there, "en", "POST", &w.at("/cancel"), body.clone()).await.status, 404);
        assert_eq!(w.raw(&w.manager(Act::View), "en", "POST", &w.at("/cancel"), body).await.status, 403, "looking is not taking");
        let tree = w.get(&format!("/api/admin/allowed-studies?tenantId={}&softId={}&studyName=alp", w.here.id, w.edc.id)).await;
        assert_eq!((each(&tree.body["list"], "studyCode"), &tree.body["next"]), (vec!["A-01"], &Value::Null));
        let sites = w.get(&format!("/api/admin/allowed-studies/{}/sites", w.bound[0].id)).await;
        assert_eq!(each(&sites.body["list"], "code"), ["S01", "S02"]);
        assert_eq!(w.raw(&there, "en", "GET", &format!("/api/admin/allowed-studies/{}/sites", w.bound[0].id), "").await.status, 404);
        // The whole, by the call of that name.
        w.carried("cancel", json!({ "ids": [id], "reason": "Left" })).await;
        assert_eq!(w.allowed(json!({})).await, Vec::<String>::new());
    }
}
