//! The permissions and the validation of requests.

use super::*;

both! {
    async fn a_request_that_is_not_understood_names_the_field(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let with = |key: &str, value: Value| {
            let mut body = w.request(&row);
            body["userIds"] = json!([w.zhang.id]);
            body[key] = value;
            body
        };
        for (body, status, code, field) in [
            (with("userIds", json!("zhang")), 400, "malformed", "userIds"),
            (with("userRole", json!(7)), 400, "malformed", "userRole"),
            (with("grants", json!([{"cells": {"project": {"picks": "x"}}}])), 400, "malformed", "grants[0].cells.project.picks"),
            (with("colour", json!("red")), 400, "malformed", "colour"),
            (with("userIds", json!([])), 422, "invalid", "userIds"),
            (with("userIds", json!(vec!["x"; 2_001])), 422, "invalid", "userIds"),
            (with("emails", json!(["not an address"])), 422, "invalid", "emails"),
            (with("userRole", json!(" ")), 422, "invalid", "userRole"),
            (with("userTypeId", json!("")), 422, "invalid", "userTypeId"),
            (with("grants", json!([])), 422, "invalid", "grants"),
        ] {
            let answer = w.ask("authorise", body).await;
            assert_eq!((answer.is(), answer.fields()), ((status, code), vec![field]), "{answer:?}");
            assert!(!answer.body["message"].as_str().unwrap().is_empty());
            assert_eq!(answer.body["requestId"], answer.headers["x-request-id"].to_str().unwrap());
        }
        let manager = w.manager(Act::Edit);
        for (body, status, code) in [
            ("{".to_owned(), 400, "malformed"),
            ("[]".to_owned(), 400, "malformed"),
            (format!("\"{}\"", "x".repeat(65 << 10)), 413, "too_large"),
        ] {
            let answer = w.raw(&manager, "en", "POST", &w.at("/authorise"), body).await;
            assert_eq!(answer.is(), (status, code));
            assert!(!answer.body["message"].as_str().unwrap().is_empty());
        }
        assert_eq!(w.get(&w.at("")).await.is(), (400, "malformed"), "no tenant");
        assert!(w.audited("authorisations").await.is_empty());
    }
}

both! {
    async fn nobody_asks_without_the_permission_or_beyond_their_tenant(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let mut body = w.request(&row);
        body["userIds"] = json!([w.zhang.id]);
        let accepted = w.ask("authorise", body.clone()).await;
        let batch = accepted.body["batchId"].as_str().unwrap().to_owned();
        w.done(&batch, "en").await;

        let tenant = format!("tenantId={}", w.here.id);
        let progress = format!("/api/admin/panels/batches/{batch}");
        let options = json!({"tenantId": w.here.id, "column": "project"});
        let validate = json!({"tenantId": w.here.id, "grants": [row]});
        let calls = [
            ("GET", format!("/api/admin/panels?{tenant}"), Value::Null),
            ("GET", w.at(&format!("?{tenant}")), Value::Null),
            ("GET", w.at(&format!("/grants?{tenant}")), Value::Null),
            ("GET", progress, Value::Null),
            ("POST", w.at("/options"), options),
            ("POST", w.at("/validate"), validate),
            ("POST", w.at("/authorise"), body),
        ];
        let other = Allowed::Menus([(Permission::Studies, Act::Edit)].into());
        let unable = fixtures::person(&Id::from("x"), Allowed::Nothing, &[(&w.here, other)]);
        for (who, status, code) in [
            (Who::Nobody, 401, "no_session"),
            (unable, 403, "forbidden"),
            (w.manager_there(), 404, "not_found"),
        ] {
            for (method, path, body) in &calls {
                let answer = w.raw(&who, "en", method, path, body.to_string()).await;
                assert_eq!(answer.is(), (status, code), "{method} {path}");
            }
        }
        // Permission to view is not permission to change.
        let (_, path, body) = &calls[6];
        let answer = w.raw(&w.manager(Act::View), "en", "POST", path, body.to_string()).await;
        assert_eq!(answer.is(), (403, "forbidden"));
        assert_eq!(w.system().applied(), 1);
    }
}

both! {
    async fn another_tenants_system_and_an_unknown_batch_are_not_there(engine) {
        let w = World::new(engine).await;
        // The other tenant has a study there, but no licence.
        let path = w.at(&format!("?tenantId={}", w.there.id));
        assert_eq!(w.raw(&w.manager_there(), "en", "GET", &path, "").await.is(), (404, "not_found"));
        let path = format!("/api/admin/panels/nothing?tenantId={}", w.here.id);
        assert_eq!(w.get(&path).await.is(), (404, "not_found"));
        assert_eq!(w.get("/api/admin/panels/batches/nothing").await.is(), (404, "not_found"));
        let list = w.raw(&w.manager_there(), "en", "GET", &format!("/api/admin/panels?tenantId={}", w.there.id), "").await;
        assert_eq!((list.status.as_u16(), list.body), (200, json!([])));
    }
}
