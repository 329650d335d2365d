use super::*;
use crate::both;

const A: &str = "https://api.example.org/a";
const B: &str = "https://api.example.org/b";

async fn world(engine: Engine, settings: Value) -> World {
    let w = World::new(engine).await;
    let mut metadata = json!({ "client_id": "job", "client_secret": SECRET, "grant_types": ["client_credentials"],
        "scope": "openid email subjects:read visits:write", "cardea_resources": [A, B] });
    metadata.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    w.register(metadata).await;
    w
}

async fn ask(w: &World, more: &[(&str, &str)]) -> Answer {
    let mut pairs = vec![("grant_type", "client_credentials")];
    pairs.extend(more);
    w.post("/oauth2/token", query(&pairs), Some(&basic("job", SECRET)), &Who::Nobody).await
}

both! {
    async fn a_client_gets_a_token_of_its_own(engine) {
        let w = world(engine, json!({ "cardea_access_token_seconds": 90 })).await;
        let answer = ask(&w, &[]).await;
        assert_eq!((answer.status, answer.header("cache-control")), (StatusCode::OK, "no-store"), "{answer:?}");
        let tokens = answer.json();
        let claims = verified(&w.jwks().await, tokens["access_token"].as_str().unwrap(), "at+jwt");
        assert_eq!(tokens, json!({ "access_token": tokens["access_token"], "token_type": "Bearer", "expires_in": 90,
            "scope": "subjects:read visits:write" }), "and neither refresh token nor ID token");
        assert_eq!(claims, json!({ "iss": ISSUER, "sub": "job", "client_id": "job", "aud": ISSUER, "iat": NOW,
            "exp": NOW + 90, "jti": claims["jti"], "scope": "subjects:read visits:write" }));
        let other = ask(&w, &[]).await.json();
        let other = verified(&w.jwks().await, other["access_token"].as_str().unwrap(), "at+jwt");
        assert_ne!(claims["jti"], other["jti"]);
    }
}

both! {
    async fn scope_and_resources_are_the_clients_own(engine) {
        let w = world(engine, json!({})).await;
        let jwks = w.jwks().await;
        for (more, scope, aud) in [
            (vec![("scope", "visits:write")], "visits:write", json!(ISSUER)),
            (vec![("resource", A)], "subjects:read visits:write", json!(A)),
            (vec![("resource", A), ("resource", B), ("resource", A)], "subjects:read visits:write", json!([A, B])),
        ] {
            let tokens = ask(&w, &more).await.json();
            let claims = verified(&jwks, tokens["access_token"].as_str().unwrap(), "at+jwt");
            assert_eq!((&claims["scope"], &claims["aud"]), (&json!(scope), &aud));
        }
        for (more, error) in [
            (vec![("scope", "openid")], "invalid_scope"),
            (vec![("scope", "visits:write admin")], "invalid_scope"),
            (vec![("resource", "https://api.example.org/c")], "invalid_target"),
            (vec![("resource", "a")], "invalid_target"),
            (vec![("resource", A); 21], "invalid_request"),
        ] {
            let answer = ask(&w, &more).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (400, &json!(error)), "{more:?}");
        }
    }
}

both! {
    async fn it_asks_nothing_of_the_database(engine) {
        let w = world(engine, json!({})).await;
        assert_eq!(ask(&w, &[]).await.status, StatusCode::OK);
        w.t.kernel.db().close().await;
        for _ in 0..3 {
            assert_eq!(ask(&w, &[]).await.status, StatusCode::OK);
        }
    }
}

both! {
    async fn a_public_client_has_nothing_of_its_own(engine) {
        let w = World::new(engine).await;
        w.sql("UPDATE clients SET grant_types = '[\"client_credentials\"]', revision = 1000 WHERE id = 'spa'").await;
        w.provider.clients().reload().await.unwrap();
        let form = query(&[("grant_type", "client_credentials"), ("client_id", "spa")]);
        let answer = w.post("/oauth2/token", form, None, &Who::Nobody).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (400, &json!("unauthorized_client")));
    }
}

both! {
    async fn it_is_no_token_for_userinfo(engine) {
        let w = world(engine, json!({})).await;
        let tokens = ask(&w, &[]).await.json();
        let answer = w.get_as("/oauth2/userinfo", &format!("Bearer {}", tokens["access_token"].as_str().unwrap())).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (403, &json!("insufficient_scope")));
    }
}
