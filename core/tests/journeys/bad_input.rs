//! Bad input everywhere: every operation refuses it with the error shape of its interface, writes nothing, and the
//! server keeps running.

use axum::http::{Method, header};
use cardea::config::Config;
use serde_json::{Value, json};

use crate::app::{Running, spawn_with};
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};
use crate::operations::{Known, Operation, Wrong, operations};

/// Counts that must not change.
const COUNTED: &[&str] = &[
    "SELECT COUNT(*) FROM tenants",
    "SELECT COUNT(*) FROM users",
    "SELECT COUNT(*) FROM memberships",
    "SELECT COUNT(*) FROM invitations",
    "SELECT COUNT(*) FROM grants",
    "SELECT COUNT(*) FROM authorisation_batches",
    "SELECT COUNT(*) FROM sessions",
    "SELECT COUNT(*) FROM sessions WHERE ended_at IS NOT NULL",
    "SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT) FROM tenants",
    "SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT) FROM users",
    "SELECT COUNT(*) FROM audit_events WHERE outcome = 'ok'",
];

async fn counts(server: &Running) -> Vec<i64> {
    let mut tx = server.test.kernel.db().begin_read().await.unwrap();
    let mut counts = Vec::new();
    for sql in COUNTED {
        counts.push(tx.query(sql).one::<(i64,)>().await.unwrap().0);
    }
    counts
}

/// A program, with or without a session.
struct Caller<'s> {
    server: &'s Running,
    http: reqwest::Client,
    token: Option<String>,
}

impl Caller<'_> {
    async fn send(&self, method: &Method, address: &str, content_type: Option<&str>, body: Vec<u8>) -> Answer {
        let mut request = self.http.request(method.clone(), format!("{}{address}", self.server.base)).body(body);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if let Some(content_type) = content_type {
            request = request.header(header::CONTENT_TYPE, content_type);
        }
        let answer = request.send().await.unwrap_or_else(|e| panic!("{method} {address}: no answer: {e}"));
        Answer::read(answer).await
    }

    async fn json(&self, method: &Method, address: &str, body: &Value) -> Value {
        let answer = self.send(method, address, Some("application/json"), body.to_string().into_bytes()).await;
        assert!(answer.status.is_success(), "{answer:?}");
        answer.json()
    }

    async fn known(&self) -> Known {
        let items = "/api/admin/dictionary-items?filter=%7B%22categoryId%22:%221%22%7D";
        let category = self.json(&Method::GET, items, &Value::Null).await[0]["id"].as_str().unwrap().to_owned();
        let roles = self.json(&Method::GET, "/api/admin/roles", &Value::Null).await;
        let role = roles[0]["id"].as_str().unwrap().to_owned();
        let id = |record: Value| record["id"].as_str().unwrap().to_owned();
        let tenant = json!({ "tenantName": "T", "abbr": "T", "categoryId": category });
        let tenant = id(self.json(&Method::POST, "/api/admin/tenants", &tenant).await);
        let user = json!({ "fullName": "U", "userName": "user", "email": "u@example.org", "phone": "5550100", "roleId": role });
        let user = id(self.json(&Method::POST, "/api/admin/users", &user).await);
        Known { tenant, user, category, role }
    }
}

/// These tests exceed every rate limit.
fn unlimited(config: &mut Config) {
    config.limits.exempt = vec!["127.0.0.0/8".parse().unwrap()];
}

async fn signed_in(server: &Running) -> Caller<'_> {
    let mut browser = Browser::new(&server.base);
    let link = server.app.sessions.setup_link().await.unwrap().unwrap();
    browser.set_up(&link).await.data();
    browser.login(ADMIN, PASSWORD).await.data();
    let token = browser.token();
    Caller { server, http: client(), token: Some(token) }
}

/// The fault of a refusal on one of the two JSON interfaces, if any.
fn complaint(path: &str, status: Option<u16>, answer: &Answer) -> Option<&'static str> {
    let Ok(body) = serde_json::from_str::<Value>(&answer.body) else { return Some("no JSON") };
    let documented = !path.starts_with("/api/admin/");
    let failed = answer.status.is_client_error() || (documented && answer.status == 200 && body["success"] == false);
    let text = |name: &str| body[name].as_str().is_some_and(|text| !text.is_empty());
    let request_id = answer.header("x-request-id");
    [
        (failed, "not refused"),
        (status.is_none_or(|status| answer.status == status), "another status"),
        (body.get("success").is_some() == documented, "another face's shape"),
        (text("code") && body["code"] != "200", "no code"),
        (text("message"), "no message"),
        (!request_id.is_empty() && body["requestId"] == request_id, "no request id, or another"),
    ]
    .into_iter()
    .find_map(|(fine, complaint)| (!fine).then_some(complaint))
}

/// Sends one wrong request; returns the fault of the answer.
async fn try_one(caller: &Caller<'_>, operation: &Operation, wrong: Wrong) -> Option<String> {
    let shown = String::from_utf8_lossy(&wrong.body[..wrong.body.len().min(300)]).into_owned();
    let answer = caller.send(&operation.method, &wrong.address, wrong.content_type, wrong.body).await;
    // The key of a link is only looked up: any text is accepted as a key that is not valid.
    let looked_at = ["/api/sys/setup", "/api/account/forget/link"].contains(&operation.path.as_str());
    if looked_at && operation.method == Method::GET && answer.status == 200 {
        assert_eq!(answer.data()["valid"], false);
        return None;
    }
    // This address is for browsers, not programs: it redirects to the page with the error.
    if operation.path == "/api/sys/federation/start/{id}" && answer.status == 302 {
        assert!(answer.header("location").starts_with("/LoginTicket?error="), "{answer:?}");
        assert_eq!(answer.header("set-cookie"), "");
        return None;
    }
    let status = wrong.status.filter(|_| caller.token.is_some());
    let complaint = complaint(&operation.path, status, &answer)?;
    let (method, address, session) = (&operation.method, wrong.address, caller.token.is_some());
    Some(format!(
        "{complaint}: {method} {address:.200} {shown} (session: {session}): {} {:.300}",
        answer.status, answer.body
    ))
}

both! {
    async fn every_call_refuses_what_is_wrong_and_nothing_is_written(engine) {
        let server = spawn_with(engine, unlimited).await;
        let admin = signed_in(&server).await;
        let nobody = Caller { server: &server, http: client(), token: None };
        let known = admin.known().await;
        let description = nobody.json(&Method::GET, "/api/openapi.json", &Value::Null).await;
        let operations = operations(&description);
        assert!(operations.len() > 40, "the description is whole");
        let before = counts(&server).await;
        let mut complaints = Vec::new();
        for operation in operations.iter().filter(|o| o.path.starts_with("/api/")) {
            for caller in [&admin, &nobody] {
                for wrong in operation.wrongs(&known, server.max_body) {
                    complaints.extend(try_one(caller, operation, wrong).await);
                }
                // A method that this path does not have.
                let path = operation.path.replace(['{', '}'], "");
                let answer = caller.send(&Method::PATCH, &path, None, Vec::new()).await;
                assert_eq!(complaint(&operation.path, Some(405), &answer), None, "{answer:?}");
                assert_ne!(answer.header("allow"), "", "{path}");
            }
        }
        assert!(complaints.is_empty(), "{} answers:\n{}", complaints.len(), complaints.join("\n"));
        assert_eq!(counts(&server).await, before, "{COUNTED:?}");
        // The server keeps running, the session is valid, and correct input is accepted.
        let info = admin.json(&Method::GET, "/api/sys/user/info", &Value::Null).await;
        assert_eq!(info["data"]["userName"], ADMIN);
        let tenant = json!({ "tenantName": "Next", "abbr": "N", "categoryId": known.category });
        admin.json(&Method::POST, "/api/admin/tenants", &tenant).await;
        let verdict = cardea::audit::verify(&server.test.kernel).await.unwrap();
        assert!(matches!(verdict, cardea::audit::Verdict::Whole { .. }), "{verdict:?}");
    }
}

/// Wrong parameters for every endpoint of the provider.
const PARAMETERS: &[&str] = &[
    "client_id=%00",
    "client_id=%FF&redirect_uri=%ED%A0%80",
    "client_id=x&client_id=y",
    "client_id=x&redirect_uri=javascript:alert(1)",
    "grant_type=authorization_code&code=%00&code_verifier=x&redirect_uri=x&client_id=x",
    "grant_type=password&username=x&password=y",
    "response_type=code&response_type=token",
    "id_token_hint=a.b.c",
    "post_logout_redirect_uri=https%3A%2F%2Fevil.example%2F&client_id=x",
    "confirm=x",
    "access_token=a.b.c",
    "access_token=%00",
    "=&&&===&%",
];

/// Endpoints, and whether they answer in JSON.
const ENDPOINTS: &[(&str, bool)] = &[
    ("token", true),
    ("introspect", true),
    ("revoke", true),
    ("device_authorization", true),
    ("userinfo", true),
    ("authorize", false),
    ("logout", false),
];
/// The endpoints that accept only POST.
const POSTED: &[&str] = &["token", "introspect", "revoke", "device_authorization"];

both! {
    async fn the_provider_answers_bad_input_in_the_shapes_of_its_rfcs(engine) {
        let server = spawn_with(engine, unlimited).await;
        let admin = signed_in(&server).await;
        let nobody = Caller { server: &server, http: client(), token: None };
        let before = counts(&server).await;
        let form = Some("application/x-www-form-urlencoded");
        let huge = format!("code={}", "x".repeat(64 * 1024));
        for caller in [&admin, &nobody] {
            for parameters in PARAMETERS.iter().copied().chain([huge.as_str()]) {
                for (endpoint, json) in ENDPOINTS.iter().copied() {
                    let path = format!("/oauth2/{endpoint}");
                    let posted = caller.send(&Method::POST, &path, form, parameters.into()).await;
                    judge(&format!("POST {endpoint} {parameters:.80}"), &posted, json);
                    let untyped = caller.send(&Method::POST, &path, Some("application/json"), b"{}".to_vec()).await;
                    judge(&format!("POST {endpoint} as JSON"), &untyped, json);
                    if !POSTED.contains(&endpoint) && parameters.len() < 1000 {
                        let got = caller.send(&Method::GET, &format!("{path}?{parameters}"), None, Vec::new()).await;
                        judge(&format!("GET {endpoint} {parameters}"), &got, json);
                    }
                    let other = caller.send(&Method::DELETE, &path, None, Vec::new()).await;
                    assert_eq!((other.status.as_u16(), &other.json()["error"]), (405, &json!("invalid_request")));
                }
            }
        }
        assert_eq!(counts(&server).await, before, "{COUNTED:?}");
        let metadata = nobody.json(&Method::GET, "/.well-known/openid-configuration", &Value::Null).await;
        assert_eq!(metadata["issuer"], server.base.as_str());
    }
}

/// Programs get the errors of RFC 6749, section 5.2, and RFC 6750, section 3; browsers get a page, or a redirect to
/// the same endpoint or the sign-in page.
fn judge(about: &str, answer: &Answer, json: bool) {
    if json {
        assert!(matches!(answer.status.as_u16(), 400 | 401), "{about}: {answer:?}");
        let body = answer.json();
        assert!(body["error"].is_string() && body["error_description"].is_string(), "{about}: {answer:?}");
        if answer.status == 401 && about.contains("userinfo") {
            assert!(answer.header("www-authenticate").starts_with("Bearer "), "{about}: {answer:?}");
        }
        return;
    }
    match answer.status.as_u16() {
        // Unknown parameters do not change a sign-out: it shows the question, or ends.
        200 => assert!(about.contains("logout"), "{about}: {answer:?}"),
        303 => assert!(answer.location().starts_with("/oauth2/"), "{about}: {answer:?}"),
        status => assert_eq!((status, answer.header("content-type")), (400, "text/html; charset=utf-8"), "{about}"),
    }
    assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{about}: {answer:?}");
    assert!(!answer.body.contains("evil.example"), "{about}: {answer:?}");
}
