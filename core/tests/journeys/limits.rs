//! The operations without a session, and their rate limits: one table has them all.

use axum::http::{Method, header};
use cardea::app::open_calls::{Limited, OPEN};
use serde_json::{Value, json};

use crate::app::{Running, spawn_with};
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};
use crate::operations::{Operation, filled, operations};
use crate::testing::Engine;

async fn ask(server: &Running, method: &Method, address: &str, body: Option<String>) -> Answer {
    let request = client().request(method.clone(), format!("{}{address}", server.base));
    let request = match body {
        Some(body) => request.header(header::CONTENT_TYPE, "application/json").body(body),
        None => request,
    };
    Answer::read(request.send().await.unwrap()).await
}

/// A body of the right form: its contents are checked after the caller.
fn body_of(operation: &Operation) -> Option<String> {
    let value = |(name, kind): &(String, String)| {
        let value = match (name.as_str(), kind.as_str()) {
            ("decision", _) => json!("deny"),
            (_, "boolean") => json!(true),
            (_, "integer" | "number") => json!(1),
            (_, "array") => json!([]),
            (_, "object") => json!({}),
            _ => json!("1"),
        };
        (name.clone(), value)
    };
    operation.body.as_ref().map(|properties| Value::Object(properties.iter().map(value).collect()).to_string())
}

#[tokio::test]
async fn every_operation_that_answers_strangers_is_limited() {
    let server = spawn_with(Engine::Sqlite, |config| config.limits.exempt = vec!["127.0.0.0/8".parse().unwrap()]).await;
    let description = ask(&server, &Method::GET, "/api/openapi.json", None).await.json();
    let operations = operations(&description);
    let mut complaints = Vec::new();
    // `who_may` tests the same for the administration.
    for operation in operations.iter().filter(|operation| !operation.path.starts_with("/api/admin/")) {
        let is_open = OPEN.iter().any(|(method, path, _)| *method == operation.method && *path == operation.path);
        if is_open {
            continue;
        }
        let query: Vec<_> = operation.query.iter().map(|name| format!("{name}=1")).collect();
        let address = format!("{}?{}", filled(&operation.path, "1"), query.join("&"));
        let answer = ask(&server, &operation.method, &address, body_of(operation)).await;
        let refused = serde_json::from_str::<Value>(&answer.body)
            .is_ok_and(|body| body["code"] == "401" || (answer.status == 401 && body["code"] == "no_session"));
        if !refused {
            complaints.push(format!("{} {}: {answer:?}", operation.method, operation.path));
        }
    }
    assert!(complaints.is_empty(), "they answer without a session and have no limit:\n{}", complaints.join("\n"));
    for (method, path, limited) in OPEN {
        let there = operations.iter().any(|operation| operation.method == *method && operation.path == *path);
        assert!(there, "{method} {path} ({limited:?}) is no operation");
    }
    let writing = OPEN.iter().filter(|(method, ..)| *method == Method::POST);
    let unlimited: Vec<_> =
        writing.filter(|(.., limited)| matches!(limited, Limited::Not(_))).map(|(_, p, _)| p).collect();
    assert_eq!(unlimited, [&"/api/sys/logout"]);
}

mod attacks {
    use super::*;
    use crate::attack;
    use crate::both;

    const IMPORT: &str = "/api/admin/tenant-users/import";
    const FLOOD: usize = 60;
    const BURST: u32 = 8;

    async fn small(engine: Engine, pause_ms: u64) -> Running {
        let server = spawn_with(engine, |config| {
            config.limits.refused.burst = BURST;
            config.limits.asked.burst = BURST;
            config.limits.pause_ms = pause_ms;
            // The callers are distinguished by addresses, as behind a proxy.
            config.http.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
        })
        .await;
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        Browser::through_proxy(&server.base, HONEST).set_up(&link).await.data();
        server
    }

    const ATTACKER: &str = "203.0.113.9";
    const HONEST: &str = "198.51.100.7";

    async fn count(server: &Running, sql: &'static str) -> i64 {
        let mut tx = server.test.kernel.db().begin_read().await.unwrap();
        tx.query(sql).one::<(i64,)>().await.unwrap().0
    }

    /// Sends the same request repeatedly; returns how often it was processed, and how often refused. An honest user
    /// signs in meanwhile.
    async fn flood(server: &Running, path: &str, body: Value) -> (usize, usize) {
        let mut attacker = Browser::through_proxy(&server.base, ATTACKER);
        let (mut judged, mut away) = (0, 0);
        for _ in 0..FLOOD {
            match attacker.post(path, &body).await {
                answer if answer.status == 429 => {
                    assert!(!answer.header("retry-after").is_empty(), "{answer:?}");
                    away += 1;
                }
                _ => judged += 1,
            }
        }
        Browser::through_proxy(&server.base, HONEST).login(ADMIN, PASSWORD).await.data();
        (judged, away)
    }

    both! {
        async fn floods_of_refusals_are_turned_away_before_anything_is_done(engine) {
            let server = small(engine, 0).await;
            let before = count(&server, "SELECT COUNT(*) FROM audit_events WHERE outcome = 'refused'").await;
            for (what, path, body) in [
                ("refused sign-ins", "/api/sys/login", json!({ "userName": "nobody", "password": "Wrong1horse" })),
                ("refused codes of single sign-on", "/api/sys/ssoLogin", json!({ "code": "guessed", "confirm": true })),
                ("refused codes by SMS", "/api/sys/login/checkAuthCode", json!({ "phone": "13800138000", "code": "123456" })),
                ("refused keys of invitations", "/api/account/email/authorization", json!({ "key": "guessed" })),
            ] {
                let (judged, away) = flood(&server, path, body).await;
                assert_eq!(judged, usize::try_from(BURST).unwrap(), "{what}");
                attack::refused(&format!("a flood of {what}"), engine, FLOOD - judged, away);
            }
            let after = count(&server, "SELECT COUNT(*) FROM audit_events WHERE outcome = 'refused'").await;
            assert!(after - before <= 4 * i64::from(BURST), "what is turned away leaves nothing behind: {before} {after}");
        }
    }

    both! {
        async fn a_flood_of_pushed_requests_leaves_little_and_not_for_long(engine) {
            let server = small(engine, 0).await;
            let mut admin = Browser::through_proxy(&server.base, HONEST);
            admin.login(ADMIN, PASSWORD).await.data();
            let client = json!({ "client_name": "Public", "token_endpoint_auth_method": "none",
                "redirect_uris": ["https://rp.example/cb"], "grant_types": ["authorization_code"] });
            let client = admin.post("/api/admin/clients", &client).await;
            assert_eq!(client.status, 201, "{client:?}");
            let client = client.json()["client_id"].as_str().unwrap().to_owned();
            let push = |state: String, from: &'static str| {
                let form = [
                    ("client_id", client.clone()),
                    ("response_type", "code".to_owned()),
                    ("redirect_uri", "https://rp.example/cb".to_owned()),
                    ("scope", "openid".to_owned()),
                    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned()),
                    ("code_challenge_method", "S256".to_owned()),
                    ("state", state),
                ];
                let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
                let request = crate::browser::client().post(format!("{}/oauth2/par", server.base));
                let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
                async move { Answer::read(request.header("x-forwarded-for", from).body(body).send().await.unwrap()).await }
            };
            let large = push("x".repeat(20_000), ATTACKER).await;
            assert_eq!((large.status.as_u16(), &large.json()["error"]), (400, &json!("invalid_request")));
            let (mut kept, mut away) = (0, 0);
            for _ in 0..FLOOD {
                match push("s".into(), ATTACKER).await.status.as_u16() {
                    201 => kept += 1,
                    429 => away += 1,
                    other => panic!("{other}"),
                }
            }
            assert_eq!(kept, usize::try_from(BURST).unwrap());
            assert_eq!(push("s".into(), HONEST).await.status, 201, "another network has its own");
            attack::refused("a flood of pushed requests of a public client", engine, FLOOD - kept, away);
            server.test.clock.advance(91);
            assert!(server.app.provider.sweep().await.unwrap() > u64::from(BURST));
            assert_eq!(count(&server, "SELECT COUNT(*) FROM pushed_requests").await, 0, "nobody came with them");
        }
    }

    both! {
        async fn login_names_are_not_tried_by_the_thousand(engine) {
            let server = small(engine, 0).await;
            let mut admin = Browser::through_proxy(&server.base, HONEST);
            admin.login(ADMIN, PASSWORD).await.data();
            let items = "/api/admin/dictionary-items?filter=%7B%22categoryId%22:%221%22%7D";
            let category = admin.get(items).await.json()[0]["id"].as_str().unwrap().to_owned();
            let tenant = json!({ "tenantName": "T", "abbr": "T", "categoryId": category });
            let tenant = admin.post("/api/admin/tenants", &tenant).await.json()["id"].as_str().unwrap().to_owned();
            let dry_run = |names: usize| {
                use base64::Engine as _;
                let rows = (0..names).map(|n| format!("name{n},r,t,p\n")).collect::<Vec<_>>().concat();
                let content = base64::engine::general_purpose::STANDARD.encode(format!("用户名,角色,类型,职位\n{rows}"));
                json!({ "tenantId": tenant, "content": content, "dryRun": true })
            };
            assert_eq!(admin.post(IMPORT, &dry_run(60)).await.status, 200);
            server.test.clock.advance(601);
            let (mut tried, mut refused) = (0, 0);
            for names in [60, 1000] {
                tried += 1;
                let answer = admin.post(IMPORT, &dry_run(names)).await;
                refused += usize::from(answer.status == 403 && answer.json()["code"] == "recent_proof");
            }
            admin.post("/api/sys/recentProof/password", &json!({ "password": PASSWORD })).await.data();
            for names in [9900, 9900] {
                let answer = admin.post(IMPORT, &dry_run(names)).await;
                assert_eq!(answer.status, 200, "{answer:?}");
            }
            tried += 1;
            refused += usize::from(admin.post(IMPORT, &dry_run(500)).await.status == 429);
            attack::refused("login names by the thousand, by trying a file", engine, tried, refused);
        }
    }

    /// The median time of an honest sign-in, in microseconds.
    #[expect(clippy::disallowed_methods, reason = "this measures real time")]
    async fn honest(server: &Running) -> u128 {
        let mut took = Vec::new();
        for _ in 0..41 {
            let mut browser = Browser::through_proxy(&server.base, HONEST);
            let begun = std::time::Instant::now();
            browser.login(ADMIN, PASSWORD).await.data();
            took.push(begun.elapsed().as_micros());
        }
        took.sort_unstable();
        took[took.len() / 2]
    }

    both! {
        #[ignore = "measures time: alone, and optimised"]
        async fn an_honest_sign_in_beside_a_flood(engine) {
            let server = small(engine, 500).await;
            let alone = honest(&server).await;
            let flood = (0..16).map(|_| {
                let mut attacker = Browser::through_proxy(&server.base, ATTACKER);
                tokio::spawn(async move {
                    for sent in 0_u64.. {
                        if attacker.login("nobody", "Wrong1horse").await.body.is_empty() {
                            return sent;
                        }
                    }
                    0
                })
            });
            let flood: Vec<_> = flood.collect();
            let beside = honest(&server).await;
            flood.iter().for_each(tokio::task::JoinHandle::abort);
            println!("{engine:?}: an honest sign-in takes {alone} us alone, {beside} us beside a flood");
        }
    }
}
