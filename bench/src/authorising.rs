//! How long it takes to authorise many people for a study, against the simulated trial system of the demonstration.

use std::fmt::Write as _;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::Result;
use crate::http1::Connection;
use crate::load::now;
use crate::party::{Party, strange};

/// Within which a thousand people are authorised.
pub const GOAL: Duration = Duration::from_secs(10);
/// The system: data capture, whose plugin makes one call for each person.
const WEB_CODE: &str = "020";
/// How often the progress is asked for, as the console does.
const POLL: Duration = Duration::from_millis(250);

/// A connection that asks the admin REST.
struct Console<'a> {
    party: &'a Party,
    connection: Connection,
}

impl Console<'_> {
    async fn get(&mut self, path: &str) -> Result<Value> {
        let request = self.party.get(path);
        self.answer(path, &request, 200).await
    }

    async fn post(&mut self, path: &str, body: &Value, status: u16) -> Result<Value> {
        let request = self.party.post(path, &body.to_string());
        self.answer(path, &request, status).await
    }

    async fn answer(&mut self, path: &str, request: &[u8], status: u16) -> Result<Value> {
        let answer = self.connection.call(request).await?;
        if answer.status != status {
            return Err(strange(path, answer).into());
        }
        Ok(serde_json::from_slice(answer.body)?)
    }
}

fn text(value: &Value) -> Result<&str> {
    value.as_str().ok_or_else(|| format!("{value} is no text").into())
}

/// A filter in the query of a list.
fn filtered(path: &str, filter: &Value, range: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("filter", &filter.to_string())
        .append_pair("range", range)
        .finish();
    format!("{path}?{query}")
}

/// What was measured.
#[derive(Debug)]
pub struct Authorised {
    /// People.
    pub people: usize,
    /// From the request until the result is there.
    pub time: Duration,
    /// How often another number of finished people was shown meanwhile.
    pub steps: usize,
}

impl Authorised {
    /// Whether the goal is met; it is for a thousand people.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.time <= GOAL
    }

    /// For the page.
    #[must_use]
    pub fn markdown(&self) -> String {
        let met = if self.is_met() { "met" } else { "**missed**" };
        let (people, seconds, steps) = (self.people, self.time.as_secs_f64(), self.steps);
        format!(
            "| People | s | Steps of progress | |\n|--:|--:|--:|---|\n| {people} | {seconds:.1} | {steps} | {met} |\n"
        )
    }
}

/// Makes the people members of the tenant that has the system, and returns the tenant and their ids.
async fn members(console: &mut Console<'_>, people: usize) -> Result<(String, Vec<String>)> {
    let role =
        json!({ "name": "Measured", "nameEn": "Measured", "roleType": "1", "superAdmin": "1", "resourceIdList": [] });
    console.post("/api/admin/roles", &role, 201).await?;
    let mut accounts = "User name,Name,E-mail,Phone,Role\n".to_owned();
    let mut members = "User name,Role,Type,Position\n".to_owned();
    for n in 0..people {
        // Writing to a String does not fail.
        let _ = writeln!(accounts, "many.{n},Many {n},many.{n}@example.org,137{n:08},Measured");
        let _ = writeln!(members, "many.{n},Study member,Site staff,Principal investigator");
    }
    let file = |csv: &str| json!({ "content": STANDARD.encode(csv), "dryRun": false });
    let tenants = console.get(&filtered("/api/admin/tenants", &json!({}), "[0,99]")).await?;
    let tenant = tenants.as_array().and_then(|all| all.iter().find(|one| one["tenantCode"] == "HUAKANG"));
    let tenant = text(&tenant.ok_or("the demonstration's tenant is not there")?["id"])?.to_owned();
    let made = console.post("/api/admin/users/import", &file(&accounts), 200).await?;
    let mut joining = file(&members);
    joining["tenantId"] = json!(tenant);
    let joined = console.post("/api/admin/tenant-users/import", &joining, 200).await?;
    for answer in [&made, &joined] {
        if answer["applied"] != json!(true) {
            return Err(format!("the people do not come in: {answer}").into());
        }
    }
    let (mut ids, mut from) = (Vec::with_capacity(people), 0);
    while ids.len() < people {
        let range = format!("[{from},{}]", from + 199);
        let page = console.get(&filtered("/api/admin/tenant-users", &json!({ "tenantId": tenant }), &range)).await?;
        let found = page.as_array().filter(|page| !page.is_empty()).ok_or("too few people came in")?;
        from += found.len();
        for one in found.iter().filter(|one| one["userName"].as_str().is_some_and(|name| name.starts_with("many."))) {
            ids.push(text(&one["userId"])?.to_owned());
        }
    }
    Ok((tenant, ids))
}

/// Authorises so many people at every site of a study, and waits for the result of each.
pub async fn run(party: &Party, people: usize) -> Result<Authorised> {
    let mut console = Console { party, connection: party.connect().await? };
    let (tenant, ids) = members(&mut console, people).await?;
    let panels = console.get(&format!("/api/admin/panels?tenantId={tenant}")).await?;
    let panel = panels.as_array().and_then(|all| all.iter().find(|one| one["webCode"] == WEB_CODE));
    let software = text(&panel.ok_or("the system has no panel")?["id"])?.to_owned();
    let at = |what: &str| format!("/api/admin/panels/{software}/{what}");
    let choices = json!({ "tenantId": tenant, "column": "project" });
    let projects = console.post(&at("options"), &choices, 200).await?;
    let project = text(&projects["choices"][0]["id"])?.to_owned();
    let choices = json!({ "tenantId": tenant, "column": "sites", "picked": [{ "column": "project", "id": project }] });
    let sites = console.post(&at("options"), &choices, 200).await?;
    let sites: Vec<&Value> = sites["choices"].as_array().into_iter().flatten().map(|site| &site["id"]).collect();
    let row = json!({ "cells": {
        "project": { "picks": [project] }, "sites": { "picks": sites }, "moduleRoles": { "picks": ["data-entry"] },
        "roleEnvironment": { "pairs": [{ "role": "investigator", "environment": "prod" }] },
    } });
    let request = json!({ "tenantId": tenant, "userIds": ids, "emails": [], "userRole": "study-member",
        "userTypeId": "3-site", "grants": [row] });
    let begin = now();
    let accepted = console.post(&at("authorise"), &request, 202).await?;
    let path = format!("/api/admin/panels/batches/{}", text(&accepted["batchId"])?);
    let (mut steps, mut seen) = (0, Value::Null);
    loop {
        let progress = console.get(&path).await?;
        if progress["finished"] != seen {
            seen = progress["finished"].clone();
            steps += 1;
        }
        if progress["state"] == "done" {
            let time = now() - begin;
            let succeeded = progress["succeeded"].as_array().map_or(0, Vec::len);
            if succeeded != people {
                return Err(format!("{succeeded} of {people} were authorised: {}", progress["failed"][0]).into());
            }
            return Ok(Authorised { people, time, steps });
        }
        tokio::time::sleep(POLL).await;
    }
}
