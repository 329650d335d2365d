//! Refusals in the OpenAPI description: the error answers of every operation, from the tables of the faces.
//! Operations describe their successful answers; the refusals are the same for all operations of a face.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::error::Code;
use super::resource;

/// A refusal of the documented calls.
const ENVELOPE: &str = "RefusedEnvelope";
/// A refusal of the admin REST API.
const ADMIN: &str = "RefusedAdmin";
/// A refusal of the provider.
const OAUTH: &str = "RefusedOAuth";

/// The endpoints of the provider to which browsers are sent.
const PAGES: &[&str] = &["/oauth2/authorize", "/oauth2/logout"];

/// The statuses of the provider's endpoints beside those that they describe themselves, with the reason.
const OAUTH_STATUSES: &[(&str, &str)] = &[
    ("400", "RFC 6749, section 5.2"),
    ("401", "The client or the token did not prove itself"),
    ("403", "RFC 6750, section 3.1"),
    ("404", "Nothing is there"),
    ("405", "Not a method of this address"),
    ("413", "Larger than what is taken"),
    ("415", "Another content type"),
    ("429", "Too often; Retry-After says when to come again"),
    ("500", "A fault of the server"),
    ("503", "The server is busy; Retry-After says when to come again"),
    ("507", "Nothing can be stored"),
];

/// The description as JSON, with the refusals of its face at every operation, and their schemas.
#[must_use]
pub fn describe(api: &OpenApi) -> Value {
    // A description consists of maps with text keys: it always becomes JSON.
    let mut document = serde_json::to_value(api).unwrap_or_default();
    let mut described = Map::new();
    for (path, mut operations) in document["paths"].as_object().cloned().unwrap_or_default() {
        for operation in operations.as_object_mut().into_iter().flat_map(Map::values_mut) {
            add(&path, operation);
        }
        // OpenAPI has no syntax for the rest of a path; the parameter is written without the router's `*`.
        described.insert(path.replace("{*", "{"), operations);
    }
    document["paths"] = described.into();
    for (name, schema) in schemas() {
        document["components"]["schemas"][name] = schema;
    }
    document
}

fn add(path: &str, operation: &mut Value) {
    // The required permissions are not published.
    operation.as_object_mut().map(|operation| operation.remove(resource::ACCESS));
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for (status, response) in responses.iter_mut() {
        describe_by_status(status, response);
    }
    if path.starts_with("/api/admin/") {
        for (status, codes) in of_table(|code| code.admin_status().as_u16()) {
            put(responses, &status, &codes, ADMIN);
        }
    } else if path.starts_with("/api/") {
        for (status, codes) in of_table(|code| code.documented_status().as_u16()) {
            // The specification's calls fail with status 200 and a code other than 200.
            if status == "200" { widen(responses, &codes) } else { put(responses, &status, &codes, ENVELOPE) }
        }
    } else {
        for (status, why) in OAUTH_STATUSES {
            put(responses, status, why, OAUTH);
            // A refusal to a browser is a page.
            if PAGES.contains(&path) {
                responses[*status]["content"]["text/html"] = json!({});
            }
        }
    }
}

/// Describes an answer that has no sentence of its own by its reason phrase: OpenAPI 3.1 requires one (section 4.8.17).
fn describe_by_status(status: &str, response: &mut Value) {
    let is_described = response["description"].as_str().is_some_and(|text| !text.is_empty());
    let reason = status.parse::<StatusCode>().ok().and_then(|status| status.canonical_reason());
    if let (false, Some(reason)) = (is_described, reason) {
        response["description"] = reason.into();
    }
}

/// The codes of each status in the table.
fn of_table(status: impl Fn(Code) -> u16) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for code in Code::ALL {
        all.entry(status(*code).to_string()).or_default().push(code.slug());
    }
    all.into_iter().map(|(status, codes)| (status, codes.join(", "))).collect()
}

/// Adds a refusal to what the operation itself describes for this status.
fn put(responses: &mut Map<String, Value>, status: &str, why: &str, schema: &str) {
    let response = responses.entry(status).or_insert_with(|| json!({ "description": why }));
    if response["content"]["application/json"].is_null() {
        response["content"]["application/json"] = json!({ "schema": reference(schema) });
    }
}

/// Allows a refusal with the status of the successful answer.
fn widen(responses: &mut Map<String, Value>, codes: &str) {
    let response = responses.entry("200").or_insert_with(|| json!({ "description": codes }));
    let content = &mut response["content"]["application/json"]["schema"];
    let right = content.take();
    *content = if right.is_null() { reference(ENVELOPE) } else { json!({ "anyOf": [right, reference(ENVELOPE)] }) };
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

fn schemas() -> [(&'static str, Value); 3] {
    let text = || json!({ "type": "string" });
    [
        (
            ENVELOPE,
            json!({
                "type": "object",
                "description": "A documented call that did not do what was asked.",
                "required": ["code", "message", "data", "success", "isOk", "requestId"],
                "properties": {
                    "code": { "type": "string", "description": "Never 200." },
                    "message": { "type": "string", "description": "A sentence in the caller's language." },
                    "data": { "description": "Wrong fields under `errors`, or what helps to go on; null mostly." },
                    "success": { "type": "boolean", "enum": [false] },
                    "isOk": { "type": "boolean", "enum": [false] },
                    "requestId": text(),
                },
            }),
        ),
        (
            ADMIN,
            json!({
                "type": "object",
                "description": "An administrator's call that did not do what was asked.",
                "required": ["code", "message", "requestId"],
                "properties": {
                    "code": text(),
                    "message": { "type": "string", "description": "A sentence in the caller's language." },
                    "errors": { "type": "object", "additionalProperties": text(), "description": "By field." },
                    "data": { "description": "What helps to go on." },
                    "requestId": text(),
                },
            }),
        ),
        (
            OAUTH,
            json!({
                "type": "object",
                "description": "RFC 6749, section 5.2.",
                "required": ["error"],
                "properties": { "error": text(), "error_description": text() },
            }),
        ),
    ]
}
