//! A stand-in for the trial system in the demonstration: it answers readers as the cases record it, says yes to whatever
//! it is told by the documented calls, and prints each call.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::error::{CommandError, list, malformed, read_text};
use crate::guest::machine;

/// What the cases record, by method and path; the study's code is that of the demonstration.
struct Recorded {
    method: String,
    path: String,
    answer: Value,
}

/// The running stand-in.
pub struct StandIn {
    address: SocketAddr,
}

impl StandIn {
    /// Starts it, with the recorded answers of a folder's cases, for a study.
    pub async fn start(cases: &Path, study: &str) -> Result<Self, CommandError> {
        let recorded = Arc::new(recorded(cases, study)?);
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(machine)?;
        let address = listener.local_addr().map_err(machine)?;
        let router = Router::new().fallback(answer).with_state(recorded);
        tokio::spawn(async move {
            // It serves until the command ends.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { address })
    }

    /// An address of it.
    pub fn base(&self, name: &str) -> String {
        format!("http://{}/{name}", self.address)
    }
}

fn recorded(cases: &Path, study: &str) -> Result<Vec<Recorded>, CommandError> {
    let mut found = Vec::new();
    for path in list(cases)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let case: Value = serde_json::from_str(&read_text(&path)?).map_err(|error| malformed(&path, error))?;
        let code = case["context"]["study"]["code"].as_str().unwrap_or_default();
        for exchange in case["http"].as_array().into_iter().flatten() {
            let text = |name: &str| exchange[name].as_str().unwrap_or_default();
            let path = match text("path").strip_prefix(code).filter(|rest| !code.is_empty() && rest.starts_with('/')) {
                Some(rest) => format!("{study}{rest}"),
                None => text("path").to_owned(),
            };
            found.push(Recorded {
                method: exchange["method"].as_str().unwrap_or("GET").to_owned(),
                path: format!("/{}/{path}", text("endpoint")),
                answer: exchange["answer"].clone(),
            });
        }
    }
    Ok(found)
}

async fn answer(
    State(recorded): State<Arc<Vec<Recorded>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let told: Value = serde_json::from_slice(&body).unwrap_or_default();
    let key = headers.get("idempotency-key").and_then(|key| key.to_str().ok());
    println!("{}", json!({ "called": format!("{method} {uri}"), "idempotencyKey": key, "body": told }));
    if method == Method::POST {
        // Of the documented calls, one that saves names people in `userList`, one that takes away in `ids`.
        let people = [&told["userList"], &told["UserList"], &told["ids"]].into_iter().find(|list| list.is_array());
        let data = json!({ "success": people.cloned().unwrap_or_else(|| json!([])), "failure": [] });
        return Json(json!({ "code": "200", "message": "success", "data": data })).into_response();
    }
    match recorded.iter().find(|one| one.method == method.as_str() && one.path == uri.path()) {
        Some(one) => recorded_answer(&one.answer),
        None => (StatusCode::NOT_FOUND, "no case records an answer to this").into_response(),
    }
}

fn recorded_answer(answer: &Value) -> Response {
    let status = answer["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(200);
    let status = StatusCode::from_u16(status).unwrap_or_default();
    match answer["text"].as_str() {
        Some(text) => (status, text.to_owned()).into_response(),
        None => (status, [(header::CONTENT_TYPE, "application/json")], answer["json"].to_string()).into_response(),
    }
}
