//! A trial system on loopback, and calls to it without a guest.

use std::net::SocketAddr;

use ::http::{HeaderMap, Method, Uri};
use axum::{Router, body::Bytes, extract::State, response::Response};
use url::Url;
use wasmtime::Store;
use zeroize::Zeroizing;

use super::{
    super::{
        state::CallState,
        wit::http::{self as wit, Host as _},
    },
    *,
};

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct Arrived {
    pub method: Method,
    pub uri: Uri,
    pub headers: HeaderMap,
    pub body: Bytes,
}

type Reply = Arc<dyn Fn(usize, &Arrived) -> Response + Send + Sync>;

/// A trial system that answers by a script and remembers the requests.
#[derive(Clone)]
pub struct Trial {
    arrived: Arc<Mutex<Vec<Arrived>>>,
    reply: Reply,
}

async fn receive(State(trial): State<Trial>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let arrived = Arrived { method, uri, headers, body };
    let number = {
        let mut all = trial.arrived.lock().unwrap();
        all.push(arrived.clone());
        all.len()
    };
    (trial.reply)(number, &arrived)
}

impl Trial {
    pub async fn start(reply: impl Fn(usize, &Arrived) -> Response + Send + Sync + 'static) -> (Self, SocketAddr) {
        let trial = Self { arrived: Arc::default(), reply: Arc::new(reply) };
        let router = Router::new().fallback(receive).with_state(trial.clone());
        (trial, serve(router).await)
    }

    pub fn count(&self) -> usize {
        self.arrived.lock().unwrap().len()
    }

    pub fn nth(&self, n: usize) -> Arrived {
        self.arrived.lock().unwrap()[n].clone()
    }
}

pub async fn serve(router: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

pub fn settings() -> HostSettings {
    let mut settings = roomy();
    settings.http.backoff = Duration::from_millis(1);
    settings
}

/// The context of a study whose two endpoints are below `/api` of `address`.
pub fn bound(address: SocketAddr) -> CallContext {
    let endpoint = Endpoint {
        base: Url::parse(&format!("http://{address}/api")).unwrap(),
        credentials: Credentials::Bearer(Zeroizing::new("k3y".into())),
    };
    CallContext { endpoints: Endpoints { role_api: Some(endpoint.clone()), callback_api: Some(endpoint) }, ..study() }
}

impl World {
    /// The store of a call, without its guest.
    pub async fn call(&self, context: CallContext, phase: Phase) -> Store<CallState> {
        if self.host.active("edc").is_none() {
            self.add(&Guest::good("edc")).await;
        }
        let plugin = self.host.find(Target::Slot("edc")).unwrap();
        let given = context.configured.of(&plugin.info);
        self.host.0.store(&plugin, (context, given.sent), phase, None).unwrap()
    }

    pub async fn send(&self, context: &CallContext, request: wit::Request) -> Result<wit::Response, wit::Error> {
        let mut store = self.call(context.clone(), Phase::Options).await;
        store.data_mut().send(request).await
    }
}

pub fn get(path: &str) -> wit::Request {
    wit::Request {
        endpoint: wit::Endpoint::RoleApi,
        method: wit::Method::Get,
        path: path.into(),
        query: vec![],
        headers: vec![],
        body: None,
        idempotency_key: None,
        timeout_ms: None,
    }
}

pub fn put(path: &str, key: Option<&str>) -> wit::Request {
    wit::Request {
        endpoint: wit::Endpoint::CallbackApi,
        method: wit::Method::Put,
        body: Some(b"{}".to_vec()),
        idempotency_key: key.map(String::from),
        ..get(path)
    }
}

pub fn header<'a>(arrived: &'a Arrived, name: &str) -> Option<&'a str> {
    arrived.headers.get(name)?.to_str().ok()
}
