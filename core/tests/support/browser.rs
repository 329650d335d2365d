//! A browser for tests: keeps cookies, follows no redirect, and sends its origin.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

/// The first administrator's name.
pub const ADMIN: &str = "first.admin";
/// A password that the rules accept.
pub const PASSWORD: &str = "Correct1horse";

/// An HTTP client that follows no redirects.
pub fn client() -> reqwest::Client {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap()
}

/// A browser at one server.
pub struct Browser {
    http: reqwest::Client,
    base: String,
    cookies: BTreeMap<String, String>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    /// Reads a response.
    pub async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        Self { status, headers, body: response.text().await.unwrap() }
    }

    /// A header as text, empty where there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|v| v.to_str().unwrap()).unwrap_or_default()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }

    /// The documented call's data; it must have succeeded.
    pub fn data(&self) -> Value {
        let mut body = self.json();
        assert!(self.status == 200 && body["code"] == "200" && body["success"] == true, "{self:?}");
        body["data"].take()
    }

    /// The code of a documented call that must have failed.
    pub fn failure(&self) -> String {
        let body = self.json();
        assert_eq!((&body["success"], &body["isOk"]), (&json!(false), &json!(false)), "{self:?}");
        body["code"].as_str().unwrap().to_owned()
    }

    /// The address of the redirect.
    pub fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{self:?}");
        self.header("location")
    }
}

impl Browser {
    /// A browser without cookies.
    pub fn new(base: &str) -> Self {
        Self { http: client(), base: base.to_owned(), cookies: BTreeMap::new() }
    }

    /// A browser behind a proxy, which sends this `X-Forwarded-For`.
    pub fn through_proxy(base: &str, forwarded_for: &'static str) -> Self {
        let headers = [("x-forwarded-for", HeaderValue::from_static(forwarded_for))];
        let headers = headers.into_iter().map(|(name, value)| (name.parse().unwrap(), value)).collect();
        let http = reqwest::Client::builder().default_headers(headers).no_proxy();
        Self { http: http.redirect(reqwest::redirect::Policy::none()).build().unwrap(), ..Self::new(base) }
    }

    /// Whether the browser has a cookie of this name.
    pub fn has(&self, cookie: &str) -> bool {
        self.cookies.contains_key(cookie)
    }

    /// The token of the browser's session, from its cookie.
    pub fn token(&self) -> String {
        self.cookies["cardea_session"].clone()
    }

    /// Opens an address of the server, absolute or a path.
    pub async fn get(&mut self, address: &str) -> Answer {
        let request = self.http.get(self.absolute(address));
        self.send(request).await
    }

    /// A call of the browser application.
    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let request = self
            .http
            .post(self.absolute(path))
            .header(header::ORIGIN, &self.base)
            .header("x-requested-with", "cardea")
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.to_string());
        self.send(request).await
    }

    /// Signs in.
    pub async fn login(&mut self, user_name: &str, password: &str) -> Answer {
        self.post("/api/sys/login", &json!({ "userName": user_name, "password": password })).await
    }

    /// Uses a set-up link to make the first administrator.
    pub async fn set_up(&mut self, link: &str) -> Answer {
        let link = url::Url::parse(link).unwrap();
        let (_, key) = link.query_pairs().find(|(name, _)| name == "key").expect("the link has a key");
        let person = json!({
            "key": key, "userName": ADMIN, "fullName": "First Administrator", "email": "first@example.org",
            "phone": "5551234", "password": PASSWORD,
        });
        self.post("/api/sys/setup", &person).await
    }

    fn absolute(&self, address: &str) -> String {
        if address.starts_with('/') { format!("{}{address}", self.base) } else { address.to_owned() }
    }

    async fn send(&mut self, request: RequestBuilder) -> Answer {
        let kept: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = if kept.is_empty() { request } else { request.header(header::COOKIE, kept.join("; ")) };
        let answer = Answer::read(request.send().await.unwrap()).await;
        for set in answer.headers.get_all(header::SET_COOKIE) {
            let mut parts = set.to_str().unwrap().split(';').map(str::trim);
            let (name, value) = parts.next().unwrap().split_once('=').unwrap();
            if parts.any(|part| part.eq_ignore_ascii_case("max-age=0")) {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }
}
