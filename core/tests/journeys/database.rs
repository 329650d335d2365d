//! Databases that stop and restart, fall silent, or are behind a pooler.

use std::time::Duration;

use futures::future::join_all;
use serde_json::{Value, json};

use crate::app::Installation;
use crate::browser::{ADMIN, Answer, client};
use crate::cluster::{Cluster, Line, Pooler};
use crate::faults::{PROGRAM, TRIES, Visitor};
use crate::testing::Engine;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_goes_and_comes_back_needs_no_restart() {
    let mut cluster = Cluster::new().await;
    let installation = Installation { database: cluster.url(), ..Installation::new(Engine::Sqlite).await };
    installation.ok(&["client", "import", "/dev/stdin"], PROGRAM).await;
    let server = installation.serve().await;
    let mut visitor = Visitor::new(&server).await;
    for round in 0..2 {
        assert_eq!(visitor.save(&format!("before {round}")).await.status, 201);
        cluster.crash().await;
        let away = visitor.save(&format!("away {round}")).await;
        assert_eq!(away.status, 503, "{away:?}");
        assert!(away.header("retry-after").parse::<u32>().is_ok(), "{away:?}");
        let documented = visitor.browser.get("/api/sys/user/info").await;
        assert_eq!((documented.status.as_u16(), documented.failure()), (503, "503".to_owned()));
        assert_eq!(visitor.ready().await.0, 503);
        assert_eq!(visitor.browser.get("/healthz").await.status, 200, "the process is fine");
        cluster.start().await;
        visitor.waits_until_ready().await;
        // A connection from before the outage may be handed out once more, and never after that.
        let mut saved = 0;
        for n in 0..TRIES {
            let answer = visitor.save(&format!("again {round} {n}")).await;
            assert!(matches!(answer.status.as_u16(), 201 | 503), "{answer:?}");
            saved = if answer.status == 201 { saved + 1 } else { 0 };
            if saved == 5 {
                break;
            }
        }
        assert_eq!(saved, 5);
        assert_eq!(visitor.token().await, 200);
        visitor.finds_everything().await;
    }
    let verdict = installation.ok(&["audit", "verify"], "").await;
    assert!(verdict.contains("whole"), "{verdict}");
}

/// Service managers kill what does not end by itself. The limit is far above what all parts of an end may take together, and
/// below the half minute that a single statement may.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_database_falls_silent_ends_when_it_is_told_to() {
    let installation = Installation::new(Engine::Postgres).await;
    let line = Line::new(&installation.database).await;
    let installation = Installation { database: line.url.clone(), ..installation };
    let settings = [("CARDEA_HTTP__SHUTDOWN_SECONDS", "1"), ("CARDEA_DATABASE__MAX_CONNECTIONS", "16")];
    let server = installation.serve_with(&settings).await;
    let visitor = Visitor::new(&server).await;
    // The end finds connections that are free, and asks on one of them.
    let users = || client().get(format!("{}/api/admin/users", visitor.base)).header("authorization", &visitor.session);
    for answer in join_all((0..12).map(|_| users().send())).await {
        assert_eq!(answer.unwrap().status(), 200);
    }
    line.fall_silent();
    tokio::time::timeout(Duration::from_secs(25), server.stop()).await.expect("it ends");
}

/// Several people at once on two nodes.
async fn crowd(installation: &Installation) {
    let one = installation.serve().await;
    let mut visitor = Visitor::new(&one).await;
    let other = installation.serve().await;
    let mut people = Vec::new();
    for n in 0..8 {
        let (base, category) = (if n % 2 == 0 { &one.base } else { &other.base }.clone(), visitor.category.clone());
        let (http, token) = (client(), visitor.session.clone());
        people.push(tokio::spawn(async move {
            for m in 0..5 {
                let name = format!("{n}-{m}");
                let tenant = json!({ "tenantName": name, "abbr": name, "categoryId": category });
                let save = http.post(format!("{base}/api/admin/tenants")).header("authorization", &token);
                assert_eq!(Answer::read(save.json(&tenant).send().await.unwrap()).await.status, 201);
                let info = http.get(format!("{base}/api/sys/user/info")).header("authorization", &token);
                assert_eq!(Answer::read(info.send().await.unwrap()).await.data()["userName"], ADMIN);
            }
        }));
    }
    for person in people {
        person.await.unwrap();
    }
    let listed: Value = visitor.browser.get("/api/admin/tenants?range=%5B0,99%5D").await.json();
    assert_eq!(listed.as_array().unwrap().len(), 40);
    let doctor = installation.ok(&["doctor"], "").await;
    assert!(doctor.contains("database  fine"), "{doctor}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_pooler_by_session_all_is_as_without() {
    let installation = Installation::new(Engine::Postgres).await;
    let pooler = Pooler::new(&installation.database, "session").await;
    let installation = Installation { database: pooler.url.clone(), ..installation };
    crowd(&installation).await;
    assert!(!installation.ok(&["doctor"], "").await.contains("pooler"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_pooler_by_transaction_nothing_is_kept_prepared() {
    for address in ["", "?statement-cache-capacity=0"] {
        let installation = Installation::new(Engine::Postgres).await;
        let pooler = Pooler::new(&installation.database, "transaction").await;
        let installation = Installation { database: format!("{}{address}", pooler.url), ..installation };
        crowd(&installation).await;
        assert!(
            installation.ok(&["doctor"], "").await.contains("a pooler lends connections by transaction"),
            "{address}"
        );
    }
}
