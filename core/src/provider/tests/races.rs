//! Single-use values are used once also by a hundred concurrent requests on several nodes.

use futures::future::join_all;

use super::bound::{jkt, proof};
use super::*;
use crate::both;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks};

const NODES: usize = 3;
const TOGETHER: usize = 100;

/// Several nodes over one database.
async fn nodes(w: World) -> Vec<World> {
    let mut nodes = vec![w];
    while nodes.len() < NODES {
        let node = nodes[0].node().await;
        nodes.push(node);
    }
    nodes
}

/// Sends the same form to the nodes in turn, all at once; returns the successful answers.
async fn successes(nodes: &[World], path: &str, form: &str, authorization: Option<&str>) -> Vec<Value> {
    let all = (0..TOGETHER).map(|at| nodes[at % NODES].post(path, form.to_owned(), authorization, &Who::Nobody));
    join_all(all).await.into_iter().filter(|a| a.status == StatusCode::OK).map(|a| a.json()).collect()
}

/// Splits answers into successes and the errors of the others.
fn told_apart(answers: &[Answer]) -> (Vec<Value>, std::collections::BTreeSet<String>) {
    let (good, bad): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == StatusCode::OK);
    let error = |answer: &Answer| answer.json()["error"].as_str().unwrap().to_owned();
    (good.into_iter().map(Answer::json).collect(), bad.into_iter().map(error).collect())
}

async fn active(w: &World, token: &Value) -> bool {
    let form = query(&[("token", token.as_str().unwrap())]);
    let answer = w.post("/oauth2/introspect", form, Some(&basic("rp", SECRET)), &Who::Nobody).await;
    answer.json()["active"] == true
}

async fn world(engine: Engine) -> World {
    let w = World::new(engine).await;
    w.register(json!({ "client_id": "rp", "client_secret": SECRET, "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token"] }))
        .await;
    w
}

fn exchanging(code: &str) -> String {
    query(&[
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ])
}

async fn code(w: &World) -> String {
    let who = w.sign_in("u1", "s1").await;
    w.authorize(&request(&[("client_id", Some("rp"))]), &who).await.location().1["code"].clone()
}

both! {
    async fn a_code_is_exchanged_once_and_then_its_tokens_fall(engine) {
        let nodes = nodes(world(engine).await).await;
        let form = exchanging(&code(&nodes[0]).await);
        let [tokens] = &successes(&nodes, "/oauth2/token", &form, Some(&basic("rp", SECRET))).await[..] else { panic!("one") };
        assert!(!active(&nodes[1], &tokens["access_token"]).await, "one of the hundred was a thief");
        assert!(!active(&nodes[2], &tokens["refresh_token"]).await);
    }
}

both! {
    async fn a_refresh_token_is_used_once_and_then_its_family_falls(engine) {
        let nodes = nodes(world(engine).await).await;
        let auth = basic("rp", SECRET);
        let form = exchanging(&code(&nodes[0]).await);
        let first = nodes[1].post("/oauth2/token", form, Some(&auth), &Who::Nobody).await.json();
        let form = query(&[("grant_type", "refresh_token"), ("refresh_token", first["refresh_token"].as_str().unwrap())]);
        let [tokens] = &successes(&nodes, "/oauth2/token", &form, Some(&auth)).await[..] else { panic!("one") };
        for token in [&first["access_token"], &tokens["access_token"], &tokens["refresh_token"]] {
            assert!(!active(&nodes[2], token).await);
        }
    }
}

both! {
    async fn an_assertion_proves_a_client_once(engine) {
        let w = world(engine).await;
        let key = TestKey::new(Alg::Es256);
        w.register(json!({ "client_id": "prover", "jwks": jwks(&[&key]), "token_endpoint_auth_method": "private_key_jwt",
            "grant_types": ["client_credentials"], "scope": "studies.read" })).await;
        let nodes = nodes(w).await;
        let claims = json!({ "iss": "prover", "sub": "prover", "aud": ISSUER, "jti": "once", "iat": NOW, "exp": NOW + 60 });
        let assertion = key.sign(&json!({}), &claims);
        let form = query(&[("grant_type", "client_credentials"), ("client_assertion", &assertion),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")]);
        assert_eq!(successes(&nodes, "/oauth2/token", &form, None).await.len(), 1);
    }
}

both! {
    async fn a_pushed_request_is_answered_once(engine) {
        let nodes = nodes(world(engine).await).await;
        let pushed = nodes[0]
            .post("/oauth2/par", request(&[("client_id", Some("rp"))]), Some(&basic("rp", SECRET)), &Who::Nobody)
            .await;
        let asked = query(&[("client_id", "rp"), ("request_uri", pushed.json()["request_uri"].as_str().unwrap())]);
        let who = nodes[0].sign_in("u1", "s1").await;
        let answers = join_all((0..TOGETHER).map(|at| nodes[at % NODES].authorize(&asked, &who))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::SEE_OTHER).count(), 1);
    }
}

both! {
    async fn an_approved_device_code_is_exchanged_once_and_then_its_tokens_fall(engine) {
        const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";
        let w = world(engine).await;
        w.register(json!({ "client_id": "tv", "token_endpoint_auth_method": "none",
            "grant_types": [GRANT, "refresh_token"] })).await;
        let nodes = nodes(w).await;
        let form = query(&[("client_id", "tv"), ("scope", "openid")]);
        let begun = nodes[0].post("/oauth2/device_authorization", form, None, &Who::Nobody).await.json();
        let who = nodes[1].sign_in("u1", "s1").await;
        let yes = json!({ "userCode": begun["user_code"], "approve": true });
        assert_eq!(nodes[1].call("/api/account/device/decision", &yes, &who).await["code"], "200");

        let device_code = begun["device_code"].as_str().unwrap();
        let form = query(&[("grant_type", GRANT), ("client_id", "tv"), ("device_code", device_code)]);
        let polls = (0..TOGETHER).map(|at| nodes[at % NODES].post("/oauth2/token", form.clone(), None, &Who::Nobody));
        let (good, errors) = told_apart(&join_all(polls).await);
        let [tokens] = &good[..] else { panic!("one and not {}", good.len()) };
        assert_eq!(errors, ["invalid_grant".to_owned()].into());
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let answer = nodes[2].get_as("/oauth2/userinfo", &bearer).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "one of the hundred was a thief");
        let form = query(&[("grant_type", "refresh_token"), ("client_id", "tv"),
            ("refresh_token", tokens["refresh_token"].as_str().unwrap())]);
        assert_eq!(nodes[2].post("/oauth2/token", form, None, &Who::Nobody).await.json()["error"], "invalid_grant");
        assert_eq!(nodes[0].count("SELECT COUNT(*) FROM token_families").await, 1);
        let noted = "SELECT COUNT(*) FROM audit_events WHERE action = 'authorization.reused'";
        assert_eq!(nodes[0].count(noted).await, 1, "and it was noticed once");
    }
}

both! {
    async fn a_dpop_proof_is_taken_once(engine) {
        let w = world(engine).await;
        w.register(json!({ "client_id": "prover", "client_secret": SECRET, "dpop_bound_access_tokens": true,
            "grant_types": ["client_credentials"], "scope": "studies.read" })).await;
        let nodes = nodes(w).await;
        let key = TestKey::new(Alg::Es256);
        let (auth, form) = (basic("prover", SECRET), query(&[("grant_type", "client_credentials")]));
        let one = proof(&key, "POST", "/oauth2/token", None, "once");
        let calls = (0..TOGETHER).map(|at| nodes[at % NODES].post_bound(form.clone(), Some(&auth), Some(&one)));
        let (good, errors) = told_apart(&join_all(calls).await);
        let [tokens] = &good[..] else { panic!("one and not {}", good.len()) };
        assert_eq!(errors, ["invalid_dpop_proof".to_owned()].into());
        let bound = tokens["access_token"].as_str().unwrap();
        assert_eq!(verified(&nodes[0].jwks().await, bound, "at+jwt")["cnf"], json!({ "jkt": jkt(&key) }));
        // The same jti with another key is another proof, and a hundred proofs of one key are all accepted.
        let other = proof(&TestKey::new(Alg::Es256), "POST", "/oauth2/token", None, "once");
        assert_eq!(nodes[1].post_bound(form.clone(), Some(&auth), Some(&other)).await.status, StatusCode::OK);
        let own: Vec<_> = (0..TOGETHER).map(|n| proof(&key, "POST", "/oauth2/token", None, &n.to_string())).collect();
        let calls = own.iter().enumerate().map(|(at, one)| nodes[at % NODES].post_bound(form.clone(), Some(&auth), Some(one)));
        assert!(join_all(calls).await.iter().all(|answer| answer.status == StatusCode::OK));
    }
}
