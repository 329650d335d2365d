//! `panel`: a page on this machine that draws the panel against the recorded answers of the cases, for whoever develops
//! it. Opening the page again compiles what changed.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use clap::Args;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::error::{CommandError, list, malformed, read_text};
use crate::guest::{Case, Guest, Running, machine};

const PAGE: &str = include_str!("page.html");

/// The arguments of `panel`.
#[derive(Debug, Args)]
pub struct Panel {
    #[command(flatten)]
    running: Running,
    /// Where the page is; a port of 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:8050")]
    listen: SocketAddr,
}

/// What the page is made of.
struct Shared {
    running: Running,
    cases: PathBuf,
    loaded: Mutex<Option<Arc<Guest>>>,
}

/// What the cases tell of a study and of the trial system.
struct Sample {
    context: Map<String, Value>,
    http: Vec<Value>,
}

/// A call of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    call: String,
    locale: String,
    input: Value,
}

/// Serves the page until it is interrupted.
pub fn panel(arguments: &Panel) -> Result<Value, CommandError> {
    let at = |error: std::io::Error| machine(format!("--listen {}: {error}", arguments.listen));
    if !arguments.listen.ip().is_loopback() {
        let reason = "--listen: the page runs plugins for whoever opens it, so it is for this machine alone";
        return Err(CommandError::Argument(reason.into()));
    }
    let shared = Arc::new(Shared {
        running: arguments.running.clone(),
        cases: arguments.running.source().plugin.join("cases"),
        loaded: Mutex::default(),
    });
    Runtime::new().map_err(machine)?.block_on(async {
        let listener = TcpListener::bind(arguments.listen).await.map_err(at)?;
        let address = listener.local_addr().map_err(machine)?;
        println!("{}", json!({ "panel": format!("http://{address}/") }));
        let router = Router::new()
            .route("/", get(Html(PAGE)))
            .route("/panel", post(describe))
            .route("/call", post(call))
            .layer(axum::middleware::from_fn(local))
            .with_state(shared);
        axum::serve(listener, router).await.map_err(machine)
    })?;
    Ok(Value::Null)
}

/// Refuses what another site's page sends through somebody's browser: a foreign name for this address, or a foreign
/// origin.
async fn local(headers: HeaderMap, request: axum::extract::Request, next: axum::middleware::Next) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let is_local = ["127.0.0.1:", "localhost:", "[::1]:"].iter().any(|start| host.starts_with(start));
    let own = text(header::ORIGIN).is_none_or(|origin| origin == format!("http://{host}"));
    if is_local && own { next.run(request).await } else { StatusCode::FORBIDDEN.into_response() }
}

/// Compiles what changed, and describes the panel.
async fn describe(State(shared): State<Arc<Shared>>, Json(asked): Json<Asked>) -> Response {
    answer(move || {
        let sample = shared.sample()?;
        let guest = Arc::new(shared.running.load()?);
        let run = guest.run(&sample.case(&asked)?)?;
        *shared.loaded.lock().unwrap_or_else(PoisonError::into_inner) = Some(guest);
        let mut report = run.to_json();
        report["study"] = sample.context.get("study").cloned().unwrap_or_default();
        Ok(report)
    })
    .await
}

/// Calls an export of what was compiled last.
async fn call(State(shared): State<Arc<Shared>>, Json(asked): Json<Asked>) -> Response {
    answer(move || {
        let loaded = shared.loaded.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let guest = match loaded {
            Some(guest) => guest,
            None => Arc::new(shared.running.load()?),
        };
        Ok(guest.run(&shared.sample()?.case(&asked)?)?.to_json())
    })
    .await
}

/// Runs what blocks on a thread that may, and answers its result.
async fn answer(work: impl FnOnce() -> Result<Value, CommandError> + Send + 'static) -> Response {
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(report)) => Json(report).into_response(),
        Ok(Err(error)) => {
            (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "failed": error.to_json() }))).into_response()
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

impl Shared {
    /// The context of the first case that has a study, and the recorded answers of all.
    fn sample(&self) -> Result<Sample, CommandError> {
        let (mut context, mut http) = (None, Vec::new());
        let paths = list(&self.cases)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "json"));
        for path in paths {
            let case: Value = serde_json::from_str(&read_text(&path)?).map_err(|error| malformed(&path, error))?;
            if context.is_none() && case["context"]["study"].is_object() {
                context = case["context"].as_object().cloned();
            }
            http.extend(case["http"].as_array().into_iter().flatten().cloned());
        }
        // Languages and searches are the reader's; what is recorded for another one answers those too, after the exact.
        for exchange in &mut http {
            exchange["headers"] = json!({});
        }
        let mut loose = http.clone();
        for exchange in &mut loose {
            exchange["query"] = Value::Null;
        }
        http.append(&mut loose);
        Ok(Sample { context: context.unwrap_or_default(), http })
    }
}

impl Sample {
    fn case(&self, asked: &Asked) -> Result<Case, CommandError> {
        let mut context = self.context.clone();
        context.insert("locale".into(), json!(asked.locale));
        let case = json!({ "call": asked.call, "context": context, "input": asked.input, "http": self.http });
        Case::parse(&case.to_string(), "cases".as_ref())
    }
}
