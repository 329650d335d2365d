use super::*;
use crate::both;

const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

async fn world(engine: Engine) -> World {
    let w = World::new(engine).await;
    w.register(json!({ "client_id": "tv", "client_name": "监查平板", "client_name#en": "Monitor's tablet",
        "token_endpoint_auth_method": "none", "grant_types": [GRANT, "refresh_token"] }))
        .await;
    w.register(json!({ "client_id": "scanner", "client_secret": SECRET, "grant_types": [GRANT] })).await;
    w
}

async fn begin(w: &World) -> Value {
    let form = query(&[("client_id", "tv"), ("scope", "openid email nothing")]);
    let answer = w.post("/oauth2/device_authorization", form, None, &Who::Nobody).await;
    assert_eq!((answer.status, answer.header("cache-control")), (StatusCode::OK, "no-store"), "{answer:?}");
    answer.json()
}

async fn poll(w: &World, begun: &Value) -> Answer {
    let form =
        query(&[("grant_type", GRANT), ("client_id", "tv"), ("device_code", begun["device_code"].as_str().unwrap())]);
    w.post("/oauth2/token", form, None, &Who::Nobody).await
}

fn refused(answer: &Answer, error: &str) {
    assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!(error)), "{answer:?}");
}

/// A documented call: its code and data.
async fn call(w: &World, path: &str, body: Value, who: &Who) -> (String, Value) {
    let (app, _) = documented_router(w.provider.clone()).split_for_parts();
    let app = app.layer(documented()).layer(identify(w.t.kernel.clone()));
    let request = HttpRequest::post(path).header("content-type", "application/json").extension(who.clone());
    let response = app.oneshot(request.body(Body::from(body.to_string())).unwrap()).await.unwrap();
    let body: Value = serde_json::from_slice(&to_bytes(response.into_body(), usize::MAX).await.unwrap()).unwrap();
    (body["code"].as_str().unwrap().to_owned(), body["data"].clone())
}

async fn decide(w: &World, begun: &Value, approve: bool, who: &Who) -> String {
    call(w, "/api/account/device/decision", json!({ "userCode": begun["user_code"], "approve": approve }), who).await.0
}

both! {
    async fn a_device_signs_in_when_somebody_agrees(engine) {
        let w = world(engine).await;
        let who = w.sign_in("u1", "s1").await;
        w.t.clock.advance(3);
        let begun = begin(&w).await;
        let user_code = begun["user_code"].as_str().unwrap();
        let letters = |part: &str| part.len() == 4 && part.bytes().all(|b| b"BCDFGHJKLMNPQRSTVWXZ".contains(&b));
        assert!(user_code.split_once('-').is_some_and(|(a, b)| letters(a) && letters(b)), "{user_code}");
        assert_eq!(begun, json!({ "device_code": begun["device_code"], "user_code": user_code, "expires_in": 600,
            "interval": 5, "verification_uri": format!("{ISSUER}/device"),
            "verification_uri_complete": format!("{ISSUER}/device?user_code={user_code}") }));
        refused(&poll(&w, &begun).await, "authorization_pending");

        let typed = format!(" {} ", user_code.to_lowercase().replace('-', " "));
        let (code, asked) = call(&w, "/api/account/device", json!({ "userCode": typed }), &who).await;
        assert_eq!((code.as_str(), &asked["client"]["name"]), ("200", &json!("监查平板")));
        assert_eq!((&asked["scopes"], &asked["userName"]), (&json!(["openid", "email"]), &json!("li.wei")));
        assert_eq!(decide(&w, &begun, true, &who).await, "200");

        let answer = poll(&w, &begun).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let tokens = answer.json();
        assert_eq!((&tokens["token_type"], &tokens["scope"]), (&json!("Bearer"), &json!("openid email")));
        assert!(tokens["refresh_token"].is_string());
        let id = verified(&w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT");
        assert_eq!((&id["sub"], &id["aud"], &id["auth_time"], &id["amr"], &id["sid"], &id["nonce"]),
            (&json!("u1"), &json!("tv"), &json!(NOW), &json!(["pwd"]), &json!("s1"), &Value::Null));
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.json()["email"], "li@example.org");

        refused(&poll(&w, &begun).await, "invalid_grant");
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::UNAUTHORIZED, "it came twice");
        assert_ne!(decide(&w, &begun, true, &who).await, "200", "answered already");
    }
}

both! {
    async fn who_says_no_is_heard(engine) {
        let w = world(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let begun = begin(&w).await;
        assert_eq!(decide(&w, &begun, false, &who).await, "200");
        for _ in 0..2 {
            refused(&poll(&w, &begun).await, "access_denied");
        }
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'authorization.denied'").await, 1);
    }
}

both! {
    async fn a_withdrawal_ends_what_a_device_has_not_fetched(engine) {
        let w = world(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let begun = begin(&w).await;
        assert_eq!(decide(&w, &begun, true, &who).await, "200");
        // A consent given in a browser, to the same client.
        w.sql(
            "INSERT INTO consents (id, version, user_id, client_id, scopes, claims, resources, granted_at, updated_at) \
             VALUES ('c1', 1, 'u1', 'tv', '[\"openid\"]', '[]', '[]', 0, 0)",
        )
        .await;
        let answer = call(&w, "/api/account/consents/withdraw", json!({ "id": "c1" }), &who).await;
        assert_eq!((answer.0.as_str(), &answer.1["revoked"]), ("200", &json!(0)), "it had nothing yet");
        refused(&poll(&w, &begun).await, "expired_token");
    }
}

both! {
    async fn a_device_that_does_not_wait_waits_longer(engine) {
        let w = world(engine).await;
        let begun = begin(&w).await;
        for (wait, error) in [
            (0, "authorization_pending"),
            (5, "authorization_pending"),
            (4, "slow_down"),
            (9, "slow_down"), // 10 by now
            (14, "slow_down"), // 15
            (20, "authorization_pending"),
        ] {
            w.t.clock.advance(wait);
            refused(&poll(&w, &begun).await, error);
        }
        w.t.clock.advance(600);
        refused(&poll(&w, &begun).await, "expired_token");
        w.t.clock.advance(86_401);
        assert_eq!(w.provider.sweep().await.unwrap(), 2, "the code, and how often its client asked");
        refused(&poll(&w, &begun).await, "invalid_grant");
    }
}

both! {
    async fn of_a_hundred_polls_at_once_one_gets_tokens(engine) {
        let w = world(engine).await;
        let begun = begin(&w).await;
        assert_eq!(decide(&w, &begun, true, &w.sign_in("u1", "s1").await).await, "200");
        let answers = futures::future::join_all((0..100).map(|_| poll(&w, &begun))).await;
        let (good, bad): (Vec<_>, Vec<_>) = answers.iter().partition(|a| a.status == StatusCode::OK);
        assert_eq!(good.len(), 1);
        for answer in bad {
            refused(answer, "invalid_grant");
        }
        assert_eq!(w.count("SELECT COUNT(*) FROM token_families").await, 1);
        assert_eq!(w.count("SELECT COUNT(*) FROM token_families WHERE revoked_at IS NULL").await, 0);
    }
}

both! {
    async fn a_device_code_is_bound_to_its_client_and_the_session_that_agreed(engine) {
        let w = world(engine).await;
        let begun = begin(&w).await;
        let form = query(&[("grant_type", GRANT), ("device_code", begun["device_code"].as_str().unwrap())]);
        refused(&w.post("/oauth2/token", form, Some(&basic("scanner", SECRET)), &Who::Nobody).await, "invalid_grant");
        assert_eq!(decide(&w, &begun, true, &w.sign_in("u1", "s1").await).await, "200");
        w.sql("UPDATE sessions SET ended_at = 1").await;
        refused(&poll(&w, &begun).await, "invalid_grant");
        w.sql("UPDATE sessions SET ended_at = NULL").await;
        assert_eq!(poll(&w, &begun).await.status, StatusCode::OK);
    }
}

both! {
    async fn a_code_whose_time_is_over_is_nobody_s(engine) {
        let w = world(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let begun = begin(&w).await;
        let look = async || call(&w, "/api/account/device", json!({ "userCode": begun["user_code"] }), &who).await.0;
        w.t.clock.advance(599);
        assert_eq!(look().await, "200");
        w.t.clock.advance(1);
        assert_eq!(look().await, "404");
        assert_eq!(decide(&w, &begun, true, &who).await, "404", "asked in time, answered too late");
        refused(&poll(&w, &begun).await, "expired_token");
    }
}

both! {
    async fn user_codes_cannot_be_tried_out(engine) {
        let w = world(engine).await;
        let (li, bob) = (w.sign_in("u1", "s1").await, w.sign_in("u2", "s2").await);
        let begun = begin(&w).await;
        let look = async |code: &Value, who: &Who| call(&w, "/api/account/device", json!({ "userCode": code }), who).await.0;
        assert_eq!(look(&begun["user_code"], &Who::Nobody).await, "401", "nobody looks without a session");
        for n in 0..9 {
            assert_eq!(look(&json!(format!("BBBB-BBB{n}")), &li).await, "404");
            // Finding one's own code does not reset the attempts.
            assert_eq!(look(&begun["user_code"], &li).await, "200");
        }
        assert_eq!(look(&json!("x".repeat(1000)), &li).await, "404");
        for code in [&json!("BBBB-BBBB"), &begun["user_code"]] {
            assert_eq!(look(code, &li).await, "429");
        }
        assert_eq!(decide(&w, &begun, true, &li).await, "429");
        assert_eq!(look(&begun["user_code"], &bob).await, "200", "others are not kept away");
        w.t.clock.advance(600);
        assert_eq!(look(&begin(&w).await["user_code"], &li).await, "200");
        assert_eq!(w.count("SELECT COUNT(*) FROM device_codes WHERE state <> 'pending'").await, 0);
    }
}

both! {
    async fn a_client_without_credentials_cannot_fill_the_table_from_one_address(engine) {
        let w = world(engine).await;
        let other = w.node().await;
        let begin = async |node: &World, client: &str, address: &str| {
            let address: std::net::SocketAddr = address.parse().unwrap();
            let (form, auth) = match client {
                "tv" => (query(&[("client_id", "tv"), ("scope", "openid")]), None),
                client => (query(&[("scope", "openid")]), Some(basic(client, SECRET))),
            };
            let mut request = HttpRequest::post("/oauth2/device_authorization")
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .extension(axum::extract::ConnectInfo(address));
            if let Some(auth) = auth {
                request = request.header(header::AUTHORIZATION, auth);
            }
            node.send(request.body(Body::from(form)).unwrap()).await
        };
        let rows = "SELECT COUNT(*) FROM device_codes";
        for at in 0..70 {
            let node = [&w, &other][at % 2];
            let answer = begin(node, "tv", "192.0.2.7:1").await;
            assert_eq!(answer.status == StatusCode::OK, at < 60, "{at}: {answer:?}");
        }
        assert_eq!(w.count(rows).await, 60);
        let refused = begin(&w, "tv", "192.0.2.7:9").await;
        assert_eq!((refused.status, refused.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "600"));
        assert_eq!((refused.json()["error"].as_str(), refused.header("cache-control")), (Some("temporarily_unavailable"), "no-store"));
        // Elsewhere the same device can start, and an authenticated client cannot be stopped by others.
        assert_eq!(begin(&w, "tv", "192.0.2.8:1").await.status, StatusCode::OK);
        for _ in 0..61 {
            assert_eq!(begin(&w, "scanner", "192.0.2.7:1").await.status, StatusCode::OK);
        }
        w.t.clock.advance(601);
        assert_eq!(begin(&w, "tv", "192.0.2.7:1").await.status, StatusCode::OK, "and the window ends");
    }
}

both! {
    async fn what_a_device_cannot_use_is_not_asked_for(engine) {
        let w = world(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for (client, scope, shown) in [
            ("tv", "email email openid", json!(["email", "openid"])),
            ("tv", "openid offline_access", json!(["openid", "offline_access"])),
            ("scanner", "openid offline_access", json!(["openid"])),
        ] {
            let form = query(&[("client_id", client), ("scope", scope)]);
            let auth = (client == "scanner").then(|| basic(client, SECRET));
            let begun = w.post("/oauth2/device_authorization", form, auth.as_deref(), &Who::Nobody).await.json();
            let asked = call(&w, "/api/account/device", json!({ "userCode": begun["user_code"] }), &who).await.1;
            assert_eq!(asked["scopes"], shown, "{client} {scope}");
        }
        // Without openid these scopes have no effect.
        let form = query(&[("client_id", "tv"), ("scope", "email")]);
        refused(&w.post("/oauth2/device_authorization", form, None, &Who::Nobody).await, "invalid_scope");
    }
}

both! {
    async fn only_clients_with_the_grant_begin(engine) {
        let w = world(engine).await;
        for (form, auth, status, error) in [
            (query(&[("scope", "openid")]), Some(basic("edc", SECRET)), 400, "unauthorized_client"),
            (query(&[("scope", "openid")]), Some(basic("scanner", "wrong")), 401, "invalid_client"),
            (query(&[("scope", "openid"), ("client_id", "scanner")]), None, 401, "invalid_client"),
            (query(&[("scope", "nothing"), ("client_id", "tv")]), None, 400, "invalid_scope"),
            (query(&[("client_id", "tv")]), None, 400, "invalid_scope"),
            (query(&[("scope", "openid"), ("client_id", "tv"), ("resource", "https://api.example.org")]), None, 400, "invalid_target"),
        ] {
            let answer = w.post("/oauth2/device_authorization", form, auth.as_deref(), &Who::Nobody).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (status, &json!(error)), "{answer:?}");
        }
        assert_eq!(w.count("SELECT COUNT(*) FROM device_codes").await, 0);
    }
}
