//! Every scenario against the bare program, in this process: the questions are well put, and right answers
//! are told from wrong ones.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_bare::recording::{Recorded, Recording, token_answer};
use cardea_bare::{Client, random};
use clap::ValueEnum as _;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::load::{Feed, Load};
use crate::party::{Party, SignIn};
use crate::registrations::{self, Registration};
use crate::scenario::{Kind, Scenario, Size};

const RECORDED: &str = "https://id.example.org";
const SIZE: Size = Size { connections: 2, codes: 6 };

fn recorded(body: &Value) -> Recorded {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    Recorded { headers, body: body.to_string() }
}

fn jws(alg: &str) -> String {
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = part(json!({ "alg": alg, "kid": alg, "typ": "at+jwt" }));
    let claims = part(json!({ "iss": RECORDED, "sub": "x", "iat": 1000, "exp": 1600, "jti": "1", "at_hash": "x" }));
    format!("{header}.{claims}.AAAA")
}

fn recording() -> Recording {
    let at = |path: &str| format!("{RECORDED}{path}");
    let metadata = json!({
        "issuer": RECORDED,
        "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"),
        "userinfo_endpoint": at("/userinfo"),
        "jwks_uri": at("/jwks"),
        "introspection_endpoint": at("/introspect"),
    });
    let keys = json!({ "keys": [
        { "kty": "EC", "crv": "P-256", "alg": "ES256", "kid": "ES256" },
        { "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "kid": "EdDSA" },
        { "kty": "RSA", "alg": "RS256", "kid": "RS256" },
    ] });
    let mut recording = Recording { issuer: RECORDED.to_owned(), ..Recording::default() };
    let mut add = |name: String, body: &Value| recording.answers.insert(name, recorded(body));
    add("discovery".to_owned(), &metadata);
    add("jwks".to_owned(), &keys);
    add("introspection".to_owned(), &json!({ "active": true }));
    add("userinfo".to_owned(), &json!({ "sub": "x", "email": "x@example.org" }));
    for (client, alg) in [("service-es256", "ES256"), ("service-eddsa", "EdDSA"), ("service-rs256", "RS256")] {
        let answer = json!({ "access_token": jws(alg), "expires_in": 600, "token_type": "Bearer" });
        add(token_answer(client, "client_credentials"), &answer);
    }
    for (client, access_token, refresh_token) in [
        ("exchange", jws("ES256"), None),
        ("refresh", jws("ES256"), Some("kept")),
        ("introspection", "opaque".to_owned(), None),
        ("userinfo", jws("ES256"), None),
    ] {
        let mut answer = json!({ "access_token": access_token, "expires_in": 600, "token_type": "Bearer" });
        answer["id_token"] = jws("ES256").into();
        if let Some(refresh_token) = refresh_token {
            answer["refresh_token"] = refresh_token.into();
            add(token_answer(client, "refresh_token"), &answer);
        }
        add(token_answer(client, "authorization_code"), &answer);
    }
    recording
}

struct Served {
    party: Party,
    _folder: tempfile::TempDir,
}

async fn serve(recording: &Recording) -> Served {
    let folder = tempfile::tempdir().unwrap();
    let clients = registrations::all(random).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let known = |c: &Registration| Client { client_id: c.client_id.clone(), client_secret: c.client_secret.clone() };
    let known: Vec<_> = clients.iter().map(known).collect();
    let router = cardea_bare::router(&issuer, recording, &known, folder.path()).await.unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let mut party = Party::open(&issuer, clients).await.unwrap();
    party.sign_in(&SignIn::Anybody).await.unwrap();
    Served { party, _folder: folder }
}

#[tokio::test]
async fn every_scenario_is_answered_and_asked_again_and_again() {
    let served = serve(&recording()).await;
    for scenario in Scenario::value_variants() {
        let proofs = scenario.prove(&served.party).await.unwrap();
        assert!(!proofs.is_empty(), "{scenario:?} is recorded");
        let feeds = scenario.feeds(&served.party, SIZE).await.unwrap();
        assert_eq!(feeds.len(), SIZE.connections, "{scenario:?}");
        let load = Load::open(served.party.address(), feeds).await.unwrap();
        let outcome = load.run(Duration::from_millis(20)).await.unwrap();
        assert!(outcome.latencies.len() >= 2, "{scenario:?}");
        assert!(outcome.latencies.len() <= 6 || *scenario != Scenario::CodeExchange, "a code is used once");
    }
}

#[tokio::test]
async fn a_wrong_answer_is_no_proof() {
    let mut wrong = recording();
    // What the one client is given is signed with another algorithm, and the other's refresh tokens never come.
    let other = wrong.answers[&token_answer("service-rs256", "client_credentials")].clone();
    wrong.answers.insert(token_answer("service-es256", "client_credentials"), other);
    let without = wrong.answers[&token_answer("exchange", "authorization_code")].clone();
    wrong.answers.insert(token_answer("refresh", "authorization_code"), without);
    wrong.answers.insert("introspection".to_owned(), recorded(&json!({ "active": false })));
    wrong.answers.insert("userinfo".to_owned(), recorded(&json!({ "sub": "x" })));
    let served = serve(&wrong).await;
    for (scenario, why) in [
        (Scenario::ClientCredentialsEs256, "signed with RS256 instead of ES256"),
        (Scenario::Refresh, "no refresh token"),
        (Scenario::Introspection, "/active is not in"),
        (Scenario::Userinfo, "/email is not in"),
    ] {
        let error = scenario.prove(&served.party).await.unwrap_err().to_string();
        assert!(error.contains(why), "{scenario:?}: {error}");
    }
}

#[tokio::test]
async fn the_first_answer_that_is_not_a_success_ends_the_run() {
    let served = serve(&recording()).await;
    // The same codes a second time.
    let feeds = Scenario::CodeExchange.feeds(&served.party, SIZE).await.unwrap();
    let twice = feeds.into_iter().map(|feed| match feed {
        Feed::Each(requests) => Feed::Each(requests.iter().chain(&requests).cloned().collect()),
        other => other,
    });
    let load = Load::open(served.party.address(), twice.collect()).await.unwrap();
    let error = load.run(Duration::from_mins(1)).await.unwrap_err().to_string();
    assert!(error.contains("answered with 400"), "{error}");
    assert_eq!(Scenario::CodeExchange.kind(), Kind::Durable);
}
