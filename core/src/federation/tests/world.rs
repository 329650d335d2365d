//! A server with configured providers, people, and browsers.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use futures::future::BoxFuture;
use serde_json::{Map, Value, json};
use tower::ServiceExt as _;

use super::provider::Provider;
use crate::account;
use crate::authentication::{self, Sessions, Witness, authenticate};
use crate::config::{Bilingual, Channel, Chat, ChatKind, Config, OpenId};
use crate::federation::{Federation, Program, Programs, router};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Locale};
use crate::kernel::fold::fold;
use crate::kernel::http::{documented, identify};
use crate::kernel::id::Id;
use crate::kernel::outbound::Outbound;
use crate::kernel::secret::Secret;
use crate::testing::{Engine, TestKernel};

pub const PASSWORD: &str = "Correct1horse";
pub const ORIGIN: &str = "http://127.0.0.1:8080";

#[derive(Debug)]
struct Nobody;

impl Witness for Nobody {
    fn ended<'a>(&'a self, _: &'a mut Ctx, _: &'a [Id]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async { Ok(()) })
    }
}

/// Programs by the secret in their `Authorization`: `trusted` may request codes, `other` may not.
#[derive(Debug)]
pub struct Known;

impl Programs for Known {
    fn program<'a>(
        &'a self,
        _: &'a ReadCtx,
        headers: &'a HeaderMap,
        _: &'a Map<String, Value>,
        _: &'static str,
    ) -> BoxFuture<'a, Result<Program, Error>> {
        let proof = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let client_id = proof.strip_prefix("Basic ").filter(|id| ["trusted", "other"].contains(id));
        let found = client_id.map(|id| Program { client_id: id.into(), may_sign_in: id == "trusted" });
        Box::pin(async move { found.ok_or_else(|| Error::new(Code::NoSession)) })
    }

    fn name<'a>(&'a self, client_id: &'a str, locale: Locale) -> BoxFuture<'a, Result<String, Error>> {
        Box::pin(async move { Ok(format!("{client_id} ({})", locale.tag())) })
    }
}

pub struct World {
    pub t: TestKernel,
    pub sessions: Sessions,
    pub provider: Provider,
    router: Router,
}

fn name(text: &str) -> Bilingual {
    Bilingual { zh: text.into(), en: text.into() }
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    /// With other settings.
    pub async fn with(engine: Engine, adjust: impl FnOnce(&mut Config)) -> Self {
        let t = engine.kernel().await;
        let provider = Provider::open(t.kernel.now()).await;
        let mut config = Config::default();
        config.notify.channel = Channel::File;
        config.sign_in.hash_passes = 1;
        for (id, kind) in [("wecom", ChatKind::Wecom), ("dingtalk", ChatKind::Dingtalk), ("feishu", ChatKind::Feishu)] {
            config.federation.chat.push(Chat {
                id: id.into(),
                kind,
                name: name(id),
                corporation: "corp".into(),
                client_id: "app".into(),
                client_secret: Secret::new("app secret"),
                base: provider.base.clone(),
            });
        }
        for (id, issuer) in [("sponsor", provider.base.clone()), ("other", format!("{}/other", provider.base))] {
            config.federation.openid.push(OpenId {
                id: id.into(),
                name: name(id),
                issuer,
                client_id: "cardea".into(),
                client_secret: Secret::new("rp secret"),
                scopes: vec!["profile".into()],
                profile: id == "sponsor",
            });
        }
        adjust(&mut config);
        config.validate().unwrap();
        // Below the settings' minimum for a server: no test here depends on the strength of hashes.
        config.sign_in.hash_memory_kib = 64;
        let outbound = Outbound::new(vec!["127.0.0.1/32".parse().unwrap()]);
        let sessions = Sessions::open(&t.kernel, &config, Arc::new(Nobody)).await.unwrap();
        let federation = Federation::open(&t.kernel, &config, &outbound, sessions.clone(), Arc::new(Known)).unwrap();
        sessions.link_with(Arc::new(federation.clone()));
        let router = authentication::router(sessions.clone())
            .merge(account::router(sessions.clone()))
            .merge(router(federation))
            .into_router()
            .layer(authenticate(sessions.clone()))
            .layer(documented())
            .layer(identify(t.kernel.clone()));
        let world = Self { t, sessions, provider, router };
        world.run(
            "INSERT INTO clients (id, version, client_name, application_type, token_endpoint_auth_method, redirect_uris, \
             post_logout_redirect_uris, grant_types, scope, revision, created_at, updated_at) \
             VALUES ('trusted', 1, '', 'web', 'client_secret_basic', '[]', '[]', '[]', '', 0, 0, 0)",
        )
        .await;
        world
    }

    pub fn browser(&self) -> Browser {
        Browser { router: self.router.clone(), cookies: BTreeMap::new() }
    }

    pub async fn run(&self, sql: &'static str) {
        let mut tx = self.t.kernel.db().begin().await.unwrap();
        tx.write(sql).execute().await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        let mut tx = self.t.kernel.db().begin().await.unwrap();
        let (n,): (i64,) = tx.query(sql).one().await.unwrap();
        n
    }

    /// Action, outcome and reason of the latest audit row.
    pub async fn last_audit(&self) -> (String, String, String) {
        let mut tx = self.t.kernel.db().begin().await.unwrap();
        let sql = "SELECT action, outcome, COALESCE(reason, '') AS reason FROM audit_events ORDER BY at DESC, id DESC LIMIT 1";
        tx.query(sql).one().await.unwrap()
    }

    /// A user with [`PASSWORD`], no role, and an id derived from the name.
    pub async fn user(&self, name: &str) -> Id {
        let hash = self.sessions.hasher().hash(&Secret::new(PASSWORD)).await.unwrap();
        let id = Id::from_text(format!("id-{name}"));
        let mut tx = self.t.kernel.db().begin().await.unwrap();
        tx.write(
            "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
             email_valid, phone, phone_valid, password_hash, password_changed_at, password_reset, status, user_type, \
             remark, language, org, created_at, updated_at) \
             VALUES ($1, 1, $2, $3, $2, $3, $4, $4, $5, '', $5, $6, $7, $5, 0, 0, '', 'zh', 'local', $7, $7)",
        )
        .bind(id.clone())
        .bind(name.to_owned())
        .bind(fold(name))
        .bind(format!("{name}@example.org"))
        .bind(false)
        .bind(hash)
        .bind(self.t.kernel.now())
        .execute()
        .await
        .unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Alice, with a linked account at a provider.
    pub async fn linked(&self, authority: &str, subject: &str) -> Id {
        let id = self.user("alice").await;
        let mut tx = self.t.kernel.db().begin().await.unwrap();
        tx.write(
            "INSERT INTO identities (id, version, user_id, provider, authority, subject, label, created_at) \
             VALUES ('i1', 1, $1, 'p', $2, $3, 'label', 0)",
        )
        .bind(id.clone())
        .bind(authority.to_owned())
        .bind(subject.to_owned())
        .execute()
        .await
        .unwrap();
        tx.commit().await.unwrap();
        id
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
    pub fn data(&self) -> &Value {
        &self.body["data"]
    }

    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!((self.status, self.body["code"].as_str()), (StatusCode::OK, Some("200")), "{}", self.body);
        self
    }

    #[track_caller]
    pub fn fails(self, code: &str) -> Self {
        assert_eq!((self.status, self.body["code"].as_str()), (StatusCode::OK, Some(code)), "{}", self.body);
        self
    }

    /// The redirect of a start: the address without its query, and the query.
    #[track_caller]
    pub fn location(&self) -> (String, BTreeMap<String, String>) {
        assert_eq!(self.status, StatusCode::FOUND, "{self:?}");
        let url = url::Url::options()
            .base_url(Some(&ORIGIN.parse().unwrap()))
            .parse(self.headers[header::LOCATION].to_str().unwrap())
            .unwrap();
        let query = url.query_pairs().map(|(k, v)| (k.into_owned(), v.into_owned())).collect();
        (url[..url::Position::AfterPath].to_owned(), query)
    }
}

/// The headers of this server's own page, beside cookies.
pub const OURS: &[(&str, &str)] =
    &[("content-type", "application/json"), ("origin", ORIGIN), ("x-requested-with", "cardea")];
/// The headers of a program.
pub const PROGRAM: &[(&str, &str)] = &[("content-type", "application/json")];

/// The confirmation of a question about `body`.
pub fn yes(body: &Value, asked: &Answer) -> Value {
    match asked.data().get("continuation") {
        Some(continuation) => json!({ "ticket": continuation, "confirm": true }),
        None => json!({ "code": body["code"], "confirm": true }),
    }
}

/// A browser: keeps cookies, and sends the application's headers.
#[derive(Clone)]
pub struct Browser {
    router: Router,
    pub cookies: BTreeMap<String, String>,
}

impl Browser {
    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty(), None).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Body::from(body.to_string()), None).await
    }

    pub async fn send(&mut self, method: Method, path: &str, body: Body, proof: Option<&str>) -> Answer {
        let mut headers = OURS.to_vec();
        headers.extend(proof.map(|proof| ("authorization", proof)));
        self.send_with(method, path, body, &headers).await
    }

    /// Sends exactly these headers, and the cookies.
    pub async fn send_with(&mut self, method: Method, path: &str, body: Body, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if !self.cookies.is_empty() {
            let line: Vec<String> = self.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
            request = request.header(header::COOKIE, line.join("; "));
        }
        let response = self.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        for line in headers.get_all(header::SET_COOKIE) {
            let (name, rest) = line.to_str().unwrap().split_once('=').unwrap();
            match rest.split(';').next().unwrap() {
                "" => self.cookies.remove(name),
                value => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        Answer { status, headers, body: serde_json::from_slice(&bytes).unwrap_or(Value::Null) }
    }

    pub async fn login(&mut self, name: &str) -> Answer {
        self.post("/api/sys/login", &json!({ "userName": name, "password": PASSWORD })).await.ok()
    }

    /// Calls, is asked, and confirms.
    pub async fn confirmed(&mut self, path: &str, body: &Value) -> Answer {
        let asked = self.post(path, body).await.fails("409");
        assert_eq!(asked.data()["kind"], "confirm");
        self.post(path, &yes(body, &asked)).await
    }

    /// The user of the browser's session.
    pub async fn user(&mut self) -> Value {
        self.get("/api/sys/user/info").await.body["data"]["id"].clone()
    }

    /// Starts a sign-in at a provider; returns the query that it was sent with.
    pub async fn start(&mut self, id: &str) -> BTreeMap<String, String> {
        self.get(&format!("/api/sys/federation/start/{id}")).await.location().1
    }

    /// Returns from the provider.
    pub async fn back(&mut self, id: &str, ticket: &str, state: &str) -> Answer {
        let body = json!({ "ticket": ticket, "loginType": id, "state": state });
        self.post("/api/sys/loginByTicket", &body).await
    }
}
