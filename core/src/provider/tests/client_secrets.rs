//! Client secrets: replaced with overlap, removed.

use futures::future::join_all;

use super::clients_admin::{Admin, CLIENTS, administrator};
use super::*;
use crate::both;

/// Whether a secret authenticates the client at the token endpoint, by the error for a wrong code.
pub async fn authenticates(w: &World, id: &str, secret: &str) -> bool {
    let form = query(&[
        ("grant_type", "authorization_code"),
        ("code", "none"),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ]);
    let answer = w.post("/oauth2/token", form, Some(&basic(id, secret)), &Who::Nobody).await;
    match answer.json()["error"].as_str().unwrap() {
        "invalid_grant" => true,
        "invalid_client" => false,
        other => panic!("{other}: {answer:?}"),
    }
}

both! {
    async fn secrets_are_replaced_with_overlap(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let made = admin.ok("POST", CLIENTS, &json!({ "redirect_uris": [CALLBACK] })).await;
        let (id, first) = (made["id"].as_str().unwrap(), made["client_secret"].as_str().unwrap().to_owned());
        let path = format!("{CLIENTS}/{id}/secrets");
        w.t.clock.advance(1);
        let second = admin.ok("POST", &path, &json!({})).await;
        let text = second["clientSecret"].as_str().unwrap();
        assert!(text != first && authenticates(&w, id, &first).await && authenticates(&w, id, text).await);
        let listed = admin.get(&path).await.json();
        assert_eq!(listed[0]["expiresAt"], "2026-01-12T08:00:01.000Z", "a week");
        assert_eq!(listed[1]["expiresAt"], Value::Null);
        assert!(!listed.to_string().contains("ecret\""), "{listed}");

        w.t.clock.advance(7 * 86_400);
        assert!(!authenticates(&w, id, &first).await && authenticates(&w, id, text).await);
        assert_eq!(admin.get(&path).await.json().as_array().unwrap().len(), 1);
        let third = admin.ok("POST", &path, &json!({ "overlapSeconds": 0 })).await;
        assert!(!authenticates(&w, id, text).await, "at once");
        let third_path = format!("{path}/{}", third["id"].as_str().unwrap());
        let only = admin.send(&administrator(), "DELETE", &third_path, &Value::Null).await;
        assert_eq!(only.status, 422, "the client could not come back");
        let fourth = admin.ok("POST", &path, &json!({ "overlapSeconds": 60 })).await;
        admin.ok("DELETE", &third_path, &Value::Null).await;
        assert!(!authenticates(&w, id, third["clientSecret"].as_str().unwrap()).await);
        assert!(authenticates(&w, id, fourth["clientSecret"].as_str().unwrap()).await);
        assert_eq!(admin.send(&administrator(), "DELETE", &third_path, &Value::Null).await.status, 404);
        for overlap in [-1, 30 * 86_400 + 1] {
            let answer = admin.send(&administrator(), "POST", &path, &json!({ "overlapSeconds": overlap })).await;
            assert!(answer.json()["errors"]["overlapSeconds"].is_string(), "{answer:?}");
        }
        let public = admin.send(&administrator(), "POST", &format!("{CLIENTS}/spa/secrets"), &json!({})).await;
        assert_eq!(public.status, 422);
        // A change of the client keeps its secrets; a method without a secret removes them.
        let now = admin.get(&format!("{CLIENTS}/{id}")).await.json()["version"].clone();
        let put = json!({ "version": now, "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none" });
        admin.ok("PUT", &format!("{CLIENTS}/{id}"), &put).await;
        assert_eq!(admin.get(&path).await.json(), json!([]));
        for secret in [&first, text] {
            let sql = "SELECT COUNT(*) FROM audit_events WHERE after LIKE ";
            let mut cx = w.cx();
            let (count,): (i64,) =
                cx.db().await.unwrap().query(sql).push("", format!("%{secret}%")).one().await.unwrap();
            assert_eq!(count, 0);
        }
    }
}

both! {
    async fn a_hundred_new_secrets_at_once_leave_only_so_many_that_count(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let path = format!("{CLIENTS}/edc/secrets");
        let (who, nothing) = (administrator(), json!({}));
        let all = join_all((0..100).map(|_| admin.send(&who, "POST", &path, &nothing))).await;
        assert_eq!(all.iter().filter(|a| a.status == 201).count(), 4, "one was there");
        assert_eq!(admin.get(&path).await.json().as_array().unwrap().len(), 5);
    }
}
