//! When tasks run, on several nodes, and what they call.

use super::*;

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
