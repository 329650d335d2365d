//! A bare axum program of the same shape as Cardea: what an identity server costs when nothing is left of it
//! but the work itself. It answers with the headers and members that Cardea was recorded with.
//!
//! What it does, and all that it does:
//!
//! | question | work |
//! |---|---|
//! | discovery, JWKS | prebuilt octets |
//! | any token | form and Basic parsed, SHA-256 of the secret compared in constant time |
//! | client credentials | claims serialised, one signature |
//! | code exchange | S256 of the verifier; two signatures; the code's row marked as used, rows of the family and of any token that is kept inserted |
//! | refresh | two signatures; the token's row marked as used (RETURNING), the next one's inserted |
//! | introspection | Basic as above, SHA-256 of the token, one SELECT by primary key |
//! | userinfo | a signature verified, each token once; one SELECT by primary key (an opaque token: one SELECT with a join) |
//!
//! Its SQLite is durable as Cardea's is (WAL, `synchronous=FULL`), by a shorter way: one thread writes whatever waits for
//! it with one commit, and a read runs on the thread that asks (see `store`). It has no policies, no audit, no revocation,
//! no scopes, no key rotation, no request ids and no logs.

mod answers;
mod keys;
pub mod recording;
mod store;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand::{SecureRandom as _, SystemRandom};
use axum::Router;
use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde::Deserialize;

use answers::{Fixed, TokenAnswer};
use keys::Keys;
use recording::{Recording, token_answer};
use store::{Store, StoredCode, Write};

/// What the program ends in where it cannot start.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Seconds that a code lasts.
const CODE_SECONDS: i64 = 600;

/// A client, of a registration (RFC 7591).
#[derive(Clone, Debug, Deserialize)]
pub struct Client {
    /// `client_id`.
    pub client_id: String,
    /// `client_secret`.
    pub client_secret: String,
}

/// 256 random bits in base64url.
pub fn random() -> Result<String> {
    let mut bytes = [0; 32];
    SystemRandom::new().fill(&mut bytes).map_err(|_| "no randomness")?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// SHA-256 in base64url.
fn sha256(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, text.as_bytes()))
}

#[expect(clippy::disallowed_methods, reason = "a program without a kernel reads the clock itself")]
fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

struct Parts {
    secrets: HashMap<String, String>,
    keys: Keys,
    store: Store,
    discovery: Fixed,
    jwks: Fixed,
    introspection: Fixed,
    userinfo: Fixed,
    tokens: HashMap<String, TokenAnswer>,
}

type Bare = Arc<Parts>;

/// Why there is no answer. Nothing that is measured ends here.
struct Refused(StatusCode);

impl<E: std::error::Error> From<E> for Refused {
    fn from(error: E) -> Self {
        eprintln!("cardea-bare: {error}");
        Self(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl axum::response::IntoResponse for Refused {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

const fn bad() -> Refused {
    Refused(StatusCode::BAD_REQUEST)
}

const fn unauthorized() -> Refused {
    Refused(StatusCode::UNAUTHORIZED)
}

/// The program at `issuer`, with its database in `folder`.
pub async fn router(issuer: &str, recording: &Recording, clients: &[Client], folder: &Path) -> Result<Router> {
    let text = serde_json::to_string(recording)?.replace(&recording.issuer, issuer);
    let recording: Recording = serde_json::from_str(&text)?;
    let keys = Keys::like(recording.answers.get("jwks").map(|a| a.body.as_str()).ok_or("no keys were recorded")?)?;
    let fixed = |name: &str| recording.answers.get(name).map(Fixed::new).transpose();
    let mut jwks = fixed("jwks")?.unwrap_or_default();
    jwks.body = keys.jwks().to_owned().into();
    let mut tokens = HashMap::new();
    for (name, answer) in recording.answers.iter().filter(|(name, _)| name.contains(' ')) {
        tokens.insert(name.clone(), TokenAnswer::new(answer)?);
    }
    let parts = Parts {
        secrets: clients.iter().map(|c| (c.client_id.clone(), sha256(&c.client_secret))).collect(),
        store: Store::open(folder)?,
        discovery: fixed("discovery")?.unwrap_or_default(),
        introspection: fixed("introspection")?.unwrap_or_default(),
        userinfo: fixed("userinfo")?.unwrap_or_default(),
        jwks,
        keys,
        tokens,
    };
    let body = |name: &str| recording.answers.get(name).map(|a| a.body.clone()).unwrap_or_default();
    let (userinfo, introspection) = (body("userinfo"), body("introspection"));
    parts.store.write(Write::Person { sub: answers::SUBJECT.to_owned(), userinfo, introspection }).await?;
    routes(&recording, issuer, Arc::new(parts))
}

/// At the paths that the recorded metadata names.
fn routes(recording: &Recording, issuer: &str, parts: Bare) -> Result<Router> {
    let discovery = recording.answers.get("discovery").ok_or("no metadata were recorded")?;
    let metadata: HashMap<String, serde_json::Value> = serde_json::from_str(&discovery.body)?;
    let path = |name: &str| metadata.get(name).and_then(|v| v.as_str()).and_then(|v| v.strip_prefix(issuer));
    let must = |name: &'static str| path(name).ok_or_else(|| format!("{name} is not in the metadata"));
    let mut router = Router::new()
        .route("/.well-known/openid-configuration", get(async |State(bare): State<Bare>| bare.discovery.respond()))
        .route(must("jwks_uri")?, get(async |State(bare): State<Bare>| bare.jwks.respond()))
        .route(must("authorization_endpoint")?, get(authorize))
        .route(must("token_endpoint")?, post(token))
        .route(must("userinfo_endpoint")?, get(userinfo));
    if let Some(path) = path("introspection_endpoint") {
        router = router.route(path, post(introspection));
    }
    Ok(router.with_state(parts))
}

#[derive(Deserialize)]
struct AuthorizationRequest {
    client_id: String,
    redirect_uri: String,
    code_challenge: String,
    state: String,
}

/// Not measured: gives a code to whoever asks.
async fn authorize(
    State(bare): State<Bare>,
    Query(request): Query<AuthorizationRequest>,
) -> std::result::Result<Response, Refused> {
    let code = random().map_err(|_| bad())?;
    let new = StoredCode {
        client_id: request.client_id,
        redirect_uri: request.redirect_uri.clone(),
        code_challenge: request.code_challenge,
    };
    bare.store.write(Write::Code { hash: sha256(&code), code: new, expires_at: now() + CODE_SECONDS }).await?;
    let location = format!("{}?code={code}&state={}", request.redirect_uri, request.state);
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response())
}

impl Parts {
    /// The client of a Basic header.
    fn authenticate(&self, headers: &HeaderMap) -> Option<String> {
        let basic = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Basic ")?;
        let joined = String::from_utf8(STANDARD.decode(basic).ok()?).ok()?;
        let (client_id, secret) = joined.split_once(':')?;
        let kept = self.secrets.get(client_id)?;
        verify_slices_are_equal(sha256(secret).as_bytes(), kept.as_bytes()).ok()?;
        Some(client_id.to_owned())
    }
}

#[derive(Deserialize)]
struct TokenRequest {
    grant_type: String,
    code: Option<String>,
    redirect_uri: Option<String>,
    code_verifier: Option<String>,
    refresh_token: Option<String>,
}

async fn token(
    State(bare): State<Bare>,
    headers: HeaderMap,
    Form(request): Form<TokenRequest>,
) -> std::result::Result<Response, Refused> {
    let client_id = bare.authenticate(&headers).ok_or(unauthorized())?;
    let template = bare.tokens.get(&token_answer(&client_id, &request.grant_type)).ok_or(bad())?;
    let now = now();
    let answer = template.issue(&bare.keys, now).map_err(|_| bad())?;
    match (request.grant_type.as_str(), request.code, request.refresh_token) {
        ("client_credentials", ..) => {}
        ("authorization_code", Some(code), _) => {
            let presented = StoredCode {
                client_id,
                redirect_uri: request.redirect_uri.ok_or(bad())?,
                code_challenge: sha256(&request.code_verifier.ok_or(bad())?),
            };
            let write = Write::UseCode { hash: sha256(&code), code: presented, kept: answer.kept, now };
            if !bare.store.write(write).await? {
                return Err(bad());
            }
        }
        ("refresh_token", _, Some(refresh_token)) => {
            let write = Write::UseRefreshToken { hash: sha256(&refresh_token), kept: answer.kept, now };
            if !bare.store.write(write).await? {
                return Err(bad());
            }
        }
        _ => return Err(bad()),
    }
    Ok((template.headers.clone(), answer.body).into_response())
}

#[derive(Deserialize)]
struct IntrospectionRequest {
    token: String,
}

async fn introspection(
    State(bare): State<Bare>,
    headers: HeaderMap,
    Form(request): Form<IntrospectionRequest>,
) -> std::result::Result<Response, Refused> {
    bare.authenticate(&headers).ok_or(unauthorized())?;
    let body = if answers::is_jwt(&request.token) {
        let subject = bare.keys.verify(&request.token, now()).ok_or(bad())?;
        bare.store.person(&subject)?.map(|person| person.introspection)
    } else {
        bare.store.token_holder(&sha256(&request.token), now())?.map(|person| person.introspection)
    };
    Ok((bare.introspection.headers.clone(), body.ok_or(bad())?).into_response())
}

async fn userinfo(State(bare): State<Bare>, headers: HeaderMap) -> std::result::Result<Response, Refused> {
    let bearer =
        headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).and_then(|v| v.strip_prefix("Bearer "));
    let token = bearer.ok_or(unauthorized())?;
    let body = if answers::is_jwt(token) {
        let subject = bare.keys.verify(token, now()).ok_or(unauthorized())?;
        bare.store.person(&subject)?.map(|person| person.userinfo)
    } else {
        bare.store.token_holder(&sha256(token), now())?.map(|person| person.userinfo)
    };
    Ok((bare.userinfo.headers.clone(), body.ok_or(unauthorized())?).into_response())
}
