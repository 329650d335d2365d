//! Attempts of one client to use what belongs to another.

use super::*;
use crate::attack::refused;
use crate::both;
use crate::provider::token::store::{AUTHORIZATION_CODES, NewFamily, begin_family, find_code};

const API: &str = "https://api.example.org/";

/// Tokens of a person at a client with this metadata.
async fn tokens(w: &World, id: &str, more: Value, scope: &str) -> Value {
    let mut metadata = json!({ "client_id": id, "client_secret": SECRET, "redirect_uris": [CALLBACK] });
    metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    w.register(metadata).await;
    let who = w.sign_in("u1", Box::leak(format!("s-{id}").into_boxed_str())).await;
    let asked = request(&[("client_id", Some(id)), ("scope", Some(scope))]);
    let code = w.authorize(&asked, &who).await.location().1["code"].clone();
    let form = query(&[
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ]);
    let answer = w.post("/oauth2/token", form, Some(&basic(id, SECRET)), &Who::Nobody).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()
}

async fn userinfo(w: &World, tokens: &Value) -> Answer {
    w.get_as("/oauth2/userinfo", &format!("Bearer {}", tokens["access_token"].as_str().unwrap())).await
}

both! {
    async fn who_may_ask_for_a_resource_is_not_the_resource(engine) {
        let w = World::new(engine).await;
        let job = json!({ "client_secret": SECRET, "grant_types": ["client_credentials"], "cardea_resources": [API] });
        for (id, more) in [("job", json!({})), ("thief", json!({})), ("api", json!({ "cardea_audience": [API] }))] {
            let mut metadata = job.clone();
            metadata["client_id"] = json!(id);
            metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            w.register(metadata).await;
        }
        let form = query(&[("grant_type", "client_credentials"), ("resource", API)]);
        let token = w.post("/oauth2/token", form, Some(&basic("job", SECRET)), &Who::Nobody).await.json();
        let form = query(&[("token", token["access_token"].as_str().unwrap())]);
        let mut told = Vec::new();
        for client in ["api", "thief"] {
            let answer = w.post("/oauth2/introspect", form.clone(), Some(&basic(client, SECRET)), &Who::Nobody).await;
            told.push(answer.json()["active"] == true);
        }
        assert!(told[0], "the resource itself is told");
        refused("introspection of tokens for a resource that one may only ask for", engine, 1, usize::from(!told[1]));
    }
}

both! {
    async fn a_client_that_is_no_trial_system_learns_nobodys_tenant(engine) {
        let w = World::new(engine).await;
        w.sql("UPDATE sessions SET tenant_id = 't1'").await;
        let cardea = "openid profile cardea";
        let (mut tried, mut kept) = (0, 0);
        for (id, more, scope) in [
            ("blog", json!({}), cardea),
            ("tenants", json!({ "cardea_tenant_id": "t1" }), cardea),
            ("silent", json!({ "scope": cardea, "cardea_tenant_id": "t1" }), "openid profile"),
        ] {
            let tokens = tokens(&w, id, more, scope).await;
            let id_token = verified(&w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT");
            for claims in [id_token, userinfo(&w, &tokens).await.json()] {
                tried += 1;
                kept += usize::from(claims.get("cardea_tenant").is_none() && claims.get("cardea_studies").is_none());
            }
        }
        refused("a client that is no trial system asks for a person's tenant", engine, tried, kept);
        // A client allowed by an administrator gets the studies of every system.
        let tokens = tokens(&w, "warehouse", json!({ "scope": cardea, "cardea_tenant_id": "t1" }), cardea).await;
        let claims = userinfo(&w, &tokens).await.json();
        assert_eq!((&claims["cardea_tenant"]["code"], &claims["cardea_studies"][0]["study"]), (&json!("T001"), &json!("CT-001")));
    }
}

both! {
    async fn an_access_token_of_the_same_type_is_no_id_token_and_the_reverse(engine) {
        let w = World::new(engine).await;
        let tokens = tokens(&w, "spring", json!({ "cardea_access_token_type": "JWT" }), "openid email").await;
        let access = tokens["access_token"].as_str().unwrap();
        let claims = verified(&w.jwks().await, access, "JWT");
        assert_eq!((&claims["token_use"], &claims["client_id"]), (&json!("access"), &json!("spring")));
        assert_eq!(userinfo(&w, &tokens).await.status, StatusCode::OK, "it is an access token all the same");
        let mut kept = 0;
        let hint = query(&[("id_token_hint", access), ("client_id", "spring")]);
        kept += usize::from(w.get(&format!("/oauth2/logout?{hint}"), &Who::Nobody).await.status == StatusCode::BAD_REQUEST);
        let swapped = json!({ "access_token": tokens["id_token"] });
        kept += usize::from(userinfo(&w, &swapped).await.status == StatusCode::UNAUTHORIZED);
        let form = query(&[("token", tokens["id_token"].as_str().unwrap())]);
        let told = w.post("/oauth2/introspect", form, Some(&basic("spring", SECRET)), &Who::Nobody).await.json();
        kept += usize::from(told == json!({ "active": false }));
        refused("an ID token and an access token of the same typ are taken for each other", engine, 3, kept);
    }
}

both! {
    async fn what_ended_since_the_code_was_read_is_seen_when_it_is_used_up(engine) {
        let w = World::new(engine).await;
        let ends = [
            "UPDATE sessions SET ended_at = 1",
            "UPDATE sessions SET expires_at = 1",
            "UPDATE users SET status = 1 WHERE id = 'u1'",
            // The effect of a withdrawn consent.
            "UPDATE authorization_codes SET expires_at = 1",
        ];
        let mut kept = 0;
        for (at, end) in ends.into_iter().enumerate() {
            let who = w.sign_in("u1", Box::leak(format!("s{at}").into_boxed_str())).await;
            let code = w.code(&who).await;
            let hash = w.t.kernel.hash("authorization_code", &code);
            let client = w.provider.clients().get("edc").await.unwrap().unwrap();
            let row = find_code(&mut w.cx(), &hash, w.provider.trials(), &client).await.unwrap().unwrap();
            assert!(row.holds, "as it was read");
            w.sql(end).await;
            let mut cx = w.cx();
            let family = cx.new_id();
            let begun = NewFamily {
                id: &family,
                client_id: &row.client_id,
                user_id: &row.basis.user.id,
                session_id: &row.basis.session_id,
                offline: false,
                granted: &row.granted.0,
                expires_at: row.basis.session_expires_at,
                refresh: None,
            };
            let touched = begin_family(&mut cx, AUTHORIZATION_CODES, &hash, begun).await.unwrap();
            cx.commit().await.unwrap();
            kept += usize::from(touched.rows() == 0);
            w.sql("UPDATE users SET status = 0").await;
        }
        assert_eq!(w.count("SELECT COUNT(*) FROM token_families").await, 0);
        refused("a code is used up although what it rests on ended meanwhile", engine, ends.len(), kept);
    }
}

both! {
    /// Each lookup of a client is a query: unknown names get only a few of them, and a client registered on another
    /// node is found at the next regular refresh.
    async fn clients_that_there_are_not_cost_the_database_little(engine) {
        let w = World::new(engine).await;
        let other = w.node().await;
        assert!(w.provider.clients().get("edc").await.unwrap().is_some());
        for n in 0..20 {
            assert!(w.provider.clients().get(&format!("nobody-{n}")).await.unwrap().is_none());
        }
        other.register(json!({ "client_id": "late", "client_secret": SECRET, "redirect_uris": [CALLBACK] })).await;
        let looked = |found: Option<_>| usize::from(found.is_some());
        let mut found = looked(w.provider.clients().get("late").await.unwrap());
        for n in 20..60 {
            found += looked(w.provider.clients().get(&format!("nobody-{n}")).await.unwrap());
        }
        refused("looks for clients that there are not, beyond a few", engine, 41, 41 - found);
        w.t.clock.advance(3);
        assert!(w.provider.clients().get("late").await.unwrap().is_some());
    }
}
