//! A job that calls where the server may not: at its own machine, its network, or the cloud's metadata.

use super::*;
use crate::attack::refused;
use crate::kernel::outbound::{Answer, Lookup};

/// Every name leads to the machine itself.
#[derive(Debug)]
struct Loopback;

impl Lookup for Loopback {
    fn lookup(&self, _: String) -> Answer {
        Box::pin(async { Ok(vec![[127, 0, 0, 1].into()]) })
    }
}

both! {
    async fn a_job_calls_where_the_server_may_not(engine) {
        let w = World::new(engine).await;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let reached = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&reached);
        let all = Router::new().fallback(move || std::future::ready(count.fetch_add(1, Ordering::SeqCst).to_string()));
        tokio::spawn(async move { axum::serve(listener, all).await.unwrap() });
        let hosts = [
            "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]", "0.0.0.0", "[::]", "169.254.169.254", "[fd00:ec2::254]", "10.0.0.1", "192.168.0.1",
            "172.16.0.1", "100.64.0.1", "127.0.0.1.", "user@127.0.0.1", "①②⑦.⓪.⓪.①", "rebind.example",
        ];
        let guarded = Jobs::open(&w.t.kernel, &Outbound::with_lookup(vec![], Loopback), w.counter.clone()).unwrap();
        let mut held = 0;
        for (n, host) in hosts.iter().enumerate() {
            let form = json!({ "jobGroup": "cardea", "jobName": format!("call {n}"), "jobType": 2, "status": 1, "timeZone": "UTC",
                "cronExpression": "0 0 9 * * ?", "httpMethod": "GET", "httpUrl": format!("http://{host}:{port}/") });
            let made = w.face.send(&admin(), "POST", "/api/admin/tasks", &form).await;
            if made.status == 201 {
                let ran = w.face.send(&admin(), "POST", "/api/admin/tasks/run", &ids(&made.body)).await;
                assert!(ran.status.is_success(), "{host}: {}", ran.body);
                guarded.run_due().await.unwrap();
                guarded.settle().await;
                let runs = w.runs(&made.body).await;
                held += usize::from(runs.len() == 1 && runs[0]["status"] == 1);
            } else {
                assert_eq!(made.status, 422, "{host}: {}", made.body);
                held += 1;
            }
        }
        assert_eq!(reached.load(Ordering::SeqCst), 0);
        refused("a job calls where the server may not", engine, hosts.len(), held);
    }
}

both! {
    async fn a_jobs_header_splits_its_request(engine) {
        let w = World::new(engine).await;
        let headers = [
            "X-Key: a\u{0}b", "X Key: a", "X-Key", ": a", "Host: elsewhere.example", "Content-Length: 0", "Transfer-Encoding: chunked",
            "Connection: close", "X-Key: a\u{7f}", "Höst: a",
        ];
        let mut held = 0;
        for header in headers {
            let form = json!({ "jobGroup": "cardea", "jobName": "call", "jobType": 2, "status": 1, "timeZone": "UTC",
                "cronExpression": "0 0 9 * * ?", "httpMethod": "POST", "httpUrl": "https://example.org/", "header": header });
            let made = w.face.send(&admin(), "POST", "/api/admin/tasks", &form).await;
            held += usize::from(made.status == 422);
            assert_eq!(made.status, 422, "{header:?}: {}", made.body);
        }
        refused("a header of a job's call that is another's, or more than one", engine, headers.len(), held);
    }
}
