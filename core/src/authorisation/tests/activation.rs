//! A plugin serves the tenants that an operator chose.

use super::management::operator;
use super::*;
use crate::authorisation::runner;

impl World {
    /// Switches the plugin of EDC for a tenant.
    async fn switch(&self, tenant: &Tenant, version: i64, active: Value) -> Answer {
        let path = format!("plugin-systems/020/tenants/{}", tenant.id);
        self.manage("PUT", &path, json!({ "version": version, "active": active })).await
    }

    async fn panel(&self) -> Value {
        self.get(&format!("/api/admin/panels?tenantId={}", self.here.id)).await.body[0].clone()
    }

    /// Name and state of the tenants of a filter: served, and by a switch of its own.
    async fn served(&self, filter: &Value) -> Vec<(String, bool, bool)> {
        let filter: String = url::form_urlencoded::byte_serialize(filter.to_string().as_bytes()).collect();
        let list =
            self.manage("GET", &format!("plugin-systems/020/tenants?range=[0,99]&filter={filter}"), Value::Null).await;
        assert_eq!(list.status, StatusCode::OK, "{list:?}");
        let of =
            |row: &Value| (row["tenantName"].as_str().unwrap().to_owned(), row["active"] == true, row["own"] == true);
        list.body.as_array().unwrap().iter().map(of).collect()
    }
}

const SAID: (&str, &str) = (
    "该系统的授权面板未对本租户启用，请联系平台管理员",
    "The authorisation panel of this system is not switched on for this tenant; please ask the platform's administrator",
);

both! {
    async fn a_tenant_that_a_plugin_does_not_serve_keeps_what_it_has(engine) {
        let w = World::new(engine).await;
        let other = w.another().await;
        let row = w.row(&[0], "reports", "cra", "prod");
        w.authorise(&row, &[&w.zhang], &[]).await;
        let claims = w.claims(&w.zhang).await;
        assert_ne!(claims, json!([]));
        let under_way = w.written().await;

        let off = w.switch(&w.here, 0, json!(false)).await;
        assert_eq!((off.status, &off.body["active"], &off.body["own"]), (StatusCode::OK, &json!(false), &json!(true)), "{off:?}");
        // Every call of the panel says so, and on the other node too.
        for (language, sentence) in [("zh", SAID.0), ("en", SAID.1)] {
            let refused = w.definition(language).await;
            assert_eq!((refused.is(), &refused.body["message"]), ((403, "plugin_inactive"), &json!(sentence)));
        }
        let panel = w.panel().await;
        assert_eq!((&panel["available"], &panel["reason"]), (&json!(false), &json!(SAID.1)));
        let mut authorise = w.request(&row);
        authorise["userIds"] = json!([w.li.id]);
        for (what, body) in [
            ("options", json!({ "column": "project" })),
            ("validate", json!({ "grants": [row] })),
            ("authorise", authorise),
        ] {
            assert_eq!(w.ask(what, body).await.is(), (403, "plugin_inactive"), "{what}");
        }
        let path = w.at(&format!("?tenantId={}", w.here.id));
        let there = face::face(&other).oneshot({
            let mut request = Request::get(path).body(Body::empty()).unwrap();
            request.extensions_mut().insert(w.manager(Act::View));
            request
        });
        assert_eq!(there.await.unwrap().status(), StatusCode::FORBIDDEN);

        // What was accepted before is carried out; what people have stays, and can be taken away.
        assert!(runner::run(&other, &under_way).await.unwrap());
        let done = w.done(under_way.as_str(), "en").await;
        assert_eq!((done["succeeded"].as_array().unwrap().len(), &done["failed"]), (2, &json!([])));
        assert_eq!(w.claims(&w.zhang).await, claims);
        let gone = w.revoked(&[&w.grant(&w.zhang).await]).await;
        assert_eq!((gone["succeeded"].as_array().unwrap().len(), w.claims(&w.zhang).await), (1, json!([])));
        assert!(!w.knows(&w.zhang));

        // On again; it was audited for the tenant.
        assert_eq!(w.switch(&w.here, 1, json!(true)).await.status, StatusCode::OK);
        assert_eq!((w.definition("en").await.status, &w.panel().await["available"]), (StatusCode::OK, &json!(true)));
        let noted = w.audited("plugins").await;
        let noted: Vec<_> = noted.iter().filter(|row| row.action == "plugin.tenant_switched").collect();
        assert!(noted.iter().all(|row| row.tenant_id.as_deref() == Some(w.here.id.as_str())));
        assert_eq!(noted[0].after(), json!({ "webCode": "020", "active": false, "own": true }));
        assert_eq!(noted.len(), 2);
    }
}

both! {
    async fn a_plugin_serves_every_tenant_or_those_that_were_switched_on(engine) {
        let w = World::new(engine).await;
        let name = |tenant: &Tenant| tenant.tenant_name.clone();
        let (here, there) = (name(&w.here), name(&w.there));
        let at_first = w.manage("GET", "plugin-systems/020", Value::Null).await;
        assert_eq!(at_first.body, json!({ "id": "020", "version": 0, "everywhere": true }));
        assert_eq!(w.served(&json!({})).await, [(here.clone(), true, false), (there.clone(), true, false)]);
        w.switch(&w.here, 0, json!(true)).await;

        let reach = |version: i64, everywhere: bool| json!({ "version": version, "everywhere": everywhere });
        let chosen = w.manage("PUT", "plugin-systems/020", reach(0, false)).await;
        assert_eq!((chosen.status, chosen.body), (StatusCode::OK, json!({ "id": "020", "version": 1, "everywhere": false })));
        assert_eq!(w.manage("PUT", "plugin-systems/020", reach(0, true)).await.is(), (409, "conflict"));
        assert_eq!(w.served(&json!({})).await, [(here.clone(), true, true), (there.clone(), false, false)]);
        assert_eq!(w.served(&json!({ "active": false })).await, [(there.clone(), false, false)]);
        assert_eq!(w.served(&json!({ "own": true })).await, [(here.clone(), true, true)]);
        assert_eq!(w.served(&json!({ "q": "ther" })).await, [(there.clone(), false, false)]);
        assert_eq!(w.definition("en").await.status, StatusCode::OK);

        // As the others again, which are not served.
        assert_eq!(w.switch(&w.here, 0, Value::Null).await.is(), (409, "conflict"));
        let follows = w.switch(&w.here, 1, Value::Null).await;
        assert_eq!((&follows.body["active"], &follows.body["own"]), (&json!(false), &json!(false)));
        assert_eq!(w.definition("en").await.is(), (403, "plugin_inactive"));
        // An upgrade changes nothing of it, and the system of a domain is not initialised.
        w.replace(&failing::evil(2, false)).await;
        assert_eq!(w.definition("en").await.is(), (403, "plugin_inactive"));
        let path = format!("/api/admin/domains/{}/initialise", w.domain.id);
        assert_eq!(w.raw(&fixtures::admin(), "en", "POST", &path, "").await.is(), (403, "plugin_inactive"));
        for missing in ["plugin-systems/999", "plugin-systems/020/tenants/nothing"] {
            let body = json!({ "version": 0, "everywhere": true });
            let body = if missing.contains("tenants") { json!({ "version": 0, "active": true }) } else { body };
            assert_eq!(w.manage("PUT", missing, body).await.is(), (404, "not_found"), "{missing}");
        }
    }
}

mod attacks {
    use super::*;
    use crate::attack::refused;

    both! {
        async fn who_may_not_manage_plugins_switches_and_fills_in_nothing(engine) {
            let w = World::new(engine).await;
            let everything_there = fixtures::person(&Id::from("t"), Allowed::Nothing, &[(&w.here, Allowed::Everything)]);
            let calls = [
                ("plugin-systems/020".to_owned(), json!({ "version": 0, "everywhere": false })),
                (format!("plugin-systems/020/tenants/{}", w.here.id), json!({ "version": 0, "active": false })),
                ("plugin-systems/020/settings".to_owned(), json!({ "version": 0, "values": { "environments": "uat" } })),
            ];
            let mut tried = Vec::new();
            for (path, body) in &calls {
                for who in [&operator(Act::View), &everything_there, &w.manager(Act::Edit)] {
                    tried.push(w.manage_as(who, "PUT", path, body.clone()).await.is() == (403, "forbidden"));
                }
                tried.push(w.manage_as(&everything_there, "GET", path, Value::Null).await.status == StatusCode::FORBIDDEN
                    || path.contains("/tenants/"));
            }
            // At a session that was left alone.
            w.t.clock.advance(601);
            for (path, body) in &calls {
                tried.push(w.manage("PUT", path, body.clone()).await.is() == (403, "recent_proof"));
            }
            assert_eq!(w.definition("en").await.status, StatusCode::OK);
            refused("activation and settings of plugins without permission or proof", engine, tried.len(), tried.iter().filter(|t| **t).count());
        }
    }
}
