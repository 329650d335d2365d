//! The telemetry of a running server: metrics, the access log, traces.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::routing::post;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::app::{Installation, Server};
use crate::both;
use crate::browser::{ADMIN, Browser, PASSWORD};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Signs the first administrator in, wrongly and then rightly, and reads a list.
async fn work(server: &Server) -> Browser {
    let mut browser = Browser::new(&server.base);
    let link = server.set_up_link().unwrap().to_owned();
    browser.set_up(&link).await.data();
    browser.login(ADMIN, "wrong-Passw0rd!").await;
    browser.login(ADMIN, PASSWORD).await.data();
    assert_eq!(browser.get("/api/admin/tenants?range=[0,9]").await.status, 200);
    browser
}

/// The samples of a page of metrics.
fn samples(text: &str) -> HashMap<&str, f64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.rsplit_once(' ').map(|(name, value)| (name, value.parse().unwrap())).unwrap()).collect()
}

both! {
    async fn metrics_count_what_happens_for_this_machine_and_at_an_address_of_their_own(engine) {
        let installation = Installation::new(engine).await;
        let server = installation.serve_with(&[("CARDEA_METRICS__LISTEN", "127.0.0.1:0")]).await;
        let address = server.printed.iter().find_map(|line| line.strip_prefix("metrics ")).unwrap().to_owned();
        work(&server).await;
        assert_eq!(reqwest::get(format!("{}/oauth2/jwks", server.base)).await.unwrap().status(), 200);

        let answer = reqwest::get(&address).await.unwrap();
        let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
        assert!(kind.starts_with("application/openmetrics-text; version=1.0.0"), "{kind}");
        let text = answer.text().await.unwrap();
        let found = samples(&text);
        let of = |name: &str| *found.get(name).unwrap_or_else(|| panic!("{name} is not in\n{text}"));
        let route = "http_request_method=\"GET\",http_route=\"/api/admin/tenants\",http_response_status_code=\"200\"";
        assert!(of(&format!("http_server_request_duration_seconds_count{{{route}}}")) >= 1.0);
        // Documents that are at hand are counted, too.
        let document = "http_request_method=\"GET\",http_route=\"/oauth2/jwks\",http_response_status_code=\"200\"";
        assert!((of(&format!("http_server_request_duration_seconds_count{{{document}}}")) - 1.0).abs() < f64::EPSILON);
        assert!(of("http_server_active_requests").abs() < f64::EPSILON, "none is under way");
        assert!(of("cardea_sign_ins_total{outcome=\"signed_in\"}") >= 1.0);
        assert!(of("cardea_sign_ins_total{outcome=\"refused\"}") >= 1.0);
        assert!(of("cardea_job_runs_total{job=\"audit\",outcome=\"ok\"}") >= 1.0);
        assert!(found.keys().any(|name| name.starts_with("cardea_database_connections{")));
        of("cardea_queue_waiting{queue=\"messages\"}");
        of("cardea_audit_unsealed_seconds");
        assert!((of("cardea_database_up") - 1.0).abs() < f64::EPSILON);
        assert!(text.ends_with("# EOF\n"));
        // No label holds a caller's choice: no name, no address, no path without a route.
        reqwest::get(format!("{}/api/made-up/{TRACE}", server.base)).await.unwrap();
        let text = reqwest::get(&address).await.unwrap().text().await.unwrap();
        assert!(!text.contains(TRACE) && !text.contains(ADMIN), "{text}");

        // The server's own address answers a direct caller on this machine, and no caller through a proxy.
        let own = format!("{}/metrics", server.base);
        assert!(reqwest::get(&own).await.unwrap().text().await.unwrap().ends_with("# EOF\n"));
        for header in ["forwarded", "via", "x-forwarded-for", "x-real-ip"] {
            let passed_on = reqwest::Client::new().get(&own).header(header, "127.0.0.1").send().await.unwrap();
            assert_eq!(passed_on.status(), 404, "{header}");
        }
        // The other address serves nothing else.
        let elsewhere = address.replace("/metrics", "/api/sys/branding");
        assert_eq!(reqwest::get(elsewhere).await.unwrap().status(), 404);
    }
}

both! {
    async fn the_access_log_says_who_asked_for_what_and_holds_no_secret(engine) {
        let installation = Installation::new(engine).await;
        let settings =
            [("CARDEA_LOG__ACCESS", "true"), ("CARDEA_LOG__FORMAT", "json"), ("CARDEA_LOG__FILTER", "info")];
        let server = installation.serve_with(&settings).await;
        let link = server.set_up_link().unwrap().to_owned();
        let browser = work(&server).await;
        assert_eq!(reqwest::get(format!("{}/oauth2/jwks", server.base)).await.unwrap().status(), 200);
        server.stop().await;

        let log = installation.log_text();
        let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let told = |route: &str| lines.iter().find(|line| line["span"]["http.route"] == route && line["target"] == "cardea::access").unwrap();
        let list = told("/api/admin/tenants");
        assert_eq!((&list["fields"]["status"], &list["span"]["http.request.method"]), (&200.into(), &"GET".into()));
        assert_eq!(list["fields"]["address"], "127.0.0.1");
        assert!(list["span"]["actor"].as_str().is_some_and(|actor| !actor.is_empty()), "{list}");
        assert!(list["span"]["request_id"].as_str().is_some_and(|id| !id.is_empty()), "{list}");
        assert_eq!(told("/api/sys/login")["span"]["actor"], Value::Null, "nobody is signed in yet");
        assert_eq!(told("/oauth2/jwks")["fields"]["status"], 200, "no document is at hand past the log");
        let key = link.split_once("key=").unwrap().1;
        for secret in [PASSWORD, "wrong-Passw0rd!", key, &browser.token()] {
            assert!(!log.contains(secret), "the log holds a secret");
        }
    }
}

both! {
    async fn traces_leave_for_the_collector_and_continue_the_callers(engine) {
        let received: Arc<Mutex<Vec<(HeaderMap, Bytes)>>> = Arc::default();
        let into = Arc::clone(&received);
        let collector = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", collector.local_addr().unwrap());
        let take = move |headers: HeaderMap, body: Bytes| async move { into.lock().unwrap().push((headers, body)) };
        let collecting = tokio::spawn(async move {
            axum::serve(collector, Router::new().route("/v1/traces", post(take))).await.unwrap();
        });

        let installation = Installation::new(engine).await;
        let settings = [
            ("CARDEA_TRACING__OTLP_ENDPOINT", endpoint.as_str()),
            ("CARDEA_TRACING__SERVICE_NAME", "cardea-under-test"),
            ("CARDEA_OUTBOUND__ALLOW", "127.0.0.0/8"),
            ("CARDEA_LOG__FILTER", "info"),
        ];
        let server = installation.serve_with(&settings).await;
        let asked = reqwest::Client::new()
            .get(format!("{}/api/sys/branding?secret=of-the-caller", server.base))
            .header("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01"));
        assert_eq!(asked.send().await.unwrap().status(), 200);
        assert!(server.printed.iter().all(|line| !line.starts_with("metrics ")), "nobody asked for metrics");
        server.stop().await;
        collecting.abort();
        assert!(!installation.log_text().contains("cardea::access"), "nobody asked for an access log");

        let received = received.lock().unwrap();
        let bodies: Vec<&Bytes> = received.iter().map(|(_, body)| body).collect();
        assert!(!bodies.is_empty(), "nothing was exported");
        assert_eq!(received[0].0["content-type"], "application/x-protobuf");
        let holds = |octets: &[u8]| bodies.iter().any(|body| body.windows(octets.len()).any(|part| part == octets));
        assert!(holds(b"cardea-under-test") && holds(b"GET /api/sys/branding"));
        let trace: Vec<u8> = (0..TRACE.len()).step_by(2).map(|at| u8::from_str_radix(&TRACE[at..at + 2], 16).unwrap()).collect();
        assert!(holds(&trace), "the caller's trace is continued");
        assert!(!holds(b"of-the-caller"), "no query leaves");
    }
}
