//! A client that needs consent: sign-in, the question, the decision, the list and the withdrawal, through every layer
//! of a running server.

use axum::http::Uri;
use cardea::kernel::ctx::Ctx;
use cardea::provider::clients;
use serde_json::{Value, json};

use crate::app::{Running, spawn_app};
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};

const CALLBACK: &str = "http://127.0.0.1:9/callback";
const ASKED: &str = "/oauth2/authorize?client_id=calendar&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback\
    &response_type=code&scope=openid+email&state=s-1&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\
    &code_challenge_method=S256";

async fn register(server: &Running) {
    let client = json!({ "client_id": "calendar", "client_name": "日历", "client_secret": "Nq5tXvY2bLw8sJ7hRk3mZc6d",
        "redirect_uris": [CALLBACK], "cardea_consent": "once" });
    let remote = server.app.provider.clients().remote();
    let all = clients::read(remote, client.to_string().as_bytes()).await.unwrap();
    let mut cx = Ctx::system(&server.test.kernel, "test");
    clients::import(&mut cx, all).await.unwrap();
    cx.commit().await.unwrap();
    server.app.provider.clients().reload().await.unwrap();
}

fn parameter(location: &str, name: &str) -> String {
    let uri: Uri = location.parse().unwrap();
    let pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.into_owned().find(|(n, _)| n == name).unwrap_or_else(|| panic!("{name} in {location}")).1
}

/// The question in the answer's redirect; checks that its page exists.
async fn question(browser: &mut Browser, answer: &Answer) -> String {
    let location = answer.location().to_owned();
    assert!(location.starts_with("/consent?"), "{location}");
    assert_eq!(browser.get(&location).await.status, 200);
    parameter(&location, "interaction")
}

async fn decide(browser: &mut Browser, interaction: &str, decision: &str) -> String {
    let body = json!({ "interaction": interaction, "decision": decision });
    browser.post("/api/account/consent", &body).await.data()["redirect"].as_str().unwrap().to_owned()
}

both! {
    async fn somebody_is_asked_agrees_and_takes_it_back(engine) {
        let server = spawn_app(engine).await;
        let mut browser = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        browser.set_up(&link).await.data();
        register(&server).await;

        let there = browser.get(ASKED).await;
        let return_to = parameter(there.location(), "returnTo");
        let body = json!({ "userName": ADMIN, "password": PASSWORD, "returnTo": return_to });
        let on = browser.post("/api/sys/login", &body).await.data()["redirect"].as_str().unwrap().to_owned();
        let back = browser.get(&on).await;
        let asked = question(&mut browser, &back).await;
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("interaction", &asked).finish();
        let shown = browser.get(&format!("/api/account/consent?{query}")).await.data();
        assert_eq!((&shown["client"]["name"], &shown["userName"]), (&json!("日历"), &json!(ADMIN)));

        // No decision from elsewhere: without the application's header, from another site, without a session.
        let http = client();
        let bare = http.post(format!("{}/api/account/consent", server.base)).header("content-type", "application/json");
        let bare = bare.body(json!({ "interaction": asked, "decision": "allow" }).to_string());
        let elsewhere = bare.try_clone().unwrap().header("origin", "https://evil.example");
        assert_eq!(Answer::read(elsewhere.send().await.unwrap()).await.status, 403);
        assert_eq!(Answer::read(bare.send().await.unwrap()).await.failure(), "401");

        let on = decide(&mut browser, &asked, "deny").await;
        let answer = browser.get(&on).await;
        assert!(answer.location().starts_with(CALLBACK));
        assert_eq!(parameter(answer.location(), "error"), "access_denied");

        let back = browser.get(ASKED).await;
        let asked = question(&mut browser, &back).await;
        let on = decide(&mut browser, &asked, "allow").await;
        let answer = browser.get(&on).await;
        assert_eq!((parameter(answer.location(), "state"), parameter(answer.location(), "code").len()), ("s-1".into(), 43));
        assert_eq!(parameter(browser.get(ASKED).await.location(), "code").len(), 43, "not asked again");

        let list: Value = browser.get("/api/account/consents").await.data();
        assert_eq!(list[0]["scopes"], json!(["email", "openid"]));
        browser.post("/api/account/consents/withdraw", &json!({ "id": list[0]["id"] })).await.data();
        assert_eq!(browser.get("/api/account/consents").await.data(), json!([]));
        let back = browser.get(ASKED).await;
        question(&mut browser, &back).await;
    }
}

both! {
    async fn a_sign_in_that_was_asked_for_is_not_asked_for_again(engine) {
        let server = spawn_app(engine).await;
        let mut browser = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        browser.set_up(&link).await.data();
        register(&server).await;
        browser.login(ADMIN, PASSWORD).await.data();
        for wish in ["prompt=login", "prompt=select_account", "max_age=0", "prompt=login+consent"] {
            server.test.clock.advance(10);
            let there = browser.get(&format!("{ASKED}&{wish}")).await;
            assert!(there.location().starts_with("/signIn/index?"), "{wish}: {there:?}");
            let return_to = parameter(there.location(), "returnTo");
            // Going on without signing in leads back to the sign-in page.
            assert!(browser.get(&return_to).await.location().starts_with("/signIn/index?"), "{wish}");
            server.test.clock.advance(5);
            let body = json!({ "userName": ADMIN, "password": PASSWORD, "returnTo": return_to });
            let on = browser.post("/api/sys/login", &body).await.data()["redirect"].as_str().unwrap().to_owned();
            let back = browser.get(&on).await;
            let answer = if back.location().starts_with("/consent?") {
                let asked = question(&mut browser, &back).await;
                let on = decide(&mut browser, &asked, "allow").await;
                browser.get(&on).await
            } else {
                back
            };
            assert_eq!(parameter(answer.location(), "code").len(), 43, "{wish}");
        }
    }
}
