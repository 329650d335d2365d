//! The keys of clients: registered, fetched, cached, rotated; and addresses that are never fetched from.

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::site::Site;
use super::*;
use crate::both;
use crate::kernel::outbound::OutboundError;
use crate::provider::clients::{Client, KeysError};

/// A key set of one Ed25519 key, derived from its kid.
pub fn jwks(kid: &str) -> Value {
    let mut seed = [7; 32];
    seed[..kid.len()].copy_from_slice(kid.as_bytes());
    let pair = Ed25519KeyPair::from_seed_unchecked(&seed).unwrap();
    let x = URL_SAFE_NO_PAD.encode(pair.public_key().as_ref());
    json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "kid": kid, "x": x }] })
}

async fn client(w: &World, id: &str, name: &str, value: Value) -> Arc<Client> {
    let mut metadata =
        json!({ "client_id": id, "token_endpoint_auth_method": "private_key_jwt", "redirect_uris": [CALLBACK] });
    metadata[name] = value;
    w.register(metadata).await;
    w.provider.clients().get(id).await.unwrap().unwrap()
}

/// The kids of the client's keys.
async fn kids(w: &World, client: &Client, fresh: bool) -> Result<Vec<String>, KeysError> {
    let set = w.provider.clients().keys_of(client, fresh).await?;
    Ok(set.keys().iter().filter_map(|key| key.kid()).map(str::to_owned).collect())
}

both! {
    async fn given_keys_are_used_and_fetched_ones_are_fetched_once(engine) {
        let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
        let given = client(&w, "given", "jwks", jwks("a")).await;
        assert_eq!(kids(&w, &given, false).await.unwrap(), ["a"]);
        assert_eq!(kids(&w, &given, true).await.unwrap(), ["a"]);
        let none = w.provider.clients().get("edc").await.unwrap().unwrap();
        assert!(matches!(kids(&w, &none, false).await, Err(KeysError::NotRegistered)));

        site.put("/jwks", jwks("b"));
        let fetched = client(&w, "fetched", "jwks_uri", json!(site.at("/jwks"))).await;
        let all = futures::future::join_all((0..100).map(|_| kids(&w, &fetched, false))).await;
        assert!(all.into_iter().all(|kids| kids.unwrap() == ["b"]));
        assert_eq!(site.asked("/jwks"), 1, "a hundred ask, one goes");
        w.t.clock.advance(599);
        kids(&w, &fetched, false).await.unwrap();
        assert_eq!(site.asked("/jwks"), 1);
        w.t.clock.advance(1);
        kids(&w, &fetched, false).await.unwrap();
        assert_eq!(site.asked("/jwks"), 2, "not for ever");
    }
}

both! {
    async fn a_rotated_key_is_found_at_once_and_strangers_cannot_make_us_ask_without_end(engine) {
        let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
        site.put("/jwks", jwks("old"));
        let client = client(&w, "rp", "jwks_uri", json!(site.at("/jwks"))).await;
        assert_eq!(kids(&w, &client, false).await.unwrap(), ["old"]);
        site.put("/jwks", jwks("new"));
        assert_eq!(kids(&w, &client, false).await.unwrap(), ["old"]);
        assert_eq!(kids(&w, &client, true).await.unwrap(), ["new"], "however short ago the old ones came");
        let all = futures::future::join_all((0..100).map(|_| kids(&w, &client, true))).await;
        assert!(all.into_iter().all(|kids| kids.unwrap() == ["new"]));
        assert_eq!(site.asked("/jwks"), 2);
        w.t.clock.advance(5);
        futures::future::join_all((0..100).map(|_| kids(&w, &client, true))).await;
        assert_eq!(site.asked("/jwks"), 3, "once every few seconds");
    }
}

both! {
    async fn a_server_that_is_away_is_left_alone_and_bridged_for_an_hour(engine) {
        let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
        site.put("/jwks", jwks("a"));
        let client = client(&w, "rp", "jwks_uri", json!(site.at("/jwks"))).await;
        kids(&w, &client, false).await.unwrap();
        site.answer("/jwks", StatusCode::SERVICE_UNAVAILABLE, "");
        w.t.clock.advance(600);
        for _ in 0..10 {
            assert_eq!(kids(&w, &client, false).await.unwrap(), ["a"]);
            assert_eq!(kids(&w, &client, true).await.unwrap(), ["a"]);
        }
        assert_eq!(site.asked("/jwks"), 2, "it rests after a failure");
        w.t.clock.advance(3000);
        for _ in 0..10 {
            assert!(matches!(kids(&w, &client, false).await, Err(KeysError::Unreachable(_))), "but not for ever");
        }
        assert_eq!(site.asked("/jwks"), 3);
        site.put("/jwks", jwks("b"));
        w.t.clock.advance(5);
        assert_eq!(kids(&w, &client, false).await.unwrap(), ["b"]);
    }
}

both! {
    async fn a_changed_record_names_other_keys_at_once(engine) {
        let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
        site.put("/one", jwks("a"));
        site.put("/two", jwks("b"));
        let before = client(&w, "rp", "jwks_uri", json!(site.at("/one"))).await;
        assert_eq!(kids(&w, &before, false).await.unwrap(), ["a"]);
        let after = client(&w, "rp", "jwks_uri", json!(site.at("/two"))).await;
        assert_eq!(kids(&w, &after, false).await.unwrap(), ["b"]);
        let given = client(&w, "rp", "jwks", jwks("c")).await;
        assert_eq!(kids(&w, &given, false).await.unwrap(), ["c"]);
    }
}

both! {
    async fn what_is_no_key_set_is_not_used(engine) {
        let (w, site) = (World::reaching(engine, &Site::reachable()).await, Site::open().await);
        let mut private = jwks("a");
        private["keys"][0]["d"] = json!("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
        let cases = [
            ("/html", StatusCode::OK, "<html>".to_owned()),
            ("/private", StatusCode::OK, private.to_string()),
            ("/large", StatusCode::OK, " ".repeat(128 * 1024) + &jwks("a").to_string()),
            ("/moved", StatusCode::FOUND, site.at("/good")),
            ("/gone", StatusCode::GONE, jwks("a").to_string()),
        ];
        site.put("/good", jwks("a"));
        for (path, status, body) in cases {
            site.answer(path, status, &body);
            let client = client(&w, &path[1..], "jwks_uri", json!(site.at(path))).await;
            assert!(kids(&w, &client, false).await.is_err(), "{path}");
        }
        assert_eq!(site.asked("/good"), 0, "redirects are not followed");
    }
}

both! {
    async fn nobody_is_sent_to_private_addresses_for_keys(engine) {
        let (w, site) = (World::new(engine).await, Site::open().await);
        site.put("/jwks", jwks("a"));
        for address in [
            site.at("/jwks"),
            site.at("/jwks").replace("127.0.0.1", "localhost"),
            "https://127.0.0.1/jwks".into(),
            "https://169.254.169.254/latest/meta-data".into(),
            "https://[::ffff:10.0.0.1]/jwks".into(),
            "https://2130706433/jwks".into(),
            "https://localhost/jwks".into(),
        ] {
            let client = client(&w, "rp", "jwks_uri", json!(address)).await;
            let error = kids(&w, &client, false).await.unwrap_err();
            let KeysError::Unreachable(why) = &error else { panic!("{address}: {error}") };
            let refused = matches!(&**why, crate::provider::clients::RemoteError::Outbound(OutboundError::Denied(_)));
            assert!(refused, "{address}: {error}");
        }
        assert_eq!(site.asked("/jwks"), 0);
    }
}
