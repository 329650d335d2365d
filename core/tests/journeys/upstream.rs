//! One server as the OpenID provider of another: a sponsor's directory, whose people sign in at the portal with it.
//! Everything goes over HTTP.

use cardea::config::{Bilingual, OpenId};
use cardea::kernel::secret::Secret;
use serde_json::{Value, json};

use crate::app::{Running, spawn_app, spawn_with};
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD};
use crate::testing::Engine;

const SECRET: &str = "Nq5tXvY2bLw8sJ7hRk3mZc6dFp9gTaEu";
const TICKET: &str = "/api/sys/loginByTicket";
const INFO: &str = "/api/sys/user/info";
const LINKS: &str = "/api/account/identities";

/// The first administrator of a server, signed in.
async fn administrator(server: &Running) -> Browser {
    let mut browser = Browser::new(&server.base);
    let link = server.app.sessions.setup_link().await.unwrap().unwrap();
    browser.set_up(&link).await.data();
    browser.login(ADMIN, PASSWORD).await.data();
    browser
}

/// The directory, and the portal as its client.
async fn two_servers(engine: Engine) -> (Running, Running) {
    let directory = spawn_app(engine).await;
    let portal = spawn_with(engine, |config| {
        config.outbound.allow = vec!["127.0.0.0/8".parse().unwrap()];
        config.federation.openid.push(OpenId {
            id: "sponsor".into(),
            name: Bilingual { zh: "申办方".into(), en: "the sponsor".into() },
            issuer: directory.base.clone(),
            client_id: "portal".into(),
            client_secret: Secret::new(SECRET),
            scopes: vec!["profile".into()],
            profile: false,
        });
    })
    .await;
    let client = json!({ "client_id": "portal", "client_name": "Portal", "client_secret": SECRET, "scope": "openid profile",
        // The key for RS256 takes a second to make, and a server in a test makes none.
        "id_token_signed_response_alg": "ES256",
        "redirect_uris": [format!("{}/LoginTicket?loginType=sponsor", portal.base)] });
    let made = administrator(&directory).await.post("/api/admin/clients", &client).await;
    assert_eq!(made.status, 201, "{made:?}");
    (directory, portal)
}

/// One person's browser: its cookies at either server.
struct Person {
    at_directory: Browser,
    at_portal: Browser,
}

impl Person {
    fn new(directory: &Running, portal: &Running) -> Self {
        Self { at_directory: Browser::new(&directory.base), at_portal: Browser::new(&portal.base) }
    }

    /// Goes to the directory: to its sign-in page without a session there, else straight back.
    async fn leave(&mut self) -> Answer {
        let sent = self.at_portal.get("/api/sys/federation/start/sponsor").await;
        assert_eq!(sent.status, 302, "{sent:?}");
        self.at_directory.get(sent.header("location")).await
    }

    /// Signs in at the directory's page; returns the answer that leads back to the portal.
    async fn prove(&mut self, there: &Answer) -> Answer {
        assert!(there.location().starts_with("/signIn/index?"), "{}", there.location());
        let page = url::Url::parse("http://x").unwrap().join(there.location()).unwrap();
        let return_to = page.query_pairs().find(|(name, _)| name == "returnTo").unwrap().1.into_owned();
        let body = json!({ "userName": ADMIN, "password": PASSWORD, "returnTo": return_to });
        let on = self.at_directory.post("/api/sys/login", &body).await.data()["redirect"].as_str().unwrap().to_owned();
        self.at_directory.get(&on).await
    }

    /// Returns to the portal's page, which submits the parameters of the address.
    async fn come_back(&mut self, back: &Answer) -> (Value, Answer) {
        assert_eq!(self.at_portal.get(back.location()).await.status, 200);
        let address = url::Url::parse(back.location()).unwrap();
        let of = |name: &str| address.query_pairs().find(|(n, _)| n == name).map(|(_, v)| v.into_owned());
        let body =
            json!({ "ticket": of("code"), "loginType": of("loginType"), "state": of("state"), "iss": of("iss") });
        let answer = self.at_portal.post(TICKET, &body).await;
        (body, answer)
    }
}

both! {
    async fn an_owner_links_once_and_then_signs_in_with_the_other_server(engine) {
        let (directory, portal) = two_servers(engine).await;
        drop(administrator(&portal).await);
        let mut person = Person::new(&directory, &portal);
        let there = person.leave().await;
        let back = person.prove(&there).await;
        let (_, unknown) = person.come_back(&back).await;
        assert_eq!(unknown.failure(), "404");
        let link = &unknown.json()["data"];
        // The directory sends names only in userinfo.
        assert_eq!((&link["kind"], &link["label"]), (&json!("link"), &json!(ADMIN)));

        // No one is signed in by it, and nothing is linked, before the owner has signed in.
        assert_eq!(person.at_portal.get(INFO).await.failure(), "401");
        let linking = json!({ "continuation": link["continuation"] });
        assert_eq!(person.at_portal.post(LINKS, &linking).await.failure(), "401");
        person.at_portal.login(ADMIN, PASSWORD).await.data();
        assert_eq!(person.at_portal.post(LINKS, &linking).await.data()["providerName"], "申办方");
        person.at_portal.post("/api/sys/logout", &json!({})).await.data();

        // From then on the directory is enough, and it asks for no password during its session.
        let back = person.leave().await;
        let (body, answer) = person.come_back(&back).await;
        answer.data();
        assert_eq!(person.at_portal.get(INFO).await.data()["userName"], ADMIN);
        let sessions = person.at_portal.get("/api/account/sessions").await.data();
        let here = sessions.as_array().unwrap().iter().find(|s| s["current"] == true).unwrap().clone();
        assert_eq!(here["amr"], json!(["fed", "pwd"]));
        assert_eq!(person.at_portal.post(TICKET, &body).await.failure(), "701", "a code works once");
        let mut thief = Browser::new(&portal.base);
        assert_eq!(thief.post(TICKET, &body).await.failure(), "701");
        assert_eq!(person.at_portal.get(LINKS).await.data()[0]["label"], ADMIN);
    }
}

both! {
    async fn a_sign_out_ends_the_session_where_it_happens_and_no_other(engine) {
        let (directory, portal) = two_servers(engine).await;
        drop(administrator(&portal).await);
        let mut person = Person::new(&directory, &portal);
        let there = person.leave().await;
        let back = person.prove(&there).await;
        let (_, unknown) = person.come_back(&back).await;
        person.at_portal.login(ADMIN, PASSWORD).await.data();
        let linking = json!({ "continuation": unknown.json()["data"]["continuation"] });
        person.at_portal.post(LINKS, &linking).await.data();

        person.at_portal.post("/api/sys/logout", &json!({})).await.data();
        assert_eq!(person.at_portal.get(INFO).await.failure(), "401");
        person.at_directory.get(INFO).await.data();
        let back = person.leave().await;
        person.come_back(&back).await.1.data();

        person.at_directory.post("/api/sys/logout", &json!({})).await.data();
        assert_eq!(person.at_portal.get(INFO).await.data()["userName"], ADMIN);
        let there = person.leave().await;
        assert!(there.location().starts_with("/signIn/index?"), "the next time it asks again: {}", there.location());
    }
}
