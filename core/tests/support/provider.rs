//! Providers on loopback: the three office-chat services by their documented HTTP, and an OpenID provider whose every
//! claim can be falsified. A chat ticket `good-<user>` is valid for that user, once.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use cardea::kernel::clock::Time;

type Shared = Arc<Mutex<Said>>;
type Pairs = BTreeMap<String, String>;

/// The answers of the OpenID provider, and the requests it received.
pub struct Said {
    base: String,
    now: Time,
    key: Ed25519KeyPair,
    pub kid: &'static str,
    /// Merged into the right claims; null removes one.
    pub claims: Value,
    pub nonce: String,
    pub says_iss: bool,
    /// Whether it signs with a key that it does not publish.
    pub forges: bool,
    pub verifiers: Vec<String>,
    spent: HashSet<String>,
    pub wecom_tokens: usize,
    pub keys_asked: usize,
    pub feishu_corporation: &'static str,
}

pub struct Provider {
    pub base: String,
    pub said: Shared,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Provider {
    pub async fn open(now: Time) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let said = Arc::new(Mutex::new(Said {
            base: base.clone(),
            now,
            key: Ed25519KeyPair::generate().unwrap(),
            kid: "one",
            claims: json!({}),
            nonce: String::new(),
            says_iss: false,
            forges: false,
            verifiers: Vec::new(),
            spent: HashSet::new(),
            wecom_tokens: 0,
            keys_asked: 0,
            feishu_corporation: "corp",
        }));
        let app = Router::new()
            .route("/cgi-bin/gettoken", get(wecom_token))
            .route("/cgi-bin/auth/getuserinfo", get(wecom_user))
            .route("/v1.0/oauth2/userAccessToken", post(dingtalk_token))
            .route("/v1.0/contact/users/me", get(dingtalk_user))
            .route("/open-apis/authen/v2/oauth/token", post(feishu_token))
            .route("/open-apis/authen/v1/user_info", get(feishu_user))
            .route("/.well-known/openid-configuration", get(configuration))
            .route("/other/.well-known/openid-configuration", get(other_configuration))
            .route("/jwks", get(jwks))
            .route("/token", post(token))
            .with_state(Arc::clone(&said));
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { base, said, task }
    }

    pub fn say(&self, change: impl FnOnce(&mut Said)) {
        change(&mut self.said.lock().unwrap());
    }
}

impl Said {
    /// Accepts every ticket once more.
    pub fn forget(&mut self) {
        self.spent.clear();
    }

    /// The user of a ticket, at its first use.
    fn spend(&mut self, ticket: &str) -> Option<String> {
        let user = ticket.strip_prefix("good-")?;
        self.spent.insert(ticket.to_owned()).then(|| user.to_owned())
    }
}

async fn wecom_token(State(said): State<Shared>, Query(q): Query<Pairs>) -> Json<Value> {
    if (q["corpid"].as_str(), q["corpsecret"].as_str()) != ("corp", "app secret") {
        return Json(json!({ "errcode": 40001, "errmsg": "invalid credential" }));
    }
    let mut said = said.lock().unwrap();
    said.wecom_tokens += 1;
    let token = format!("corp token {}", said.wecom_tokens);
    Json(json!({ "errcode": 0, "errmsg": "ok", "access_token": token, "expires_in": 7200 }))
}

async fn wecom_user(State(said): State<Shared>, Query(q): Query<Pairs>) -> Json<Value> {
    let mut said = said.lock().unwrap();
    if q["access_token"] != format!("corp token {}", said.wecom_tokens) {
        return Json(json!({ "errcode": 42001, "errmsg": "access_token expired" }));
    }
    Json(match said.spend(&q["code"]) {
        Some(guest) if guest == "guest" => json!({ "errcode": 0, "errmsg": "ok", "openid": "o" }),
        Some(user) => json!({ "errcode": 0, "errmsg": "ok", "userid": user, "user_ticket": "t" }),
        None => json!({ "errcode": 40029, "errmsg": "invalid code" }),
    })
}

async fn dingtalk_token(State(said): State<Shared>, Json(body): Json<Value>) -> (StatusCode, Json<Value>) {
    let ours =
        body["clientId"] == "app" && body["clientSecret"] == "app secret" && body["grantType"] == "authorization_code";
    let user = ours.then(|| said.lock().unwrap().spend(body["code"].as_str().unwrap())).flatten();
    match user {
        Some(user) => {
            let corporation = if user == "elsewhere" { "another" } else { "corp" };
            (
                StatusCode::OK,
                Json(json!({ "accessToken": user, "refreshToken": "r", "expireIn": 7200, "corpId": corporation })),
            )
        }
        None => {
            (StatusCode::BAD_REQUEST, Json(json!({ "code": "invalidParameter.authCode.notFound", "message": "no" })))
        }
    }
}

async fn dingtalk_user(headers: HeaderMap) -> Json<Value> {
    let user = headers["x-acs-dingtalk-access-token"].to_str().unwrap();
    Json(json!({ "nick": format!("{user} 钉"), "unionId": user, "openId": "o", "mobile": "138" }))
}

async fn feishu_token(State(said): State<Shared>, Json(body): Json<Value>) -> (StatusCode, Json<Value>) {
    let ours = body["client_id"] == "app"
        && body["client_secret"] == "app secret"
        && body["grant_type"] == "authorization_code";
    let user = ours.then(|| said.lock().unwrap().spend(body["code"].as_str().unwrap())).flatten();
    match user {
        Some(user) => (
            StatusCode::OK,
            Json(json!({ "code": 0, "access_token": user, "expires_in": 7200, "token_type": "Bearer" })),
        ),
        None => (StatusCode::BAD_REQUEST, Json(json!({ "code": 20003, "error": "invalid_grant" }))),
    }
}

async fn feishu_user(State(said): State<Shared>, headers: HeaderMap) -> Json<Value> {
    let user = headers["authorization"].to_str().unwrap().strip_prefix("Bearer ").unwrap().to_owned();
    let corporation = said.lock().unwrap().feishu_corporation;
    Json(
        json!({ "code": 0, "msg": "success", "data": { "name": format!("{user} 飞"), "open_id": "ou", "union_id": user,
        "tenant_key": corporation } }),
    )
}

fn metadata(issuer: &str, said: &Said) -> Json<Value> {
    let base = &said.base;
    Json(
        json!({ "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"), "token_endpoint": format!("{base}/token"),
        "jwks_uri": format!("{base}/jwks"), "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA", "RS256"],
        "authorization_response_iss_parameter_supported": said.says_iss }),
    )
}

async fn configuration(State(said): State<Shared>) -> Json<Value> {
    let said = said.lock().unwrap();
    metadata(&said.base, &said)
}

async fn other_configuration(State(said): State<Shared>) -> Json<Value> {
    let said = said.lock().unwrap();
    metadata(&format!("{}/other", said.base), &said)
}

async fn jwks(State(said): State<Shared>) -> Json<Value> {
    let mut said = said.lock().unwrap();
    said.keys_asked += 1;
    let x = URL_SAFE_NO_PAD.encode(said.key.public_key().as_ref());
    Json(json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": said.kid, "x": x }] }))
}

async fn token(State(said): State<Shared>, headers: HeaderMap, Form(form): Form<Pairs>) -> (StatusCode, Json<Value>) {
    let mut said = said.lock().unwrap();
    let basic = format!("Basic {}", STANDARD.encode("cardea:rp+secret"));
    let proved = headers.get("authorization").is_some_and(|v| v == basic.as_str());
    if !proved || !said.spent.insert(form["code"].clone()) {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    }
    said.verifiers.push(form["code_verifier"].clone());
    let now = said.now.unix_seconds();
    let mut claims = json!({ "iss": said.base, "aud": "cardea", "sub": "s-1", "nonce": said.nonce, "iat": now, "exp": now + 300,
        "preferred_username": "li.wei", "email": "alice@example.org", "email_verified": true, "amr": ["pwd", "otp"] });
    for (name, value) in said.claims.as_object().unwrap() {
        if value.is_null() {
            claims.as_object_mut().unwrap().remove(name);
        } else {
            claims[name] = value.clone();
        }
    }
    let header = json!({ "alg": "EdDSA", "kid": said.kid, "typ": "JWT" });
    let input = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".");
    let forged = said.forges.then(|| Ed25519KeyPair::generate().unwrap());
    let signature = forged.as_ref().unwrap_or(&said.key).sign(input.as_bytes());
    let id_token = format!("{input}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()));
    (StatusCode::OK, Json(json!({ "access_token": "a", "token_type": "Bearer", "id_token": id_token })))
}
