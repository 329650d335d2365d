//! A small OpenID provider, and a browser that keeps cookies.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_bundle::SigningKey;
use cardea_simulator::{Options, Running, Simulator, Software};
use chrono::DateTime;
use openidconnect::core::{
    CoreEdDsaPrivateSigningKey, CoreGenderClaim, CoreJsonWebKeySet, CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
};
use openidconnect::{
    AccessToken, AdditionalClaims, Audience, IdToken, IdTokenClaims, IssuerUrl, JsonWebKeyId, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, PrivateSigningKey as _, StandardClaims, SubjectIdentifier,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub const API_KEY: &str = "test-api-key";
const CLIENT: &str = "Basic ZWRjOnNlY3JldA=="; // edc:secret

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct Extra(HashMap<String, Value>);
impl AdditionalClaims for Extra {}

/// The provider's lies, for the tests that expect a refusal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lie {
    #[default]
    None,
    Nonce,
    Audience,
    Expired,
    Signature,
    AccessTokenHash,
    UserInfoSubject,
}

struct ProviderState {
    issuer: String,
    lie: Mutex<Lie>,
    codes: Mutex<HashMap<String, HashMap<String, String>>>,
    last_authorize: Mutex<HashMap<String, String>>,
    pem: String,
    other_pem: String,
}

#[derive(Clone)]
pub struct Provider(Arc<ProviderState>);

impl Provider {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let pem = || SigningKey::generate().unwrap().to_pem().unwrap().to_string();
        let provider = Self(Arc::new(ProviderState {
            issuer: format!("http://{}", listener.local_addr().unwrap()),
            lie: Mutex::default(),
            codes: Mutex::default(),
            last_authorize: Mutex::default(),
            pem: pem(),
            other_pem: pem(),
        }));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/jwks", get(jwks))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/userinfo", get(userinfo))
            .with_state(provider.clone());
        tokio::spawn(axum::serve(listener, router).into_future());
        provider
    }

    pub fn issuer(&self) -> &str {
        &self.0.issuer
    }

    pub fn lie(&self, lie: Lie) {
        *self.0.lie.lock().unwrap() = lie;
    }

    pub fn last_authorize(&self) -> HashMap<String, String> {
        self.0.last_authorize.lock().unwrap().clone()
    }

    /// A logout token with these changes: of its header's `typ`, and of its claims, where null takes one away.
    pub fn logout_token(&self, typ: &str, changes: &Value) -> String {
        let mut claims = json!({
            "iss": self.issuer(), "aud": "edc", "iat": 900_000_000, "exp": 7_000_000_000_i64, "jti": "j-1",
            "sub": "u-1", "sid": "s-1", "events": { "http://schemas.openid.net/event/backchannel-logout": {} },
        });
        for (name, value) in changes.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&json!({ "alg": "EdDSA", "kid": "k1", "typ": typ })), part(&claims));
        let pem = if self.lies(Lie::Signature) { &self.0.other_pem } else { &self.0.pem };
        let signature = key(pem).sign(&CoreJwsSigningAlgorithm::EdDsa, signed.as_bytes()).unwrap();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    fn lies(&self, lie: Lie) -> bool {
        *self.0.lie.lock().unwrap() == lie
    }
}

fn key(pem: &str) -> CoreEdDsaPrivateSigningKey {
    let kid = Some(JsonWebKeyId::new("k1".into()));
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(pem, kid).unwrap()
}

async fn discovery(State(p): State<Provider>) -> Json<Value> {
    let issuer = p.issuer();
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "end_session_endpoint": format!("{issuer}/logout"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
    }))
}

async fn jwks(State(p): State<Provider>) -> Json<CoreJsonWebKeySet> {
    Json(CoreJsonWebKeySet::new(vec![key(&p.0.pem).as_verification_key()]))
}

async fn authorize(State(p): State<Provider>, Query(query): Query<HashMap<String, String>>) -> Redirect {
    let code = format!("code-{}", query["state"]);
    let target = format!("{}?code={code}&state={}&iss={}", query["redirect_uri"], query["state"], p.0.issuer);
    p.0.last_authorize.lock().unwrap().clone_from(&query);
    p.0.codes.lock().unwrap().insert(code, query);
    Redirect::to(&target)
}

async fn token(State(p): State<Provider>, headers: HeaderMap, Form(form): Form<HashMap<String, String>>) -> Response {
    let refuse = |error| (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response();
    if headers.get("authorization").is_none_or(|value| value != CLIENT) {
        return refuse("invalid_client");
    }
    let Some(request) = p.0.codes.lock().unwrap().remove(&form["code"]) else {
        return refuse("invalid_grant");
    };
    let verifier = PkceCodeVerifier::new(form["code_verifier"].clone());
    let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
    let ours = request["code_challenge_method"] == "S256"
        && request["code_challenge"] == challenge.as_str()
        && request["redirect_uri"] == form["redirect_uri"];
    if !ours {
        return refuse("invalid_grant");
    }
    Json(json!({
        "access_token": "access-1", "token_type": "Bearer", "expires_in": 300,
        "id_token": id_token(&p, &request["nonce"]),
    }))
    .into_response()
}

fn id_token(p: &Provider, nonce: &str) -> Value {
    let audience = if p.lies(Lie::Audience) { "other" } else { "edc" };
    // Far from the clock of any test machine.
    let expires = if p.lies(Lie::Expired) { 1_000_000_000 } else { 7_000_000_000 };
    let claims = IdTokenClaims::new(
        IssuerUrl::new(p.0.issuer.clone()).unwrap(),
        vec![Audience::new(audience.into())],
        DateTime::from_timestamp(expires, 0).unwrap(),
        DateTime::from_timestamp(900_000_000, 0).unwrap(),
        StandardClaims::new(SubjectIdentifier::new("u-1".into())),
        Extra(HashMap::from([
            ("sid".into(), json!("s-1")),
            ("tenant_name".into(), json!("Acme <Pharma>")),
            ("study".into(), json!("ABC-1")),
            ("environment".into(), json!("prod")),
            ("sites".into(), json!(["01", "<b>02</b>"])),
            ("roles".into(), json!([{"role": "cra", "environment": "prod"}])),
            ("module_roles".into(), json!(["reports"])),
        ])),
    )
    .set_nonce(Some(Nonce::new(if p.lies(Lie::Nonce) { "other" } else { nonce }.into())));
    let pem = if p.lies(Lie::Signature) { &p.0.other_pem } else { &p.0.pem };
    let hashed = if p.lies(Lie::AccessTokenHash) { "access-2" } else { "access-1" };
    let token: IdToken<_, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, _> =
        IdToken::new(claims, &key(pem), CoreJwsSigningAlgorithm::EdDsa, Some(&AccessToken::new(hashed.into())), None)
            .unwrap();
    serde_json::to_value(token).unwrap()
}

async fn userinfo(State(p): State<Provider>, headers: HeaderMap) -> Response {
    if headers.get("authorization").is_none_or(|value| value != "Bearer access-1") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let subject = if p.lies(Lie::UserInfoSubject) { "u-2" } else { "u-1" };
    Json(json!({
        "sub": subject, "name": "Monitor <script>", "preferred_username": "monitor",
        "email": "monitor@example.com",
    }))
    .into_response()
}

pub async fn edc(issuer: &str) -> Running {
    let options =
        Options { client_secret: Some("secret".into()), ..Options::new(Software::Edc, issuer, "edc", API_KEY) };
    Simulator::start(options).await.unwrap()
}

/// A browser: keeps cookies for one host, follows redirects only when told.
#[derive(Default)]
pub struct Browser {
    pub cookies: HashMap<String, String>,
    pub language: Option<&'static str>,
}

pub struct Visit {
    pub status: u16,
    pub location: Option<String>,
    pub headers: HeaderMap,
    pub body: String,
}

pub fn client() -> reqwest::Client {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap()
}

impl Browser {
    pub async fn get(&mut self, url: &str) -> Visit {
        self.visit(client().get(url)).await
    }

    pub async fn post(&mut self, url: &str) -> Visit {
        self.visit(client().post(url)).await
    }

    /// Gets `url` and follows redirects to the end.
    pub async fn follow(&mut self, url: &str) -> Visit {
        let mut visit = self.get(url).await;
        let mut here = reqwest::Url::parse(url).unwrap();
        while let Some(location) = &visit.location {
            here = here.join(location).unwrap();
            visit = self.get(here.as_str()).await;
        }
        visit
    }

    async fn visit(&mut self, mut request: reqwest::RequestBuilder) -> Visit {
        let cookies: Vec<_> = self.cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies.join("; "));
        }
        if let Some(language) = self.language {
            request = request.header("accept-language", language);
        }
        let response = request.send().await.unwrap();
        for set in response.headers().get_all("set-cookie") {
            let pair = set.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.into(), value.into());
            }
        }
        let location = response.headers().get("location");
        Visit {
            status: response.status().as_u16(),
            location: location.map(|value| value.to_str().unwrap().to_owned()),
            headers: response.headers().clone(),
            body: response.text().await.unwrap(),
        }
    }
}
