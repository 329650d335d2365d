//! DPoP proofs, valid and invalid.

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::{HEADER, Proof, nonce, proof};
use crate::both;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::jose::testing::TestKey;
use crate::provider::jose::{Alg, Jwk};
use crate::provider::tests::{ISSUER, NOW, World};
use crate::testing::Engine;

fn url() -> String {
    format!("{ISSUER}/oauth2/token")
}

/// Merges changes into an object; null removes a member.
fn with(mut base: Value, changes: &Value) -> Value {
    base.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    base.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    base
}

fn made(key: &TestKey, header: &Value, claims: &Value) -> String {
    // `sign` merges this into its own header: a null removes the kid.
    let mut whole = json!({ "typ": "dpop+jwt", "jwk": key.bare_jwk(), "kid": null });
    whole.as_object_mut().unwrap().extend(header.as_object().unwrap().clone());
    key.sign(&whole, &with(json!({ "jti": "j1", "htm": "POST", "htu": url(), "iat": NOW }), claims))
}

async fn judged(w: &World, proofs: &[&str], access_token: Option<&str>) -> Result<Option<Proof>, OAuthError> {
    let mut headers = HeaderMap::new();
    for proof in proofs {
        headers.append(HEADER, HeaderValue::from_str(proof).unwrap());
    }
    proof(&w.provider, &headers, "POST", &url(), access_token).await
}

fn jkt(key: &TestKey) -> String {
    Jwk::parse(key.bare_jwk().as_object().unwrap()).unwrap().thumbprint()
}

both! {
    async fn a_proof_binds_to_its_key_and_works_once_on_all_nodes(engine) {
        let w = World::new(engine).await;
        let other = w.node().await;
        assert_eq!(judged(&w, &[], None).await.unwrap(), None);
        for alg in Alg::ALL {
            let key = TestKey::new(*alg);
            let token = made(&key, &json!({}), &json!({ "jti": alg.as_str() }));
            let found = judged(&w, &[&token], None).await.unwrap().unwrap();
            assert_eq!(found, Proof { jkt: jkt(&key) });
            for node in [&w, &other] {
                let again = judged(node, &[&token], None).await.unwrap_err();
                assert_eq!(again.code, ErrorCode::InvalidDpopProof);
            }
        }
        // The same jti of another key is a different one.
        let (a, b) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
        for key in [&a, &b] {
            assert!(judged(&w, &[&made(key, &json!({}), &json!({}))], None).await.is_ok());
        }
    }
}

both! {
    async fn of_a_hundred_copies_of_a_proof_one_is_taken(engine) {
        let w = World::new(engine).await;
        let token = made(&TestKey::new(Alg::EdDsa), &json!({}), &json!({}));
        let proofs = [token.as_str()];
        let judged = futures::future::join_all((0..100).map(|_| judged(&w, &proofs, None))).await;
        assert_eq!(judged.iter().filter(|result| result.is_ok()).count(), 1);
    }
}

#[tokio::test]
async fn a_proof_is_made_for_this_request() {
    let w = World::new(Engine::Sqlite).await;
    let key = TestKey::new(Alg::Es256);
    for claims in [
        json!({ "htm": "GET" }),
        json!({ "htm": "post" }),
        json!({ "htm": null }),
        json!({ "htu": format!("{ISSUER}/oauth2/userinfo") }),
        json!({ "htu": "https://other.example/oauth2/token" }),
        json!({ "htu": null }),
        json!({ "htu": [url()] }),
        json!({ "jti": null }),
        json!({ "jti": "" }),
        json!({ "jti": 5 }),
        json!({ "jti": "x".repeat(513) }),
        json!({ "iat": null }),
        json!({ "iat": "now" }),
        json!({ "nbf": NOW + 11 }),
        json!({ "nbf": "soon" }),
        json!({ "exp": NOW }),
        json!({ "exp": [] }),
    ] {
        let error = judged(&w, &[&made(&key, &json!({}), &claims)], None).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidDpopProof, "{claims}");
    }
    let dated = made(&key, &json!({}), &json!({ "jti": "dated", "nbf": NOW + 10, "exp": NOW + 1 }));
    assert!(judged(&w, &[&dated], None).await.is_ok());
    let with_query = made(&key, &json!({}), &json!({ "htu": format!("{}?a=b#c", url()) }));
    assert!(judged(&w, &[&with_query], None).await.is_ok());
    let (one, two) = (made(&key, &json!({}), &json!({ "jti": "1" })), made(&key, &json!({}), &json!({ "jti": "2" })));
    assert_eq!(judged(&w, &[&one, &two], None).await.unwrap_err().code, ErrorCode::InvalidDpopProof);
    assert!(judged(&w, &[&one], None).await.is_ok(), "neither was spent");
}

#[tokio::test]
async fn a_proof_is_signed_with_the_public_key_that_it_brings() {
    let w = World::new(Engine::Sqlite).await;
    let (key, other) = (TestKey::new(Alg::Es256), TestKey::new(Alg::Es256));
    let private = with(key.bare_jwk(), &json!({ "d": "AQ" }));
    let small = json!({ "kty": "RSA", "e": "AQAB", "n": URL_SAFE_NO_PAD.encode([0xff; 128]) });
    for header in [
        json!({ "typ": "JWT" }),
        json!({ "typ": null }),
        json!({ "jwk": null }),
        json!({ "jwk": other.bare_jwk() }),
        json!({ "jwk": private }),
        json!({ "jwk": small }),
        json!({ "jwk": { "kty": "oct", "k": "c2VjcmV0" } }),
        json!({ "jwk": with(key.bare_jwk(), &json!({ "use": "enc" })) }),
        json!({ "jwk": "x" }),
        json!({ "jwk": null, "jku": "http://127.0.0.1:1/jwks" }),
        json!({ "alg": "none" }),
        json!({ "alg": "HS256" }),
        json!({ "alg": "RS256" }),
        json!({ "crit": ["exp"] }),
        json!({ "b64": false }),
    ] {
        let error = judged(&w, &[&made(&key, &header, &json!({}))], None).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidDpopProof, "{header}");
    }
    for bad in ["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30."] {
        assert_eq!(judged(&w, &[bad], None).await.unwrap_err().code, ErrorCode::InvalidDpopProof);
    }
    let cut = made(&key, &json!({}), &json!({}));
    assert!(judged(&w, &[&cut[..cut.len() - 2]], None).await.is_err());
    // A kid has no meaning here, and the key may name its algorithm.
    let named = made(&key, &json!({ "kid": "whatever", "jwk": key.jwk() }), &json!({}));
    assert_eq!(judged(&w, &[&named], None).await.unwrap().unwrap().jkt, jkt(&key));
}

#[tokio::test]
async fn a_proof_beside_an_access_token_is_for_that_token() {
    let w = World::new(Engine::Sqlite).await;
    let key = TestKey::new(Alg::Es256);
    // RFC 9449, section 7.1: the access token and ath of the example.
    let (token, ath) = ("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU", "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo");
    for (claims, good) in [
        (json!({}), false),
        (json!({ "ath": URL_SAFE_NO_PAD.encode(digest(&SHA256, b"another")) }), false),
        (json!({ "ath": "" }), false),
        (json!({ "ath": ath }), true),
    ] {
        assert_eq!(judged(&w, &[&made(&key, &json!({}), &claims)], Some(token)).await.is_ok(), good, "{claims}");
    }
}

both! {
    async fn a_proof_is_fresh_by_the_client_s_clock_or_by_the_server_s_nonce(engine) {
        let w = World::new(engine).await;
        let key = TestKey::new(Alg::EdDsa);
        let code = async |claims: Value| {
            let claims = with(json!({ "jti": claims.to_string() }), &claims);
            judged(&w, &[&made(&key, &json!({}), &claims)], None).await.map(|_| ()).map_err(|e| e.code)
        };
        for (iat, fresh) in [(NOW, true), (NOW - 60, true), (NOW - 61, false), (NOW + 10, true), (NOW + 11, false)] {
            let expected = if fresh { Ok(()) } else { Err(ErrorCode::InvalidDpopProof) };
            assert_eq!(code(json!({ "iat": iat })).await, expected, "{iat}");
        }
        let now = w.t.kernel.now();
        let given = nonce::current(&w.t.kernel, now);
        // With the nonce, the client's clock does not matter.
        for iat in [NOW, 0, NOW + 100_000] {
            assert_eq!(code(json!({ "iat": iat, "nonce": given })).await, Ok(()));
        }
        let flipped = format!("{}{}", &given[..given.len() - 1], if given.ends_with('A') { 'B' } else { 'A' });
        let far = nonce::current(&w.t.kernel, now.plus_seconds(3600));
        for bad in [json!(""), json!("x"), json!(flipped), json!(far), json!(1), json!(given.to_uppercase())] {
            assert_eq!(code(json!({ "nonce": bad })).await, Err(ErrorCode::UseDpopNonce), "{bad}");
        }
        // Nodes share the key; nonces expire.
        let other = w.node().await;
        let elsewhere = made(&key, &json!({}), &json!({ "jti": "elsewhere", "nonce": given }));
        assert!(judged(&other, &[&elsewhere], None).await.is_ok());
        w.t.clock.advance(200);
        assert_eq!(code(json!({ "jti": "later", "nonce": given })).await, Ok(()));
        w.t.clock.advance(nonce::LIFE);
        assert_eq!(code(json!({ "jti": "too late", "nonce": given })).await, Err(ErrorCode::UseDpopNonce));
    }
}

#[tokio::test]
async fn every_answer_to_a_proof_brings_the_next_nonce() {
    let w = World::new(Engine::Sqlite).await;
    let ask = async |dpop: bool| {
        let mut request = Request::post("/oauth2/token").header("content-type", "application/x-www-form-urlencoded");
        if dpop {
            request = request.header("DPoP", "x");
        }
        w.send(request.body(Body::from("grant_type=x&client_id=spa")).unwrap()).await
    };
    let answer = ask(true).await;
    assert_eq!(answer.header("dpop-nonce"), nonce::current(&w.t.kernel, w.t.kernel.now()));
    assert_eq!(ask(false).await.header("dpop-nonce"), "");
    w.t.clock.advance(60);
    assert_ne!(ask(true).await.header("dpop-nonce"), answer.header("dpop-nonce"));
}
