use super::*;
use crate::both;

/// A client with refresh tokens and these settings.
async fn world(engine: Engine, settings: Value) -> World {
    let w = World::new(engine).await;
    let mut metadata = json!({ "client_id": "app", "client_secret": SECRET, "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token"] });
    metadata.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    w.register(metadata).await;
    w
}

async fn exchange(w: &World, who: &Who, scope: &str) -> Value {
    let code = w.authorize(&request(&[("client_id", Some("app")), ("scope", Some(scope))]), who).await;
    let code = code.location().1["code"].clone();
    let form = query(&[
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ]);
    let answer = w.post("/oauth2/token", form, Some(&basic("app", SECRET)), &Who::Nobody).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()
}

async fn refresh(w: &World, tokens: &Value, more: &[(&str, &str)]) -> Answer {
    let mut pairs = vec![("grant_type", "refresh_token"), ("refresh_token", tokens["refresh_token"].as_str().unwrap())];
    pairs.extend(more);
    w.post("/oauth2/token", query(&pairs), Some(&basic("app", SECRET)), &Who::Nobody).await
}

async fn userinfo(w: &World, tokens: &Value) -> StatusCode {
    w.get_as("/oauth2/userinfo", &format!("Bearer {}", tokens["access_token"].as_str().unwrap())).await.status
}

fn refused(answer: &Answer, error: &str) {
    assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!(error)), "{answer:?}");
}

both! {
    async fn a_refresh_gives_new_tokens_of_the_same_authentication(engine) {
        let w = world(engine, json!({})).await;
        let who = w.sign_in("u1", "s1").await;
        w.t.clock.advance(5);
        let first = exchange(&w, &who, "openid profile").await;
        w.t.clock.advance(3600);
        assert_eq!(userinfo(&w, &first).await, StatusCode::UNAUTHORIZED, "expired");
        let answer = refresh(&w, &first, &[]).await;
        assert_eq!((answer.status, answer.header("cache-control")), (StatusCode::OK, "no-store"), "{answer:?}");
        let second = answer.json();
        assert_ne!(second["refresh_token"], first["refresh_token"]);
        assert_eq!((&second["scope"], &second["expires_in"]), (&json!("openid profile"), &json!(600)));
        assert_eq!(userinfo(&w, &second).await, StatusCode::OK);
        let jwks = w.jwks().await;
        let of = |tokens: &Value| verified(&jwks, tokens["id_token"].as_str().unwrap(), "JWT");
        let (before, after) = (of(&first), of(&second));
        for same in ["iss", "sub", "aud", "auth_time", "acr", "amr", "sid"] {
            assert_eq!(before[same], after[same], "{same}");
        }
        assert_eq!((before["iat"].clone(), after["iat"].clone()), (json!(NOW + 5), json!(NOW + 3605)));
        assert_eq!((&before["nonce"], &after["nonce"]), (&json!("n-1"), &Value::Null));
        assert_ne!(before["at_hash"], after["at_hash"]);
    }
}

both! {
    async fn of_a_refresh_token_only_a_keyed_hash_is_kept(engine) {
        let w = world(engine, json!({})).await;
        let tokens = exchange(&w, &w.sign_in("u1", "s1").await, "openid").await;
        let mut cx = w.cx();
        let sql = "SELECT refresh_hash FROM token_families WHERE refresh_hash IS NOT NULL";
        let kept: Vec<(String,)> = cx.db().await.unwrap().query(sql).all().await.unwrap();
        let [(kept,)] = kept.as_slice() else { panic!("{kept:?}") };
        let text = tokens["refresh_token"].as_str().unwrap();
        assert!(!text.contains(kept.as_str()) && !kept.contains(text), "{kept} {text}");
        assert_eq!(*kept, w.t.kernel.hash("refresh_token", text));
    }
}

both! {
    async fn a_refresh_token_that_comes_twice_takes_the_family_down(engine) {
        let w = world(engine, json!({})).await;
        let first = exchange(&w, &w.sign_in("u1", "s1").await, "openid").await;
        let second = refresh(&w, &first, &[]).await.json();
        let third = refresh(&w, &second, &[]).await.json();
        assert_eq!(userinfo(&w, &third).await, StatusCode::OK);
        refused(&refresh(&w, &first, &[]).await, "invalid_grant");
        refused(&refresh(&w, &third, &[]).await, "invalid_grant");
        for tokens in [&first, &second, &third] {
            assert_eq!(userinfo(&w, tokens).await, StatusCode::UNAUTHORIZED);
        }
        let noted = "SELECT COUNT(*) FROM audit_events WHERE action = 'refresh_token.reused' AND outcome = 'refused'";
        assert_eq!(w.count(noted).await, 1);
    }
}

both! {
    async fn of_a_hundred_refreshes_at_once_one_wins_and_the_family_falls(engine) {
        let w = world(engine, json!({})).await;
        let first = exchange(&w, &w.sign_in("u1", "s1").await, "openid").await;
        let answers = futures::future::join_all((0..100).map(|_| refresh(&w, &first, &[]))).await;
        let (good, bad): (Vec<_>, Vec<_>) = answers.iter().partition(|a| a.status == StatusCode::OK);
        assert_eq!((good.len(), bad.len()), (1, 99));
        for answer in bad {
            refused(answer, "invalid_grant");
        }
        refused(&refresh(&w, &good[0].json(), &[]).await, "invalid_grant");
        assert_eq!(userinfo(&w, &good[0].json()).await, StatusCode::UNAUTHORIZED);
    }
}

both! {
    async fn a_text_that_never_was_a_refresh_token_harms_nobody(engine) {
        let w = world(engine, json!({})).await;
        w.register(json!({ "client_id": "other", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "grant_types": ["authorization_code", "refresh_token"] })).await;
        let tokens = exchange(&w, &w.sign_in("u1", "s1").await, "openid").await;
        let genuine = tokens["refresh_token"].as_str().unwrap().to_owned();
        let (body, mark) = genuine.rsplit_once('.').unwrap();
        let (family, _) = body.split_once('.').unwrap();
        let access = tokens["access_token"].as_str().unwrap();
        for text in [
            "x".to_owned(),
            "cardea_rt_".to_owned(),
            format!("{family}.{}.{mark}", w.t.kernel.token()),
            format!("{body}.{}", w.t.kernel.token()),
            format!("{genuine}x"),
            access.to_owned(),
        ] {
            refused(&refresh(&w, &json!({ "refresh_token": text }), &[]).await, "invalid_grant");
        }
        let form = query(&[("grant_type", "refresh_token"), ("refresh_token", &genuine)]);
        let stolen = w.post("/oauth2/token", form, Some(&basic("other", SECRET)), &Who::Nobody).await;
        refused(&stolen, "invalid_grant");
        assert_eq!(refresh(&w, &tokens, &[]).await.status, StatusCode::OK, "still there for its own client");
    }
}

both! {
    async fn a_refresh_may_ask_for_less_and_never_for_more(engine) {
        let w = world(engine, json!({ "cardea_resources": ["https://api.example.org/a", "https://api.example.org/b"] })).await;
        let jwks = w.jwks().await;
        let mut tokens = exchange(&w, &w.sign_in("u1", "s1").await, "openid profile email").await;
        for (scope, error) in [("openid phone", "invalid_scope"), ("openid profile email x", "invalid_scope")] {
            refused(&refresh(&w, &tokens, &[("scope", scope)]).await, error);
        }
        for (resource, error) in [("https://api.example.org/c", "invalid_target"), ("/a", "invalid_target"),
            ("https://api.example.org/a#x", "invalid_target")] {
            refused(&refresh(&w, &tokens, &[("resource", resource)]).await, error);
        }
        for (more, scope, aud, id_token) in [
            (vec![("scope", "openid email")], "openid email", json!(ISSUER), true),
            (vec![("scope", "email")], "email", json!(ISSUER), false),
            (vec![("resource", "https://api.example.org/a")], "openid profile email", json!("https://api.example.org/a"), true),
            (vec![("resource", "https://api.example.org/b"), ("resource", ISSUER)], "openid profile email",
                json!(["https://api.example.org/b", ISSUER]), true),
            (vec![], "openid profile email", json!(ISSUER), true),
        ] {
            let answer = refresh(&w, &tokens, &more).await;
            assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
            tokens = answer.json();
            let claims = verified(&jwks, tokens["access_token"].as_str().unwrap(), "at+jwt");
            assert_eq!((&tokens["scope"], &claims["scope"], &claims["aud"]), (&json!(scope), &json!(scope), &aud));
            assert_eq!(tokens["id_token"].is_string(), id_token);
            let status = if aud == ISSUER || aud[1] == ISSUER { 200 } else { 401 };
            let status = if id_token { status } else { 403 };
            assert_eq!(userinfo(&w, &tokens).await.as_u16(), status, "{more:?}");
        }
    }
}

both! {
    async fn a_family_of_a_session_ends_with_it(engine) {
        let w = world(engine, json!({})).await;
        let tokens = exchange(&w, &w.sign_in("u1", "s1").await, "openid").await;
        for (end, undo) in [
            ("UPDATE sessions SET ended_at = 1", "UPDATE sessions SET ended_at = NULL"),
            ("UPDATE users SET status = 1", "UPDATE users SET status = 0"),
            ("UPDATE users SET deleted_at = 1", "UPDATE users SET deleted_at = NULL"),
        ] {
            w.sql(end).await;
            refused(&refresh(&w, &tokens, &[]).await, "invalid_grant");
            w.sql(undo).await;
        }
        w.t.clock.advance(12 * 3600 - 60);
        let last = refresh(&w, &tokens, &[]).await.json();
        assert_eq!(last["expires_in"], 60, "no token outlives the session");
        w.t.clock.advance(60);
        refused(&refresh(&w, &last, &[]).await, "invalid_grant");
    }
}

both! {
    async fn offline_access_outlasts_the_session_up_to_its_limits(engine) {
        let w = world(engine, json!({ "cardea_refresh_token_seconds": 86_400 })).await;
        let mut tokens = exchange(&w, &w.sign_in("u1", "s1").await, "openid offline_access").await;
        w.sql("UPDATE sessions SET ended_at = 1").await;
        for _ in 0..89 {
            w.t.clock.advance(86_399);
            let answer = refresh(&w, &tokens, &[]).await;
            assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
            tokens = answer.json();
        }
        assert_eq!(userinfo(&w, &tokens).await, StatusCode::OK);
        w.t.clock.advance(86_400);
        refused(&refresh(&w, &tokens, &[]).await, "invalid_grant");
    }
}

both! {
    async fn an_unused_refresh_token_is_worth_nothing_after_its_pause(engine) {
        let w = world(engine, json!({ "cardea_refresh_token_seconds": 3600 })).await;
        let who = w.sign_in("u1", "s1").await;
        let tokens = exchange(&w, &who, "openid offline_access").await;
        w.t.clock.advance(3599);
        let tokens = refresh(&w, &tokens, &[]).await.json();
        w.t.clock.advance(3600);
        refused(&refresh(&w, &tokens, &[]).await, "invalid_grant");
    }
}

both! {
    async fn what_was_granted_for_offline_use_ends_with_the_password_it_was_granted_under(engine) {
        let w = world(engine, json!({})).await;
        let tokens = exchange(&w, &w.sign_in("u1", "s1").await, "openid offline_access").await;
        w.t.clock.advance(10);
        let tokens = refresh(&w, &tokens, &[]).await.json();
        let mut cx = w.cx();
        let now = cx.now();
        cx.db().await.unwrap().write("UPDATE users SET password_changed_at = $1").bind(now).execute().await.unwrap();
        cx.commit().await.unwrap();
        refused(&refresh(&w, &tokens, &[]).await, "invalid_grant");
        assert_eq!(userinfo(&w, &tokens).await, StatusCode::UNAUTHORIZED);
    }
}

both! {
    async fn who_may_not_refresh_gets_no_refresh_token(engine) {
        let w = World::new(engine).await;
        let tokens = w.tokens(&w.sign_in("u1", "s1").await).await;
        assert_eq!(tokens["refresh_token"], Value::Null);
        let form = query(&[("grant_type", "refresh_token"), ("refresh_token", "x")]);
        let answer = w.post("/oauth2/token", form, Some(&basic("edc", SECRET)), &Who::Nobody).await;
        refused(&answer, "unauthorized_client");
    }
}

both! {
    async fn what_is_over_is_removed_and_nothing_else(engine) {
        let w = world(engine, json!({})).await;
        let who = w.sign_in("u1", "s1").await;
        let online = exchange(&w, &who, "openid").await;
        let offline = exchange(&w, &who, "openid offline_access").await;
        assert_eq!(w.provider.sweep().await.unwrap(), 0);
        w.t.clock.advance(13 * 3600);
        refused(&refresh(&w, &online, &[]).await, "invalid_grant");
        w.t.clock.advance(86_400);
        assert_eq!(w.provider.sweep().await.unwrap(), 3, "two codes, and a family with its session");
        assert_eq!(refresh(&w, &offline, &[]).await.status, StatusCode::OK);
        refused(&refresh(&w, &online, &[]).await, "invalid_grant");
        w.t.clock.advance(100 * 86_400);
        assert_eq!(w.provider.sweep().await.unwrap(), 1);
    }
}
