//! A power cut during saves: every acknowledged save is there, and none is there by half.

use std::collections::BTreeSet;

use cardea::kernel::db::Db;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::app::Installation;
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};

/// Callers that save concurrently.
const CALLERS: usize = 4;
/// Acknowledged saves after which the server is killed.
const ENOUGH: usize = 40;

/// A program with its token.
#[derive(Clone)]
struct Program {
    http: reqwest::Client,
    base: String,
    token: String,
}

impl Program {
    async fn get(&self, path: &str) -> Value {
        let request = self.http.get(format!("{}{path}", self.base)).header("authorization", &self.token);
        Answer::read(request.send().await.unwrap()).await.json()
    }

    /// The status of the answer, if one came.
    async fn save(&self, name: &str, category: &str) -> Option<u16> {
        let tenant = json!({ "tenantName": name, "abbr": name, "categoryId": category });
        let request = self.http.post(format!("{}/api/admin/tenants", self.base)).header("authorization", &self.token);
        request.json(&tenant).send().await.ok().map(|answer| answer.status().as_u16())
    }
}

/// Saves one tenant after the other until no answer comes.
async fn save_on(program: Program, caller: usize, category: String, acknowledged: mpsc::UnboundedSender<String>) {
    for n in 0_u32.. {
        let name = format!("tenant {caller}-{n}");
        match program.save(&name, &category).await {
            Some(status) => assert_eq!(status, 201, "{name}"),
            None => return,
        }
        // The receiver is gone once the test has failed.
        if acknowledged.send(name).is_err() {
            return;
        }
    }
}

/// Every tenant with the number of its creation rows in the audit.
async fn kept(database: &str) -> Vec<(String, String, i64)> {
    let db = Db::open(database, 1).await.unwrap();
    let mut tx = db.begin_read().await.unwrap();
    let rows = tx
        .query(
            "SELECT tenant_name, abbr, (SELECT COUNT(*) FROM audit_events WHERE action = 'tenant.created' \
             AND record_id = tenants.id) FROM tenants ORDER BY tenant_name",
        )
        .all()
        .await
        .unwrap();
    let (events,): (i64,) =
        tx.query("SELECT COUNT(*) FROM audit_events WHERE action = 'tenant.created'").one().await.unwrap();
    assert_eq!(usize::try_from(events).unwrap(), rows.len(), "as many tenants as the audit says");
    drop(tx);
    db.close().await;
    rows
}

both! {
    async fn what_was_acknowledged_survives_sigkill(engine) {
        let installation = Installation::new(engine).await;
        let server = installation.serve().await;
        let mut browser = Browser::new(&server.base);
        browser.set_up(server.set_up_link().unwrap()).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let token = browser.token();
        let program = Program { http: client(), base: server.base.clone(), token };
        let items = program.get("/api/admin/dictionary-items?filter=%7B%22categoryId%22:%221%22%7D").await;
        let category = items[0]["id"].as_str().expect("a category of tenants").to_owned();

        let (sender, mut acknowledged) = mpsc::unbounded_channel();
        let callers: Vec<_> = (0..CALLERS)
            .map(|n| tokio::spawn(save_on(program.clone(), n, category.clone(), sender.clone())))
            .collect();
        drop(sender);
        let mut names = BTreeSet::new();
        while names.len() < ENOUGH {
            names.insert(acknowledged.recv().await.expect("the callers save on"));
        }
        server.kill().await;
        for caller in callers {
            caller.await.unwrap();
        }
        // Answers that were in flight when it was killed.
        while let Some(name) = acknowledged.recv().await {
            names.insert(name);
        }

        let server = installation.serve().await;
        let rows = kept(&installation.database).await;
        let there: BTreeSet<_> = rows.iter().map(|(name, ..)| name.clone()).collect();
        assert!(names.is_subset(&there), "lost: {:?}", names.difference(&there));
        assert!(there.len() <= names.len() + CALLERS, "each caller had one save under way at most");
        for (name, abbr, events) in &rows {
            assert_eq!((abbr, *events), (name, 1), "{name} is whole");
        }
        let verdict: Value = serde_json::from_str(&installation.ok(&["audit", "verify"], "").await).unwrap();
        assert_eq!(verdict["chain"], "whole");

        let program = Program { base: server.base.clone(), ..program };
        let listed = program.get("/api/admin/tenants?range=%5B0,999%5D").await;
        assert_eq!(listed.as_array().unwrap().len(), there.len());
        assert_eq!(program.save("one more", &category).await, Some(201));
    }
}
