//! Pushed authorization requests: RFC 9126.

use crate::both;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks};
use crate::provider::tests::*;

/// A world with a client that has to push, and another.
async fn world(engine: Engine) -> (World, Who) {
    let w = World::new(engine).await;
    for id in ["par", "other"] {
        w.register(json!({ "client_id": id, "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "require_pushed_authorization_requests": true }))
            .await;
    }
    let who = w.sign_in("u1", "s1").await;
    (w, who)
}

async fn push(w: &World, changes: &[(&'static str, Option<&str>)]) -> Answer {
    let mut all = vec![("client_id", Some("par"))];
    all.extend(changes);
    w.post("/oauth2/par", request(&all), Some(&basic("par", SECRET)), &Who::Nobody).await
}

/// The reference of a valid pushed request.
async fn pushed(w: &World, changes: &[(&'static str, Option<&str>)]) -> String {
    let answer = push(w, changes).await;
    assert_eq!((answer.status, answer.header("cache-control")), (StatusCode::CREATED, "no-store"), "{answer:?}");
    let answer = answer.json();
    assert_eq!(answer["expires_in"], 90);
    let uri = answer["request_uri"].as_str().unwrap().to_owned();
    assert!(uri.starts_with("urn:ietf:params:oauth:request_uri:") && uri.len() >= 34 + 43, "{uri}");
    uri
}

async fn visit(w: &World, client: &str, uri: &str, who: &Who) -> Answer {
    w.authorize(&query(&[("client_id", client), ("request_uri", uri)]), who).await
}

/// The error goes to the person and not to the client, as the request proves no address.
fn refused(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.page().contains("invalid_request_uri"), "{answer:?}");
}

async fn exchange(w: &World, code: &str, verifier: &str) -> Answer {
    let mut form = vec![("grant_type", "authorization_code"), ("code", code), ("redirect_uri", CALLBACK)];
    if !verifier.is_empty() {
        form.push(("code_verifier", verifier));
    }
    w.post("/oauth2/token", query(&form), Some(&basic("par", SECRET)), &Who::Nobody).await
}

/// A form of a client with the profile `fapi2`: authenticated by its key, with a DPoP proof.
async fn by_fapi(w: &World, key: &TestKey, dpop: &TestKey, path: &str, form: &str) -> Answer {
    let jti = |what: &str| format!("{what} {}", w.t.kernel.token());
    let assertion = key.sign(
        &json!({}),
        &json!({ "iss": "fapi", "sub": "fapi", "aud": ISSUER, "jti": jti("assertion"),
        "exp": NOW + 60, "iat": NOW }),
    );
    let proof = dpop.sign(
        &json!({ "typ": "dpop+jwt", "jwk": dpop.bare_jwk(), "kid": null }),
        &json!({ "jti": jti("proof"), "htm": "POST", "htu": format!("{ISSUER}{path}"), "iat": NOW }),
    );
    let proven = query(&[
        ("client_assertion", &assertion),
        ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
    ]);
    let request = HttpRequest::post(path).header("content-type", "application/x-www-form-urlencoded");
    w.send(request.header("dpop", proof).body(Body::from(format!("{form}&{proven}"))).unwrap()).await
}

both! {
    async fn what_is_pushed_with_a_proof_is_bound_to_its_key(engine) {
        let (w, who) = world(engine).await;
        let (key, dpop, other) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256), TestKey::new(Alg::EdDsa));
        w.register(json!({ "client_id": "fapi", "redirect_uris": [CALLBACK], "cardea_profile": "fapi2",
            "token_endpoint_auth_method": "private_key_jwt", "jwks": jwks(&[&key]),
            "dpop_bound_access_tokens": true })).await;
        let form = request(&[("client_id", Some("fapi"))]);
        let answer = by_fapi(&w, &key, &dpop, "/oauth2/par", &form).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
        let uri = answer.json()["request_uri"].as_str().unwrap().to_owned();
        let (address, query) = visit(&w, "fapi", &uri, &who).await.location();
        assert_eq!((address.as_str(), query["state"].as_str(), query["iss"].as_str()), (CALLBACK, "st&te=", ISSUER));
        // The proof of the pushed request bound the code (RFC 9449, section 10.1).
        let form = self::query(&[("grant_type", "authorization_code"), ("code", &query["code"]),
            ("redirect_uri", CALLBACK), ("code_verifier", VERIFIER)]);
        let stolen = by_fapi(&w, &key, &other, "/oauth2/token", &form).await;
        assert_eq!(stolen.status, StatusCode::BAD_REQUEST, "{stolen:?}");
        let tokens = by_fapi(&w, &key, &dpop, "/oauth2/token", &form).await;
        assert_eq!((tokens.status, &tokens.json()["token_type"]), (StatusCode::OK, &json!("DPoP")), "{tokens:?}");
        // dpop_jkt and the proof must have the same key.
        let jkt = crate::provider::jose::Jwk::parse(other.bare_jwk().as_object().unwrap()).unwrap().thumbprint();
        let differing = request(&[("client_id", Some("fapi")), ("dpop_jkt", Some(&jkt))]);
        let answer = by_fapi(&w, &key, &dpop, "/oauth2/par", &differing).await;
        assert_eq!(answer.json()["error"], "invalid_dpop_proof");
    }
}

both! {
    async fn a_client_that_has_to_push_has_to_push(engine) {
        let (w, who) = world(engine).await;
        w.register(json!({ "client_id": "fapi", "redirect_uris": [CALLBACK], "cardea_profile": "fapi2",
            "token_endpoint_auth_method": "private_key_jwt", "jwks": client_keys::jwks("a") })).await;
        for client in ["par", "fapi"] {
            let plain = request(&[("client_id", Some(client))]);
            for who in [&who, &Who::Nobody] {
                assert_eq!(w.authorize(&plain, who).await.sent_error(), "invalid_request", "{client}");
            }
        }
    }
}

both! {
    async fn a_reference_is_used_up_by_its_answer(engine) {
        let (w, who) = world(engine).await;
        let uri = pushed(&w, &[]).await;
        assert!(visit(&w, "par", &uri, &who).await.location().1.contains_key("code"));
        refused(&visit(&w, "par", &uri, &who).await);
        // An error uses the reference up too.
        let uri = pushed(&w, &[("prompt", Some("none"))]).await;
        assert_eq!(visit(&w, "par", &uri, &Who::Nobody).await.sent_error(), "login_required");
        refused(&visit(&w, "par", &uri, &who).await);
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'authorization.refused'").await, 1);
    }
}

both! {
    async fn a_reference_lasts_as_long_as_it_takes_to_go_there(engine) {
        let (w, who) = world(engine).await;
        let (late, begun) = (pushed(&w, &[]).await, pushed(&w, &[]).await);
        let (_, page) = visit(&w, "par", &begun, &Who::Nobody).await.location();
        w.t.clock.advance(90);
        refused(&visit(&w, "par", &late, &who).await);
        refused(&visit(&w, "par", &late, &Who::Nobody).await);
        refused(&visit(&w, "par", &begun, &who).await);
        // A sign-in that began in time has its full time.
        let fresh = w.sign_in("u1", "s2").await;
        assert!(w.get(&page["returnTo"], &fresh).await.location().1.contains_key("code"));
        refused(&w.get(&page["returnTo"], &fresh).await);
    }
}

both! {
    async fn a_reference_is_its_clients_own(engine) {
        let (w, who) = world(engine).await;
        let uri = pushed(&w, &[]).await;
        refused(&visit(&w, "other", &uri, &who).await);
        refused(&visit(&w, "edc", &uri, &who).await);
        assert!(visit(&w, "par", &uri, &who).await.location().1.contains_key("code"), "that used nothing up");
    }
}

both! {
    async fn a_reference_cannot_be_pushed(engine) {
        let (w, _) = world(engine).await;
        let uri = pushed(&w, &[]).await;
        for uri in [uri.as_str(), "https://edc.example.org/request.jwt"] {
            let answer = push(&w, &[("request_uri", Some(uri))]).await;
            assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_request")));
        }
    }
}

both! {
    async fn what_stands_beside_a_reference_does_not_count(engine) {
        let (w, who) = world(engine).await;
        let uri = pushed(&w, &[("state", Some("pushed"))]).await;
        // Parameters beside the reference are ignored (RFC 9126, section 4; RFC 9101, section 6.3).
        let beside = [("client_id", Some("par")), ("request_uri", Some(uri.as_str())), ("state", Some("beside")),
            ("redirect_uri", Some("https://evil.example/"))];
        let (address, query) = w.authorize(&request(&beside), &who).await.location();
        assert_eq!((address.as_str(), query["state"].as_str()), (CALLBACK, "pushed"));
    }
}

both! {
    async fn plain_challenges_cannot_be_pushed(engine) {
        let (w, _) = world(engine).await;
        for method in [Some("plain"), None] {
            let answer = push(&w, &[("code_challenge", Some(VERIFIER)), ("code_challenge_method", method)]).await;
            assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_request")));
        }
    }
}

both! {
    async fn a_challenge_has_to_be_pushed(engine) {
        let (w, _) = world(engine).await;
        let answer = push(&w, &[("code_challenge", None), ("code_challenge_method", None)]).await;
        assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_request")));
    }
}

both! {
    async fn the_verifier_has_to_fit_what_was_pushed(engine) {
        let (w, who) = world(engine).await;
        let uri = pushed(&w, &[]).await;
        let code = visit(&w, "par", &uri, &who).await.location().1["code"].clone();
        let wrong = "a".repeat(43);
        for verifier in [wrong.as_str(), CHALLENGE, ""] {
            let answer = exchange(&w, &code, verifier).await;
            let answer = (answer.status, answer.json()["error"].clone());
            assert_eq!(answer, (StatusCode::BAD_REQUEST, json!("invalid_grant")), "{verifier}");
        }
        assert_eq!(exchange(&w, &code, VERIFIER).await.status, StatusCode::OK);
    }
}

both! {
    async fn every_check_of_the_request_is_made_when_it_is_pushed(engine) {
        let (w, _) = world(engine).await;
        for (name, value, error) in [
            ("redirect_uri", None, "invalid_request"),
            ("redirect_uri", Some("https://edc.example.org/callback/x"), "invalid_request"),
            ("redirect_uri", Some("https://edc.example.org.evil.example/callback"), "invalid_request"),
            ("redirect_uri", Some("https://edc.example.org/callback#x"), "invalid_request"),
            ("response_type", None, "invalid_request"),
            ("response_type", Some("token"), "unsupported_response_type"),
            ("response_mode", Some("fragment"), "invalid_request"),
            ("scope", None, "invalid_scope"),
            ("scope", Some("unheard.of"), "invalid_scope"),
            ("prompt", Some("none login"), "invalid_request"),
            ("max_age", Some("soon"), "invalid_request"),
            ("id_token_hint", Some("x.y.z"), "invalid_request"),
            ("claims", Some("{"), "invalid_request"),
            ("resource", Some("https://api.example.org"), "invalid_target"),
            ("request", Some("x.y.z"), "invalid_request_object"),
        ] {
            let answer = push(&w, &[(name, value)]).await;
            assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!(error)), "{name}={value:?}");
        }
        let twice = format!("{}&state=x", request(&[("client_id", Some("par"))]));
        let answer = w.post("/oauth2/par", twice, Some(&basic("par", SECRET)), &Who::Nobody).await;
        assert_eq!(answer.json()["error"], "invalid_request");
        let wrong = w.post("/oauth2/par", request(&[("client_id", Some("par"))]), Some(&basic("par", "wrong")), &Who::Nobody).await;
        assert_eq!((wrong.status, &wrong.json()["error"]), (StatusCode::UNAUTHORIZED, &json!("invalid_client")));
        assert_eq!(w.count("SELECT COUNT(*) FROM pushed_requests").await, 0);
    }
}

both! {
    async fn a_reference_works_once_also_when_a_hundred_come_together(engine) {
        let (w, who) = world(engine).await;
        let uri = pushed(&w, &[]).await;
        let answers = futures::future::join_all((0..100).map(|_| visit(&w, "par", &uri, &who))).await;
        let (codes, others): (Vec<_>, Vec<_>) = answers.iter().partition(|a| a.status == StatusCode::SEE_OTHER);
        assert_eq!(codes.len(), 1);
        others.into_iter().for_each(refused);
        assert_eq!(w.count("SELECT COUNT(*) FROM authorization_codes").await, 1);
    }
}

both! {
    async fn what_is_over_is_swept_away(engine) {
        let (w, who) = world(engine).await;
        pushed(&w, &[]).await;
        w.t.clock.advance(3599);
        let young = pushed(&w, &[]).await;
        w.t.clock.advance(1);
        assert_eq!(w.provider.sweep().await.unwrap(), 1);
        assert_eq!(w.provider.sweep().await.unwrap(), 0);
        assert!(visit(&w, "par", &young, &who).await.location().1.contains_key("code"));
        let mut cx = w.cx();
        let (reference,): (String,) =
            cx.db().await.unwrap().query("SELECT reference_hash FROM pushed_requests").one().await.unwrap();
        assert!(!young.contains(&reference), "only a keyed hash is at rest");
    }
}
