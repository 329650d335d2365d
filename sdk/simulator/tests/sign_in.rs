//! The relying party against an honest provider, and against a lying one.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use serde_json::{Value, json};
use support::{Browser, Lie, Provider, edc};

#[tokio::test]
async fn somebody_signs_in_is_shown_and_signs_out() {
    let provider = Provider::start().await;
    let edc = edc(provider.issuer()).await;
    let mut browser = Browser { language: Some("en"), ..Browser::default() };

    let page = browser.get(edc.base_url()).await;
    assert!(page.body.contains("You are not signed in."));
    let list = format!("<a href=\"{}/tenantListEDC\">Choose another tenant</a>", provider.issuer());
    assert!(page.body.contains(&list), "{}", page.body);
    let page = browser.follow(&edc.launch_url()).await;
    assert_eq!(page.status, 200);
    for text in [
        "Welcome, Monitor &lt;script&gt;",
        "Acme &lt;Pharma&gt;",
        "Study ABC-1",
        "Production",
        "<li>&lt;b&gt;02&lt;/b&gt;</li>",
        "<li>Clinical research associate · Production</li>",
        "<li>Reports</li>",
    ] {
        assert!(page.body.contains(text), "{text} in {}", page.body);
    }
    assert!(!page.body.contains("<script"));
    assert!(page.body.contains(&list), "{}", page.body);

    let who: Value = serde_json::from_str(&browser.get(&who_url(&edc)).await.body).unwrap();
    assert_eq!(who["signedIn"], true);
    assert_eq!(who["login"], "monitor");
    assert_eq!(who["study"], "ABC-1");
    assert_eq!(who["environment"], "prod");
    assert_eq!(who["sites"], json!(["01", "<b>02</b>"]));
    assert_eq!(who["roles"], json!([{"role": "cra", "environment": "prod"}]));
    assert_eq!(who["studies"].as_array().unwrap().len(), 1);

    let out = browser.post(&format!("{}/sign-out", edc.base_url())).await;
    assert_eq!(out.status, 303);
    let target = out.location.unwrap();
    assert!(target.starts_with(&format!("{}/logout?", provider.issuer())), "{target}");
    assert!(target.contains("id_token_hint=") && target.contains("post_logout_redirect_uri="));
    let who: Value = serde_json::from_str(&browser.get(&who_url(&edc)).await.body).unwrap();
    assert_eq!(who, json!({"signedIn": false, "software": "edc"}));
    edc.stop().await;
}

#[tokio::test]
async fn the_provider_ends_the_session_by_the_back_channel_with_a_token_that_holds() {
    let provider = Provider::start().await;
    let edc = edc(provider.issuer()).await;
    let mut browser = Browser::default();
    browser.follow(&edc.launch_url()).await;
    let event = json!({ "http://schemas.openid.net/event/backchannel-logout": {} });
    let tell = async |token: String| {
        let form = url::form_urlencoded::Serializer::new(String::new()).append_pair("logout_token", &token).finish();
        let call = reqwest::Client::new().post(edc.backchannel_logout_uri());
        let call = call.header("content-type", "application/x-www-form-urlencoded").body(form);
        call.send().await.unwrap().status().as_u16()
    };
    for (typ, changes) in [
        ("JWT", json!({})),
        ("logout+jwt", json!({ "aud": "other" })),
        ("logout+jwt", json!({ "iss": "https://elsewhere.example" })),
        ("logout+jwt", json!({ "exp": 1_000_000_000 })),
        ("logout+jwt", json!({ "nonce": "n", "events": event })),
        ("logout+jwt", json!({ "events": null })),
        ("logout+jwt", json!({ "events": { "other": {} } })),
    ] {
        assert_eq!(tell(provider.logout_token(typ, &changes)).await, 400, "{typ} {changes}");
    }
    provider.lie(Lie::Signature);
    assert_eq!(tell(provider.logout_token("logout+jwt", &json!({}))).await, 400);
    provider.lie(Lie::None);
    assert_eq!(tell("no token".to_owned()).await, 400);
    let somebody = json!({ "sid": "s-2", "sub": "u-1" });
    assert_eq!(tell(provider.logout_token("logout+jwt", &somebody)).await, 200, "another session of the person");
    let mut signed_in = async || {
        let who: Value = serde_json::from_str(&browser.get(&who_url(&edc)).await.body).unwrap();
        who["signedIn"].clone()
    };
    assert_eq!(signed_in().await, true, "nothing of that ended it");
    assert_eq!(tell(provider.logout_token("logout+jwt", &json!({ "sub": "u-9" }))).await, 200);
    assert_eq!(signed_in().await, false, "its session ended");
    edc.stop().await;
}

fn who_url(edc: &cardea_simulator::Running) -> String {
    format!("{}/whoami", edc.base_url())
}

#[tokio::test]
async fn the_request_carries_pkce_state_nonce_and_what_the_chooser_said() {
    let provider = Provider::start().await;
    let edc = edc(provider.issuer()).await;
    let mut browser = Browser::default();
    let url = format!("{}?tenant=t-1&study=ABC-1&login_hint=monitor", edc.launch_url());
    assert_eq!(browser.follow(&url).await.status, 200);
    let request = provider.last_authorize();
    assert_eq!(request["response_type"], "code");
    assert_eq!(request["code_challenge_method"], "S256");
    assert_eq!(request["code_challenge"].len(), 43);
    assert!(request["state"].len() >= 43 && request["nonce"].len() >= 43);
    assert_eq!(request["redirect_uri"], edc.redirect_uri());
    assert_eq!(request["scope"], "openid profile email");
    assert_eq!(request["tenant"], "t-1");
    assert_eq!(request["study"], "ABC-1");
    assert_eq!(request["login_hint"], "monitor");
    assert_eq!(request["ui_locales"], "zh");
}

/// The address that a provider's portal opens (OpenID Connect Core, 4).
fn begun(edc: &cardea_simulator::Running, issuer: &str, target: &str) -> String {
    let mut url = reqwest::Url::parse(&edc.launch_url()).unwrap();
    url.query_pairs_mut().append_pair("iss", issuer).append_pair("target_link_uri", target);
    url.into()
}

#[tokio::test]
async fn a_sign_in_that_a_portal_begins_ends_where_it_wants_within_this_system() {
    let provider = Provider::start().await;
    let edc = edc(provider.issuer()).await;
    let home = edc.base_url();
    for (target, arrives) in [
        (format!("{home}/?study=ABC-1"), "/?study=ABC-1"),
        (format!("{home}/whoami"), "/whoami"),
        ("https://evil.example/".to_owned(), "/"),
        (format!("{home}//evil.example/"), "/"),
        (format!("{home}.evil.example/"), "/"),
        ("javascript:alert(1)".to_owned(), "/"),
        ("/whoami".to_owned(), "/"),
    ] {
        let mut browser = Browser::default();
        let go = browser.get(&begun(&edc, provider.issuer(), &target)).await.location.unwrap();
        let callback = browser.get(&go).await.location.unwrap();
        assert_eq!(browser.get(&callback).await.location.as_deref(), Some(arrives), "{target}");
    }
    let foreign = Browser::default().get(&begun(&edc, "https://other.example", home)).await;
    assert_eq!((foreign.status, foreign.location), (400, None), "another server's portal");
}

#[tokio::test]
async fn a_provider_that_lies_is_not_believed() {
    let provider = Provider::start().await;
    let edc = edc(provider.issuer()).await;
    let lies = [Lie::Nonce, Lie::Audience, Lie::Expired, Lie::Signature, Lie::AccessTokenHash, Lie::UserInfoSubject];
    for lie in lies {
        provider.lie(lie);
        let mut browser = Browser { language: Some("en"), ..Browser::default() };
        let page = browser.follow(&edc.launch_url()).await;
        assert_eq!(page.status, 502, "{lie:?}");
        assert!(page.body.contains("could not be verified"), "{lie:?}");
        let page = browser.get(edc.base_url()).await;
        assert!(page.body.contains("You are not signed in."), "{lie:?}");
    }
}

#[tokio::test]
async fn a_callback_belongs_to_the_browser_that_started_it_and_works_once() {
    let provider = Provider::start().await;
    let edc = edc(provider.issuer()).await;
    let (mut browser, mut thief) = (Browser::default(), Browser::default());
    let go = browser.get(&edc.launch_url()).await.location.unwrap();
    let callback = browser.get(&go).await.location.unwrap();

    assert_eq!(thief.get(&callback).await.status, 400);
    thief.get(&edc.launch_url()).await;
    assert_eq!(thief.get(&callback).await.status, 400);
    assert_eq!(browser.get(&callback).await.status, 303, "the thief did not use it up");
    assert_eq!(browser.get(&callback).await.status, 400, "nor does it work twice");
}

#[tokio::test]
async fn refusals_are_said_plainly_and_escaped() {
    let provider = Provider::start().await;
    let edc = edc(provider.issuer()).await;
    let mut browser = Browser { language: Some("zh-CN"), ..Browser::default() };
    browser.get(&edc.launch_url()).await;
    let go = browser.get(&edc.launch_url()).await.location.unwrap();
    let state = reqwest::Url::parse(&go).unwrap();
    let state = state.query_pairs().find(|(key, _)| key == "state").unwrap().1.into_owned();
    let url = format!("{}?state={state}&error=%3Cb%3Eaccess_denied", edc.redirect_uri());
    let page = browser.get(&url).await;
    assert_eq!(page.status, 400);
    assert!(page.body.contains("身份服务器拒绝了登录请求。"));
    assert!(page.body.contains("&lt;b&gt;access_denied"));

    let other = format!("{}?iss=http://127.0.0.1:1/", edc.launch_url());
    assert_eq!(browser.get(&other).await.status, 400);
}

#[tokio::test]
async fn a_provider_that_is_down_gives_a_page_and_not_a_crash() {
    let edc = edc("http://127.0.0.1:1").await;
    let page = Browser::default().get(&edc.launch_url()).await;
    assert_eq!(page.status, 502);
    assert!(page.body.contains("无法连接身份服务器"));
}

#[tokio::test]
async fn every_page_is_hardened() {
    let edc = edc("http://127.0.0.1:1").await;
    for path in ["/", "/whoami", "/style.css", "/icon.svg", "/callback", "/missing"] {
        let page = Browser::default().get(&format!("{}{path}", edc.base_url())).await;
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none';"), "{path}: {policy}");
        assert!(policy.ends_with("form-action 'self' http://127.0.0.1:1"), "{path}: {policy}");
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
        assert_eq!(page.headers["cache-control"], "no-store");
    }
}
