//! A gate before the trial system: while it is shut, requests wait at it.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use tokio::sync::watch;

use super::*;

/// The gate. It is open at first.
pub struct Gate {
    open: watch::Sender<bool>,
    waiting: watch::Receiver<usize>,
}

#[derive(Clone)]
struct Way {
    to: String,
    open: watch::Receiver<bool>,
    waiting: Arc<watch::Sender<usize>>,
}

impl Gate {
    pub fn shut(&self) {
        self.open.send_replace(false);
    }

    pub fn open(&self) {
        self.open.send_replace(true);
    }

    /// Until as many requests wait.
    pub async fn waiting(&self, many: usize) {
        let mut waiting = self.waiting.clone();
        let there = waiting.wait_for(|there| *there >= many);
        tokio::time::timeout(Duration::from_mins(2), there).await.expect("they arrive").unwrap();
    }
}

/// Lets a request through once the gate is open.
async fn through(
    State(mut way): State<Way>,
    method: axum::http::Method,
    uri: axum::http::Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    way.waiting.send_modify(|there| *there += 1);
    way.open.wait_for(|open| *open).await.unwrap();
    way.waiting.send_modify(|there| *there -= 1);
    let request = reqwest::Client::new().request(method, format!("{}{uri}", way.to)).headers(headers).body(body);
    let answer = request.send().await.unwrap();
    let (status, headers) = (answer.status(), answer.headers().clone());
    (status, headers, answer.bytes().await.unwrap()).into_response()
}

impl World {
    /// Puts a gate before the trial system of the first study.
    pub async fn behind_a_gate(&mut self) -> Gate {
        let (open, may_pass) = watch::channel(true);
        let (arrived, waiting) = watch::channel(0);
        let to = self.system().base_url().trim_end_matches('/').to_owned();
        let way = Way { to: to.clone(), open: may_pass, waiting: Arc::new(arrived) };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(through).with_state(way)).await });
        let bound = &mut self.bound[0];
        for one in [&mut bound.role_api_request, &mut bound.role_api_response] {
            *one = one.replace(&to, &address);
        }
        let mut cx = fixtures::system(&self.t.kernel);
        let query = cx
            .db()
            .await
            .unwrap()
            .write("UPDATE study_software SET role_api_request = $1, role_api_response = $2 WHERE id = $3");
        let query = query.bind(bound.role_api_request.clone()).bind(bound.role_api_response.clone());
        assert_eq!(query.bind(bound.id.clone()).execute().await.unwrap(), 1);
        cx.commit().await.unwrap();
        Gate { open, waiting }
    }
}
