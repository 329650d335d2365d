//! Appending to the audit chain, in the caller's transaction. Reading and verifying is the audit room's.

use aws_lc_rs::digest::{SHA256, digest};
use serde_json::Value;

use super::clock::Time;
use super::ctx::{Event, Outcome, Who};
use super::db::Tx;
use super::error::Error;
use super::http::Request;

/// A row without its place in the chain.
#[derive(Debug)]
pub struct Draft {
    actor: String,
    actor_name: String,
    session_id: Option<String>,
    address: Option<String>,
    request_id: String,
    action: &'static str,
    resource: &'static str,
    record_id: String,
    tenant_id: Option<String>,
    before: Option<String>,
    after: Option<String>,
    reason: Option<String>,
    outcome: &'static str,
}

impl Draft {
    pub fn new(who: &Who, request: &Request, event: Event) -> Self {
        let (actor, actor_name, session_id) = match who {
            Who::Person(p) => (p.id.to_string(), p.user_name.clone(), Some(p.session_id.to_string())),
            Who::System(part) => (format!("system:{part}"), (*part).to_owned(), None),
            Who::Nobody | Who::Ended(_) => ("nobody".to_owned(), String::new(), None),
        };
        Self {
            actor,
            actor_name,
            session_id,
            address: request.address.map(|a| a.to_string()),
            request_id: request.id.clone(),
            action: event.action,
            resource: event.resource,
            record_id: event.record,
            tenant_id: event.tenant.map(|t| t.to_string()),
            before: event.before.as_ref().map(Value::to_string),
            after: event.after.as_ref().map(Value::to_string),
            reason: event.reason,
            outcome: match event.outcome.unwrap_or(Outcome::Ok) {
                Outcome::Ok => "ok",
                Outcome::Refused => "refused",
                Outcome::Failed => "failed",
            },
        }
    }
}

/// The hash of a row: SHA-256, in hex, over a JSON array of all its columns with the previous hash. An
/// array, because its text has one form; times and numbers as the database holds them.
#[must_use]
pub fn row_hash(seq: i64, at: Time, columns: [Option<&str>; 13], prev: &str) -> String {
    let text = serde_json::json!([seq, at.0, columns, prev]).to_string();
    hex(digest(&SHA256, text.as_bytes()).as_ref())
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// Appends the drafts in their order.
pub async fn append(tx: &mut Tx, at: Time, drafts: Vec<Draft>) -> Result<(), Error> {
    if drafts.is_empty() {
        return Ok(());
    }
    // Takes the row lock: whoever comes next waits until this transaction ends.
    let (mut seq, mut prev): (i64, String) =
        tx.query("UPDATE audit_head SET seq = seq + 0 WHERE id = 1 RETURNING seq, hash").one().await?;
    for d in drafts {
        seq += 1;
        let columns = [
            Some(d.actor.as_str()),
            Some(&d.actor_name),
            d.session_id.as_deref(),
            d.address.as_deref(),
            Some(&d.request_id),
            Some(d.action),
            Some(d.resource),
            Some(&d.record_id),
            d.tenant_id.as_deref(),
            d.before.as_deref(),
            d.after.as_deref(),
            d.reason.as_deref(),
            Some(d.outcome),
        ];
        let hash = row_hash(seq, at, columns, &prev);
        tx.query(
            "INSERT INTO audit_events (seq, at, actor, actor_name, session_id, address, request_id, action, resource, \
             record_id, tenant_id, before, after, reason, outcome, prev_hash, hash) \
             VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)",
        )
        .bind(seq)
        .bind(at)
        .bind(d.actor)
        .bind(d.actor_name)
        .bind(d.session_id)
        .bind(d.address)
        .bind(d.request_id)
        .bind(d.action)
        .bind(d.resource)
        .bind(d.record_id)
        .bind(d.tenant_id)
        .bind(d.before)
        .bind(d.after)
        .bind(d.reason)
        .bind(d.outcome)
        .bind(prev)
        .bind(hash.clone())
        .execute()
        .await?;
        prev = hash;
    }
    tx.query("UPDATE audit_head SET seq = $1, hash = $2 WHERE id = 1").bind(seq).bind(prev).execute_later().await?;
    Ok(())
}
