//! Client authentication, and its forgeries.

use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::failures::{LIMIT, WINDOW};
use crate::both;
use crate::kernel::ctx::Who;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks};
use crate::provider::tests::{Answer, CALLBACK, ISSUER, NOW, SECRET, World, basic, query};
use crate::testing::Engine;

const TYPE: &str = super::assertion::TYPE;

/// A client `signer` with this key, and changes to its metadata.
async fn signer(w: &World, key: &TestKey, changes: Value) {
    let mut client = json!({ "client_id": "signer", "redirect_uris": [CALLBACK],
        "token_endpoint_auth_method": "private_key_jwt", "jwks": jwks(&[key]) });
    client.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    w.register(client).await;
}

/// The claims of a valid assertion, with changes; null removes a member.
fn claims(changes: &Value) -> Value {
    let mut claims =
        json!({ "iss": "signer", "sub": "signer", "aud": ISSUER, "iat": NOW, "exp": NOW + 60, "jti": "j1" });
    claims.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    claims
}

/// Requests an unknown grant: a client that gets this error is authenticated.
async fn ask(w: &World, pairs: &[(&str, &str)], authorization: Option<&str>) -> Answer {
    let mut form = vec![("grant_type", "urn:example:none")];
    form.extend_from_slice(pairs);
    w.post("/oauth2/token", query(&form), authorization, &Who::Nobody).await
}

async fn assert_with(w: &World, assertion: &str) -> Answer {
    ask(w, &[("client_assertion_type", TYPE), ("client_assertion", assertion)], None).await
}

fn proven(answer: &Answer) -> bool {
    match (answer.status, answer.json()["error"].as_str().unwrap()) {
        (StatusCode::BAD_REQUEST, "unsupported_grant_type") => true,
        (StatusCode::UNAUTHORIZED, "invalid_client") => {
            assert!(answer.header("www-authenticate").starts_with("Basic "), "{answer:?}");
            assert_eq!(answer.json()["error_description"], "client authentication failed", "one sentence for all");
            false
        }
        other => panic!("{other:?}"),
    }
}

both! {
    async fn an_assertion_of_the_client_s_own_proves_it_once(engine) {
        let w = World::new(engine).await;
        for alg in Alg::ALL {
            let key = TestKey::new(*alg);
            signer(&w, &key, json!({})).await;
            let assertion = key.sign(&json!({}), &claims(&json!({ "jti": alg.as_str() })));
            assert!(proven(&assert_with(&w, &assertion).await), "{alg:?}");
            assert!(!proven(&assert_with(&w, &assertion).await), "a second time");
            let other = key.sign(&json!({ "typ": "JWT" }), &claims(&json!({ "jti": format!("{alg:?}2") })));
            assert!(proven(&assert_with(&w, &other).await));
        }
        // The same jti of another client is a different one.
        let key = TestKey::new(Alg::EdDsa);
        w.register(json!({ "client_id": "other", "redirect_uris": [CALLBACK],
            "token_endpoint_auth_method": "private_key_jwt", "jwks": jwks(&[&key]) })).await;
        let other = key.sign(&json!({}), &claims(&json!({ "iss": "other", "sub": "other", "jti": "ES256" })));
        assert!(proven(&assert_with(&w, &other).await));
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'client.refused' \
            AND reason = 'an assertion that was used before'").await, 4);
    }
}

both! {
    async fn of_a_hundred_copies_of_an_assertion_one_is_taken(engine) {
        let w = World::new(engine).await;
        let key = TestKey::new(Alg::EdDsa);
        signer(&w, &key, json!({})).await;
        let assertion = key.sign(&json!({}), &claims(&json!({})));
        let answers = futures::future::join_all((0..100).map(|_| assert_with(&w, &assertion))).await;
        assert_eq!(answers.iter().filter(|answer| proven(answer)).count(), 1);
    }
}

#[tokio::test]
async fn an_assertion_is_for_this_server() {
    let w = World::new(Engine::Sqlite).await;
    let key = TestKey::new(Alg::Es256);
    let endpoint = format!("{ISSUER}/oauth2/token");
    let cases = [
        (json!(ISSUER), true, true),
        (json!(endpoint), true, false),
        (json!([ISSUER]), true, false),
        (json!([endpoint, "https://other.example"]), true, false),
        (json!(format!("{ISSUER}/")), false, false),
        (json!(format!("{ISSUER}/oauth2/par")), false, false),
        (json!(format!("{ISSUER}.evil.example")), false, false),
        (json!("https://other.example"), false, false),
        (json!(["https://other.example"]), false, false),
        (json!([]), false, false),
        (json!([[ISSUER]]), false, false),
        (json!({ "aud": ISSUER }), false, false),
        (json!(7), false, false),
        (Value::Null, false, false),
    ];
    for (profile, fapi) in [("standard", false), ("fapi2", true)] {
        signer(&w, &key, json!({ "cardea_profile": profile, "id_token_signed_response_alg": "ES256" })).await;
        for (at, (aud, standard, strict)) in cases.iter().enumerate() {
            let jti = format!("{profile}{at}");
            let assertion = key.sign(&json!({}), &claims(&json!({ "aud": aud, "jti": jti })));
            assert_eq!(proven(&assert_with(&w, &assertion).await), if fapi { *strict } else { *standard }, "{aud}");
        }
    }
}

#[tokio::test]
async fn an_assertion_has_its_time() {
    let w = World::new(Engine::Sqlite).await;
    let key = TestKey::new(Alg::Es256);
    signer(&w, &key, json!({})).await;
    for (at, (changes, good)) in [
        (json!({ "exp": NOW + 1 }), true),
        (json!({ "exp": NOW }), false),
        (json!({ "exp": NOW - 300 }), false),
        (json!({ "exp": null }), false),
        (json!({ "exp": "later" }), false),
        (json!({ "exp": NOW + 3600 }), true),
        (json!({ "exp": NOW + 4000 }), false),
        (json!({ "exp": 1e300 }), false),
        (json!({ "exp": i64::MAX }), false),
        (json!({ "exp": -1 }), false),
        (json!({ "iat": NOW + 10 }), true),
        (json!({ "iat": NOW + 11 }), false),
        (json!({ "iat": null }), true),
        (json!({ "iat": "now" }), false),
        (json!({ "nbf": NOW + 10 }), true),
        (json!({ "nbf": NOW + 60 }), false),
        (json!({ "nbf": NOW - 60, "iat": NOW - 60 }), true),
        (json!({ "exp": f64::from(i32::MAX) + 0.5 }), false),
    ]
    .into_iter()
    .enumerate()
    {
        let mut changed = changes.clone();
        changed["jti"] = format!("j{at}").into();
        let assertion = key.sign(&json!({}), &claims(&changed));
        assert_eq!(proven(&assert_with(&w, &assertion).await), good, "{changes}");
    }
    let assertion = key.sign(&json!({}), &claims(&json!({ "jti": "late" })));
    w.t.clock.advance(61);
    assert!(!proven(&assert_with(&w, &assertion).await));
}

#[tokio::test]
async fn an_assertion_is_the_client_s_own() {
    let w = World::new(Engine::Sqlite).await;
    let (key, attacker) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
    signer(&w, &key, json!({})).await;
    let good = claims(&json!({}));
    let spki = key.jwk()["x"].as_str().unwrap().to_owned();
    let hmac = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, spki.as_bytes());
    let confused = {
        use base64::Engine as _;
        let encode = |text: &[u8]| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(text);
        let signed = format!(
            "{}.{}",
            encode(json!({ "alg": "HS256", "kid": key.kid }).to_string().as_bytes()),
            encode(good.to_string().as_bytes())
        );
        let mac = aws_lc_rs::hmac::sign(&hmac, signed.as_bytes());
        format!("{signed}.{}", encode(mac.as_ref()))
    };
    let mut attempts = vec![confused, String::from("eyJhbGciOiJub25lIn0.e30."), "x".to_owned()];
    for header in [
        json!({ "kid": key.kid }),
        json!({ "kid": key.kid, "jwk": attacker.jwk() }),
        json!({ "jwk": attacker.jwk() }),
        json!({ "jku": "http://127.0.0.1:1/jwks", "kid": key.kid }),
        json!({ "x5u": "http://127.0.0.1:1/cert", "kid": key.kid }),
        json!({ "kid": "../../dev/null" }),
    ] {
        attempts.push(attacker.sign(&header, &good));
    }
    for header in [
        json!({ "typ": "dpop+jwt" }),
        json!({ "typ": "oauth-authz-req+jwt" }),
        json!({ "typ": "at+jwt" }),
        json!({ "crit": ["exp"] }),
        json!({ "b64": false }),
    ] {
        attempts.push(key.sign(&header, &good));
    }
    for changes in [
        json!({ "iss": "somebody" }),
        json!({ "iss": null }),
        json!({ "sub": "edc" }),
        json!({ "sub": null }),
        json!({ "iss": "edc", "sub": "edc" }),
        json!({ "jti": null }),
        json!({ "jti": "" }),
        json!({ "jti": 1 }),
        json!({ "jti": "x".repeat(513) }),
    ] {
        attempts.push(key.sign(&json!({}), &claims(&changes)));
    }
    for attempt in &attempts {
        assert!(!proven(&assert_with(&w, attempt).await), "{attempt}");
    }
    // However many attempts fail, the client's own assertion is accepted: nobody can lock the client out.
    assert!(attempts.len() > usize::try_from(LIMIT).unwrap());
    assert!(proven(&assert_with(&w, &key.sign(&json!({}), &good)).await));
}

#[tokio::test]
async fn a_client_is_held_to_its_algorithm() {
    let w = World::new(Engine::Sqlite).await;
    let (rs, ps) = (TestKey::new(Alg::Rs256), TestKey::new(Alg::Ps256));
    let keys = json!({ "keys": [rs.bare_jwk()] });
    signer(&w, &rs, json!({ "jwks": keys, "token_endpoint_auth_signing_alg": "PS256" })).await;
    let without_kid = json!({ "kid": null });
    assert!(!proven(&assert_with(&w, &rs.sign(&without_kid, &claims(&json!({ "jti": "a" })))).await));
    assert!(proven(&assert_with(&w, &ps.sign(&without_kid, &claims(&json!({ "jti": "b" })))).await));
    // FAPI 2.0 forbids RS256, whatever the key.
    signer(&w, &rs, json!({ "jwks": keys, "cardea_profile": "fapi2" })).await;
    assert!(!proven(&assert_with(&w, &rs.sign(&without_kid, &claims(&json!({ "jti": "c" })))).await));
    assert!(proven(&assert_with(&w, &ps.sign(&without_kid, &claims(&json!({ "jti": "d" })))).await));
}

#[tokio::test]
async fn a_client_uses_one_method_and_sends_its_secret_either_way() {
    let w = World::new(Engine::Sqlite).await;
    let key = TestKey::new(Alg::Es256);
    signer(&w, &key, json!({})).await;
    let assertion = |jti: &str| key.sign(&json!({}), &claims(&json!({ "jti": jti })));
    let [kept, good, untyped, last] = ["a", "b", "c", "d"].map(assertion);
    let edc = basic("edc", SECRET);
    for (pairs, authorization) in [
        (vec![("client_assertion_type", TYPE), ("client_assertion", kept.as_str())], Some(edc.as_str())),
        (vec![("client_assertion_type", TYPE), ("client_assertion", &kept), ("client_secret", "x")], None),
        (vec![("client_id", "edc"), ("client_secret", SECRET)], Some(&edc)),
        (vec![("client_id", "spa")], Some(&edc)),
        (vec![("client_assertion", &kept)], None),
        (vec![("client_id", "signer"), ("client_assertion_type", TYPE)], None),
    ] {
        let answer = ask(&w, &pairs, authorization).await;
        assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_request")));
    }
    for (pairs, authorization, stands) in [
        (
            vec![("client_assertion_type", TYPE), ("client_assertion", good.as_str()), ("client_id", "signer")],
            None,
            true,
        ),
        (vec![("client_assertion_type", TYPE), ("client_assertion", &kept), ("client_id", "edc")], None, false),
        (vec![("client_assertion_type", "urn:other"), ("client_assertion", &untyped)], None, false),
        (vec![("client_id", "signer")], None, false),
        (vec![("client_id", "signer"), ("client_secret", SECRET)], None, false),
        (vec![], Some(basic("signer", SECRET)), false),
        (vec![("client_id", "edc"), ("client_secret", SECRET)], None, true),
        (vec![], Some(basic("post", SECRET)), true),
        (vec![("client_id", "edc"), ("client_secret", "wrong")], None, false),
        (vec![], Some(basic("post", "wrong")), false),
        (vec![("client_id", "post"), ("client_secret", SECRET)], None, true),
        (vec![("client_id", "edc")], None, false),
        (vec![("client_id", "spa")], None, true),
        (vec![("client_id", "spa"), ("client_secret", SECRET)], None, false),
        (vec![], Some(basic("edc", SECRET)), true),
        (vec![], Some(basic("nobody", SECRET)), false),
        (vec![], None, false),
    ] {
        assert_eq!(proven(&ask(&w, &pairs, authorization.as_deref()).await), stands, "{pairs:?} {authorization:?}");
    }
    // A client registered for a secret is not authenticated by an assertion, even with a key of its own.
    w.register(json!({ "client_id": "edc", "redirect_uris": [CALLBACK], "jwks": jwks(&[&key]) })).await;
    let stolen = key.sign(&json!({}), &claims(&json!({ "iss": "edc", "sub": "edc" })));
    assert!(!proven(&assert_with(&w, &stolen).await));
    assert!(proven(&assert_with(&w, &last).await));
}

/// Asks as `edc` from an address.
async fn ask_from(w: &World, address: &str, secret: &str) -> Answer {
    let address: std::net::SocketAddr = address.parse().unwrap();
    let request = Request::post("/oauth2/token")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("authorization", basic("edc", secret))
        .extension(ConnectInfo(address))
        .body(query(&[("grant_type", "urn:example:none")]).into())
        .unwrap();
    w.send(request).await
}

both! {
    async fn guesses_from_one_address_stop_and_stop_nobody_else(engine) {
        let w = World::new(engine).await;
        for _ in 0..LIMIT {
            assert!(!proven(&ask_from(&w, "192.0.2.7:1000", "wrong").await));
        }
        for secret in ["wrong", SECRET] {
            let stopped = ask_from(&w, "192.0.2.7:2000", secret).await;
            assert_eq!((stopped.status, stopped.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "300"));
        }
        assert!(proven(&ask_from(&w, "192.0.2.8:1000", SECRET).await), "from elsewhere it goes on");
        assert_eq!(w.refusals("client.refused").await, LIMIT);
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE reason LIKE '%wrong secret%' \
            AND record_id = 'edc' AND outcome = 'refused'").await, 2, "the first, and one that counts the others");
        w.t.clock.advance(WINDOW + 1);
        assert!(proven(&ask_from(&w, "192.0.2.7:1000", SECRET).await), "and the window ends");
        assert!(!proven(&ask_from(&w, "192.0.2.7:1000", "wrong").await));
        assert_eq!(w.count("SELECT times FROM client_counts").await, 1, "counted anew");
        // A customer's network counts as one address, and IPv4 within IPv6 counts as IPv4.
        for at in 0..LIMIT {
            assert!(!proven(&ask_from(&w, &format!("[2001:db8:1:2::{at}]:1"), "wrong").await));
        }
        assert_eq!(ask_from(&w, "[2001:db8:1:2:ffff::1]:1", SECRET).await.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(proven(&ask_from(&w, "[2001:db8:1:3::1]:1", SECRET).await));
        assert!(proven(&ask_from(&w, "[::ffff:192.0.2.9]:1", SECRET).await));
    }
}

both! {
    async fn another_node_goes_on_counting_where_the_first_stopped(engine) {
        let w = World::new(engine).await;
        let other = w.node().await;
        for _ in 1..LIMIT {
            assert!(!proven(&ask_from(&w, "192.0.2.7:1000", "wrong").await));
        }
        assert!(!proven(&ask_from(&other, "192.0.2.7:1000", "wrong").await));
        assert_eq!(ask_from(&other, "192.0.2.7:1000", SECRET).await.status, StatusCode::TOO_MANY_REQUESTS);
    }
}
