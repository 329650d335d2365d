//! A user centre on loopback.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::post;
use tokio::net::TcpListener;

use super::world::Known;
use super::*;
use crate::config::{Config, UserCentre as Settings};
use crate::federation::Federation;
use crate::kernel::error::Code;
use crate::kernel::outbound::Outbound;
use crate::kernel::secret::Secret;
use crate::resources::users::{UserCentre, Whose};

/// The received requests: the `Authorization` header, and the body.
type Asked = Arc<Mutex<Vec<(String, Value)>>>;

/// A user centre with the same answer to everybody.
async fn centre(status: StatusCode, answer: Value) -> (String, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/accounts", listener.local_addr().unwrap());
    let asked = Asked::default();
    let seen = Arc::clone(&asked);
    let ask = move |headers: HeaderMap, axum::Json(body): axum::Json<Value>| {
        seen.lock().unwrap().push((headers[header::AUTHORIZATION].to_str().unwrap().to_owned(), body));
        async move { (status, axum::Json(answer)) }
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/accounts", post(ask))).await.unwrap() });
    (url, asked)
}

/// Federation with this user centre.
fn federation(w: &World, url: &str, allow: &[&str]) -> Federation {
    let mut config = Config::default();
    config.federation.user_centre = Settings {
        url: url.into(),
        client_id: "cardea".into(),
        client_secret: Secret::new("s:ecret"),
        timeout_seconds: 1,
    };
    config.validate().unwrap();
    let outbound = Outbound::new(allow.iter().map(|net| net.parse().unwrap()).collect());
    Federation::open(&w.t.kernel, &config, &outbound, w.sessions.clone(), Arc::new(Known)).unwrap()
}

fn chen() -> Value {
    json!({ "ucId": "uc-7", "fullName": "陈静", "userName": "chen", "email": "Chen@centre.example", "phone": "+86 137-0000-0007", "more": {} })
}

fn email(text: &str) -> Whose {
    Whose::Email(text.into())
}

#[tokio::test]
async fn it_is_asked_by_e_mail_or_phone_with_the_secret() {
    let w = World::new(crate::testing::Engine::Sqlite).await;
    let (url, asked) = centre(StatusCode::OK, chen()).await;
    let federation = federation(&w, &url, &["127.0.0.1/32"]);
    let found = federation.find(&email("chen@CENTRE.example")).await.unwrap().unwrap();
    assert_eq!((found.uc_id.as_str(), found.full_name.as_str(), found.user_name.as_str()), ("uc-7", "陈静", "chen"));
    assert_eq!(federation.find(&Whose::Phone("13700000007".into())).await.unwrap().unwrap(), found);
    let proof = "Basic Y2FyZGVhOnM6ZWNyZXQ=".to_owned();
    let want = [(proof.clone(), json!({ "email": "chen@CENTRE.example" })), (proof, json!({ "phone": "13700000007" }))];
    assert_eq!(*asked.lock().unwrap(), want);
}

#[tokio::test]
async fn whom_it_does_not_know_is_nobody() {
    let w = World::new(crate::testing::Engine::Sqlite).await;
    for (status, answer) in [
        (StatusCode::NOT_FOUND, json!({ "error": "none" })),
        (StatusCode::OK, json!({})),
        (StatusCode::OK, json!({ "ucId": null, "fullName": "x" })),
        (StatusCode::OK, json!({ "ucId": "" })),
    ] {
        let (url, _) = centre(status, answer.clone()).await;
        let found = federation(&w, &url, &["127.0.0.1/32"]).find(&email("chen@centre.example")).await.unwrap();
        assert_eq!(found, None, "{answer}");
    }
    let none = federation(&w, "", &[]).find(&email("chen@centre.example")).await.unwrap();
    assert_eq!(none, None, "there is no user centre");
}

#[tokio::test]
async fn an_answer_that_cannot_be_used_is_none() {
    let w = World::new(crate::testing::Engine::Sqlite).await;
    let with = |field: &str, value: Value| {
        let mut said = chen();
        said[field] = value;
        said
    };
    for (status, answer) in [
        (StatusCode::UNAUTHORIZED, json!({})),
        (StatusCode::INTERNAL_SERVER_ERROR, chen()),
        (StatusCode::FOUND, chen()),
        (StatusCode::OK, json!("chen")),
        (StatusCode::OK, with("email", json!("other@centre.example"))),
        (StatusCode::OK, with("ucId", json!("x".repeat(300)))),
        (StatusCode::OK, with("ucId", json!(7))),
        (StatusCode::OK, with("fullName", json!("x".repeat(201)))),
        (StatusCode::OK, with("fullName", json!("a\u{0}b"))),
    ] {
        let (url, _) = centre(status, answer.clone()).await;
        let error = federation(&w, &url, &["127.0.0.1/32"]).find(&email("chen@centre.example")).await.unwrap_err();
        assert_eq!(error.code, Code::DownstreamUnavailable, "{status} {answer}");
        let log = format!("{:?} {error}", error.source);
        assert!(!log.contains("s:ecret") && !log.contains("centre.example"), "{log}");
    }
}

#[tokio::test]
async fn it_is_called_through_the_guard_and_not_waited_for() {
    let w = World::new(crate::testing::Engine::Sqlite).await;
    let (url, asked) = centre(StatusCode::OK, chen()).await;
    let refused = federation(&w, &url, &[]).find(&email("chen@centre.example")).await.unwrap_err();
    assert_eq!((refused.code, asked.lock().unwrap().len()), (Code::DownstreamUnavailable, 0));
    // Accepts the call and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", silent.local_addr().unwrap());
    let late = federation(&w, &url, &["127.0.0.1/32"]).find(&email("chen@centre.example")).await.unwrap_err();
    assert_eq!(late.code, Code::DownstreamUnavailable);
}
