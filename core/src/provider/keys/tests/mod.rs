//! The whole life of keys, on several nodes.

mod admin;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::rotation::{Due, SETTLE, due};
use super::testing::with_rsa;
use super::{KeyPolicy, KeyState, SEALED, SigningKey, store};
use crate::both;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::outbound::Outbound;
use crate::provider::jose::{Alg, JoseError};
use crate::provider::tests::{World, open};
use crate::testing::Engine;

const DAY: i64 = 86_400;

async fn records(w: &World) -> Vec<SigningKey> {
    store::records(&mut w.cx()).await.unwrap()
}

async fn find(w: &World, alg: Alg, state: KeyState) -> Option<String> {
    records(w).await.into_iter().find(|key| key.alg == alg && key.state == state).map(|key| key.id)
}

async fn kids(w: &World) -> BTreeSet<String> {
    w.jwks().await["keys"].as_array().unwrap().iter().map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
}

/// Rotates a key, and waits until the new one signs.
async fn rotated(w: &World, alg: Alg) -> SigningKey {
    let next = w.provider.keys().rotate(w.cx(), alg).await.unwrap();
    assert_eq!((next.state, next.promote_at), (KeyState::Next, Some(next.published_at.plus_seconds(SETTLE))));
    w.t.clock.advance(SETTLE);
    w.provider.keys().step().await.unwrap();
    records(w).await.into_iter().find(|key| key.id == next.id).unwrap()
}

fn kid(token: &str) -> String {
    jsonwebtoken::decode_header(token).unwrap().kid.unwrap()
}

fn sign(w: &World) -> String {
    w.provider.keys().sign(Alg::Es256, "at+jwt", &json!({ "a": 1 })).unwrap()
}

fn verify(w: &World, token: &str) -> Result<Value, JoseError> {
    w.provider.keys().verify("at+jwt", token)
}

#[tokio::test]
async fn what_is_published_is_public_and_named_by_its_thumbprint() {
    let w = World::new(Engine::Sqlite).await;
    with_rsa(&w.provider).await;
    let jwks = w.jwks().await;
    let keys = jwks["keys"].as_array().unwrap();
    let algs: BTreeSet<_> = keys.iter().map(|key| key["alg"].as_str().unwrap()).collect();
    assert_eq!(algs, BTreeSet::from(["ES256", "EdDSA", "PS256", "RS256"]));
    for key in keys {
        let names: Vec<_> = key.as_object().unwrap().keys().map(String::as_str).collect();
        let expected: &[&str] = match key["kty"].as_str().unwrap() {
            "EC" => &["alg", "crv", "kid", "kty", "use", "x", "y"],
            "OKP" => &["alg", "crv", "kid", "kty", "use", "x"],
            _ => &["alg", "e", "kid", "kty", "n", "use"],
        };
        assert_eq!(names, expected, "and nothing private");
        let jwk: jsonwebtoken::jwk::Jwk = serde_json::from_value(key.clone()).unwrap();
        assert_eq!(key["kid"], json!(jwk.thumbprint(jsonwebtoken::jwk::ThumbprintHash::SHA256).unwrap()));
    }
}

#[tokio::test]
async fn another_implementation_verifies_every_algorithm_with_the_published_key() {
    let w = World::new(Engine::Sqlite).await;
    with_rsa(&w.provider).await;
    let set: jsonwebtoken::jwk::JwkSet = serde_json::from_value(w.jwks().await).unwrap();
    for alg in Alg::ALL {
        let token = w.provider.keys().sign(*alg, "JWT", &json!({ "alg": alg })).unwrap();
        let header = jsonwebtoken::decode_header(&token).unwrap();
        let key = jsonwebtoken::DecodingKey::from_jwk(set.find(&header.kid.unwrap()).unwrap()).unwrap();
        let mut validation = jsonwebtoken::Validation::new(header.alg);
        (validation.validate_exp, validation.validate_aud) = (false, false);
        validation.required_spec_claims.clear();
        let claims = jsonwebtoken::decode::<Value>(&token, &key, &validation).unwrap().claims;
        assert_eq!(claims, json!({ "alg": alg.as_str() }));
        assert_eq!(w.provider.keys().verify::<Value>("JWT", &token).unwrap(), claims);
    }
}

#[tokio::test]
async fn a_token_whose_signature_is_known_is_known_by_each_of_its_octets_and_as_what_it_is() {
    let w = World::new(Engine::Sqlite).await;
    let token = sign(&w);
    for _ in 0..2 {
        assert_eq!(verify(&w, &token), Ok(json!({ "a": 1 })));
        assert_eq!(w.provider.keys().verify::<Value>("JWT", &token), Err(JoseError::Header), "of another type");
        for at in 0..token.len() {
            let other = if &token[at..=at] == "A" { "B" } else { "A" };
            let changed = format!("{}{other}{}", &token[..at], &token[at + 1..]);
            assert!(verify(&w, &changed).is_err(), "{changed}");
        }
    }
}

#[tokio::test]
async fn an_algorithm_whose_key_is_being_made_is_busy() {
    let w = World::new(Engine::Sqlite).await;
    let error = w.provider.keys().sign(Alg::Rs256, "JWT", &json!({})).unwrap_err();
    assert_eq!((error.code, error.retry_after), (crate::kernel::error::Code::Busy, Some(5)));
}

both! {
    async fn nodes_that_start_together_agree_on_one_key(engine) {
        let t = engine.kernel().await;
        let outbound = Outbound::new(Vec::new());
        let nodes = futures::future::join_all((0..8).map(|_| open(&t.kernel, &outbound))).await;
        let mut cx = Ctx::system(&t.kernel, "test");
        let (count,): (i64,) =
            cx.db().await.unwrap().query("SELECT COUNT(*) FROM signing_keys WHERE alg = 'ES256'").one().await.unwrap();
        assert_eq!(count, 1);
        drop(cx);
        let token = nodes[0].keys().sign(Alg::Es256, "at+jwt", &json!({ "a": 1 })).unwrap();
        for node in nodes.iter().chain([&open(&t.kernel, &outbound).await]) {
            assert_eq!(node.keys().verify::<Value>("at+jwt", &token).unwrap(), json!({ "a": 1 }));
        }
    }
}

both! {
    async fn the_private_key_is_sealed_at_rest_and_gone_when_it_signs_no_more(engine) {
        let w = World::new(engine).await;
        let private = async || {
            let mut cx = w.cx();
            let sql = "SELECT kid, private_key FROM signing_keys WHERE alg = 'ES256' ORDER BY state";
            cx.db().await.unwrap().query(sql).all::<(String, Option<Vec<u8>>)>().await.unwrap()
        };
        let [(kid, Some(sealed))] = &private().await[..] else { panic!("one") };
        let plain = w.t.kernel.unseal_at(&SEALED, kid, sealed).unwrap();
        assert!(aws_lc_rs::signature::EcdsaKeyPair::from_pkcs8(
            &aws_lc_rs::signature::ECDSA_P256_SHA256_FIXED_SIGNING, &plain).is_ok());
        assert!(!sealed.windows(16).any(|w| plain.windows(16).any(|p| p == w)));
        rotated(&w, Alg::Es256).await;
        let after = private().await;
        assert!(after[0].1.is_some() && after[1].1.is_none(), "the current one, and the retired one");
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE after LIKE '%rivate%'").await, 0);
    }
}

both! {
    async fn keys_are_replaced_in_time_and_with_overlap(engine) {
        let w = World::new(engine).await;
        with_rsa(&w.provider).await;
        let (first, step) = (sign(&w), async || w.provider.keys().step().await.unwrap());
        let old = kid(&first);
        step().await;
        assert_eq!(kids(&w).await.len(), 4, "nothing is due");

        w.t.clock.advance(89 * DAY);
        step().await;
        let next = find(&w, Alg::Es256, KeyState::Next).await.unwrap();
        assert!(kids(&w).await.is_superset(&BTreeSet::from([old.clone(), next.clone()])), "published before it signs");
        assert_eq!(kid(&sign(&w)), old);
        w.t.clock.advance(DAY - 1);
        step().await;
        assert_eq!(kid(&sign(&w)), old);

        w.t.clock.advance(1);
        step().await;
        let second = sign(&w);
        assert_eq!(kid(&second), next);
        assert!(verify(&w, &first).is_ok() && verify(&w, &second).is_ok());
        assert!(kids(&w).await.contains(&old));
        let retired = records(&w).await.into_iter().find(|key| key.id == old).unwrap();
        let now = w.t.kernel.now();
        assert_eq!((retired.retired_at, retired.remove_at), (Some(now), Some(now.plus_seconds(30 * DAY))));

        w.t.clock.advance(30 * DAY);
        step().await;
        assert_eq!(verify(&w, &first).unwrap_err(), JoseError::Key);
        assert!(verify(&w, &second).is_ok());
        assert!(!kids(&w).await.contains(&old));
        assert_eq!(w.count("SELECT COUNT(*) FROM signing_keys WHERE state = 'removed'").await, 4, "records stay");
        for (action, count) in [("published", 2 + 4), ("promoted", 4), ("retired", 4), ("removed", 4)] {
            let sql: &'static str = match action {
                "published" => "SELECT COUNT(*) FROM audit_events WHERE action = 'signing_key.published'",
                "promoted" => "SELECT COUNT(*) FROM audit_events WHERE action = 'signing_key.promoted'",
                "retired" => "SELECT COUNT(*) FROM audit_events WHERE action = 'signing_key.retired'",
                _ => "SELECT COUNT(*) FROM audit_events WHERE action = 'signing_key.removed'",
            };
            assert_eq!(w.count(sql).await, count, "{action}");
        }
    }
}

both! {
    async fn many_nodes_do_what_is_due_once(engine) {
        let w = World::new(engine).await;
        with_rsa(&w.provider).await;
        let mut nodes = Vec::new();
        for _ in 0..3 {
            nodes.push(w.node().await);
        }
        for days in [89, 1, 30] {
            w.t.clock.advance(days * DAY);
            let steps = futures::future::join_all(nodes.iter().map(|node| node.provider.keys().step())).await;
            assert!(steps.into_iter().all(|step| step.is_ok()));
            let found = records(&w).await;
            for alg in Alg::ALL {
                let count = |state| found.iter().filter(|key| key.alg == *alg && key.state == state).count();
                assert_eq!(count(KeyState::Current), 1, "{alg:?} after {days}");
                assert_eq!(count(KeyState::Next), usize::from(days == 89));
                assert_eq!(count(KeyState::Retired), usize::from(days == 1));
            }
        }
    }
}

both! {
    async fn every_node_publishes_a_key_before_any_signs_with_it(engine) {
        let w = World::new(engine).await;
        with_rsa(&w.provider).await;
        let other = w.node().await;
        let old = kid(&sign(&w));
        let next = w.provider.keys().rotate(w.cx(), Alg::Es256).await.unwrap().id;
        w.provider.keys().step().await.unwrap();
        assert_eq!(kid(&sign(&w)), old, "other nodes do not know the new one yet");
        w.t.clock.advance(2);
        assert_eq!(kids(&other).await, kids(&w).await, "any request brings it");
        assert!(kids(&other).await.contains(&next));
        w.t.clock.advance(SETTLE - 2);
        w.provider.keys().step().await.unwrap();
        let token = sign(&w);
        assert_eq!(kid(&token), next);
        assert!(verify(&other, &token).is_ok(), "although that node has not looked since");
        assert_eq!(kid(&sign(&other)), old, "and what it signs meanwhile is believed");
        assert!(verify(&w, &sign(&other)).is_ok());
        w.t.clock.advance(2);
        kids(&other).await;
        assert_eq!(kid(&sign(&other)), next);
    }
}

#[tokio::test]
async fn a_database_that_is_away_keeps_nobody_from_verifying() {
    let w = World::new(Engine::Sqlite).await;
    let token = sign(&w);
    w.t.kernel.db().close().await;
    w.t.clock.advance(10);
    assert_eq!(kids(&w).await.len(), 2);
    assert!(verify(&w, &token).is_ok());
}

#[tokio::test]
async fn a_token_of_ours_has_our_type_and_names_its_key() {
    let w = World::new(Engine::Sqlite).await;
    let token = sign(&w);
    assert_eq!(w.provider.keys().verify::<Value>("JWT", &token).unwrap_err(), JoseError::Header);
    let stranger = crate::provider::jose::testing::TestKey::new(Alg::Es256);
    let claims = json!({ "a": 1 });
    for (header, why) in [
        (json!({ "typ": "at+jwt", "kid": kid(&token) }), JoseError::Signature),
        (json!({ "typ": "at+jwt", "kid": null }), JoseError::Key),
        (json!({ "typ": "at+jwt", "jwk": stranger.jwk() }), JoseError::Key),
        (json!({ "typ": "at+jwt", "alg": "none" }), JoseError::Alg),
        (json!({ "typ": "at+jwt", "alg": "HS256", "kid": kid(&token) }), JoseError::Alg),
    ] {
        assert_eq!(verify(&w, &stranger.sign(&header, &claims)).unwrap_err(), why, "{header}");
    }
}

#[test]
fn what_is_due_follows_from_the_records_and_the_clock() {
    let key = |id: &str, state: KeyState, at: i64| SigningKey {
        id: id.to_owned(),
        alg: Alg::Es256,
        state,
        published_at: Time(at * 1000),
        promote_at: None,
        current_at: (state != KeyState::Next).then_some(Time(at * 1000)),
        retired_at: (state == KeyState::Retired).then_some(Time(at * 1000)),
        remove_at: None,
        removed_at: None,
    };
    let policy = KeyPolicy { rotation: Some(1000), publish_ahead: 100, retention: 500 };
    let es = |keys: &[SigningKey], policy, now: i64| {
        let mut due = due(keys, policy, Time(now * 1000));
        due.retain(|one| !matches!(one, Due::First(alg) if *alg != Alg::Es256));
        due
    };
    assert_eq!(es(&[], policy, 0), [Due::First(Alg::Es256)]);
    let current = key("a", KeyState::Current, 0);
    let alone = [current.clone()];
    assert_eq!(es(&alone, policy, 899), []);
    assert_eq!(es(&alone, policy, 900), [Due::Publish(Alg::Es256)]);
    // A key that was published late waits its full time.
    let late = key("b", KeyState::Next, 1500);
    assert_eq!(es(&[current.clone(), late.clone()], policy, 1599), []);
    assert_eq!(es(&[current.clone(), late.clone()], policy, 1600), [Due::Promote(Alg::Es256)]);
    let hurried = SigningKey { promote_at: Some(Time(5000)), ..key("b", KeyState::Next, 0) };
    assert_eq!(es(&[current.clone(), hurried.clone()], policy, 4), []);
    assert_eq!(es(&[current.clone(), hurried], policy, 5), [Due::Promote(Alg::Es256)]);
    let by_hand = KeyPolicy { rotation: None, ..policy };
    assert_eq!(es(&[current.clone(), late], by_hand, 1_000_000), [], "only by hand");
    let retired = key("c", KeyState::Retired, 10);
    assert_eq!(es(&[current.clone(), retired.clone()], policy, 509), []);
    assert_eq!(es(&[current, retired], policy, 510), [Due::Remove("c".into())]);
}
