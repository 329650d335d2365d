//! Refusals in the OpenAPI description: what every operation may answer when it does not do what was asked, from the
//! tables of the faces. Operations describe their right answers; these are the same for all of a face.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::error::Code;
use super::resource;

/// A refusal of the documented calls.
const ENVELOPE: &str = "RefusedEnvelope";
/// One of the admin REST.
const ADMIN: &str = "RefusedAdmin";
/// One of the provider.
const OAUTH: &str = "RefusedOAuth";

/// The provider's endpoints that browsers are sent to.
const PAGES: &[&str] = &["/oauth2/authorize", "/oauth2/logout"];

/// What the provider's endpoints may answer beside what they describe themselves, with its reason.
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

/// The description as JSON, with the refusals of its face at every operation, and what they look like.
#[must_use]
pub fn describe(api: &OpenApi) -> Value {
    // A description is maps with texts for keys: nothing of it cannot be JSON.
    let mut document = serde_json::to_value(api).unwrap_or_default();
    let mut described = Map::new();
    for (path, mut operations) in document["paths"].as_object().cloned().unwrap_or_default() {
        for operation in operations.as_object_mut().into_iter().flat_map(Map::values_mut) {
            add(&path, operation);
        }
        // OpenAPI has no name for the rest of a path; a parameter is called without the router's mark.
        described.insert(path.replace("{*", "{"), operations);
    }
    document["paths"] = described.into();
    for (name, schema) in schemas() {
        document["components"]["schemas"][name] = schema;
    }
    document
}

fn add(path: &str, operation: &mut Value) {
    // Who may is the server's own to know.
    operation.as_object_mut().map(|operation| operation.remove(resource::ACCESS));
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    if path.starts_with("/api/admin/") {
        for (status, codes) in of_table(|code| code.admin_status().as_u16()) {
            put(responses, &status, &codes, ADMIN);
        }
    } else if path.starts_with("/api/") {
        for (status, codes) in of_table(|code| code.documented_status().as_u16()) {
            // Failures of the specification's calls are 200 with a code that is not.
            if status == "200" { widen(responses, &codes) } else { put(responses, &status, &codes, ENVELOPE) }
        }
    } else {
        for (status, why) in OAUTH_STATUSES {
            put(responses, status, why, OAUTH);
            // Where a browser is sent, the refusal is a page.
            if PAGES.contains(&path) {
                responses[*status]["content"]["text/html"] = json!({});
            }
        }
    }
}

/// The codes of each status.
fn of_table(status: impl Fn(Code) -> u16) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for code in Code::ALL {
        all.entry(status(*code).to_string()).or_default().push(code.slug());
    }
    all.into_iter().map(|(status, codes)| (status, codes.join(", "))).collect()
}

/// A refusal, in addition to what the operation says of this status itself.
fn put(responses: &mut Map<String, Value>, status: &str, why: &str, schema: &str) {
    let response = responses.entry(status).or_insert_with(|| json!({ "description": why }));
    if response["content"]["application/json"].is_null() {
        response["content"]["application/json"] = json!({ "schema": reference(schema) });
    }
}

/// The right answer, or a refusal of the same status.
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
