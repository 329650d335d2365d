//! A trial system of recorded answers, on this machine. Requests reach it by HTTP, through the host's own client and
//! its guard.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::machine;
use crate::error::CommandError;

/// A request, and its answer.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Exchange {
    endpoint: EndpointName,
    #[serde(default = "get")]
    method: String,
    /// As the plugin gives it: relative, percent-encoded.
    path: String,
    /// The parameters of the request, where they matter.
    #[serde(default)]
    query: Option<BTreeMap<String, String>>,
    /// Headers that the request must have, by names in lower case; others do not matter.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// The JSON that the request must carry, where it matters.
    #[serde(default)]
    body: Option<Value>,
    answer: Answer,
}

fn get() -> String {
    "GET".to_owned()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum EndpointName {
    RoleApi,
    CallbackApi,
}

impl EndpointName {
    fn text(self) -> &'static str {
        match self {
            Self::RoleApi => "role-api",
            Self::CallbackApi => "callback-api",
        }
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// The body.
    #[serde(default)]
    json: Option<Value>,
    /// The body, where it is no JSON.
    #[serde(default)]
    text: Option<String>,
}

fn ok() -> u16 {
    200
}

/// A request as it arrived.
struct Arrived {
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
}

impl Exchange {
    fn name(&self) -> String {
        let pairs = self.query.iter().flatten();
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{} {} {}{mark}{query}", self.endpoint.text(), self.method, self.path)
    }

    fn matches(&self, arrived: &Arrived) -> bool {
        let path = format!("/{}/{}", self.endpoint.text(), self.path);
        let query = url::form_urlencoded::parse(arrived.uri.query().unwrap_or_default().as_bytes());
        let query: Vec<(String, String)> = query.into_owned().collect();
        let same_query = self.query.as_ref().is_none_or(|wanted| {
            query.len() == wanted.len() && query.iter().all(|(name, value)| wanted.get(name) == Some(value))
        });
        let has = |(name, value): (&String, &String)| arrived.headers.get(name).is_some_and(|found| found == value);
        let same_body = self
            .body
            .as_ref()
            .is_none_or(|body| serde_json::from_slice::<Value>(&arrived.body).is_ok_and(|found| found == *body));
        arrived.method.as_str() == self.method
            && arrived.uri.path() == path
            && same_query
            && self.headers.iter().all(has)
            && same_body
    }

    fn answer(&self) -> Response {
        let body = match (&self.answer.json, &self.answer.text) {
            (Some(json), _) => Body::from(json.to_string()),
            (None, Some(text)) => Body::from(text.clone()),
            (None, None) => Body::empty(),
        };
        let mut response = Response::builder().status(self.answer.status);
        if self.answer.json.is_some() {
            response = response.header("content-type", "application/json");
        }
        for (name, value) in &self.answer.headers {
            response = response.header(name, value);
        }
        response.body(body).unwrap_or_else(|_| refusal())
    }
}

#[derive(Default)]
struct Seen {
    exchanges: Vec<(Exchange, u32)>,
    foreign: Vec<String>,
}

impl Seen {
    /// The first of the matching exchanges that was not asked yet, or the last of them: a repeated request, as after a
    /// failure, gets its last answer again.
    fn answer(&mut self, arrived: &Arrived) -> Response {
        let mut matching = self.exchanges.iter_mut().filter(|(exchange, _)| exchange.matches(arrived));
        let mut chosen = matching.next();
        for other in matching {
            if chosen.as_ref().is_some_and(|(_, asked)| *asked == 0) {
                break;
            }
            chosen = Some(other);
        }
        if let Some((exchange, asked)) = chosen {
            *asked += 1;
            return exchange.answer();
        }
        let path = arrived.uri.path_and_query().map_or("/", |path| path.as_str());
        let (endpoint, rest) = path.trim_start_matches('/').split_once('/').unwrap_or((path, ""));
        let body = String::from_utf8_lossy(&arrived.body);
        let body = if body.is_empty() { String::new() } else { format!(" with {body}") };
        self.foreign.push(format!("not recorded: {endpoint} {} {rest}{body}", arrived.method));
        refusal()
    }
}

/// What an unrecorded request gets. It is not an answer that the host repeats a request after.
fn refusal() -> Response {
    let mut response = Response::new(Body::from("not recorded"));
    *response.status_mut() = StatusCode::NOT_IMPLEMENTED;
    response
}

/// The running trial system.
pub struct Recorded {
    address: std::net::SocketAddr,
    seen: Arc<Mutex<Seen>>,
    serving: JoinHandle<()>,
}

impl Recorded {
    /// Starts it on a free port.
    pub async fn start(exchanges: Vec<Exchange>) -> Result<Self, CommandError> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(machine)?;
        let address = listener.local_addr().map_err(machine)?;
        let exchanges = exchanges.into_iter().map(|exchange| (exchange, 0)).collect();
        let seen = Arc::new(Mutex::new(Seen { exchanges, foreign: Vec::new() }));
        let router = Router::new().fallback(arrive).with_state(Arc::clone(&seen));
        let serving = tokio::spawn(async move {
            // It ends when it is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { address, seen, serving })
    }

    /// The base address of an endpoint.
    pub fn base(&self, endpoint: &str) -> String {
        format!("http://{}/{endpoint}", self.address)
    }

    /// Stops it. Returns the requests that are not recorded, and the recorded ones that were not made.
    pub fn stop(self) -> Vec<String> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut differences = std::mem::take(&mut seen.foreign);
        let unasked = seen.exchanges.iter().filter(|(_, asked)| *asked == 0);
        differences.extend(unasked.map(|(exchange, _)| format!("recorded, but not asked: {}", exchange.name())));
        differences
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn arrive(
    State(seen): State<Arc<Mutex<Seen>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let arrived = Arrived { method, uri, headers, body };
    seen.lock().unwrap_or_else(PoisonError::into_inner).answer(&arrived)
}
