//! Tasks over HTTP, and their runs on several nodes.

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
    fn run<'a>(&'a self, bean: &'static Bean, params: &'a str) -> BoxFuture<'a, Result<Done, Error>> {
        Box::pin(async move {
            self.runs.fetch_add(1, Ordering::SeqCst);
            match params {
                "fail" => Err(Error::new(Code::Internal)),
                "wait" => {
                    self.gate.notified().await;
                    Ok("waited".into())
                }
                _ => Ok(format!("{}.{}", bean.name, bean.method)),
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

both! {
    async fn a_task_runs_when_it_is_due_and_its_log_says_so(engine) {
        // It is 08:00.
        let w = World::new(engine).await;
        let task = w.make(json!({})).await;
        assert_eq!((&task["nextRunAt"], &task["cronWords"], &task["jobGroupName"]), (&json!("2026-01-05T09:00:00.000Z"), &json!("At 09:00 every day"), &json!("Account centre")));
        let node = w.node();
        assert_eq!(node.run_due().await.unwrap(), 0);
        w.t.clock.advance(3600);
        assert_eq!(node.run_due().await.unwrap(), 1);
        node.settle().await;
        let runs = w.runs(&task).await;
        assert_eq!((runs.len(), w.count()), (1, 1));
        assert_eq!((&runs[0]["state"], &runs[0]["status"], &runs[0]["result"]), (&json!("ok"), &json!(0), &json!("cleanUpService.sweep")));
        assert_eq!((&runs[0]["cause"], &runs[0]["dueAt"]), (&json!("due"), &json!("2026-01-05T09:00:00.000Z")));
        assert_eq!(node.run_due().await.unwrap(), 0);
    }
}

both! {
    async fn times_that_passed_while_no_node_was_up_are_one_run(engine) {
        let w = World::new(engine).await;
        let task = w.make(json!({ "cronExpression": "0 * * * * ?" })).await;
        w.t.clock.advance(3 * 3600);
        let node = w.node();
        assert_eq!(node.run_due().await.unwrap(), 1);
        node.settle().await;
        let runs = w.runs(&task).await;
        assert_eq!((runs.len(), &runs[0]["cause"]), (1, &json!("missed")));
    }
}

both! {
    async fn a_task_does_not_run_beside_itself(engine) {
        let w = World::new(engine).await;
        let task = w.make(json!({ "cronExpression": "0 * * * * ?", "params": "wait" })).await;
        let node = w.node();
        for _ in 0..3 {
            w.t.clock.advance(60);
            node.run_due().await.unwrap();
            // The lease is renewed by the beat in real time; here the clock is moved.
            tokio::task::yield_now().await;
        }
        assert!(w.runs(&task).await.len() == 1);
        let refused = w.face.send(&admin(), "POST", "/api/admin/tasks/run", &ids(&task)).await;
        assert_eq!(refused.status, 409, "{}", refused.body);
        w.counter.gate.notify_waiters();
        w.counter.gate.notify_one();
    }
}

both! {
    async fn any_number_of_nodes_run_each_due_time_once(engine) {
        let w = World::new(engine).await;
        for i in 0..20 {
            w.make(json!({ "jobName": format!("job {i}"), "cronExpression": "0 * * * * ?" })).await;
        }
        let nodes: Vec<_> = (0..4).map(|_| w.node()).collect();
        for _ in 0..3 {
            w.t.clock.advance(60);
            for _ in 0..4 {
                for done in futures::future::join_all(nodes.iter().map(Jobs::run_due)).await {
                    done.unwrap();
                }
                for node in &nodes {
                    node.settle().await;
                }
            }
        }
        assert_eq!(w.count(), 60);
        let mut cx = system(&w.t.kernel);
        let (ok,): (i64,) = cx.db().await.unwrap().query("SELECT count(*) FROM task_runs WHERE state = 'ok' AND attempts = 1").one().await.unwrap();
        assert_eq!(ok, 60);
    }
}

both! {
    async fn a_run_whose_node_died_is_taken_over_under_the_same_id_and_given_up_in_the_end(engine) {
        let w = World::new(engine).await;
        let task = w.make(json!({ "params": "wait" })).await;
        w.t.clock.advance(3600);
        for dead in 1..=3 {
            let node = w.node();
            assert_eq!(node.run_due().await.unwrap(), 1, "{dead}");
            tokio::task::yield_now().await;
            drop(node);
            assert_eq!(w.node().run_due().await.unwrap(), 0, "its lease holds");
            w.t.clock.advance(60);
        }
        let last = w.node();
        assert_eq!(last.run_due().await.unwrap(), 1);
        last.settle().await;
        let runs = w.runs(&task).await;
        assert_eq!((runs.len(), &runs[0]["state"], &runs[0]["attempts"]), (1, &json!("failed"), &json!(4)));
        assert!(runs[0]["result"].as_str().unwrap().contains("died"));
    }
}

both! {
    async fn tasks_are_paused_resumed_and_run_on_demand(engine) {
        let w = World::new(engine).await;
        let task = w.make(json!({ "params": "fail" })).await;
        let paused = w.face.send(&admin(), "POST", "/api/admin/tasks/pause", &ids(&task)).await;
        assert_eq!((&paused.body[0]["status"], &paused.body[0]["nextRunAt"]), (&json!(1), &Value::Null));
        w.t.clock.advance(2 * 3600);
        let node = w.node();
        assert_eq!(node.run_due().await.unwrap(), 0);
        assert_eq!(w.face.send(&admin(), "POST", "/api/admin/tasks/run", &ids(&task)).await.status, 200);
        assert_eq!(node.run_due().await.unwrap(), 1);
        node.settle().await;
        let runs = w.runs(&task).await;
        assert_eq!((&runs[0]["cause"], &runs[0]["status"], &runs[0]["actor"]), (&json!("manual"), &json!(1), &json!("administrator")));
        // Several who ask together have one run.
        let (admin, body) = (admin(), ids(&task));
        let asked = (0..8).map(|_| w.face.send(&admin, "POST", "/api/admin/tasks/run", &body));
        let answers = futures::future::join_all(asked).await;
        let mut answers: Vec<_> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        answers.sort_unstable();
        assert_eq!(answers, [200, 409, 409, 409, 409, 409, 409, 409]);
        assert_eq!(node.run_due().await.unwrap(), 1);
        node.settle().await;
        let resumed = w.face.send(&admin, "POST", "/api/admin/tasks/resume", &ids(&task)).await;
        assert_eq!(resumed.body[0]["nextRunAt"], "2026-01-06T09:00:00.000Z");
        let actions: Vec<_> = audited(&w.t.kernel, "tasks").await.into_iter().map(|event| event.0).collect();
        assert_eq!(actions, ["task.created", "task.paused", "task.run", "task.failed", "task.run", "task.failed", "task.resumed"]);
    }
}

both! {
    async fn forms_are_checked_field_by_field(engine) {
        let w = World::new(engine).await;
        let right = json!({ "jobGroup": "cardea", "jobName": "n", "jobType": 1, "status": 0, "cronExpression": "0 0 9 * * ?",
            "beanName": "cleanUpService", "methodName": "sweep" });
        for (field, wrong) in [
            ("jobGroup", json!("nobody")),
            ("jobGroup", json!("a\u{0}b")),
            ("jobName", json!("a\u{0}b")),
            ("jobName", json!(" ")),
            ("jobType", json!(3)),
            ("status", json!(2)),
            ("cronExpression", json!("")),
            ("cronExpression", json!("* * * * * *")),
            ("cronExpression", json!("0 0 25 * * ?")),
            ("timeZone", json!("Mars/Olympus")),
            ("workdaysOf", json!("no-such")),
            ("beanName", json!("")),
            ("methodName", json!("no-such")),
        ] {
            let mut form = right.clone();
            form[field] = wrong.clone();
            let [zh, en] = w.face.refused_on(field, &admin(), "POST", "/api/admin/tasks", &form).await;
            assert!(!zh.is_empty() && !en.is_empty(), "{field} {wrong}");
        }
        let call = json!({ "jobGroup": "cardea", "jobName": "n", "jobType": 2, "status": 0, "cronExpression": "0 0 9 * * ?",
            "httpUrl": "https://x.example/" });
        for (field, wrong) in [
            ("httpUrl", json!("")),
            ("httpUrl", json!("file:///etc/passwd")),
            ("httpUrl", json!("gopher://x")),
            ("httpMethod", json!("TRACE")),
            ("header", json!("no colon")),
            ("header", json!("Host: x")),
            ("header", json!("cardea-run-id: x")),
            ("header", json!("a\u{7f}b: x")),
        ] {
            let mut form = call.clone();
            form[field] = wrong.clone();
            let [zh, en] = w.face.refused_on(field, &admin(), "POST", "/api/admin/tasks", &form).await;
            assert!(!zh.is_empty() && !en.is_empty(), "{field} {wrong}");
        }
    }
}

both! {
    async fn an_http_task_calls_with_its_headers_and_its_run_and_never_shows_them(engine) {
        let seen: Arc<Mutex<Vec<(HeaderMap, String)>>> = Arc::default();
        let taken = Arc::clone(&seen);
        let answer = move |headers: HeaderMap, body: String| {
            taken.lock().unwrap().push((headers, body));
            async { (StatusCode::OK, "done\0") }
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, Router::new().route("/hook", axum::routing::post(answer))).await.unwrap() });
        let w = World::new(engine).await;
        let task = w.make(json!({ "jobType": 2, "httpMethod": "POST", "httpUrl": url.as_str(), "header": "X-Key: s3cret", "params": "{\"a\":1}" })).await;
        assert_eq!((&task["hasHeader"], task.get("header")), (&json!(true), None));
        assert!(!task.to_string().contains("s3cret"));
        w.t.clock.advance(3600);
        let node = w.node();
        node.run_due().await.unwrap();
        node.settle().await;
        let runs = w.runs(&task).await;
        assert_eq!((&runs[0]["status"], &runs[0]["result"]), (&json!(0), &json!("HTTP 200\n\ndone")));
        let (headers, body) = seen.lock().unwrap()[0].clone();
        assert_eq!((headers["x-key"].as_bytes(), headers["cardea-run-id"].to_str().unwrap()), (&b"s3cret"[..], runs[0]["id"].as_str().unwrap()));
        assert_eq!((headers["content-type"].as_bytes(), body.as_str()), (&b"application/json"[..], "{\"a\":1}"));
        // Whoever changes the address does not get to see the headers there.
        let id = task["id"].as_str().unwrap();
        let mut form = json!({ "version": task["version"], "jobType": 2, "status": 0, "httpMethod": "POST",
            "cronExpression": "0 0 9 * * ?", "httpUrl": "https://elsewhere.example/", "params": "" });
        w.face.refused_on("header", &admin(), "PUT", &format!("/api/admin/tasks/{id}"), &form).await;
        form["header"] = json!("X-Key: other");
        let moved = w.face.send(&admin(), "PUT", &format!("/api/admin/tasks/{id}"), &form).await;
        assert_eq!((moved.status.as_u16(), &moved.body["hasHeader"]), (200, &json!(true)), "{}", moved.body);
        form["version"] = moved.body["version"].clone();
        form["httpUrl"] = json!(url);
        form["header"] = json!("");
        let moved = w.face.send(&admin(), "PUT", &format!("/api/admin/tasks/{id}"), &form).await;
        assert_eq!((moved.status.as_u16(), &moved.body["hasHeader"]), (200, &json!(false)), "{}", moved.body);
        w.t.clock.advance(60);
        // A private address is not called unless it is allowed.
        let guarded = Jobs::open(&w.t.kernel, &Outbound::new(vec![]), w.counter.clone()).unwrap();
        w.face.send(&admin(), "POST", "/api/admin/tasks/run", &ids(&task)).await;
        guarded.run_due().await.unwrap();
        guarded.settle().await;
        assert_eq!(w.runs(&task).await[0]["status"], 1);
        assert_eq!(seen.lock().unwrap().len(), 1);
    }
}

both! {
    async fn a_task_keeps_to_the_working_days_of_a_calendar_as_it_is_when_the_time_comes(engine) {
        let w = World::new(engine).await;
        let mut cx = system(&w.t.kernel);
        crate::resources::seed(&mut cx).await.unwrap();
        let of = tenant(&mut cx, "A").await;
        cx.commit().await.unwrap();
        // 5 January 2026 is a Monday, 08:00.
        let task = w.make(json!({ "workdaysOf": of.id })).await;
        let path = format!("/api/admin/tasks/{}", task["id"].as_str().unwrap());
        let node = w.node();
        let next = async |day: &str| {
            let read = w.face.get(&admin(), &path).await;
            assert_eq!(read.body["nextRunAt"], format!("2026-01-{day}T09:00:00.000Z"));
        };
        for (ran, following) in [(1, "06"), (2, "07"), (3, "08"), (4, "09"), (5, "12")] {
            w.t.clock.advance(3600);
            node.run_due().await.unwrap();
            node.settle().await;
            assert_eq!(w.count(), ran);
            next(following).await;
            w.t.clock.advance(23 * 3600);
        }
        // It is Saturday, 08:00. The calendar changes: the weekend is worked on, and Monday is not.
        let calendar = json!({ "version": 0, "lawHolidays": "2026-01-12", "extraWorkdays": "2026-01-10" });
        let saved = w.face.send(&admin(), "PUT", &format!("/api/admin/holidays/{}", of.id), &calendar).await;
        assert_eq!(saved.status, 200, "{}", saved.body);
        next("10").await;
        for (ran, following) in [(6, "13"), (6, "13"), (6, "13"), (7, "14")] {
            w.t.clock.advance(3600);
            node.run_due().await.unwrap();
            node.settle().await;
            assert_eq!(w.count(), ran);
            next(following).await;
            w.t.clock.advance(23 * 3600);
        }
        let asked = format!("/api/admin/tasks/preview?cron=0%200%209%20*%20*%20%3F&timeZone=UTC&workdaysOf={}", of.id);
        let preview = w.face.get(&admin(), &asked).await;
        let days: Vec<_> = preview.body["times"].as_array().unwrap().iter().map(|at| at.as_str().unwrap()[8..10].to_owned()).collect();
        assert_eq!(days, ["14", "15", "16", "19", "20"]);
        // A tenant whose calendar is used is not removed.
        let gone = w.face.send(&admin(), "DELETE", &format!("/api/admin/tenants/{}", of.id), &json!({})).await;
        assert_eq!(gone.status, 409, "{}", gone.body);
    }
}

both! {
    async fn what_came_with_the_server_can_be_paused_and_not_removed(engine) {
        let w = World::new(engine).await;
        for _ in 0..2 {
            let mut cx = system(&w.t.kernel);
            seed(&mut cx).await.unwrap();
            cx.commit().await.unwrap();
        }
        let all = w.face.list(&admin(), "tasks", &json!({})).await;
        assert_eq!(all.body.as_array().unwrap().len(), 8);
        let one = &all.body[0];
        let gone = w.face.send(&admin(), "DELETE", &format!("/api/admin/tasks/{}", one["id"].as_str().unwrap()), &json!({})).await;
        assert_eq!(gone.status, 409, "{}", gone.body);
        assert_eq!(w.face.send(&admin(), "POST", "/api/admin/tasks/pause", &ids(one)).await.status, 200);
    }
}

both! {
    async fn jobs_are_for_those_who_may_see_them(engine) {
        let w = World::new(engine).await;
        let task = w.make(json!({})).await;
        let viewer = person(&Id::from("u"), Allowed::Menus([(Permission::Tasks, Act::View)].into()), &[]);
        let stranger = person(&Id::from("u"), Allowed::Menus([(Permission::Files, Act::Edit)].into()), &[]);
        let id = task["id"].as_str().unwrap();
        for (method, path, status) in [
            ("GET", "/api/admin/tasks".to_owned(), 200),
            ("GET", "/api/admin/tasks/statuses".to_owned(), 200),
            ("GET", "/api/admin/tasks/types".to_owned(), 200),
            ("GET", "/api/admin/tasks/beans".to_owned(), 200),
            ("GET", "/api/admin/tasks/preview?cron=0%200%209%20*%20*%20%3F".to_owned(), 200),
            ("GET", format!("/api/admin/tasks/{id}/runs"), 200),
            ("POST", "/api/admin/tasks/run".to_owned(), 403),
            ("POST", "/api/admin/tasks/pause".to_owned(), 403),
            ("POST", "/api/admin/tasks/resume".to_owned(), 403),
            ("DELETE", format!("/api/admin/tasks/{id}"), 403),
        ] {
            assert_eq!(w.face.send(&viewer, method, &path, &ids(&task)).await.status, status, "{method} {path}");
            assert_eq!(w.face.send(&stranger, method, &path, &ids(&task)).await.status, 403, "{method} {path}");
        }
        let preview = w.face.get(&viewer, "/api/admin/tasks/preview?cron=0%200%209%20*%20*%20%3F&timeZone=UTC").await;
        assert_eq!(preview.body["times"].as_array().unwrap().len(), 5);
        for wrong in ["", "?cron=x", "?cron=0%200%209%20*%20*%20%3F&workdaysOf=a%00b"] {
            assert_eq!(w.face.get(&viewer, &format!("/api/admin/tasks/preview{wrong}")).await.status, 422, "{wrong}");
            assert_eq!(w.face.get(&stranger, &format!("/api/admin/tasks/preview{wrong}")).await.status, 403, "{wrong}");
        }
        let runs = format!("/api/admin/tasks/{id}/runs?filter=%7B%22state%22%3A%22a%5Cu0000%22%7D");
        assert_eq!(w.face.get(&viewer, &runs).await.status, 400);
    }
}
