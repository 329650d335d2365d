//! A test browser, and the answers that it gets.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::OnceLock;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::{ORIGIN, calls, operations};
use crate::authentication::Sessions;
use crate::contract::Contract;

/// The description of the module's operations; every successful answer is checked against it.
pub fn contract(sessions: &Sessions) -> &'static Contract {
    static CONTRACT: OnceLock<Contract> = OnceLock::new();
    CONTRACT
        .get_or_init(|| Contract::of(&calls(sessions.clone()).merge(operations(sessions.clone())).split_for_parts().1))
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    pub fn data(&self) -> &Value {
        &self.body["data"]
    }

    /// Asserts that a documented operation succeeded.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!((self.status, self.code()), (StatusCode::OK, "200"), "{}", self.body);
        assert_eq!(self.body["success"], true);
        self
    }

    /// Asserts that a documented operation failed with this code.
    #[track_caller]
    pub fn fails(self, code: &str) -> Self {
        assert_eq!((self.status, self.code()), (StatusCode::OK, code), "{}", self.body);
        assert_eq!(self.body["success"], false);
        self
    }

    /// The body without the request id.
    pub fn without_id(mut self) -> Value {
        self.body["requestId"] = Value::Null;
        self.body
    }

    pub fn cookies(&self) -> Vec<&str> {
        self.headers.get_all(header::SET_COOKIE).iter().map(|v| v.to_str().unwrap()).collect()
    }
}

/// A browser: keeps cookies, and sends the headers of the browser application.
#[derive(Clone)]
pub struct Browser {
    pub(crate) router: Router,
    pub(crate) contract: &'static Contract,
    pub cookies: BTreeMap<String, String>,
    pub headers: HeaderMap,
    /// The address that it calls from.
    pub peer: Option<SocketAddr>,
}

impl Browser {
    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty()).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Body::from(body.to_string())).await
    }

    pub async fn send(&mut self, method: Method, path: &str, body: Body) -> Answer {
        let mut request = Request::builder()
            .method(method.clone())
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ORIGIN, ORIGIN)
            .header("sec-fetch-site", "same-origin")
            .header("x-requested-with", "cardea");
        if !self.cookies.is_empty() {
            let line: Vec<String> = self.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
            request = request.header(header::COOKIE, line.join("; "));
        }
        let mut request = request.body(body).unwrap();
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        for (name, value) in &self.headers {
            // An empty value removes the header.
            request.headers_mut().remove(name);
            if !value.is_empty() {
                request.headers_mut().insert(name, value.clone());
            }
        }
        let path = request.uri().path().to_owned();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        for line in headers.get_all(header::SET_COOKIE) {
            let (name, rest) = line.to_str().unwrap().split_once('=').unwrap();
            match rest.split(';').next().unwrap() {
                "" => self.cookies.remove(name),
                value => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        let kind = headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
        self.contract.check(method.as_str(), &path, status.as_u16(), kind, &bytes);
        Answer { status, headers, body: serde_json::from_slice(&bytes).unwrap_or(Value::Null) }
    }

    pub async fn login(&mut self, name: &str, password: &str) -> Answer {
        self.post("/api/sys/login", &json!({ "userName": name, "password": password })).await
    }

    /// The token of the browser's session, from its cookie.
    pub fn token(&self) -> String {
        self.cookies["cardea_session"].clone()
    }

    /// The same without the headers that a browser adds: a program.
    pub fn program(self) -> Self {
        self.header("origin", "").header("sec-fetch-site", "").header("x-requested-with", "")
    }

    /// Calls from this address.
    pub fn at(mut self, peer: &str) -> Self {
        self.peer = Some(SocketAddr::new(peer.parse().unwrap(), 50_000));
        self
    }

    /// Asks for a code to sign in with.
    pub async fn ask(&mut self, phone: &str) -> Answer {
        self.post("/api/sys/login/sendAuthCode", &json!({ "phone": phone })).await
    }

    /// Signs in by phone and code.
    pub async fn login_by_phone(&mut self, phone: &str, code: &str) -> Answer {
        self.post("/api/sys/login", &json!({ "phone": phone, "phoneCaptcha": code })).await
    }

    /// Sets a header for all later requests; an empty value removes it.
    pub fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.insert(name, value.parse().unwrap());
        self
    }
}
