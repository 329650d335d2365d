//! What administrators do with tasks.

use super::*;

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
    async fn what_came_with_the_server_can_be_paused_and_not_removed(engine) {
        let w = World::new(engine).await;
        // Nodes that start together add each once.
        let start = || async {
            let mut cx = system(&w.t.kernel);
            seed(&mut cx).await.unwrap();
            cx.commit().await.unwrap();
        };
        futures::future::join_all((0..3).map(|_| start())).await;
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
