//! The provider over HTTP, on both engines, with a clock that stands still.

mod attacks;
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
mod crossings;
mod device;
mod exchange;
mod introspection;
mod launch;
mod logout;
mod metadata;
mod notices;
mod private_key_jwt;
mod pushed;
mod races;
mod receipts;
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
mod world;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request as HttpRequest, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use url::form_urlencoded;

use super::clients::Metadata;
use super::{EndSession, Provider, StudyClaims, calls, documented_router, documents, navigation};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Allowed, Person, Who};
use crate::kernel::error::Error;
use crate::kernel::http::{documented, identify};
use crate::kernel::id::Id;
use crate::kernel::outbound::Outbound;
use crate::testing::{Engine, START, TestKernel};

pub use world::{World, open};

pub const ISSUER: &str = "https://id.example.org";
pub const CALLBACK: &str = "https://edc.example.org/callback";
pub const SECRET: &str = "s3cret +:%/ with all that breaks";
/// The time at which tests begin, as in tokens.
pub const NOW: i64 = START.unix_seconds();
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// An answer.
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
    /// The redirect address, and its query.
    pub fn location(&self) -> (String, BTreeMap<String, String>) {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{self:?}");
        let location = self.header("location");
        let (address, query) = location.split_once('?').unwrap_or((location, ""));
        (address.to_owned(), form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }
    /// The error sent to the client.
    pub fn sent_error(&self) -> String {
        let (address, query) = self.location();
        assert_eq!(address, CALLBACK);
        assert_eq!(query["iss"], ISSUER);
        assert!(!query.contains_key("code"));
        query["error"].clone()
    }
    /// The page's text; asserts that there is no redirect.
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

/// A complete authorization request, with changes: a value replaces, `None` removes.
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

/// The claims of a compact JWS, verified by another implementation with the published key.
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
