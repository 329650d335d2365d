//! Another party's server on loopback: the documents that a client keeps there, and a count of the requests for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::IntoResponse;

use crate::kernel::outbound::Outbound;

#[derive(Default)]
struct Pages {
    pages: HashMap<String, (StatusCode, String)>,
    asked: Vec<String>,
}

/// The server; stops when dropped.
pub struct Site {
    base: String,
    pages: Arc<Mutex<Pages>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn page(State(pages): State<Arc<Mutex<Pages>>>, uri: Uri) -> impl IntoResponse {
    let mut pages = pages.lock().unwrap();
    pages.asked.push(uri.path().to_owned());
    let (status, body) = pages.pages.get(uri.path()).cloned().unwrap_or((StatusCode::NOT_FOUND, String::new()));
    let mut headers = HeaderMap::new();
    if status.is_redirection() {
        headers.insert(header::LOCATION, body.parse().unwrap());
    }
    (status, headers, body)
}

impl Site {
    pub async fn open() -> Self {
        let pages = Arc::new(Mutex::new(Pages::default()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(page).with_state(Arc::clone(&pages));
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { base, pages, task }
    }

    /// A guard that allows calls to it, and to no other private address.
    pub fn reachable() -> Outbound {
        Outbound::new(vec!["127.0.0.1/32".parse().unwrap()])
    }

    /// The address of a path.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Serves a document at a path.
    #[allow(clippy::needless_pass_by_value, reason = "texts and JSON alike, as they are written in tests")]
    pub fn put(&self, path: &str, body: impl ToString) {
        self.answer(path, StatusCode::OK, &body);
    }

    /// Sets the answer of a path.
    pub fn answer(&self, path: &str, status: StatusCode, body: &(impl ToString + ?Sized)) {
        self.pages.lock().unwrap().pages.insert(path.to_owned(), (status, body.to_string()));
    }

    /// Number of requests for a path.
    pub fn asked(&self, path: &str) -> usize {
        self.pages.lock().unwrap().asked.iter().filter(|p| *p == path).count()
    }
}
