//! Tasks, on both engines.

mod attacks;
mod managed;
mod runs;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use futures::future::BoxFuture;
use serde_json::{Value, json};

use super::*;
use crate::both;
use crate::kernel::ctx::{Act, Allowed, Permission};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::outbound::Outbound;
use crate::resources::testing::{Face, admin, audited, person, system, tenant};
use crate::testing::{Engine, TestKernel};

/// Counts what is run; fails where the parameters say so, and waits where they name a gate.
#[derive(Debug, Default)]
struct Counter {
    runs: AtomicUsize,
    gate: tokio::sync::Notify,
}

impl Beans for Counter {
    fn run<'a>(&'a self, bean: Bean, params: &'a str) -> BoxFuture<'a, Result<Done, Error>> {
        Box::pin(async move {
            self.runs.fetch_add(1, Ordering::SeqCst);
            match params {
                "fail" => Err(Error::new(Code::Internal)),
                "wait" => {
                    self.gate.notified().await;
                    Ok("waited".into())
                }
                _ => {
                    let (name, method) = bean.names();
                    Ok(format!("{name}.{method}"))
                }
            }
        })
    }
}

struct World {
    t: TestKernel,
    counter: Arc<Counter>,
    face: Face,
}

impl World {
    async fn new(engine: Engine) -> Self {
        let t = engine.kernel().await;
        let face = Face::with(&t.kernel, router(t.kernel.clone()));
        Self { t, counter: Arc::default(), face }
    }

    fn node(&self) -> Jobs {
        let loopback = Outbound::new(vec!["127.0.0.0/8".parse().unwrap()]);
        Jobs::open(&self.t.kernel, &loopback, self.counter.clone()).unwrap()
    }

    async fn make(&self, more: Value) -> Value {
        let mut form = json!({ "jobGroup": "cardea", "jobName": "nightly", "jobType": 1, "status": 0, "timeZone": "UTC",
            "cronExpression": "0 0 9 * * ?", "beanName": "cleanUpService", "methodName": "sweep" });
        for (name, value) in more.as_object().unwrap() {
            form[name] = value.clone();
        }
        let made = self.face.send(&admin(), "POST", "/api/admin/tasks", &form).await;
        assert_eq!(made.status, 201, "{}", made.body);
        made.body
    }

    async fn runs(&self, task: &Value) -> Vec<Value> {
        let path = format!("/api/admin/tasks/{}/runs", task["id"].as_str().unwrap());
        self.face.get(&admin(), &path).await.body.as_array().unwrap().clone()
    }

    fn count(&self) -> usize {
        self.counter.runs.load(Ordering::SeqCst)
    }
}

fn ids(task: &Value) -> Value {
    json!({ "ids": [task["id"]] })
}
