//! Jobs on two nodes, one of which is killed: every run is over in the end, and none is done twice.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::routing::get;
use cardea::kernel::db::Db;
use serde_json::json;
use tokio::sync::watch;

use crate::app::{Installation, Server};
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};
use crate::testing::Engine;

/// The jobs, each of which runs twice.
const JOBS: usize = 500;
/// The jobs of one call.
const AT_ONCE: usize = 100;
/// The runs that one node has under way at once.
const UNDER_WAY: usize = 16;
/// Calls after which no further one is answered until a node is killed.
const ANSWERED: usize = JOBS + JOBS / 2;

/// How often each run called.
type Calls = Arc<Mutex<BTreeMap<String, usize>>>;

/// Counts the calls of runs. Those after [`ANSWERED`] wait until the gate is open, so that both nodes have all they can
/// under way when one is killed.
async fn receiver(calls: Calls, gate: watch::Receiver<bool>) -> String {
    let take = move |headers: HeaderMap| {
        let run = headers["cardea-run-id"].to_str().unwrap().to_owned();
        let mut calls = calls.lock().unwrap();
        *calls.entry(run).or_default() += 1;
        let waits = calls.values().sum::<usize>() > ANSWERED;
        let mut gate = gate.clone();
        async move {
            if waits {
                gate.wait_for(|open| *open).await.unwrap();
            }
            "done"
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let router = axum::Router::new().route("/hook", get(take));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    url
}

/// The runs in a state, and how many of them were begun once.
async fn runs(db: &Db, state: &'static str) -> (i64, i64) {
    let mut tx = db.begin_read().await.unwrap();
    let query = tx.query("SELECT count(*), count(CASE WHEN attempts = 1 THEN 1 END) FROM task_runs");
    query.push(" WHERE cause = 'manual' AND state = ", state).one().await.unwrap()
}

async fn until(what: &str, mut met: impl AsyncFnMut() -> bool) {
    for _ in 0..2400 {
        if met().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not met within two minutes: {what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_thousand_runs_none_is_lost_or_done_twice_when_a_node_is_killed() {
    let installation = Installation::new(Engine::Postgres).await;
    let calls = Calls::default();
    let (gate, closed) = watch::channel(false);
    let url = receiver(Arc::clone(&calls), closed).await;
    let settings = [("CARDEA_OUTBOUND__ALLOW", "[\"127.0.0.0/8\"]")];
    let kept: Server = installation.serve_with(&settings).await;
    let mut browser = Browser::new(&kept.base);
    browser.set_up(kept.set_up_link().unwrap()).await.data();
    browser.login(ADMIN, PASSWORD).await.data();
    let (http, token) = (client(), browser.token());
    let post = async |path: &str, body: serde_json::Value| {
        let request = http.post(format!("{}/api/admin/{path}", kept.base)).header("authorization", &token);
        Answer::read(request.json(&body).send().await.unwrap()).await
    };
    let mut ids = Vec::new();
    for n in 0..JOBS {
        let task = json!({ "jobGroup": "cardea", "jobName": format!("job {n}"), "jobType": 2, "status": 1,
            "cronExpression": "0 0 3 * * ?", "httpMethod": "GET", "httpUrl": url });
        let made = post("tasks", task).await;
        assert_eq!(made.status, 201, "{made:?}");
        ids.push(made.json()["id"].clone());
    }
    let killed = installation.serve_with(&settings).await;
    let db = Db::open(&installation.database, 1).await.unwrap();
    let called = || calls.lock().unwrap().values().sum::<usize>();

    for ids in ids.chunks(AT_ONCE) {
        assert_eq!(post("tasks/run", json!({ "ids": ids })).await.status, 200);
    }
    until("the first runs are over", async || runs(&db, "ok").await.0 == i64::try_from(JOBS).unwrap()).await;
    for ids in ids.chunks(AT_ONCE) {
        assert_eq!(post("tasks/run", json!({ "ids": ids })).await.status, 200);
    }
    until("both nodes have all they can under way", async || called() == ANSWERED + 2 * UNDER_WAY).await;
    killed.kill().await;
    gate.send_replace(true);
    until("the second runs are over", async || runs(&db, "ok").await.0 == i64::try_from(2 * JOBS).unwrap()).await;

    let (_, once) = runs(&db, "ok").await;
    assert_eq!(runs(&db, "failed").await.0, 0);
    let begun_again = 2 * JOBS - usize::try_from(once).unwrap();
    assert_eq!(begun_again, UNDER_WAY, "what was under way on the killed node");
    let calls = calls.lock().unwrap();
    assert_eq!(calls.len(), 2 * JOBS, "every run called, under its own id");
    // What the killed node had called and not recorded was called again, under the same id.
    let twice = calls.values().filter(|times| **times > 1).count();
    assert!(twice == begun_again && calls.values().all(|times| *times <= 2), "{twice} of {begun_again}");
}
