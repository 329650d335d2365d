//! A real panel with its plugin and its trial system: bad input is refused before it has any effect.

use cardea::kernel::db::Db;
use serde_json::{Value, json};

use crate::app::Installation;
use crate::both;
use crate::browser::{Answer, Browser, PASSWORD};

/// The administrator, at the EDC panel of a tenant.
struct Panel {
    browser: Browser,
    tenant: String,
    path: String,
    columns: Vec<Value>,
}

impl Panel {
    async fn open(base: &str) -> Self {
        let mut browser = Browser::new(base);
        browser.login("admin", PASSWORD).await.data();
        let tenants = browser.get("/api/tenant/combobox").await.data();
        let mut found = None;
        for tenant in tenants.as_array().unwrap() {
            let tenant = tenant["code"].as_str().unwrap();
            let panels = browser.get(&format!("/api/admin/panels?tenantId={tenant}")).await.json();
            let ready = panels.as_array().unwrap().iter().find(|p| p["available"] == true).cloned();
            found = found.or(ready.map(|panel| (tenant.to_owned(), panel)));
        }
        let (tenant, edc) = found.expect("a tenant with a panel whose plugin is there");
        let path = format!("/api/admin/panels/{}", edc["id"].as_str().unwrap());
        let definition = browser.get(&format!("{path}?tenantId={tenant}")).await.json();
        let columns = definition["columns"].as_array().unwrap().clone();
        Self { browser, tenant, path, columns }
    }

    fn key(&self, kind: &str) -> String {
        let column = self.columns.iter().find(|c| c["kind"] == kind).unwrap_or_else(|| panic!("{:?}", self.columns));
        column["key"].as_str().unwrap().to_owned()
    }

    async fn call(&mut self, name: &str, fields: Value) -> Answer {
        let mut body = json!({ "tenantId": self.tenant });
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.browser.post(&format!("{}/{name}", self.path), &body).await
    }

    async fn first(&mut self, column: &Value, part: Option<&str>, picked: &[Value]) -> Value {
        let mut ask = json!({ "column": column["key"], "search": "", "picked": picked });
        if let Some(part) = part {
            ask["part"] = part.into();
        }
        let answer = self.call("options", ask).await;
        assert_eq!(answer.status, 200, "{column}: {answer:?}");
        answer.json()["choices"][0]["id"].clone()
    }

    /// A row with the first choice of every column.
    async fn right_row(&mut self) -> Value {
        let (mut cells, mut picked) = (json!({}), Vec::new());
        for column in self.columns.clone() {
            let key = column["key"].as_str().unwrap().to_owned();
            cells[&key] = match column["kind"].as_str().unwrap() {
                "flag" => json!({ "flag": true }),
                "role-environment" => {
                    let role = self.first(&column, Some("role"), &picked).await;
                    let environment = self.first(&column, Some("environment"), &picked).await;
                    json!({ "pairs": [{ "role": role, "environment": environment }] })
                }
                _ => {
                    let id = self.first(&column, None, &picked).await;
                    picked.push(json!({ "column": key, "id": id }));
                    json!({ "picks": [id] })
                }
            };
        }
        json!({ "cells": cells })
    }
}

async fn batches(database: &str) -> i64 {
    let db = Db::open(database, 1).await.unwrap();
    let mut tx = db.begin_read().await.unwrap();
    let (count,) = tx.query("SELECT COUNT(*) FROM authorisation_batches").one().await.unwrap();
    drop(tx);
    db.close().await;
    count
}

/// Wrong requests for choices.
fn wrong_questions(projects: &str, sites: &str) -> Vec<Value> {
    let long = "x".repeat(5000);
    let mut all = vec![
        json!({ "column": "nonsense" }),
        json!({ "column": "a\u{0}b" }),
        json!({ "column": projects, "search": "a\u{0}b" }),
        json!({ "column": projects, "search": long }),
        json!({ "column": projects, "cursor": "nonsense" }),
        json!({ "column": projects, "cursor": "WyJhXHUwMDAwYiIsIjEiXQ" }),
        json!({ "column": projects, "part": "nonsense" }),
        json!({ "column": projects, "picked": [1] }),
    ];
    let ids = ["", "nonsense", "a\u{0}b", "' OR 1=1--", &long];
    all.extend(ids.map(|id| json!({ "column": sites, "picked": [{ "column": projects, "id": id }] })));
    all
}

/// Wrong selections, each with one wrong cell in a right row.
fn wrong_rows(right: &Value, projects: &str, sites: &str) -> Vec<Value> {
    let with = |key: &str, cell: Value| {
        let mut row = right.clone();
        row["cells"][key] = cell;
        row
    };
    let mut all = vec![
        with("nonsense", json!({ "flag": true })),
        with("a\u{0}b", json!({ "flag": true })),
        with(projects, json!({ "flag": true })),
        with(projects, json!({ "nonsense": [] })),
        with(projects, json!({ "picks": "x" })),
        with(projects, json!(null)),
        json!({ "cells": right["cells"], "tab": "a\u{0}b" }),
        json!({ "cells": [] }),
        json!("x"),
    ];
    for id in ["", "nonsense", "a\u{0}b", "' OR 1=1--", &"x".repeat(5000)] {
        all.push(with(projects, json!({ "picks": [id] })));
        all.push(with(sites, json!({ "picks": [id] })));
    }
    all
}

fn refused(answer: &Answer, about: &Value) {
    assert!(answer.status.is_client_error(), "{about:.300}: {answer:?}");
    let body = answer.json();
    assert!(body["code"].is_string() && body["message"].is_string(), "{about:.300}: {answer:?}");
    assert_eq!(body["requestId"], answer.header("x-request-id"));
}

both! {
    async fn a_panel_refuses_what_is_wrong(engine) {
        let installation = Installation::new(engine).await;
        let server = installation.demo().await;
        let mut panel = Panel::open(&server.base).await;
        let (projects, sites) = (panel.key("projects"), panel.key("sites"));
        let right = panel.right_row().await;
        for question in wrong_questions(&projects, &sites) {
            refused(&panel.call("options", question.clone()).await, &question);
        }
        let members = format!("/api/admin/tenant-users?filter=%7B%22tenantId%22:%22{}%22%7D", panel.tenant);
        let member = panel.browser.get(&members).await.json()[0]["userId"].clone();
        let request = |grants: Value| json!({ "userIds": [member], "userRole": "1", "userTypeId": "1", "grants": grants });
        let before = batches(&installation.database).await;
        for row in wrong_rows(&right, &projects, &sites) {
            refused(&panel.call("validate", json!({ "grants": [row] })).await, &row);
            refused(&panel.call("authorise", request(json!([row]))).await, &row);
        }
        let long = "x".repeat(5000);
        for (field, value) in [
            ("userRole", json!("a\u{0}b")),
            ("userRole", json!(long)),
            ("userTypeId", json!("a\u{0}b")),
            ("userTypeId", json!(long)),
            ("userIds", json!(["a\u{0}b"])),
            ("userIds", json!([])),
            ("emails", json!(["a\u{0}b@example.org"])),
            ("emails", json!([format!("{long}@example.org")])),
            ("grants", json!([])),
            ("grants", json!(vec![right.clone(); 1000])),
        ] {
            let mut wrong = request(json!([right]));
            wrong[field] = value;
            refused(&panel.call("authorise", wrong.clone()).await, &wrong);
        }
        assert_eq!(batches(&installation.database).await, before, "nothing was begun");
        // A correct selection is accepted.
        let issues = panel.call("validate", json!({ "grants": [right] })).await;
        assert_eq!((issues.status.as_u16(), issues.json()), (200, json!([])));
        let accepted = panel.call("authorise", request(json!([right]))).await;
        assert_eq!(accepted.status, 202, "{accepted:?}");
        assert_eq!(batches(&installation.database).await, before + 1);
    }
}
