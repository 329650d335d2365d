use super::*;
use crate::both;
use crate::kernel::error::Code;

/// The return address of the sign-in page.
fn return_to(answer: &Answer) -> String {
    let (address, query) = answer.location();
    assert_eq!(address, "/signIn/index");
    assert!(query["returnTo"].starts_with("/oauth2/authorize?"));
    query["returnTo"].clone()
}

both! {
    async fn a_session_gets_a_code_and_the_state_back(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let answer = w.authorize(&request(&[("unheard_of", Some("x")), ("display", Some("popup"))]), &who).await;
        let (address, query) = answer.location();
        assert_eq!(address, CALLBACK);
        assert_eq!((query["state"].as_str(), query["iss"].as_str()), ("st&te=", ISSUER));
        assert_eq!(query["code"].len(), 43, "256 bits");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'authorization.granted'").await, 1);
        let kept = w.t.kernel.hash("authorization_code", &query["code"]);
        let mut cx = w.cx();
        let (hash,): (String,) =
            cx.db().await.unwrap().query("SELECT code_hash FROM authorization_codes").one().await.unwrap();
        assert_eq!(hash, kept, "only a keyed hash is at rest");
    }
}

both! {
    async fn the_form_of_a_signed_in_person_works_like_the_query(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let answer = w.post("/oauth2/authorize", request(&[]), None, &who).await;
        assert!(answer.location().1.contains_key("code"));
        // A form from another site arrives without the cookie: the browser repeats it as a GET with the cookie.
        let answer = w.post("/oauth2/authorize", request(&[("prompt", Some("none"))]), None, &Who::Nobody).await;
        let again = answer.header("location").to_owned();
        assert!(again.starts_with("/oauth2/authorize?"));
        assert!(w.get(&again, &who).await.location().1.contains_key("code"));
        assert_eq!(w.get(&again, &Who::Nobody).await.sent_error(), "login_required");
        let json = HttpRequest::post("/oauth2/authorize").header("content-type", "application/json");
        let answer = w.send(json.body(Body::from("{}")).unwrap()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        answer.page();
    }
}

both! {
    async fn without_a_session_the_sign_in_page_carries_everything_needed(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for nobody in [Who::Nobody, Who::Ended(Code::SessionExpired)] {
            let answer = w.authorize(&request(&[]), &nobody).await;
            assert_eq!(answer.header("cache-control"), "no-store");
            let (address, query) = w.get(&return_to(&answer), &who).await.location();
            assert_eq!(address, CALLBACK);
            assert_eq!(query["state"], "st&te=");
        }
    }
}

both! {
    async fn redirect_addresses_that_are_not_the_registered_one_are_never_used(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for attack in [
            "https://edc.example.org/callback/",
            "https://edc.example.org/callback/../evil",
            "https://edc.example.org/callback%2f..",
            "https://edc.example.org/callback?x=1",
            "https://edc.example.org/callback#x",
            "https://edc.example.org/Callback",
            "https://EDC.example.org/callback",
            "HTTPS://edc.example.org/callback",
            "http://edc.example.org/callback",
            "https://edc.example.org:443/callback",
            "https://edc.example.org:8443/callback",
            "https://edc.example.org.evil.example/callback",
            "https://evil.example/https://edc.example.org/callback",
            "https://edc.example.org@evil.example/callback",
            "https://user@edc.example.org/callback",
            "https://edc.example.org\\@evil.example/callback",
            "https://edc.example.org/%63allback",
            "https%3A%2F%2Fedc.example.org%2Fcallback",
            "//edc.example.org/callback",
            "/callback",
            " https://edc.example.org/callback",
            "https://edc.example.org/callback\n",
            "https://edc.example.org/callback\0",
            "javascript:alert(1)",
        ] {
            for who in [&who, &Who::Nobody] {
                let answer = w.authorize(&request(&[("redirect_uri", Some(attack))]), who).await;
                assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{attack}");
                assert!(answer.page().contains(answer.header("x-request-id")), "{attack}");
            }
        }
    }
}

both! {
    async fn what_is_not_proven_is_told_to_the_person_in_their_language(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for bad in [
            request(&[("client_id", None)]),
            request(&[("client_id", Some("nobody"))]),
            request(&[("client_id", Some("<script>alert(1)</script>"))]),
            request(&[("redirect_uri", None)]),
            format!("{}&client_id=edc", request(&[])),
            format!("{}&redirect_uri=https%3A%2F%2Fevil.example", request(&[])),
            String::new(),
        ] {
            let answer = w.authorize(&bad, &who).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{bad}");
            assert!(answer.page().contains("lang=\"zh-CN\""));
            assert!(!answer.body.contains("<script"));
            let english = format!("/oauth2/authorize?{bad}");
            let english = HttpRequest::get(english).header("accept-language", "en").body(Body::empty()).unwrap();
            assert!(w.send(english).await.page().contains("This sign-in cannot go on"));
            // The language chosen at the portal applies here too.
            let chose = HttpRequest::get(format!("/oauth2/authorize?{bad}")).header("accept-language", "en");
            let chose = chose.header("sec-fetch-mode", "navigate").header("cookie", "cardea_language=zh");
            assert!(w.send(chose.body(Body::empty()).unwrap()).await.page().contains("无法继续登录"));
            let answer = w.authorize(&format!("{bad}&ui_locales=fr+en-GB"), &who).await;
            assert!(answer.page().contains("lang=\"en\""));
        }
    }
}

both! {
    async fn what_is_wrong_with_a_request_goes_to_the_client(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let long = "x".repeat(513);
        for (name, value, error) in [
            ("response_type", None, "invalid_request"),
            ("response_type", Some("token"), "unsupported_response_type"),
            ("response_type", Some("code id_token"), "unsupported_response_type"),
            ("response_mode", Some("fragment"), "invalid_request"),
            ("scope", None, "invalid_scope"),
            ("scope", Some("profile email"), "invalid_scope"),
            ("code_challenge", None, "invalid_request"),
            ("code_challenge", Some("short"), "invalid_request"),
            ("code_challenge", Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"), "invalid_request"),
            ("code_challenge_method", None, "invalid_request"),
            ("code_challenge_method", Some("plain"), "invalid_request"),
            ("code_challenge_method", Some("s256"), "invalid_request"),
            ("nonce", Some(long.as_str()), "invalid_request"),
            ("nonce", Some("a\0b"), "invalid_request"),
            ("max_age", Some("-1"), "invalid_request"),
            ("max_age", Some("99999999999999999999"), "invalid_request"),
            ("prompt", Some("none login"), "invalid_request"),
            ("prompt", Some("create"), "invalid_request"),
            ("prompt", Some("none consent"), "invalid_request"),
            ("request", Some("eyJhbGciOiJub25lIn0.e30."), "invalid_request_object"),
            ("request_uri", Some("https://edc.example.org/r"), "invalid_request_uri"),
            ("claims", Some("[]"), "invalid_request"),
            ("claims", Some("{\"userinfo\":[]}"), "invalid_request"),
            ("claims", Some("{\"userinfo\":{\"name\":true}}"), "invalid_request"),
            ("claims", Some("{\"userinfo\":{\"name\":[true]}}"), "invalid_request"),
            ("claims", Some("{\"userinfo\":{\"name\":{\"essential\":\"yes\"}}}"), "invalid_request"),
            ("claims", Some("{\"id_token\":{\"sub\":{\"value\":\"a\"}},\"userinfo\":{\"sub\":{\"value\":\"b\"}}}"), "invalid_request"),
            ("resource", Some("https://api.example.org"), "invalid_target"),
            ("dpop_jkt", Some("short"), "invalid_request"),
            ("registration", Some("{}"), "registration_not_supported"),
            ("id_token_hint", Some("eyJhbGciOiJub25lIn0.e30."), "invalid_request"),
        ] {
            let answer = w.authorize(&request(&[(name, value)]), &who).await;
            assert_eq!(answer.sent_error(), error, "{name}={value:?}");
            assert_eq!(answer.location().1["state"], "st&te=");
        }
        for repeated in ["scope=openid", "state=other", "nonce=n-2", "code_challenge_method=S256"] {
            let answer = w.authorize(&format!("{}&{repeated}", request(&[])), &who).await;
            assert_eq!(answer.sent_error(), "invalid_request", "{repeated}");
        }
        let twice = w.authorize(&format!("{}&state=other", request(&[])), &who).await;
        assert!(!twice.location().1.contains_key("state"), "which of the two would it be");
        assert_eq!(w.count("SELECT COUNT(*) FROM authorization_codes").await, 0);
    }
}

both! {
    async fn the_least_that_is_needed_is_enough(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for changes in [
            vec![("nonce", None), ("state", None)],
            vec![("response_mode", Some("query"))],
            vec![("scope", Some("openid unheard.of offline_access"))],
            vec![("acr_values", Some("1 2")), ("login_hint", Some("张")), ("max_age", Some("10000"))],
            vec![("prompt", Some("none"))],
            vec![("state", Some(""))],
        ] {
            let (_, query) = w.authorize(&request(&changes), &who).await.location();
            assert!(query.contains_key("code"), "{changes:?}");
        }
    }
}

both! {
    async fn a_native_client_may_bring_its_own_loopback_port(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for (address, good) in [
            ("http://127.0.0.1:51004/cb", true),
            ("com.example.app:/cb", true),
            ("http://127.0.0.1:51004/cb2", false),
            ("http://localhost:51004/cb", false),
        ] {
            let request = request(&[("client_id", Some("native")), ("redirect_uri", Some(address))]);
            let answer = w.authorize(&request, &who).await;
            if good {
                assert_eq!(answer.location().0, address);
            } else {
                answer.page();
            }
        }
    }
}

both! {
    async fn prompt_none_never_shows_a_page(engine) {
        let w = World::new(engine).await;
        let none = request(&[("prompt", Some("none"))]);
        assert_eq!(w.authorize(&none, &Who::Nobody).await.sent_error(), "login_required");
        let who = w.sign_in("u1", "s1").await;
        assert!(w.authorize(&none, &who).await.location().1.contains_key("code"));
        w.t.clock.advance(61);
        let old = request(&[("prompt", Some("none")), ("max_age", Some("60"))]);
        assert_eq!(w.authorize(&old, &who).await.sent_error(), "login_required");
    }
}

both! {
    async fn a_prompt_asks_once_and_cannot_be_skipped(engine) {
        let w = World::new(engine).await;
        let first = w.sign_in("u1", "s1").await;
        for (name, value, sessions) in [
            ("prompt", "login", ["a1", "a2"]),
            ("prompt", "select_account", ["b1", "b2"]),
            ("max_age", "0", ["c1", "c2"]),
        ] {
            let asked = request(&[(name, Some(value))]);
            let back = return_to(&w.authorize(&asked, &first).await);
            // The same session is not an answer, nor is an earlier one.
            assert_eq!(w.get(&back, &first).await.location().0, "/signIn/index", "{name}={value}");
            w.t.clock.advance(30);
            let back = return_to(&w.authorize(&asked, &first).await);
            w.t.clock.advance(-10);
            let before = w.sign_in("u1", sessions[0]).await;
            assert_eq!(w.get(&back, &before).await.location().0, "/signIn/index", "{name}={value}");
            w.t.clock.advance(40);
            let fresh = w.sign_in("u1", sessions[1]).await;
            w.t.clock.advance(5);
            assert!(w.get(&back, &fresh).await.location().1.contains_key("code"), "{name}={value}");
            // The sign-in belongs to this request: another request beside it does not count.
            let other = format!("{back}&{}", request(&[(name, Some(value)), ("state", Some("other"))]));
            assert_eq!(w.get(&other, &fresh).await.location().1["state"], "st&te=", "{name}={value}");
            let altered = back.replace("cardea_interaction=", "cardea_interaction=A");
            w.get(&altered, &fresh).await.page();
            // The sign-in does not count for ever.
            w.t.clock.advance(3600);
            assert_eq!(w.get(&back, &fresh).await.location().0, "/signIn/index", "{name}={value}");
        }
        // Authenticating again within the existing session is enough.
        w.t.clock.advance(60);
        let back = return_to(&w.authorize(&request(&[("prompt", Some("login"))]), &first).await);
        w.t.clock.advance(1);
        let Who::Person(mut person) = first.clone() else { panic!("a person") };
        person.auth_time = w.t.kernel.now();
        assert!(w.get(&back, &Who::Person(person)).await.location().1.contains_key("code"));
        assert_eq!(w.get(&back, &first).await.location().0, "/signIn/index");
        // Also without a previous session.
        let back = return_to(&w.authorize(&request(&[("prompt", Some("login"))]), &Who::Nobody).await);
        let fresh = w.sign_in("u1", "s9").await;
        assert!(w.get(&back, &fresh).await.location().1.contains_key("code"));
    }
}

both! {
    async fn a_hint_names_who_must_be_signed_in(engine) {
        let w = World::new(engine).await;
        let li = w.sign_in("u1", "s1").await;
        let bob = w.sign_in("u2", "s2").await;
        let tokens = w.tokens(&li).await;
        let hint = tokens["id_token"].as_str().unwrap();
        w.t.clock.advance(2 * 3600); // a hint may have expired
        let hinted = request(&[("id_token_hint", Some(hint))]);
        assert!(w.authorize(&hinted, &li).await.location().1.contains_key("code"));
        let back = return_to(&w.authorize(&hinted, &bob).await);
        let quiet = request(&[("id_token_hint", Some(hint)), ("prompt", Some("none"))]);
        assert_eq!(w.authorize(&quiet, &bob).await.sent_error(), "login_required");
        w.t.clock.advance(5);
        let bob_again = w.sign_in("u2", "s3").await;
        assert_eq!(w.get(&back, &bob_again).await.sent_error(), "login_required");
        let access = tokens["access_token"].as_str().unwrap();
        let confused = request(&[("id_token_hint", Some(access))]);
        assert_eq!(w.authorize(&confused, &li).await.sent_error(), "invalid_request");
    }
}
