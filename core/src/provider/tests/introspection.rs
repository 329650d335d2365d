use super::*;
use crate::both;

const API: &str = "https://api.example.org/";

/// `app` signs people in, `api` is a resource, `job` has tokens of its own, `other` is unrelated.
async fn world(engine: Engine, app: Value) -> World {
    let w = World::new(engine).await;
    let mut metadata = json!({ "client_id": "app", "client_secret": SECRET, "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token"], "cardea_resources": [API] });
    metadata.as_object_mut().unwrap().extend(app.as_object().unwrap().clone());
    for metadata in [
        metadata,
        json!({ "client_id": "api", "client_secret": SECRET, "grant_types": ["client_credentials"], "cardea_audience": [API] }),
        json!({ "client_id": "job", "client_secret": SECRET, "grant_types": ["client_credentials"], "cardea_resources": [API],
            "scope": "read" }),
        json!({ "client_id": "other", "client_secret": SECRET, "grant_types": ["client_credentials"] }),
    ] {
        w.register(metadata).await;
    }
    w
}

async fn tokens(w: &World, who: &Who, more: &[(&str, &str)]) -> Value {
    let code = w.authorize(&request(&[("client_id", Some("app")), ("scope", Some("openid email"))]), who).await;
    let code = code.location().1["code"].clone();
    let mut pairs = vec![
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    pairs.extend(more);
    let answer = w.post("/oauth2/token", query(&pairs), Some(&basic("app", SECRET)), &Who::Nobody).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()
}

async fn job(w: &World) -> Value {
    let form = query(&[("grant_type", "client_credentials"), ("resource", API)]);
    w.post("/oauth2/token", form, Some(&basic("job", SECRET)), &Who::Nobody).await.json()
}

async fn introspect(w: &World, client: &str, token: &Value) -> Value {
    let form = query(&[("token", token.as_str().unwrap()), ("token_type_hint", "refresh_token")]);
    let answer = w.post("/oauth2/introspect", form, Some(&basic(client, SECRET)), &Who::Nobody).await;
    assert_eq!((answer.status, answer.header("cache-control")), (StatusCode::OK, "no-store"), "{answer:?}");
    answer.json()
}

async fn revoke(w: &World, client: &str, token: &Value) -> Answer {
    let form = query(&[("token", token.as_str().unwrap())]);
    w.post("/oauth2/revoke", form, Some(&basic(client, SECRET)), &Who::Nobody).await
}

fn inactive() -> Value {
    json!({ "active": false })
}

both! {
    async fn a_token_is_explained_to_those_whom_it_is_for(engine) {
        for (format, settings) in [("jwt", json!({})), ("opaque", json!({ "cardea_access_token_format": "opaque" }))] {
            let w = world(engine, settings).await;
            let who = w.sign_in("u1", "s1").await;
            let all = tokens(&w, &who, &[("resource", API)]).await;
            let told = introspect(&w, "api", &all["access_token"]).await;
            assert_eq!(told, json!({ "active": true, "token_type": "Bearer", "iss": ISSUER, "sub": "u1", "aud": API,
                "client_id": "app", "scope": "openid email", "iat": NOW, "exp": NOW + 600, "jti": told["jti"], "sid": "s1",
                "grant_id": told["grant_id"], "auth_time": NOW, "acr": "password", "amr": ["pwd"] }), "{format}");
            assert_eq!(introspect(&w, "app", &all["access_token"]).await, told, "its own");
            assert_eq!(introspect(&w, "other", &all["access_token"]).await, inactive(), "{format}");
            let refresh = introspect(&w, "app", &all["refresh_token"]).await;
            assert_eq!(refresh, json!({ "active": true, "iss": ISSUER, "sub": "u1", "client_id": "app", "sid": "s1",
                "scope": "openid email", "exp": refresh["exp"] }));
            for client in ["api", "other"] {
                assert_eq!(introspect(&w, client, &all["refresh_token"]).await, inactive(), "{client}");
            }
            let unbound = tokens(&w, &who, &[]).await;
            assert_eq!(introspect(&w, "api", &unbound["access_token"]).await, inactive(), "for userinfo, not for the API");
            for nothing in [&all["id_token"], &json!("x"), &json!("cardea_at_x"), &json!("cardea_rt_x.y.z")] {
                assert_eq!(introspect(&w, "app", nothing).await, inactive(), "{nothing}");
            }
            w.sql("UPDATE sessions SET ended_at = 1").await;
            for token in ["access_token", "refresh_token"] {
                assert_eq!(introspect(&w, "app", &all[token]).await, inactive(), "{token}");
            }
        }
    }
}

both! {
    async fn an_opaque_token_shows_nothing_and_works_where_a_jwt_does(engine) {
        let w = world(engine, json!({ "cardea_access_token_format": "opaque" })).await;
        let all = tokens(&w, &w.sign_in("u1", "s1").await, &[]).await;
        let token = all["access_token"].as_str().unwrap();
        assert!(token.starts_with("cardea_at_") && !token.contains('.'), "{token}");
        assert_eq!(w.get_as("/oauth2/userinfo", &format!("Bearer {token}")).await.json()["email"], "li@example.org");
        let altered = format!("{}{}", &token[..token.len() - 2], if token.ends_with("AA") { "BB" } else { "AA" });
        assert_eq!(w.get_as("/oauth2/userinfo", &format!("Bearer {altered}")).await.status, StatusCode::UNAUTHORIZED);
        w.t.clock.advance(600);
        assert_eq!(introspect(&w, "app", &all["access_token"]).await, inactive());
    }
}

both! {
    async fn only_who_proves_themselves_may_ask(engine) {
        let w = world(engine, json!({})).await;
        let all = tokens(&w, &w.sign_in("u1", "s1").await, &[]).await;
        let token = all["access_token"].as_str().unwrap();
        for (form, auth) in [
            (query(&[("token", token)]), None),
            (query(&[("token", token), ("client_id", "spa")]), None),
            (query(&[("token", token)]), Some(basic("app", "wrong"))),
            (query(&[("token", token)]), Some(format!("Bearer {token}"))),
        ] {
            let answer = w.post("/oauth2/introspect", form, auth.as_deref(), &Who::Nobody).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (401, &json!("invalid_client")), "{auth:?}");
        }
        let answer = w.post("/oauth2/introspect", String::new(), Some(&basic("app", SECRET)), &Who::Nobody).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (400, &json!("invalid_request")));
    }
}

both! {
    async fn revoking_takes_the_family_of_a_person(engine) {
        for revoked in ["access_token", "refresh_token"] {
            let w = world(engine, json!({})).await;
            let who = w.sign_in("u1", "s1").await;
            let (all, kept) = (tokens(&w, &who, &[]).await, tokens(&w, &who, &[]).await);
            let answer = revoke(&w, "other", &all[revoked]).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (400, &json!("invalid_grant")));
            assert_eq!(introspect(&w, "app", &all[revoked]).await["active"], true);
            for _ in 0..2 {
                assert_eq!(revoke(&w, "app", &all[revoked]).await.status, StatusCode::OK);
            }
            for token in ["access_token", "refresh_token"] {
                assert_eq!(introspect(&w, "app", &all[token]).await, inactive(), "{token} after {revoked}");
                assert_eq!(introspect(&w, "app", &kept[token]).await["active"], true, "another sign-in's {token}");
            }
            assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'token.revoked'").await, 1);
        }
    }
}

both! {
    async fn a_clients_own_token_is_taken_back_alone(engine) {
        let w = world(engine, json!({})).await;
        let (one, two) = (job(&w).await, job(&w).await);
        assert_eq!(introspect(&w, "api", &one["access_token"]).await["sub"], "job");
        for _ in 0..2 {
            assert_eq!(revoke(&w, "job", &one["access_token"]).await.status, StatusCode::OK);
        }
        assert_eq!(introspect(&w, "api", &one["access_token"]).await, inactive());
        assert_eq!(introspect(&w, "api", &two["access_token"]).await["active"], true);
        w.t.clock.advance(601);
        assert_eq!(w.provider.sweep().await.unwrap(), 1, "forgotten when the token is over anyway");
    }
}

both! {
    async fn what_is_no_token_is_revoked_already(engine) {
        let w = world(engine, json!({})).await;
        for text in ["x", "a.b.c", "cardea_rt_x.y.z", "cardea_at_"] {
            let answer = revoke(&w, "app", &json!(text)).await;
            assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, ""), "{text}");
        }
        let answer = w.post("/oauth2/revoke", query(&[("token", "x")]), None, &Who::Nobody).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
}
