//! Signed request objects: RFC 9101, and their misuse by others.

use super::site::Site;
use super::*;
use crate::both;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks};

struct Signer {
    w: World,
    key: TestKey,
    who: Who,
}

impl Signer {
    async fn new(engine: Engine, alg: Alg, more: Value) -> Self {
        let w = World::reaching(engine, &Site::reachable()).await;
        let key = TestKey::new(alg);
        let mut metadata = json!({ "client_id": "signer", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "cardea_resources": ["https://a.example.org", "https://b.example.org"], "jwks": jwks(&[&key]) });
        metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        w.register(metadata).await;
        let who = w.sign_in("u1", "s1").await;
        Self { w, key, who }
    }

    /// The members of a valid object, with changes; null removes a member.
    fn claims(changes: &Value) -> Value {
        let mut claims = json!({ "iss": "signer", "aud": ISSUER, "exp": NOW + 300, "nbf": NOW, "client_id": "signer",
            "response_type": "code", "redirect_uri": CALLBACK, "scope": "openid email", "state": "inside",
            "code_challenge": CHALLENGE, "code_challenge_method": "S256" });
        claims.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        claims
    }

    fn sign(&self, changes: &Value) -> String {
        self.key.sign(&json!({ "typ": "oauth-authz-req+jwt" }), &Self::claims(changes))
    }

    async fn send(&self, object: &str) -> Answer {
        self.beside(object, &[]).await
    }

    /// Sends parameters beside the object.
    async fn beside(&self, object: &str, outside: &[(&str, &str)]) -> Answer {
        let mut pairs = vec![("client_id", "signer"), ("request", object)];
        pairs.extend(outside);
        self.w.authorize(&query(&pairs), &self.who).await
    }
}

both! {
    async fn only_what_is_signed_counts(engine) {
        let s = Signer::new(engine, Alg::Es256, json!({})).await;
        let object = s.sign(&json!({ "resource": ["https://a.example.org", "https://b.example.org"], "max_age": 10000,
            "claims": { "userinfo": { "name": null } } }));
        let beside = [("state", "outside"), ("nonce", "outside"), ("scope", "openid profile"), ("prompt", "login"),
            ("redirect_uri", "https://evil.example/"), ("response_mode", "form_post"), ("resource", "x")];
        let (address, query) = s.beside(&object, &beside).await.location();
        assert_eq!((address.as_str(), query["state"].as_str()), (CALLBACK, "inside"));
        let granted = s.w.granted().await;
        assert_eq!((&granted["scope"], granted.get("nonce")), (&json!("openid email"), None));
        assert_eq!(granted["resources"], json!(["https://a.example.org", "https://b.example.org"]));
        assert_eq!(granted["claims"]["userinfo"], json!({ "name": null }));
    }
}

both! {
    async fn an_object_that_is_not_the_clients_for_this_server_now_is_refused(engine) {
        let s = Signer::new(engine, Alg::Es256, json!({})).await;
        for changes in [
            json!({ "iss": "edc" }),
            json!({ "client_id": "edc" }),
            json!({ "iss": null, "client_id": null }),
            json!({ "aud": "https://other.example" }),
            json!({ "aud": ["https://other.example"] }),
            json!({ "exp": NOW - 11 }),
            json!({ "exp": "soon" }),
            json!({ "nbf": NOW + 11 }),
            json!({ "iat": NOW + 11 }),
            json!({ "sub": "signer" }),
            json!({ "request": "x.y.z" }),
            json!({ "request_uri": "https://edc.example.org/r" }),
        ] {
            // Without a redirect address beside it, only the person can be told.
            let answer = s.send(&s.sign(&changes)).await;
            assert!(answer.page().contains("invalid_request_object"), "{changes}");
            let told = s.beside(&s.sign(&changes), &[("redirect_uri", CALLBACK), ("state", "x")]).await;
            assert_eq!((told.sent_error().as_str(), told.location().1["state"].as_str()), ("invalid_request_object", "x"));
        }
        let other_type = s.beside(&s.sign(&json!({})), &[("response_type", "token")]).await;
        assert!(other_type.page().contains("invalid_request_object"));
        for fine in [json!({ "aud": [ISSUER, "x"] }), json!({ "exp": null, "nbf": null }), json!({ "aud": null }),
            json!({ "client_id": null }), json!({ "iss": null }), json!({ "exp": NOW - 9 }), json!({ "exp": 1e300 })] {
            assert!(s.send(&s.sign(&fine)).await.location().1.contains_key("code"), "{fine}");
        }
    }
}

both! {
    async fn what_is_inside_is_checked_like_any_request(engine) {
        let s = Signer::new(engine, Alg::EdDsa, json!({})).await;
        for (changes, error) in [
            (json!({ "response_type": null }), "invalid_request"),
            (json!({ "scope": null }), "invalid_scope"),
            (json!({ "scope": ["openid"] }), "invalid_request"),
            (json!({ "max_age": -1 }), "invalid_request"),
            (json!({ "prompt": true }), "invalid_request"),
            (json!({ "code_challenge_method": "plain" }), "invalid_request"),
            (json!({ "resource": "https://c.example.org" }), "invalid_target"),
        ] {
            assert_eq!(s.send(&s.sign(&changes)).await.sent_error(), error, "{changes}");
        }
        for missing in [json!({ "redirect_uri": null }), json!({ "redirect_uri": "https://evil.example/" })] {
            s.send(&s.sign(&missing)).await.page();
        }
    }
}

both! {
    async fn a_signature_of_anybody_else_is_refused(engine) {
        let s = Signer::new(engine, Alg::Es256, json!({ "request_object_signing_alg": "ES256" })).await;
        let good = Signer::claims(&json!({}));
        let stranger = TestKey::new(Alg::Es256);
        let other_alg = TestKey::new(Alg::Rs256);
        let signed = s.sign(&json!({}));
        let (head, signature) = signed.rsplit_once('.').unwrap();
        let header = head.split('.').next().unwrap();
        let payload = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Signer::claims(&json!({ "scope": "openid phone" })).to_string());
        for object in [
            stranger.sign(&json!({}), &good),
            stranger.sign(&json!({ "kid": s.key.kid }), &good),
            stranger.sign(&json!({ "jwk": stranger.bare_jwk() }), &good),
            stranger.sign(&json!({ "jku": "https://evil.example/jwks" }), &good),
            other_alg.sign(&json!({}), &good),
            s.key.sign(&json!({ "alg": "HS256" }), &good),
            s.key.sign(&json!({ "alg": "none" }), &good),
            s.key.sign(&json!({ "typ": "dpop+jwt" }), &good),
            s.key.sign(&json!({ "typ": "at+jwt" }), &good),
            s.key.sign(&json!({ "crit": ["x"], "x": 1 }), &good),
            format!("{header}.{payload}.{signature}"),
            format!("{head}."),
            head.to_owned(),
            String::from("x"),
        ] {
            let answer = s.beside(&object, &[("redirect_uri", CALLBACK)]).await;
            assert_eq!(answer.sent_error(), "invalid_request_object", "{object}");
        }
        assert!(s.send(&signed).await.location().1.contains_key("code"));
        // A client without keys cannot sign.
        let answer = s.w.authorize(&request(&[("request", Some(&signed))]), &s.who).await;
        assert_eq!(answer.sent_error(), "invalid_request_object");
    }
}

both! {
    async fn who_has_to_sign_may_not_send_anything_else(engine) {
        let s = Signer::new(engine, Alg::Ps256, json!({ "require_signed_request_object": true })).await;
        let plain = request(&[("client_id", Some("signer"))]);
        assert_eq!(s.w.authorize(&plain, &s.who).await.sent_error(), "invalid_request");
        let pushed = s.w.post("/oauth2/par", plain, Some(&basic("signer", SECRET)), &Who::Nobody).await;
        assert_eq!(pushed.json()["error"], "invalid_request");
        let object = s.sign(&json!({}));
        assert!(s.send(&object).await.location().1.contains_key("code"));
        let form = query(&[("request", &object)]);
        let pushed = s.w.post("/oauth2/par", form, Some(&basic("signer", SECRET)), &Who::Nobody).await.json();
        let uri = pushed["request_uri"].as_str().unwrap();
        let answer = s.w.authorize(&query(&[("client_id", "signer"), ("request_uri", uri)]), &s.who).await;
        assert_eq!(answer.location().1["state"], "inside");
    }
}

both! {
    async fn an_object_outlasts_the_sign_in_that_it_leads_to(engine) {
        let s = Signer::new(engine, Alg::Es256, json!({})).await;
        let object = s.sign(&json!({ "exp": NOW + 20 }));
        let page = s.w.authorize(&query(&[("client_id", "signer"), ("request", &object)]), &Who::Nobody).await;
        let back = page.location().1["returnTo"].clone();
        s.w.t.clock.advance(300);
        assert!(s.send(&object).await.page().contains("invalid_request_object"), "the object itself is over");
        let fresh = s.w.sign_in("u1", "s2").await;
        assert!(s.w.get(&back, &fresh).await.location().1.contains_key("code"));
        s.w.t.clock.advance(3300);
        s.w.get(&back, &fresh).await.page();
    }
}

// The Dynamic plan's module `oidcc-request-uri-signed-rs256`.
both! {
    async fn oidcc_request_uri_signed_rs256(engine) {
        let site = Site::open().await;
        let (uri, other) = (site.at("/request.jwt"), site.at("/other.jwt"));
        let more = json!({ "request_uris": [uri, site.at("/gone.jwt"), "https://169.254.169.254/x"] });
        let s = Signer::new(engine, Alg::Rs256, more).await;
        site.put("/request.jwt", s.sign(&json!({})));
        site.put("/other.jwt", s.sign(&json!({})));
        let visit = async |uri: &str| {
            let asked = query(&[("client_id", "signer"), ("request_uri", uri), ("redirect_uri", CALLBACK)]);
            s.w.authorize(&asked, &s.who).await
        };
        assert_eq!(visit(&uri).await.location().1["state"], "inside");
        for wrong in [other.as_str(), &site.at("/gone.jwt"), "https://169.254.169.254/x", &format!("{uri}?x")] {
            assert_eq!(visit(wrong).await.sent_error(), "invalid_request_uri", "{wrong}");
        }
        assert_eq!(site.asked("/other.jwt"), 0);
        let both = query(&[("client_id", "signer"), ("request_uri", &uri), ("request", "x"), ("redirect_uri", CALLBACK)]);
        assert_eq!(s.w.authorize(&both, &s.who).await.sent_error(), "invalid_request");
    }
}
