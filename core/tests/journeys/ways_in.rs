//! Every way of signing in, against every way of being shut out. Each begins while the account is in order, and ends
//! after it was shut: the state at the end counts.

use axum::http::StatusCode;
use cardea::config::{Bilingual, Chat, ChatKind, OpenId};
use cardea::kernel::ctx::Ctx;
use cardea::kernel::secret::Secret;
use cardea::provider::clients;
use serde_json::{Value, json};

use crate::app::{Running, spawn_with};
use crate::authenticator::Authenticator;
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};
use crate::provider::Provider;
use crate::testing::{Engine, START};

const CALLBACK: &str = "http://127.0.0.1:9/callback";
const SECRET: &str = "Nq5tXvY2bLw8sJ7hRk3mZc6dFp9gTaEu";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const PHONE: &str = "5551234";
const CHATS: [(&str, ChatKind); 3] =
    [("wecom", ChatKind::Wecom), ("dingtalk", ChatKind::Dingtalk), ("feishu", ChatKind::Feishu)];

/// A change of the account, and the answers of the ways of signing in, in the order of [`WAYS`].
struct Shut {
    what: &'static str,
    by: &'static str,
    answers: [&'static str; WAYS.len()],
}

const WAYS: [&str; 10] =
    ["password", "sms", "passkey", "sso code", "wecom", "dingtalk", "feishu", "openid", "refresh token", "recovery"];
const SHUT: [Shut; 4] = [
    // A person with a second factor is asked for it, whoever verified the first one. A passkey is both.
    Shut {
        what: "it stands",
        by: "UPDATE users SET status = 0",
        answers: ["20011", "20011", "200", "20011", "20011", "20011", "20011", "20011", "200", "200"],
    },
    Shut {
        what: "an administrator locked it",
        by: "UPDATE users SET status = 1",
        answers: ["423", "423", "423", "423", "423", "423", "423", "423", "invalid_grant", "701"],
    },
    // Locked after too many failures: no password from there. Every other way works, and a recovery ends the lock.
    Shut {
        what: "too many failures locked it",
        by: "UPDATE login_attempts SET locked_until = 9000000000000",
        answers: ["423", "20011", "200", "20011", "20011", "20011", "20011", "20011", "200", "200"],
    },
    Shut {
        what: "it was deleted",
        by: "UPDATE users SET deleted_at = 1",
        answers: ["701", "701", "20013", "701", "701", "701", "701", "701", "invalid_grant", "701"],
    },
];

struct World {
    server: Running,
    provider: Provider,
    key: Authenticator,
    password: String,
}

/// The sign-ins begun while the account was in order.
struct Begun {
    sms: (Browser, String),
    /// Browser, the displayed phone number, and the code.
    recovery: (Browser, String, String),
    sso: String,
    refresh: String,
}

fn name(text: &str) -> Bilingual {
    Bilingual { zh: text.into(), en: text.into() }
}

fn code(answer: &Answer) -> String {
    answer.json()["code"].as_str().unwrap().to_owned()
}

impl World {
    async fn new(engine: Engine) -> Self {
        let provider = Provider::open(START).await;
        let base = provider.base.clone();
        let server = spawn_with(engine, |config| {
            // Passkeys need a host name.
            config.http.public_url = format!("http://localhost:{}", config.http.listen.port());
            config.outbound.allow = vec!["127.0.0.0/8".parse().unwrap()];
            config.federation.chat = CHATS
                .map(|(id, kind)| Chat {
                    id: id.into(),
                    kind,
                    name: name(id),
                    corporation: "corp".into(),
                    client_id: "app".into(),
                    client_secret: Secret::new("app secret"),
                    base: base.clone(),
                })
                .into();
            config.federation.openid.push(OpenId {
                id: "sponsor".into(),
                name: name("sponsor"),
                issuer: base.clone(),
                client_id: "cardea".into(),
                client_secret: Secret::new("rp secret"),
                scopes: vec![],
                profile: false,
            });
        })
        .await;
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        let mut browser = Browser::new(&server.base);
        browser.set_up(&link).await.data();
        // Verified, as these tests are about signing in with them.
        server.run("UPDATE users SET phone_valid = TRUE, email_valid = TRUE").await;
        let mut key = Authenticator::new(1);
        key.origin = String::leak(server.base.clone());
        let mut world = Self { server, provider, key, password: PASSWORD.into() };
        world.add_passkey(&mut browser).await;
        world.register().await;
        world.link().await;
        world
    }

    async fn add_passkey(&mut self, browser: &mut Browser) {
        browser.login(ADMIN, PASSWORD).await.data();
        let offer = browser.post("/api/account/passkeys/begin", &json!({})).await.data();
        let body = json!({ "credential": self.key.create(&offer["options"]), "name": "key" });
        browser.post("/api/account/passkeys", &body).await.data();
    }

    async fn register(&self) {
        let client = json!({ "client_id": "program", "client_name": "Program", "client_secret": SECRET,
            "redirect_uris": [CALLBACK], "grant_types": ["authorization_code", "refresh_token"],
            "id_token_signed_response_alg": "ES256", "cardea_sso_code": true });
        let remote = self.server.app.provider.clients().remote();
        let all = clients::read(remote, client.to_string().as_bytes()).await.unwrap();
        let mut cx = Ctx::system(&self.server.test.kernel, "test");
        clients::import(&mut cx, all).await.unwrap();
        cx.commit().await.unwrap();
        self.server.app.provider.clients().reload().await.unwrap();
    }

    /// A linked account for each provider, and for the chats one for each case, as their tickets work once.
    async fn link(&self) {
        let chats =
            CHATS.iter().flat_map(|(id, _)| (0..SHUT.len()).map(move |n| (format!("{id}:corp"), format!("u{n}"))));
        let all: Vec<_> = chats.chain([(self.provider.base.clone(), "s-1".to_owned())]).collect();
        let mut tx = self.server.test.kernel.db().begin().await.unwrap();
        for (authority, subject) in all {
            let sql = "INSERT INTO identities (id, version, user_id, provider, authority, subject, label, created_at) \
                       SELECT $1, 1, id, 'p', $2, $3, 'label', 0 FROM users";
            let query = tx.write(sql).bind(format!("{authority} {subject}")).bind(authority).bind(subject);
            query.execute().await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    async fn by_passkey(&mut self, browser: &mut Browser) -> Answer {
        let begun = browser.post("/api/sys/login/passkey/begin", &json!({})).await.data();
        self.key.counter += 1;
        let body = json!({ "credential": self.key.get(&begun["options"]) });
        browser.post("/api/sys/login/passkey", &body).await
    }

    async fn token(&self, form: &[(&str, &str)]) -> (StatusCode, Value) {
        let request = client().post(format!("{}/oauth2/token", self.server.base)).basic_auth("program", Some(SECRET));
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
        let answer = Answer::read(request.send().await.unwrap()).await;
        (answer.status, answer.json())
    }

    /// A refresh token of a valid session.
    async fn refresh_token(&mut self) -> String {
        let mut browser = Browser::new(&self.server.base);
        self.by_passkey(&mut browser).await.data();
        let asked = "/oauth2/authorize?client_id=program&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback\
            &response_type=code&scope=openid&state=s-1&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\
            &code_challenge_method=S256";
        let back = url::Url::parse(browser.get(asked).await.location()).unwrap();
        let code =
            back.query_pairs().find(|(name, _)| name == "code").unwrap_or_else(|| panic!("{back}")).1.into_owned();
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ];
        let (status, tokens) = self.token(&form).await;
        assert_eq!(status, 200, "{tokens}");
        tokens["refresh_token"].as_str().unwrap().to_owned()
    }

    async fn begin(&mut self) -> Begun {
        let refresh = self.refresh_token().await;
        let mut recovery = Browser::new(&self.server.base);
        let name = json!({ "userName": ADMIN });
        let found = recovery.post("/api/account/forget/find", &name).await.data();
        recovery.post("/api/account/forget/send/code", &name).await.data();
        let sent = self.server.latest("code").await.unwrap();
        let recovery = (recovery, found["phone"].as_str().unwrap().to_owned(), sent);
        self.server.test.clock.advance(61);
        let mut sms = (Browser::new(&self.server.base), String::new());
        sms.0.post("/api/sys/login/sendAuthCode", &json!({ "phone": PHONE })).await.data();
        sms.1 = self.server.latest("code").await.unwrap();
        let request =
            client().post(format!("{}/api/sys/ssoCode", self.server.base)).basic_auth("program", Some(SECRET));
        let answer = Answer::read(request.json(&json!({ "userName": ADMIN })).send().await.unwrap()).await.data();
        Begun { sms, recovery, sso: answer["code"].as_str().unwrap().to_owned(), refresh }
    }

    async fn by_code(&self, sso: &str) -> Answer {
        let mut browser = Browser::new(&self.server.base);
        let answer = browser.post("/api/sys/ssoLogin", &json!({ "code": sso })).await;
        match answer.failure().as_str() {
            "409" => browser.post("/api/sys/ssoLogin", &json!({ "code": sso, "confirm": true })).await,
            _ => answer,
        }
    }

    /// Goes to a provider and returns.
    async fn by_provider(&self, id: &str, ticket: &str) -> Answer {
        let mut browser = Browser::new(&self.server.base);
        let sent = browser.get(&format!("/api/sys/federation/start/{id}")).await;
        let sent = url::Url::parse(sent.header("location")).unwrap();
        let of = |name: &str| sent.query_pairs().find(|(n, _)| n == name).map(|(_, v)| v.into_owned());
        let now = self.server.test.kernel.now().unix_seconds();
        self.provider.say(|said| {
            // Each service has its own tickets.
            said.forget();
            said.nonce = of("nonce").unwrap_or_default();
            said.claims = json!({ "iat": now, "exp": now + 300 });
        });
        let body = json!({ "ticket": ticket, "loginType": id, "state": of("state") });
        browser.post("/api/sys/loginByTicket", &body).await
    }

    /// The present answers of all ways of signing in, in the order of [`WAYS`].
    async fn answers(&mut self, time: usize, mut begun: Begun) -> Vec<String> {
        let mut all = Vec::new();
        let mut browser = Browser::new(&self.server.base);
        all.push(code(&browser.login(ADMIN, &self.password).await));
        let body = json!({ "phone": PHONE, "phoneCaptcha": begun.sms.1 });
        all.push(code(&begun.sms.0.post("/api/sys/login", &body).await));
        all.push(code(&self.by_passkey(&mut Browser::new(&self.server.base)).await));
        all.push(code(&self.by_code(&begun.sso).await));
        for (id, _) in CHATS {
            all.push(code(&self.by_provider(id, &format!("good-u{time}")).await));
        }
        all.push(code(&self.by_provider("sponsor", &format!("code-{time}")).await));
        let (status, answer) = self.token(&[("grant_type", "refresh_token"), ("refresh_token", &begun.refresh)]).await;
        all.push(answer["error"].as_str().unwrap_or(status.as_str()).to_owned());
        let new = format!("Another{time}horse");
        let body = json!({ "userName": ADMIN, "phone": begun.recovery.1, "authCode": begun.recovery.2, "password": new,
            "rePassword": new });
        all.push(code(&begun.recovery.0.post("/api/account/forget/check/auth", &body).await));
        if all.last().is_some_and(|code| code == "200") {
            self.password = new;
        }
        all
    }
}

both! {
    async fn whoever_is_shut_out_is_shut_out_everywhere(engine) {
        let mut w = World::new(engine).await;
        for (time, shut) in SHUT.iter().enumerate() {
            let begun = w.begin().await;
            // A failure, on which the lock can be set.
            assert_eq!(code(&Browser::new(&w.server.base).login(ADMIN, "Wrong1horse").await), "701");
            w.server.run(shut.by).await;
            let before = sessions(&w.server).await;
            let answers = w.answers(time, begun).await;
            let (answers, expected) = (WAYS.iter().zip(&answers), WAYS.iter().zip(shut.answers));
            let shown = |pairs: Vec<(&str, &str)>| format!("{pairs:?}");
            let (got, wanted) = (answers.map(|(w, a)| (*w, a.as_str())).collect(), expected.map(|(w, a)| (*w, a)).collect());
            assert_eq!(shown(got), shown(wanted), "{}", shut.what);
            let inside = shut.answers[..8].iter().filter(|answer| **answer == "200").count();
            assert_eq!(sessions(&w.server).await - before, i64::try_from(inside).unwrap(), "{}", shut.what);
            w.server.run("UPDATE users SET status = 0, deleted_at = NULL").await;
            w.server.run("DELETE FROM login_attempts").await;
            w.server.test.clock.advance(61);
        }
    }
}

async fn sessions(server: &Running) -> i64 {
    let mut tx = server.test.kernel.db().begin_read().await.unwrap();
    tx.query("SELECT COUNT(*) FROM sessions").one::<(i64,)>().await.unwrap().0
}
