//! Consent: when it is asked for, its contents, and its withdrawal.

use super::*;
use crate::both;
use crate::kernel::ctx::Event;
use crate::provider::authorize::consent::{Access, covering};
use crate::provider::granted::Granted;
use crate::provider::store::{NewCode, insert_code, is_withdrawn};

const RESOURCE: &str = "https://api.example.org";

async fn world(engine: Engine, policy: &str) -> (World, Who) {
    let w = World::new(engine).await;
    w.register(
        json!({ "client_id": "asker", "client_name": "日历", "client_name#en": "Calendar", "client_secret": SECRET,
        "redirect_uris": [CALLBACK], "policy_uri": "https://edc.example.org/privacy", "cardea_consent": policy,
        "grant_types": ["authorization_code", "refresh_token"], "cardea_resources": [RESOURCE],
        "scope": "openid profile email offline_access studies.read" }),
    )
    .await;
    let who = w.sign_in("u1", "s1").await;
    (w, who)
}

fn asking(changes: &[(&'static str, Option<&str>)]) -> String {
    let mut all = vec![("client_id", Some("asker")), ("scope", Some("openid profile"))];
    all.extend(changes);
    request(&all)
}

/// The sealed question in the redirect to the consent page.
fn question(answer: &Answer) -> String {
    let (address, query) = answer.location();
    assert_eq!(address, "/consent");
    query["interaction"].clone()
}

async fn shown(w: &World, interaction: &str, who: &Who) -> Value {
    w.get(&format!("/api/account/consent?{}", query(&[("interaction", interaction)])), who).await.json()
}

async fn decide(w: &World, interaction: &str, decision: &str, who: &Who) -> Value {
    w.call("/api/account/consent", &json!({ "interaction": interaction, "decision": decision }), who).await
}

/// Decides, and goes on to the answer's address.
async fn decided(w: &World, interaction: &str, decision: &str, who: &Who) -> Answer {
    let answer = decide(w, interaction, decision, who).await;
    assert_eq!(answer["code"], "200", "{answer}");
    w.get(answer["data"]["redirect"].as_str().unwrap(), who).await
}

fn has_code(answer: &Answer) -> bool {
    answer.location().1.contains_key("code")
}

async fn consents(w: &World, who: &Who) -> Vec<Value> {
    w.get("/api/account/consents", who).await.json()["data"].as_array().unwrap().clone()
}

both! {
    async fn somebody_is_asked_once_and_again_only_for_more(engine) {
        let (w, who) = world(engine, "once").await;
        let asked = question(&w.authorize(&asking(&[]), &who).await);
        let data = shown(&w, &asked, &who).await["data"].clone();
        assert_eq!(data["client"]["name"], "日历");
        assert_eq!(data["client"]["policyUri"], "https://edc.example.org/privacy");
        assert_eq!((&data["userName"], &data["scopes"]), (&json!("li.wei"), &json!(["openid", "profile"])));
        assert!(has_code(&decided(&w, &asked, "allow", &who).await));
        assert!(has_code(&w.authorize(&asking(&[]), &who).await));
        assert!(has_code(&w.authorize(&asking(&[("scope", Some("openid"))]), &who).await), "less is fine");
        assert!(has_code(&w.authorize(&asking(&[("prompt", Some("none"))]), &who).await));
        let claims = r#"{"userinfo":{"email":null,"name":null}}"#;
        for more in [("scope", "openid profile email"), ("resource", RESOURCE), ("claims", claims)] {
            let more = [(more.0, Some(more.1))];
            let quiet = [more[0], ("prompt", Some("none"))];
            assert_eq!(w.authorize(&asking(&quiet), &who).await.sent_error(), "consent_required", "{more:?}");
            let asked = question(&w.authorize(&asking(&more), &who).await);
            assert!(has_code(&decided(&w, &asked, "allow", &who).await));
            assert!(has_code(&w.authorize(&asking(&more), &who).await));
        }
        let [kept] = &consents(&w, &who).await[..] else { panic!("one") };
        assert_eq!(kept["scopes"], json!(["email", "openid", "profile"]));
        assert_eq!((&kept["claims"], &kept["resources"]), (&json!(["email"]), &json!([RESOURCE])));
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'consent.granted'").await, 4);
        // Another person has agreed to nothing.
        let bob = w.sign_in("u2", "s2").await;
        question(&w.authorize(&asking(&[]), &bob).await);
        assert_eq!(consents(&w, &bob).await, Vec::<Value>::new());
    }
}

both! {
    async fn a_no_goes_to_the_client_and_is_not_kept(engine) {
        let (w, who) = world(engine, "once").await;
        let asked = question(&w.authorize(&asking(&[]), &who).await);
        let answer = decided(&w, &asked, "deny", &who).await;
        assert_eq!((answer.sent_error().as_str(), answer.location().1["state"].as_str()), ("access_denied", "st&te="));
        assert_eq!(consents(&w, &who).await, Vec::<Value>::new());
        question(&w.authorize(&asking(&[]), &who).await);
        assert_eq!(w.count("SELECT COUNT(*) FROM authorization_codes").await, 0);
    }
}

both! {
    async fn a_policy_or_a_prompt_asks_every_time(engine) {
        for (policy, prompt) in [("always", None), ("once", Some("consent")), ("never", Some("consent"))] {
            let (w, who) = world(engine, policy).await;
            for _ in 0..2 {
                let asked = question(&w.authorize(&asking(&[("prompt", prompt)]), &who).await);
                assert!(has_code(&decided(&w, &asked, "allow", &who).await), "{policy}");
            }
        }
        let (w, who) = world(engine, "never").await;
        assert!(has_code(&w.authorize(&asking(&[]), &who).await));
        let (w, who) = world(engine, "always").await;
        assert_eq!(w.authorize(&asking(&[("prompt", Some("none"))]), &who).await.sent_error(), "consent_required");
    }
}

both! {
    async fn sign_in_and_consent_can_both_be_asked_for(engine) {
        let (w, who) = world(engine, "once").await;
        let both = asking(&[("prompt", Some("login consent")), ("max_age", Some("0"))]);
        let back = w.authorize(&both, &who).await.location().1["returnTo"].clone();
        w.t.clock.advance(1);
        let fresh = w.sign_in("u1", "s2").await;
        let asked = question(&w.get(&back, &fresh).await);
        w.t.clock.advance(100);
        assert!(has_code(&decided(&w, &asked, "allow", &fresh).await));
    }
}

both! {
    async fn a_decision_is_that_of_its_request_person_and_session(engine) {
        let (w, who) = world(engine, "always").await;
        let bob = w.sign_in("u2", "s2").await;
        let asked = question(&w.authorize(&asking(&[]), &who).await);
        for (stranger, code) in [(&Who::Nobody, "401"), (&bob, "409")] {
            assert_eq!(shown(&w, &asked, stranger).await["code"], code);
            assert_eq!(decide(&w, &asked, "allow", stranger).await["code"], code);
        }
        // In another session the same request starts again.
        let again = shown(&w, &asked, &bob).await["data"]["redirect"].as_str().unwrap().to_owned();
        question(&w.get(&again, &bob).await);
        for nothing in ["", "x", &asked[1..], &format!("{asked}x")] {
            assert_eq!(decide(&w, nothing, "allow", &who).await["code"], "404", "{nothing}");
        }
        assert_eq!(decide(&w, &asked, "perhaps", &who).await["code"], "400");
        // The interaction of the sign-in page is no question.
        let back = w.authorize(&asking(&[]), &Who::Nobody).await.location().1["returnTo"].clone();
        let carried = back.split_once("cardea_interaction=").unwrap().1;
        assert_eq!(decide(&w, carried, "allow", &who).await["code"], "404");

        let redirect = decide(&w, &asked, "allow", &who).await["data"]["redirect"].as_str().unwrap().to_owned();
        question(&w.get(&redirect, &bob).await);
        let mine_again = w.sign_in("u1", "s3").await;
        question(&w.get(&redirect, &mine_again).await);
        let answers = futures::future::join_all((0..20).map(|_| w.get(&redirect, &who))).await;
        let codes = answers.iter().filter(|a| a.status == StatusCode::SEE_OTHER).count();
        assert_eq!(codes, 1, "a decision counts once");
        assert_eq!(w.count("SELECT COUNT(*) FROM authorization_codes").await, 1);
    }
}

both! {
    async fn a_decision_does_not_last(engine) {
        let (w, who) = world(engine, "always").await;
        let asked = question(&w.authorize(&asking(&[]), &who).await);
        let redirect = decide(&w, &asked, "allow", &who).await["data"]["redirect"].as_str().unwrap().to_owned();
        w.t.clock.advance(301);
        question(&w.get(&redirect, &who).await);
    }
}

both! {
    async fn another_account_can_be_used(engine) {
        let (w, who) = world(engine, "once").await;
        let asked = question(&w.authorize(&asking(&[("login_hint", Some("li.wei"))]), &who).await);
        let switch = shown(&w, &asked, &who).await["data"]["switchAccount"].as_str().unwrap().to_owned();
        let query: BTreeMap<String, String> =
            form_urlencoded::parse(switch.split_once('?').unwrap().1.as_bytes()).into_owned().collect();
        assert!(switch.starts_with("/signIn/index?") && !query.contains_key("login_hint"), "{switch}");
        // The previous session is no answer.
        assert_eq!(w.get(&query["returnTo"], &who).await.location().0, "/signIn/index");
        let bob = w.sign_in("u2", "s2").await;
        let asked = question(&w.get(&query["returnTo"], &bob).await);
        assert!(has_code(&decided(&w, &asked, "allow", &bob).await));
        assert_eq!((consents(&w, &who).await.len(), consents(&w, &bob).await.len()), (0, 1));
    }
}

both! {
    async fn offline_access_is_for_clients_with_refresh_tokens_and_asked_for(engine) {
        let (w, who) = world(engine, "once").await;
        let offline = [("scope", Some("openid offline_access"))];
        let asked = question(&w.authorize(&asking(&offline), &who).await);
        assert_eq!(shown(&w, &asked, &who).await["data"]["scopes"], json!(["offline_access", "openid"]));
        assert!(has_code(&decided(&w, &asked, "allow", &who).await));
        assert_eq!(w.granted().await["scope"], "openid offline_access");
        let (w, who) = world(engine, "never").await;
        assert!(has_code(&w.authorize(&asking(&offline), &who).await));
        assert_eq!(w.granted().await["scope"], "openid offline_access");
        w.t.clock.advance(1);
        assert!(has_code(&w.authorize(&request(&offline), &who).await));
        assert_eq!(w.granted().await["scope"], "openid", "edc has no refresh tokens");
    }
}

both! {
    async fn a_withdrawal_takes_everything_back_at_once(engine) {
        let (w, who) = world(engine, "once").await;
        let asked = question(&w.authorize(&asking(&[]), &who).await);
        let used = decided(&w, &asked, "allow", &who).await.location().1["code"].clone();
        let waiting = w.authorize(&asking(&[]), &who).await.location().1["code"].clone();
        let form = |code: &str| query(&[("grant_type", "authorization_code"), ("code", code),
            ("redirect_uri", CALLBACK), ("code_verifier", VERIFIER)]);
        let auth = basic("asker", SECRET);
        let tokens = w.post("/oauth2/token", form(&used), Some(&auth), &Who::Nobody).await.json();
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::OK);
        let [kept] = &consents(&w, &who).await[..] else { panic!("one") };
        assert!(kept["grantedAt"].is_string() && kept["lastUsedAt"].is_string(), "{kept}");

        let body = json!({ "id": kept["id"] });
        let bob = w.sign_in("u2", "s2").await;
        for (stranger, code) in [(&Who::Nobody, "401"), (&bob, "404")] {
            assert_eq!(w.call("/api/account/consents/withdraw", &body, stranger).await["code"], code);
        }
        let answer = w.call("/api/account/consents/withdraw", &body, &who).await;
        assert_eq!(answer["data"]["revoked"], 1, "{answer}");
        assert_eq!(w.call("/api/account/consents/withdraw", &body, &who).await["code"], "404");
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::UNAUTHORIZED);
        let late = w.post("/oauth2/token", form(&waiting), Some(&auth), &Who::Nobody).await;
        assert_eq!(late.json()["error"], "invalid_grant");
        question(&w.authorize(&asking(&[]), &who).await);
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'consent.withdrawn'").await, 1);
    }
}

both! {
    /// A withdrawal that commits between the reading of the consent and the code.
    async fn no_code_is_made_from_a_consent_that_was_withdrawn_meanwhile(engine) {
        let (w, who) = world(engine, "once").await;
        let asked = question(&w.authorize(&asking(&[]), &who).await);
        decided(&w, &asked, "allow", &who).await;
        let client = w.provider.clients().get("asker").await.unwrap().unwrap();
        let person = Id::from("u1");
        let read = covering(&mut w.cx(), &person, &client, &Access::default()).await.unwrap();
        assert!(read.is_some());
        let codes = "SELECT COUNT(*) FROM authorization_codes";
        let code = async |name: &'static str| {
            let mut cx = w.cx();
            let new = NewCode {
                code_hash: name.to_owned(),
                client_id: "asker",
                user_id: &person,
                session_id: &Id::from("s1"),
                redirect_uri: CALLBACK,
                code_challenge: None,
                granted: &Granted::default(),
                expires_at: cx.now().plus_seconds(60),
            };
            insert_code(&mut cx, new, read.as_ref()).await.unwrap();
            cx.audit_event(Event { action: "authorization.granted", resource: "clients", ..Event::default() });
            cx.commit().await
        };
        let audited = "SELECT COUNT(*) FROM audit_events WHERE action = 'authorization.granted'";
        let before = (w.count(codes).await, w.count(audited).await);
        code("first").await.unwrap();
        assert_eq!((w.count(codes).await, w.count(audited).await), (before.0 + 1, before.1 + 1));

        let [kept] = &consents(&w, &who).await[..] else { panic!("one") };
        w.call("/api/account/consents/withdraw", &json!({ "id": kept["id"] }), &who).await;
        let refused = code("second").await.unwrap_err();
        assert!(is_withdrawn(&refused), "{refused}");
        assert_eq!((w.count(codes).await, w.count(audited).await), (before.0 + 1, before.1 + 1));
    }
}

both! {
    async fn a_pushed_request_is_asked_about_and_used_up_by_the_answer(engine) {
        let (w, who) = world(engine, "once").await;
        let push = async || {
            let answer = w.post("/oauth2/par", asking(&[]), Some(&basic("asker", SECRET)), &Who::Nobody).await;
            answer.json()["request_uri"].as_str().unwrap().to_owned()
        };
        for decision in ["deny", "allow"] {
            let uri = push().await;
            let visit = query(&[("client_id", "asker"), ("request_uri", &uri)]);
            question(&w.authorize(&visit, &who).await);
            let asked = question(&w.authorize(&visit, &who).await);
            assert_eq!(shown(&w, &asked, &who).await["data"]["scopes"], json!(["openid", "profile"]));
            let answer = decided(&w, &asked, decision, &who).await;
            assert_eq!(has_code(&answer), decision == "allow");
            w.authorize(&visit, &who).await.page();
            assert_eq!(shown(&w, &asked, &who).await["code"], "404");
        }
    }
}
