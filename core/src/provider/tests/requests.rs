//! The less common parameters of a request, and the clients' settings for them.

use super::*;
use crate::both;

async fn client(w: &World, more: Value) {
    let mut metadata = json!({ "client_id": "c", "client_secret": SECRET, "redirect_uris": [CALLBACK] });
    metadata.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    w.register(metadata).await;
}

/// A request of the client `c`.
fn of_c(changes: &[(&'static str, Option<&str>)]) -> String {
    let mut all = vec![("client_id", Some("c"))];
    all.extend(changes);
    request(&all)
}

fn has_code(answer: &Answer) -> bool {
    answer.location().1.contains_key("code")
}

both! {
    async fn scope_without_openid_is_plain_oauth(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        client(&w, json!({ "scope": "openid profile studies.read offline_access" })).await;
        for (scope, granted) in [
            ("studies.read", "studies.read"),
            ("studies.read profile", "studies.read"),
            ("studies.read openid profile email offline_access", "studies.read openid profile"),
        ] {
            assert!(has_code(&w.authorize(&of_c(&[("scope", Some(scope))]), &who).await), "{scope}");
            assert_eq!(w.granted().await["scope"], granted, "{scope}");
            w.t.clock.advance(1);
        }
        for nothing in ["profile", "email", "offline_access", "unheard.of"] {
            assert_eq!(w.authorize(&of_c(&[("scope", Some(nothing))]), &who).await.sent_error(), "invalid_scope");
        }
    }
}

both! {
    async fn resources_are_those_of_the_client(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let (a, b) = ("https://a.example.org/api", "https://b.example.org");
        client(&w, json!({ "cardea_resources": [a, b] })).await;
        let asked = format!("{}&{}", of_c(&[("resource", Some(a))]), query(&[("resource", b), ("resource", a)]));
        assert!(has_code(&w.authorize(&asked, &who).await));
        assert_eq!(w.granted().await["resources"], json!([a, b]));
        for other in ["https://c.example.org", "https://a.example.org/api/", "https://A.example.org/api", "x"] {
            let asked = format!("{}&{}", of_c(&[("resource", Some(a))]), query(&[("resource", other)]));
            assert_eq!(w.authorize(&asked, &who).await.sent_error(), "invalid_target", "{other}");
        }
        let many = query(&[("resource", a); 21]);
        assert_eq!(w.authorize(&format!("{}&{many}", of_c(&[])), &who).await.sent_error(), "invalid_request");
    }
}

both! {
    async fn pkce_may_be_left_out_only_where_the_policy_says_so(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        client(&w, json!({ "cardea_pkce": "optional" })).await;
        let without = [("code_challenge", None), ("code_challenge_method", None)];
        assert!(has_code(&w.authorize(&of_c(&without), &who).await));
        for half in [[("code_challenge", None), ("code_challenge_method", Some("S256"))],
            [("code_challenge", Some(CHALLENGE)), ("code_challenge_method", None)],
            [("code_challenge", Some(VERIFIER)), ("code_challenge_method", Some("plain"))]] {
            assert_eq!(w.authorize(&of_c(&half), &who).await.sent_error(), "invalid_request", "{half:?}");
        }
        for id in ["edc", "spa"] {
            let mut changes = vec![("client_id", Some(id))];
            changes.extend(without);
            assert_eq!(w.authorize(&request(&changes), &who).await.sent_error(), "invalid_request", "{id}");
        }
    }
}

both! {
    async fn an_essential_acr_is_met_or_the_request_fails(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let asking = |acr: Value| json!({ "id_token": { "acr": acr } }).to_string();
        for (acr, outcome) in [
            (json!({ "essential": true, "values": ["2", "password"] }), None),
            (json!({ "essential": true }), None),
            (json!({ "values": ["2"] }), None),
            (json!({ "essential": true, "value": "3" }), Some("unmet_authentication_requirements")),
            (json!({ "essential": true, "value": "2" }), Some("signIn")),
            (json!({ "essential": true, "value": 1 }), Some("signIn")),
            (json!({ "essential": true, "values": ["2", "1"] }), Some("signIn")),
        ] {
            let answer = w.authorize(&request(&[("claims", Some(&asking(acr.clone())))]), &who).await;
            match outcome {
                None => assert!(has_code(&answer), "{acr}"),
                Some("signIn") => assert_eq!(answer.location().0, "/signIn/index", "{acr}"),
                Some(error) => assert_eq!(answer.sent_error(), error, "{acr}"),
            }
        }
        // No sign-in is requested if none would be enough.
        let beyond = asking(json!({ "essential": true, "value": "3" }));
        let answer = w.authorize(&request(&[("claims", Some(&beyond))]), &Who::Nobody).await;
        assert_eq!(answer.sent_error(), "unmet_authentication_requirements");
        // A person whose new sign-in is no stronger is not sent round again.
        let better = asking(json!({ "essential": true, "value": "1" }));
        let back = w.authorize(&request(&[("claims", Some(&better))]), &who).await.location().1["returnTo"].clone();
        let fresh = w.sign_in("u1", "s2").await;
        assert_eq!(w.get(&back, &fresh).await.sent_error(), "unmet_authentication_requirements");
        w.sql("UPDATE sessions SET acr = '1' WHERE id = 's2'").await;
        let fresh = w.again(&fresh).await;
        assert!(has_code(&w.get(&back, &fresh).await));
        let quiet = request(&[("claims", Some(&better)), ("prompt", Some("none"))]);
        assert_eq!(w.authorize(&quiet, &who).await.sent_error(), "login_required");
    }
}

both! {
    async fn a_second_factor_is_asked_for_where_the_request_needs_one(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        w.sql("UPDATE sessions SET acr = '1'").await;
        let who = w.again(&who).await;
        let asking = |acr: Value| json!({ "id_token": { "acr": acr } }).to_string();
        let needs = asking(json!({ "essential": true, "value": "2" }));
        let needs = request(&[("claims", Some(&needs))]);
        for caller in [&who, &Who::Nobody] {
            let (page, query) = w.authorize(&needs, caller).await.location();
            assert_eq!(page, "/signIn/index");
            assert!(query["returnTo"].ends_with("&acr_values=2"), "{}", query["returnTo"]);
        }
        let back = w.authorize(&needs, &who).await.location().1["returnTo"].clone();
        // A new sign-in with one factor, although the acr was lost on the way.
        let again = w.sign_in("u1", "s2").await;
        w.sql("UPDATE sessions SET acr = '1'").await;
        let again = w.again(&again).await;
        assert_eq!(w.get(&back, &again).await.sent_error(), "unmet_authentication_requirements");
        w.sql("UPDATE sessions SET acr = '2', amr = '[\"pwd\",\"otp\",\"mfa\"]' WHERE id = 's2'").await;
        let again = w.again(&again).await;
        assert!(has_code(&w.get(&back, &again).await));
        assert!(has_code(&w.authorize(&needs, &again).await), "and from then on at once");
        // Where one factor is enough, the answer has the requested value.
        let one = asking(json!({ "essential": true, "value": "1" }));
        let (_, query) = w.authorize(&request(&[("claims", Some(&one))]), &Who::Nobody).await.location();
        assert!(!query["returnTo"].contains("acr_values"));
        assert!(has_code(&w.authorize(&request(&[("claims", Some(&one))]), &again).await));
        let granted = w.count("SELECT COUNT(*) FROM authorization_codes WHERE REPLACE(CAST(granted AS TEXT), ' ', '') LIKE '%\"acr\":\"1\"%'").await;
        assert_eq!(granted, 1);
    }
}

both! {
    async fn a_wish_for_more_factors_is_met_by_who_has_them(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        w.sql("UPDATE sessions SET acr = '1'").await;
        let who = w.again(&who).await;
        let wish = request(&[("acr_values", Some("2 1"))]);
        assert!(has_code(&w.authorize(&wish, &who).await), "nobody sets up a factor for a wish");
        w.sql("INSERT INTO totp_factors (user_id, secret, last_step, created_at) VALUES ('u1', '', 0, 0)").await;
        assert_eq!(w.authorize(&wish, &who).await.location().0, "/signIn/index");
        let quiet = request(&[("acr_values", Some("2")), ("prompt", Some("none"))]);
        assert!(has_code(&w.authorize(&quiet, &who).await), "a wish is no reason to fail");
        assert!(has_code(&w.authorize(&request(&[("acr_values", Some("1"))]), &who).await));
        assert!(has_code(&w.authorize(&request(&[("acr_values", Some("gold"))]), &who).await));
        w.sql("UPDATE sessions SET acr = '2'").await;
        let who = w.again(&who).await;
        assert!(has_code(&w.authorize(&wish, &who).await));
    }
}

both! {
    async fn a_value_of_sub_names_who_must_be_signed_in(engine) {
        let w = World::new(engine).await;
        let (li, bob) = (w.sign_in("u1", "s1").await, w.sign_in("u2", "s2").await);
        for member in ["id_token", "userinfo"] {
            let claims = json!({ member: { "sub": { "value": "u1" } } }).to_string();
            let asked = request(&[("claims", Some(&claims))]);
            assert!(has_code(&w.authorize(&asked, &li).await));
            let back = w.authorize(&asked, &bob).await.location().1["returnTo"].clone();
            let bob_again = w.sign_in("u2", if member == "userinfo" { "s3" } else { "s4" }).await;
            assert_eq!(w.get(&back, &bob_again).await.sent_error(), "login_required");
            let quiet = request(&[("claims", Some(&claims)), ("prompt", Some("none"))]);
            assert_eq!(w.authorize(&quiet, &bob).await.sent_error(), "login_required");
        }
        let hint = w.tokens(&li).await["id_token"].as_str().unwrap().to_owned();
        let other = json!({ "id_token": { "sub": { "value": "u2" } } }).to_string();
        let both = request(&[("claims", Some(&other)), ("id_token_hint", Some(&hint))]);
        assert_eq!(w.authorize(&both, &li).await.sent_error(), "invalid_request");
        // Another client's hint names the person by that client's `sub`.
        let others = request(&[("client_id", Some("post")), ("id_token_hint", Some(&hint))]);
        assert_eq!(w.authorize(&others, &li).await.sent_error(), "invalid_request");
    }
}

both! {
    async fn a_client_has_its_own_longest_age(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        client(&w, json!({ "default_max_age": 60 })).await;
        assert!(has_code(&w.authorize(&of_c(&[]), &who).await));
        w.t.clock.advance(61);
        assert_eq!(w.authorize(&of_c(&[]), &who).await.location().0, "/signIn/index");
        assert!(has_code(&w.authorize(&of_c(&[("max_age", Some("100"))]), &who).await));
    }
}

both! {
    async fn a_request_too_long_for_a_sign_in_is_told_so(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let long = "x".repeat(6000);
        let asked = request(&[("state", Some(&long))]);
        assert!(has_code(&w.authorize(&asked, &who).await));
        let answer = w.authorize(&asked, &Who::Nobody).await;
        assert_eq!((answer.sent_error().as_str(), answer.location().1["state"].len()), ("invalid_request", 6000));
        // A request just short enough passes through the sign-in page.
        let fits = request(&[("state", Some(&long[..5000]))]);
        let back = w.authorize(&fits, &Who::Nobody).await.location().1["returnTo"].clone();
        assert!(back.len() <= 8192, "{}", back.len());
        assert!(has_code(&w.get(&back, &who).await));
    }
}

both! {
    async fn a_client_that_changes_meanwhile_gets_no_more_than_it_may(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        client(&w, json!({})).await;
        let back = w.authorize(&of_c(&[]), &Who::Nobody).await.location().1["returnTo"].clone();
        client(&w, json!({ "scope": "openid" })).await;
        assert_eq!(w.get(&back, &who).await.sent_error(), "unauthorized_client");
        client(&w, json!({ "redirect_uris": ["https://edc.example.org/new"] })).await;
        w.get(&back, &who).await.page();
        let mut cx = w.cx();
        crate::provider::clients::delete(&mut cx, "c").await.unwrap();
        cx.commit().await.unwrap();
        w.provider.clients().reload().await.unwrap();
        w.get(&back, &who).await.page();
    }
}

both! {
    async fn state_and_nonce_belong_to_their_own_request(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        // The same state and nonce again give another code; each code belongs to its request.
        let (first, second) = (w.code(&who).await, w.code(&who).await);
        assert_ne!(first, second);
        let other = request(&[("nonce", Some("n-other")), ("state", Some("other"))]);
        let third = w.authorize(&other, &who).await.location().1.clone();
        assert_eq!(third["state"], "other");
        for (code, nonce) in [(&first, "n-1"), (&second, "n-1"), (&third["code"], "n-other")] {
            let tokens = w.exchange(code, &[("state", "st&te="), ("nonce", "forged")]).await.json();
            let claims = verified(&w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT");
            assert_eq!(claims["nonce"], nonce);
        }
        // A used code is not valid with another nonce or state either.
        assert_eq!(w.exchange(&first, &[("nonce", "n-other")]).await.json()["error"], "invalid_grant");
    }
}

both! {
    async fn looking_at_an_address_by_head_changes_nothing(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let head = async |uri: String| {
            w.send(HttpRequest::head(uri).extension(who.clone()).body(Body::empty()).unwrap()).await
        };
        let hint = w.tokens(&who).await["id_token"].as_str().unwrap().to_owned();
        let codes = "SELECT COUNT(*) FROM authorization_codes";
        assert_eq!(w.count(codes).await, 1);
        for uri in [
            format!("/oauth2/authorize?{}", request(&[])),
            format!("/oauth2/logout?{}", query(&[("id_token_hint", &hint)])),
        ] {
            let answer = head(uri).await;
            assert_eq!((answer.status, answer.header("allow")), (StatusCode::METHOD_NOT_ALLOWED, "GET, POST"));
            assert_eq!(answer.header("location"), "");
        }
        assert_eq!(w.count(codes).await, 1);
        assert_eq!(w.count("SELECT COUNT(*) FROM sessions WHERE ended_at IS NOT NULL").await, 0);
        for document in ["/.well-known/openid-configuration", "/oauth2/jwks"] {
            assert_eq!(head(document.to_owned()).await.status, StatusCode::OK);
        }
    }
}
