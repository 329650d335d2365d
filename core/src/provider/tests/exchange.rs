use super::*;
use crate::both;

const GRANT: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN: &str = "urn:ietf:params:oauth:token-type:access_token";
const FRONT: &str = "https://front.example.org/";
const BACK: &str = "https://back.example.org/";

/// A person uses `app`, which calls `front`, which calls `back`.
async fn world(engine: Engine) -> World {
    let w = World::new(engine).await;
    for metadata in [
        json!({ "client_id": "app", "client_secret": SECRET, "redirect_uris": [CALLBACK], "cardea_resources": [FRONT],
            "scope": "openid email visits offline_access", "grant_types": ["authorization_code", "refresh_token", GRANT] }),
        json!({ "client_id": "front", "client_secret": SECRET, "cardea_audience": [FRONT], "cardea_resources": [FRONT, BACK], "scope": "email visits admin",
            "grant_types": [GRANT, "client_credentials"], "cardea_access_token_seconds": 3600 }),
        json!({ "client_id": "back", "client_secret": SECRET, "cardea_audience": [BACK], "scope": "visits",
            "grant_types": [GRANT], "subject_type": "pairwise" }),
        json!({ "client_id": "other", "client_secret": SECRET, "grant_types": [GRANT] }),
    ] {
        w.register(metadata).await;
    }
    w
}

async fn subject_token(w: &World) -> String {
    let who = w.sign_in("u1", "s1").await;
    let scope = "openid email visits offline_access";
    let code = w.authorize(&request(&[("client_id", Some("app")), ("scope", Some(scope))]), &who).await;
    let form = query(&[
        ("grant_type", "authorization_code"),
        ("code", &code.location().1["code"]),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
        ("resource", FRONT),
    ]);
    let tokens = w.post("/oauth2/token", form, Some(&basic("app", SECRET)), &Who::Nobody).await.json();
    tokens["access_token"].as_str().unwrap().to_owned()
}

async fn exchange(w: &World, client: &str, token: &str, more: &[(&str, &str)]) -> Answer {
    let mut pairs = vec![("grant_type", GRANT), ("subject_token", token)];
    if !more.iter().any(|(name, _)| *name == "subject_token_type") {
        pairs.push(("subject_token_type", ACCESS_TOKEN));
    }
    pairs.extend(more.iter().filter(|(_, value)| !value.is_empty()));
    w.post("/oauth2/token", query(&pairs), Some(&basic(client, SECRET)), &Who::Nobody).await
}

async fn token(w: &World, client: &str, from: &str, more: &[(&str, &str)]) -> (String, Value, Value) {
    let answer = exchange(w, client, from, more).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let tokens = answer.json();
    let token = tokens["access_token"].as_str().unwrap().to_owned();
    let claims = verified(&w.jwks().await, &token, "at+jwt");
    (token, tokens, claims)
}

async fn active(w: &World, client: &str, token: &str) -> bool {
    let form = query(&[("token", token)]);
    let told = w.post("/oauth2/introspect", form, Some(&basic(client, SECRET)), &Who::Nobody).await.json();
    told["active"].as_bool().unwrap()
}

both! {
    async fn a_resource_gets_a_token_for_the_next_one_that_says_who_acts(engine) {
        let w = world(engine).await;
        let first = subject_token(&w).await;
        let before = verified(&w.jwks().await, &first, "at+jwt");
        w.t.clock.advance(100);
        let (second, tokens, claims) = token(&w, "front", &first, &[("resource", BACK), ("scope", "visits")]).await;
        assert_eq!(tokens, json!({ "access_token": second, "issued_token_type": ACCESS_TOKEN, "token_type": "Bearer",
            "expires_in": 500, "scope": "visits" }), "no refresh token, no ID token, no longer than the first");
        assert_eq!(claims, json!({ "iss": ISSUER, "sub": "u1", "aud": BACK, "client_id": "front", "scope": "visits",
            "iat": NOW + 100, "exp": before["exp"], "jti": claims["jti"], "auth_time": NOW, "acr": "password",
            "amr": ["pwd"], "sid": "s1", "grant_id": before["grant_id"], "act": { "sub": "front" } }));
        assert_ne!(claims["jti"], before["jti"]);
        // The next exchange: the chain grows, and the subject is the next client's own.
        let (third, _, claims) = token(&w, "back", &second, &[]).await;
        assert_eq!(claims["act"], json!({ "sub": "back", "act": { "sub": "front" } }));
        assert_eq!((&claims["aud"], &claims["scope"]), (&json!(BACK), &json!("visits")));
        assert_ne!(claims["sub"], "u1");
        for (client, token) in [("front", &first), ("back", &second), ("back", &third)] {
            assert!(active(&w, client, token).await, "{client}");
        }
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'token.exchanged'").await, 2);
        w.sql("UPDATE token_families SET revoked_at = 1").await;
        for (client, token) in [("front", &first), ("back", &second), ("back", &third)] {
            assert!(!active(&w, client, token).await, "{client}: all end with the family");
        }
    }
}

both! {
    async fn an_exchanged_token_is_taken_back_alone(engine) {
        let w = world(engine).await;
        let first = subject_token(&w).await;
        let (second, ..) = token(&w, "front", &first, &[("audience", BACK)]).await;
        let form = query(&[("token", second.as_str())]);
        assert_eq!(w.post("/oauth2/revoke", form, Some(&basic("front", SECRET)), &Who::Nobody).await.status, StatusCode::OK);
        assert!(!active(&w, "back", &second).await);
        assert!(active(&w, "app", &first).await, "a resource does not sign its callers out");
    }
}

both! {
    async fn never_more_than_the_subject_token_had(engine) {
        let w = world(engine).await;
        let first = subject_token(&w).await;
        let (narrow, _, claims) = token(&w, "front", &first, &[("scope", "email")]).await;
        assert_eq!((&claims["scope"], &claims["aud"]), (&json!("email"), &json!(FRONT)), "the audience stays, unasked");
        let (_, _, all) = token(&w, "front", &first, &[]).await;
        assert_eq!(all["scope"], "email visits", "what both have");
        for (token, more, error) in [
            (&first, vec![("scope", "admin")], "invalid_scope"),
            (&first, vec![("scope", "openid")], "invalid_scope"),
            (&first, vec![("scope", "offline_access")], "invalid_scope"),
            (&narrow, vec![("scope", "visits")], "invalid_scope"),
            (&first, vec![("resource", "https://else.example.org/")], "invalid_target"),
            (&first, vec![("resource", "back")], "invalid_target"),
            (&first, vec![("audience", "back")], "invalid_target"),
            (&first, vec![("audience", ISSUER)], "invalid_target"),
        ] {
            let answer = exchange(&w, "front", token, &more).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (400, &json!(error)), "{more:?}");
        }
        let (own, _, claims) = token(&w, "app", &first, &[("scope", "visits")]).await;
        assert_eq!((&claims["act"], &claims["scope"]), (&Value::Null, &json!("visits")), "its own token, made narrower");
        assert!(active(&w, "front", &own).await);
    }
}

both! {
    async fn only_those_whom_a_token_is_for_exchange_it(engine) {
        let w = world(engine).await;
        let first = subject_token(&w).await;
        let id_token = w.tokens(&w.sign_in("u1", "s2").await).await["id_token"].as_str().unwrap().to_owned();
        let form = query(&[("grant_type", "client_credentials"), ("resource", FRONT)]);
        let actor = w.post("/oauth2/token", form, Some(&basic("front", SECRET)), &Who::Nobody).await.json();
        let actor = actor["access_token"].as_str().unwrap();
        for (client, token, more) in [
            ("other", first.as_str(), vec![]),
            ("back", &first, vec![]),
            ("front", "x", vec![]),
            ("front", &id_token, vec![]),
            ("front", &id_token, vec![("subject_token_type", "urn:ietf:params:oauth:token-type:id_token")]),
            ("front", &first, vec![("subject_token_type", "")]),
            ("front", &first, vec![("requested_token_type", "urn:ietf:params:oauth:token-type:refresh_token")]),
            ("front", &first, vec![("actor_token_type", ACCESS_TOKEN)]),
            ("front", &first, vec![("actor_token", actor)]),
            ("front", &first, vec![("actor_token", "x"), ("actor_token_type", ACCESS_TOKEN)]),
        ] {
            let answer = exchange(&w, client, token, &more).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (400, &json!("invalid_request")), "{client} {more:?}");
        }
        let (_, tokens, claims) = token(&w, "front", &first, &[("actor_token", actor), ("actor_token_type", ACCESS_TOKEN),
            ("requested_token_type", "urn:ietf:params:oauth:token-type:jwt")]).await;
        assert_eq!((&claims["act"], &tokens["issued_token_type"]),
            (&json!({ "sub": "front" }), &json!("urn:ietf:params:oauth:token-type:jwt")));
        w.sql("UPDATE sessions SET ended_at = 1").await;
        w.sql("UPDATE users SET password_changed_at = 99999999999999").await;
        let answer = exchange(&w, "front", &first, &[]).await;
        assert_eq!(answer.json()["error"], "invalid_request", "what does not stand is not exchanged");
    }
}
