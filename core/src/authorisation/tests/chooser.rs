//! The portal's lists: the systems and studies that a person is authorised in, and no others.

use super::*;

impl World {
    async fn studies(&self, user: &User, query: &str) -> Answer {
        let who = fixtures::person(&user.id, Allowed::Nothing, &[]);
        self.raw(&who, "en", "GET", &format!("/api/sys/user/studies{query}"), "").await
    }

    /// Study codes and addresses.
    async fn found(&self, user: &User, web_code: &str) -> Vec<(String, Value)> {
        let answer = self.studies(user, &format!("?webCode={web_code}")).await;
        assert_eq!(answer.body["code"], "200", "{answer:?}");
        let study = |s: &Value| (s["studyCode"].as_str().unwrap().to_owned(), s["launchUrl"].clone());
        answer.body["data"].as_array().unwrap().iter().map(study).collect()
    }

    async fn in_both(&self) {
        for project in [0, 1] {
            let study = json!({"column": "sites", "picked": [{"column": "project", "id": self.bound[project].id}]});
            let sites = self.ask("options", study).await;
            let mut row = self.row(&[], "reports", "cra", "prod");
            row["cells"]["project"]["picks"] = json!([self.bound[project].id]);
            row["cells"]["sites"] = json!({"picks": [sites.body["choices"][0]["id"]]});
            let done = self.authorise(&row, &[&self.zhang], &[]).await;
            assert_eq!(done["failed"], json!([]));
        }
    }
}

both! {
    async fn the_studies_of_a_system_are_those_somebody_is_authorised_in(engine) {
        let w = World::new(engine).await;
        w.in_both().await;
        let site = json!(w.domain.website_url);
        let (a, b) = (("A-01".to_owned(), site.clone()), ("B-01".to_owned(), site));
        assert_eq!(w.found(&w.zhang, "020").await, [a.clone(), b.clone()]);
        assert_eq!((w.found(&w.li, "020").await, w.found(&w.zhang, "030").await), (vec![], vec![]));
        let first = &w.studies(&w.zhang, "?webCode=020").await.body["data"][0];
        assert_eq!((&first["studyName"], &first["tenantId"], &first["tenantName"], &first["webCode"]),
            (&json!("Alpha"), &json!(w.here.id), &json!(w.here.tenant_name), &json!("020")));

        for (gone, back, id, left) in [
            ("UPDATE studies SET deleted_at = 1 WHERE id = $1", "UPDATE studies SET deleted_at = NULL WHERE id = $1",
             &w.bound[0].study_id, vec![b.clone()]),
            ("UPDATE study_software SET deleted_at = 1 WHERE id = $1",
             "UPDATE study_software SET deleted_at = NULL WHERE id = $1", &w.bound[1].id, vec![a.clone()]),
            ("UPDATE memberships SET enabled = 1 WHERE user_id = $1", "UPDATE memberships SET enabled = 0 WHERE user_id = $1",
             &w.zhang.id, vec![]),
            ("UPDATE licences SET is_enable = FALSE WHERE software_id = $1",
             "UPDATE licences SET is_enable = TRUE WHERE software_id = $1", &w.edc.id, vec![]),
        ] {
            w.alter(gone, id).await;
            assert_eq!(w.found(&w.zhang, "020").await, left, "{gone}");
            w.alter(back, id).await;
        }
        assert_eq!(w.found(&w.zhang, "020").await, [a, b]);
    }
}

both! {
    async fn what_has_no_url_is_shown_without_one(engine) {
        let w = World::new(engine).await;
        w.in_both().await;
        let away = "UPDATE tenant_domains SET deleted_at = 1 WHERE id = $1";
        // One study moves to a domain of its own; the tenant keeps an address as long as one is left.
        let mut cx = fixtures::system(&w.t.kernel);
        let second = fixtures::domain(&mut cx, &w.here, &w.edc).await;
        cx.db().await.unwrap().write("UPDATE study_software SET tenant_domain_id = $1 WHERE id = $2")
            .bind(second.id.clone()).bind(w.bound[1].id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
        let two = w.reachable(&w.zhang).await;
        assert_eq!(two.as_array().unwrap().len(), 2, "a tenant with two domains: {two}");
        w.alter(away, &w.domain.id).await;
        let one = w.reachable(&w.zhang).await;
        assert_eq!((one.as_array().unwrap().len(), &one[0]["tenantUrlId"]), (1, &json!(second.id)));
        assert_eq!(w.found(&w.zhang, "020").await, [("A-01".into(), Value::Null), ("B-01".into(), json!(second.website_url))]);
        w.alter(away, &second.id).await;
        let none = w.reachable(&w.zhang).await;
        assert_eq!((none.as_array().unwrap().len(), &none[0]["launchUrl"]), (1, &Value::Null));
    }
}

both! {
    async fn who_asks_wrongly_or_is_nobody_is_told_so(engine) {
        let w = World::new(engine).await;
        for query in ["", "?webCode=", "?webCode=%00", "?webCode=0-0", "?webCode=020&webCode=030", "?webCode=012345678901234567890"] {
            let answer = w.studies(&w.zhang, query).await;
            assert_eq!(answer.body["code"], "400", "{query}: {answer:?}");
        }
        for path in ["/api/sys/user/studies?webCode=020", "/api/sys/user/software"] {
            let answer = w.raw(&Who::Nobody, "zh", "GET", path, "").await;
            assert_eq!((&answer.body["code"], &answer.body["message"]), (&json!("401"), &json!("请先登录")));
        }
    }
}
