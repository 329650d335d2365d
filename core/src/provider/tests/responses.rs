//! Response modes, each with the issuer.

use super::*;
use crate::both;
use crate::provider::keys::testing::with_rsa;

/// Action and hidden fields of the form in a page.
fn form(answer: &Answer) -> (String, BTreeMap<String, String>) {
    assert_eq!(answer.status, StatusCode::OK);
    let plain = |text: &str| {
        text.replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&")
    };
    let between = |text: &str, from: &str| {
        let rest = text.split(from).nth(1).unwrap();
        plain(rest.split('"').next().unwrap())
    };
    let page = answer.page();
    let fields = page.split("<input type=\"hidden\" ").skip(1);
    let fields = fields.map(|field| (between(field, "name=\""), between(field, "value=\""))).collect();
    (between(page, "action=\""), fields)
}

both! {
    async fn form_post_brings_the_answer_in_a_form(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let state = "\"><script>alert('&')</script>";
        let answer = w.authorize(&request(&[("response_mode", Some("form_post")), ("state", Some(state))]), &who).await;
        let (address, fields) = form(&answer);
        assert_eq!(address, CALLBACK);
        assert_eq!((fields["state"].as_str(), fields["iss"].as_str()), (state, ISSUER));
        assert_eq!(w.exchange(&fields["code"], &[]).await.status, StatusCode::OK);
        assert!(!answer.body.contains("alert('"), "nothing of the client's is markup");
        // The script is named by its hash; the form may go where the client redirects to.
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("script-src 'sha256-") && !policy.contains("form-action"), "{policy}");
        assert_eq!(answer.body.matches("<script").count(), 1);
        let english = request(&[("response_mode", Some("form_post")), ("prompt", Some("none")), ("ui_locales", Some("en"))]);
        let answer = w.authorize(&english, &Who::Nobody).await;
        assert_eq!(form(&answer).1["error"], "login_required");
        assert!(answer.body.contains("lang=\"en\"") && answer.body.contains("Continue"));
    }
}

both! {
    async fn a_jwt_secured_answer_is_signed_for_its_client(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        w.register(json!({ "client_id": "edc", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "authorization_signed_response_alg": "ES256" })).await;
        for mode in ["jwt", "query.jwt", "form_post.jwt"] {
            let answer = w.authorize(&request(&[("response_mode", Some(mode))]), &who).await;
            let (address, pairs) = if mode == "form_post.jwt" { form(&answer) } else { answer.location() };
            assert_eq!(address, CALLBACK);
            assert_eq!(pairs.keys().collect::<Vec<_>>(), ["response"], "nothing beside it");
            let claims = verified(&w.jwks().await, &pairs["response"], "JWT");
            assert_eq!((&claims["iss"], &claims["aud"]), (&json!(ISSUER), &json!("edc")));
            assert_eq!((&claims["state"], &claims["exp"]), (&json!("st&te="), &json!(NOW + 60)));
            assert_eq!(w.exchange(claims["code"].as_str().unwrap(), &[]).await.status, StatusCode::OK);
            // It is not a token of another kind.
            let hint = request(&[("id_token_hint", Some(&pairs["response"]))]);
            assert_eq!(w.authorize(&hint, &who).await.sent_error(), "invalid_request");
            let bearer = format!("Bearer {}", pairs["response"]);
            assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::UNAUTHORIZED);
        }
        let answer = w.authorize(&request(&[("response_mode", Some("jwt")), ("prompt", Some("none"))]), &Who::Nobody).await;
        let claims = verified(&w.jwks().await, &answer.location().1["response"], "JWT");
        assert_eq!((&claims["error"], &claims["state"]), (&json!("login_required"), &json!("st&te=")));
    }
}

#[tokio::test]
async fn a_jwt_secured_answer_is_signed_as_the_client_chose() {
    let w = World::new(Engine::Sqlite).await;
    with_rsa(&w.provider).await;
    let who = w.sign_in("u1", "s1").await;
    let fapi = json!({ "token_endpoint_auth_method": "private_key_jwt", "jwks": client_keys::jwks("a") });
    for (profile, chosen, alg) in [
        ("standard", None, "RS256"),
        ("standard", Some("PS256"), "PS256"),
        ("standard", Some("EdDSA"), "EdDSA"),
        ("fapi2", None, "ES256"),
    ] {
        let mut metadata = json!({ "client_id": "c", "redirect_uris": [CALLBACK], "cardea_profile": profile });
        if profile == "fapi2" {
            metadata.as_object_mut().unwrap().extend(fapi.as_object().unwrap().clone());
        }
        metadata["authorization_signed_response_alg"] = json!(chosen);
        w.register(metadata).await;
        // A client of the profile has to push; the error that says so is signed for it too.
        let asked = request(&[("client_id", Some("c")), ("response_mode", Some("jwt"))]);
        let response = w.authorize(&asked, &who).await.location().1["response"].clone();
        let header = crate::provider::jose::peek(&response).unwrap().0;
        assert_eq!(header.alg.as_str(), alg, "{profile} {chosen:?}");
        let claims: Value = w.provider.keys().verify("JWT", &response).unwrap();
        assert_eq!((&claims["aud"], &claims["state"]), (&json!("c"), &json!("st&te=")));
    }
}

both! {
    async fn the_mode_outlasts_the_sign_in(engine) {
        let w = World::new(engine).await;
        let asked = request(&[("response_mode", Some("form_post"))]);
        let back = w.authorize(&asked, &Who::Nobody).await.location().1["returnTo"].clone();
        let who = w.sign_in("u1", "s1").await;
        assert!(form(&w.get(&back, &who).await).1.contains_key("code"));
    }
}

// A client of several providers identifies the provider of an answer by its issuer (RFC 9207).
both! {
    async fn every_answer_says_whose_it_is(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for (changes, who) in [
            (vec![], &who),
            (vec![("prompt", Some("none"))], &Who::Nobody),
            (vec![("response_type", Some("token"))], &who),
            (vec![("response_mode", Some("form_post"))], &who),
            (vec![("response_mode", Some("form_post")), ("scope", None)], &who),
        ] {
            let answer = w.authorize(&request(&changes), who).await;
            let pairs = if answer.status == StatusCode::OK { form(&answer).1 } else { answer.location().1 };
            assert_eq!(pairs["iss"], ISSUER, "{changes:?}");
        }
    }
}
