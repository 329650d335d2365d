//! The provider over HTTP, on both engines, with a clock that stands still.

mod authorize;
pub mod bound;
mod client_credentials;
mod client_domains;
mod client_keys;
mod client_secrets;
mod clients;
mod clients_admin;
mod conformance;
mod consent;
mod device;
mod exchange;
mod introspection;
mod logout;
mod metadata;
mod notices;
mod private_key_jwt;
mod pushed;
mod races;
mod refresh;
mod registration;
mod relying_party;
mod request_objects;
mod requests;
mod responses;
mod site;
mod subjects;
mod token;
mod userinfo;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request as HttpRequest, StatusCode, header};
use axum::middleware;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use url::form_urlencoded;

use super::clients::Metadata;
use super::{EndSession, Provider, StudyClaims, documented_router, router};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Allowed, Ctx, Person, Who};
use crate::kernel::error::Error;
use crate::kernel::http::{documented, identify};
use crate::kernel::id::Id;
use crate::kernel::outbound::Outbound;
use crate::testing::{Engine, START, TestKernel};

pub const ISSUER: &str = "https://id.example.org";
pub const CALLBACK: &str = "https://edc.example.org/callback";
pub const SECRET: &str = "s3cret +:%/ with all that breaks";
/// The moment at which tests begin, as tokens write it.
pub const NOW: i64 = START.unix_seconds();
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Grants of one person in one system of one tenant.
#[derive(Debug)]
struct Grants;

impl StudyClaims for Grants {
    fn study_claims<'a>(
        &'a self,
        _: &'a mut Ctx,
        user: &'a Id,
        software: &'a Id,
        tenant: &'a Id,
    ) -> BoxFuture<'a, Result<Vec<Value>, Error>> {
        let theirs = (user.as_str(), software.as_str(), tenant.as_str()) == ("u1", "edc", "t1");
        let granted = json!({ "study": "CT-001", "roles": [{ "role": "crc", "environment": "uat" }] });
        Box::pin(async move { Ok(if theirs { vec![granted] } else { Vec::new() }) })
    }
}

/// Ends sessions as far as the provider can see.
#[derive(Debug)]
struct Sessions;

impl EndSession for Sessions {
    fn end_session<'a>(&'a self, cx: &'a mut Ctx, session: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let now = cx.now();
            let db = cx.db().await?;
            db.query("UPDATE sessions SET ended_at = $1 WHERE id = $2")
                .bind(now)
                .bind(session.clone())
                .execute()
                .await?;
            super::sessions_ended(cx, std::slice::from_ref(session)).await
        })
    }
    fn clearing_cookies(&self) -> Vec<HeaderValue> {
        vec![
            HeaderValue::from_static("cardea_session=; Max-Age=0"),
            HeaderValue::from_static("cardea_marker=; Max-Age=0"),
        ]
    }
}

/// A provider with a tenant, a person with a session, and three clients.
pub struct World {
    pub t: TestKernel,
    pub provider: Provider,
    app: Router,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |v| v.to_str().unwrap())
    }
    /// The address that the browser is sent to, and its query.
    pub fn location(&self) -> (String, BTreeMap<String, String>) {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{self:?}");
        let location = self.header("location");
        let (address, query) = location.split_once('?').unwrap_or((location, ""));
        (address.to_owned(), form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }
    /// The error that was sent to the client.
    pub fn sent_error(&self) -> String {
        let (address, query) = self.location();
        assert_eq!(address, CALLBACK);
        assert_eq!(query["iss"], ISSUER);
        assert!(!query.contains_key("code"));
        query["error"].clone()
    }
    /// The page's text; asserts that nothing was sent anywhere.
    pub fn page(&self) -> &str {
        assert!(self.headers.get(header::LOCATION).is_none(), "{self:?}");
        assert!(self.header("content-type").starts_with("text/html"), "{self:?}");
        assert_eq!(self.header("cache-control"), "no-store");
        assert!(self.header("content-security-policy").starts_with("default-src 'none'; style-src 'sha256-"));
        assert!(self.header("content-security-policy").contains("frame-ancestors 'none'"));
        &self.body
    }
}

pub fn query(pairs: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

pub fn basic(id: &str, secret: &str) -> String {
    let encode = |s: &str| form_urlencoded::byte_serialize(s.as_bytes()).collect::<String>();
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encode(id), encode(secret))))
}

/// A complete authorization request, with changes: a value replaces, `None` leaves out.
pub fn request(changes: &[(&'static str, Option<&str>)]) -> String {
    let mut pairs: BTreeMap<&str, String> = [
        ("client_id", "edc"),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid profile email phone"),
        ("state", "st&te="),
        ("nonce", "n-1"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ]
    .into_iter()
    .map(|(name, value)| (name, value.to_owned()))
    .collect();
    for (name, value) in changes {
        match value {
            Some(value) => pairs.insert(name, (*value).to_owned()),
            None => pairs.remove(name),
        };
    }
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// The claims of a compact JWS, its signature verified by another implementation with the published key.
pub fn verified(jwks: &Value, token: &str, typ: &str) -> Value {
    let header = jsonwebtoken::decode_header(token).unwrap();
    assert_eq!(header.typ.as_deref(), Some(typ));
    let key = jwks["keys"].as_array().unwrap().iter().find(|k| k["kid"] == json!(header.kid)).unwrap();
    assert_eq!(key["alg"], json!(header.alg), "the key says the algorithm");
    let key = jsonwebtoken::DecodingKey::from_jwk(&serde_json::from_value(key.clone()).unwrap()).unwrap();
    let mut validation = jsonwebtoken::Validation::new(header.alg);
    // Times are asserted against the test's clock, not the machine's.
    (validation.validate_exp, validation.validate_aud) = (false, false);
    validation.required_spec_claims.clear();
    jsonwebtoken::decode::<Value>(token, &key, &validation).unwrap().claims
}

/// A node over the kernel.
pub async fn open(kernel: &Kernel, outbound: &Outbound) -> Provider {
    Provider::open(kernel.clone(), ISSUER.into(), outbound, Arc::new(Grants), Arc::new(Sessions)).await.unwrap()
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        Self::reaching(engine, &Outbound::new(Vec::new())).await
    }

    /// A world whose provider may call others as far as the guard lets it.
    pub async fn reaching(engine: Engine, outbound: &Outbound) -> Self {
        let t = engine.kernel().await;
        seed(&t.kernel).await;
        let provider = open(&t.kernel, outbound).await;
        let app = Self::app(&provider, &t.kernel);
        let world = Self { t, provider, app };
        for metadata in [
            json!({ "client_id": "edc", "client_name": "EDC", "client_secret": SECRET, "redirect_uris": [CALLBACK],
                "post_logout_redirect_uris": ["https://edc.example.org/bye", "com.example.edc:/bye"],
                "cardea_software_id": "edc", "cardea_tenant_id": "t1" }),
            json!({ "client_id": "spa", "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK] }),
            json!({ "client_id": "post", "client_secret": SECRET, "redirect_uris": [CALLBACK],
                "token_endpoint_auth_method": "client_secret_post", "scope": "openid email" }),
            json!({ "client_id": "native", "application_type": "native", "token_endpoint_auth_method": "none",
                "redirect_uris": ["http://127.0.0.1/cb", "com.example.app:/cb"] }),
        ] {
            world.register(metadata).await;
        }
        world
    }

    /// Another node over the same database and clock.
    pub async fn node(&self) -> Self {
        let t = self.t.clone();
        let provider = open(&t.kernel, &Outbound::new(Vec::new())).await;
        let app = Self::app(&provider, &t.kernel);
        Self { t, provider, app }
    }

    fn app(provider: &Provider, kernel: &Kernel) -> Router {
        let (app, _) = router(provider.clone()).split_for_parts();
        let calls = documented_router(provider.clone()).layer(middleware::from_fn(documented));
        let (calls, _) = calls.split_for_parts();
        app.merge(calls).layer(middleware::from_fn_with_state(kernel.clone(), identify))
    }

    /// Registers a client as requests will see it.
    pub async fn register(&self, metadata: Value) -> Value {
        let metadata = Metadata::read(metadata).unwrap();
        let mut cx = self.cx();
        let registered = super::clients::register(&mut cx, metadata).await.unwrap();
        cx.commit().await.unwrap();
        self.provider.clients().reload().await.unwrap();
        registered.to_response()
    }

    pub fn cx(&self) -> Ctx {
        Ctx::system(&self.t.kernel, "test")
    }

    pub async fn sql(&self, sql: &'static str) {
        let mut cx = self.cx();
        cx.db().await.unwrap().query(sql).execute().await.unwrap();
        cx.commit().await.unwrap();
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        let mut cx = self.cx();
        let (count,): (i64,) = cx.db().await.unwrap().query(sql).one().await.unwrap();
        count
    }

    /// A session of a person that begins now.
    pub async fn sign_in(&self, user: &'static str, session: &'static str) -> Who {
        let now = self.t.kernel.now();
        let mut cx = self.cx();
        cx.db()
            .await
            .unwrap()
            .query(
                "INSERT INTO sessions (id, token_hash, user_id, auth_time, amr, acr, address, user_agent, created_at, \
                 seen_at, expires_at) VALUES ($1, $2, $3, $4, $5, 'password', '', '', $6, $7, $8)",
            )
            .bind(session)
            .bind(session)
            .bind(user)
            .bind(now)
            .bind(sqlx::types::Json(vec!["pwd".to_owned()]))
            .bind(now)
            .bind(now)
            .bind(now.plus_seconds(12 * 3600))
            .execute()
            .await
            .unwrap();
        cx.commit().await.unwrap();
        Who::Person(Box::new(Person {
            id: user.into(),
            user_name: "li.wei".into(),
            full_name: "李伟".into(),
            session_id: session.into(),
            tenant_id: None,
            auth_time: now,
            system: Allowed::Nothing,
            tenants: BTreeMap::new(),
        }))
    }

    pub async fn send(&self, request: HttpRequest<Body>) -> Answer {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Answer { status: parts.status, headers: parts.headers, body: String::from_utf8(body.to_vec()).unwrap() }
    }

    pub async fn get(&self, uri: &str, who: &Who) -> Answer {
        self.send(HttpRequest::get(uri).extension(who.clone()).body(Body::empty()).unwrap()).await
    }

    pub async fn get_as(&self, uri: &str, authorization: &str) -> Answer {
        let request = HttpRequest::get(uri).header(header::AUTHORIZATION, authorization);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, uri: &str, form: String, authorization: Option<&str>, who: &Who) -> Answer {
        let mut request = HttpRequest::builder()
            .method(Method::POST)
            .uri(uri)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded; charset=UTF-8")
            .extension(who.clone());
        if let Some(value) = authorization {
            request = request.header(header::AUTHORIZATION, value);
        }
        self.send(request.body(Body::from(form)).unwrap()).await
    }

    pub async fn authorize(&self, request: &str, who: &Who) -> Answer {
        self.get(&format!("/oauth2/authorize?{request}"), who).await
    }

    /// A documented call with a JSON body, as its envelope.
    pub async fn call(&self, uri: &str, body: &Value, who: &Who) -> Value {
        let request = HttpRequest::post(uri).header(header::CONTENT_TYPE, "application/json").extension(who.clone());
        self.send(request.body(Body::from(body.to_string())).unwrap()).await.json()
    }

    /// What the latest code was made for.
    pub async fn granted(&self) -> Value {
        let mut cx = self.cx();
        let sql = "SELECT granted FROM authorization_codes ORDER BY created_at DESC, code_hash LIMIT 1";
        let (granted,): (sqlx::types::Json<Value>,) = cx.db().await.unwrap().query(sql).one().await.unwrap();
        granted.0
    }

    /// A code for the client `edc`.
    pub async fn code(&self, who: &Who) -> String {
        self.authorize(&request(&[]), who).await.location().1["code"].clone()
    }

    /// Exchanges at the token endpoint as `edc`, with changes to the form.
    pub async fn exchange(&self, code: &str, changes: &[(&str, &str)]) -> Answer {
        let mut pairs = BTreeMap::from([
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ]);
        pairs.extend(changes.iter().copied());
        pairs.retain(|_, value| !value.is_empty());
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        self.post("/oauth2/token", form, Some(&basic("edc", SECRET)), &Who::Nobody).await
    }

    /// Tokens of a fresh sign-in at `edc`.
    pub async fn tokens(&self, who: &Who) -> Value {
        let code = self.code(who).await;
        let answer = self.exchange(&code, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        answer.json()
    }

    pub async fn jwks(&self) -> Value {
        self.get("/oauth2/jwks", &Who::Nobody).await.json()
    }
}

async fn seed(kernel: &Kernel) {
    let mut cx = Ctx::system(kernel, "test");
    let db = cx.db().await.unwrap();
    for sql in [
        "INSERT INTO tenants (id, version, tenant_name, name_key, tenant_code, abbr, abbr_key, category_id, contact, tel, \
         email, postcode, address, created_at, updated_at) \
         VALUES ('t1', 1, '示例药业', '示例药业', 'T001', 'SL', 'sl', '1', '', '', '', '', '', 0, 0)",
        "INSERT INTO software (id, version, software_name, describe, web_code, app_code, validity_time, sort, \
         authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, created_at, updated_at) \
         VALUES ('edc', 1, 'EDC', '', '020', '', 0, 1, 2, 0, 0, 0, 0, 0, 0)",
        "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
         email_valid, phone, phone_valid, password_reset, status, user_type, sex, birthday, remark, language, org, \
         created_at, updated_at) VALUES ('u1', 1, 'li.wei', 'li.wei', '李伟', '李伟', 'li@example.org', \
         'li@example.org', TRUE, '13800000000', FALSE, FALSE, 0, 0, 1, '1990-02-03', '', 'zh', 'local', 0, 1767000000000)",
        "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
         email_valid, phone, phone_valid, password_reset, status, user_type, remark, language, org, \
         created_at, updated_at) VALUES ('u2', 1, 'bob', 'bob', 'Bob', 'bob', 'bob@example.org', \
         'bob@example.org', FALSE, '', FALSE, FALSE, 0, 0, '', 'en', 'local', 0, 0)",
        "INSERT INTO memberships (id, version, tenant_id, user_id, enabled, join_date, updated_at) \
         VALUES ('m1', 1, 't1', 'u1', 0, 0, 0)",
    ] {
        db.query(sql).execute().await.unwrap();
    }
    cx.commit().await.unwrap();
}
