//! Checks answers against their description: the OpenAPI schema of an operation's successful answers holds for every
//! one in a test.
//!
//! The description is applied more strictly here than a client needs to: members that it does not name are forbidden.
//! An object composed of several parts (`allOf`) is closed once, around all of them.

use std::sync::OnceLock;

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

/// The path of the schemas in a description.
const PARTS: &str = "#/components/schemas/";
/// Suffix of a schema's open copy, which allows further members: for use within a larger object.
const OPEN: &str = ".open";

/// The description of a set of operations.
pub struct Contract {
    operations: Vec<Operation>,
    /// Every schema, closed.
    components: Value,
}

struct Operation {
    name: String,
    method: String,
    path: Vec<String>,
    answers: Vec<Answer>,
}

/// The description of a successful answer.
struct Answer {
    status: u16,
    /// The content types; empty for an answer without a body.
    kinds: Vec<String>,
    /// The schema of a JSON answer.
    schema: Option<Value>,
    validator: OnceLock<Validator>,
}

impl Contract {
    /// Reads a description.
    pub fn of(api: &OpenApi) -> Self {
        let document = serde_json::to_value(api).unwrap();
        let mut operations = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let answers = operation["responses"].as_object().unwrap().iter();
                operations.push(Operation {
                    name: operation["operationId"].as_str().unwrap().to_owned(),
                    method: method.to_uppercase(),
                    path: path.split('/').map(str::to_owned).collect(),
                    answers: answers.filter_map(|(status, answer)| Answer::of(status, answer)).collect(),
                });
            }
        }
        let mut parts = Map::new();
        for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
            parts.insert(name.clone(), closed(schema));
            parts.insert(format!("{name}{OPEN}"), open(schema, true));
        }
        Self { operations, components: json!({ "schemas": parts }) }
    }

    /// The names of all operations.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.operations.iter().map(|operation| operation.name.as_str())
    }

    fn find(&self, method: &str, path: &str) -> Option<&Operation> {
        let path: Vec<_> = path.split('/').collect();
        let fits = |operation: &&Operation| {
            let parts = || operation.path.iter().zip(&path);
            operation.method == method
                && operation.path.len() == path.len()
                && parts().all(|(described, asked)| described.starts_with('{') || described == asked)
        };
        // A fixed path is matched before one with parameters.
        self.operations.iter().filter(fits).min_by_key(|it| it.path.iter().filter(|part| part.starts_with('{')).count())
    }

    /// Checks an answer against its description, if it is a success; returns the operation's name. A documented call
    /// is a success if its envelope says so.
    #[track_caller]
    pub fn check(&self, method: &str, path: &str, status: u16, kind: &str, body: &[u8]) -> Option<&str> {
        // HEAD is GET without its body.
        if !(200..300).contains(&status) || method == "HEAD" {
            return None;
        }
        let operation = self.find(method, path).unwrap_or_else(|| panic!("{method} {path} is not described"));
        let said: Value = serde_json::from_slice(body).unwrap_or_default();
        if said["success"] == false {
            return None;
        }
        let name = operation.name.as_str();
        let answer = operation.answers.iter().find(|answer| answer.status == status);
        let answer = answer.unwrap_or_else(|| panic!("{name}: {status} is not described"));
        let essence = kind.split(';').next().unwrap_or_default().trim();
        let right = if answer.kinds.is_empty() { body.is_empty() } else { answer.kinds.iter().any(|it| it == essence) };
        assert!(right, "{name}: {kind:?}, described is {:?}", answer.kinds);
        if essence == "application/json" {
            let wrong: Vec<_> =
                answer.validator(&self.components).iter_errors(&said).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{name}: {}\n{said:#}", wrong.join("\n"));
        }
        Some(name)
    }
}

impl Answer {
    fn of(status: &str, described: &Value) -> Option<Self> {
        let status = status.parse().ok().filter(|status| (200..300).contains(status))?;
        let content = described["content"].as_object().cloned().unwrap_or_default();
        let schema = content.get("application/json").map(|it| closed(&it["schema"]));
        Some(Self { status, kinds: content.keys().cloned().collect(), schema, validator: OnceLock::new() })
    }

    /// Compiled once, at first use.
    fn validator(&self, components: &Value) -> &Validator {
        self.validator.get_or_init(|| {
            let root = json!({ "allOf": [self.schema.clone().unwrap_or_default()], "components": components });
            let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
            options.build(&root).unwrap_or_else(|error| panic!("{error}"))
        })
    }
}

/// A schema whose objects allow no members beyond the described ones.
fn closed(schema: &Value) -> Value {
    let mut schema = open(schema, false);
    let Some(members) = schema.as_object_mut() else { return schema };
    let object = members.contains_key("properties") || members.contains_key("allOf");
    if object && !members.contains_key("additionalProperties") {
        members.insert("unevaluatedProperties".into(), false.into());
    }
    schema
}

/// A schema that allows further members, while its members' own schemas do not. `within`: it is part of a larger
/// object, and so is the schema that it refers to.
fn open(schema: &Value, within: bool) -> Value {
    let Some(members) = schema.as_object() else { return schema.clone() };
    let mixed = within || members.contains_key("properties") || members.contains_key("allOf");
    let choice = |schema: &Value| if mixed { open(schema, true) } else { closed(schema) };
    let all = |schemas: &Value, of: &dyn Fn(&Value) -> Value| match schemas {
        Value::Array(several) => several.iter().map(of).collect(),
        one => of(one),
    };
    let member = |(name, value): (&String, &Value)| {
        let value = match (name.as_str(), value) {
            ("$ref", Value::String(to)) if within && to.starts_with(PARTS) => format!("{to}{OPEN}").into(),
            ("properties", Value::Object(properties)) => {
                properties.iter().map(|(name, schema)| (name.clone(), closed(schema))).collect()
            }
            ("items" | "prefixItems" | "additionalProperties", schemas) => all(schemas, &closed),
            ("oneOf" | "anyOf", schemas) => all(schemas, &choice),
            ("allOf", schemas) => all(schemas, &|schema| open(schema, true)),
            _ => value.clone(),
        };
        (name.clone(), value)
    };
    members.iter().map(member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contract() -> Contract {
        let api = json!({
            "openapi": "3.1.0", "info": { "title": "t", "version": "1" },
            "paths": {
                "/things": { "get": { "operationId": "list", "responses": { "200": { "description": "", "content": {
                    "application/json": { "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Thing" } } }
                } } } } },
                "/things/file": { "post": { "operationId": "file", "responses": { "200": { "description": "",
                    "content": { "application/zip": {} } } } } },
                "/things/{id}": { "post": { "operationId": "change", "responses": { "204": { "description": "" } } } },
            },
            "components": { "schemas": {
                "Base": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" },
                    "at": { "type": ["string", "null"], "format": "date-time" } } },
                "Thing": { "allOf": [{ "$ref": "#/components/schemas/Base" }, { "type": "object",
                    "properties": { "base": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Base" }] } } }] },
            } },
        });
        Contract::of(&serde_json::from_value(api).unwrap())
    }

    #[track_caller]
    fn refused(call: impl FnOnce() + std::panic::UnwindSafe) {
        assert!(std::panic::catch_unwind(call).is_err(), "this is taken");
    }

    #[test]
    fn an_answer_has_what_is_described_and_nothing_else() {
        let said = |body: Value| {
            let body = body.to_string();
            contract()
                .check("GET", "/things", 200, "application/json; charset=utf-8", body.as_bytes())
                .map(str::to_owned)
        };
        let right = json!([{ "id": "1", "at": "2026-01-05T08:00:00.000Z", "base": { "id": "2", "at": null } }, { "id": "3", "base": null }]);
        assert_eq!(said(right).as_deref(), Some("list"));
        for wrong in [
            json!({}),
            json!([{}]),
            json!([{ "id": 1 }]),
            json!([{ "id": "1", "at": "yesterday" }]),
            json!([{ "id": "1", "more": 1 }]),
            json!([{ "id": "1", "base": { "id": "2", "more": 1 } }]),
        ] {
            refused(|| drop(said(wrong)));
        }
    }

    #[test]
    fn status_and_content_type_are_described_too() {
        let said = |method: &str, path: &str, status, kind: &str, body: &[u8]| {
            contract().check(method, path, status, kind, body).map(str::to_owned)
        };
        assert_eq!(said("POST", "/things/file", 200, "application/zip", b"PK").as_deref(), Some("file"));
        assert_eq!(said("POST", "/things/7", 204, "", b"").as_deref(), Some("change"));
        assert_eq!(said("POST", "/nowhere", 404, "", b""), None, "of refusals nothing is said");
        refused(|| drop(said("POST", "/things/file", 200, "application/json", b"{}")));
        refused(|| drop(said("POST", "/things/7", 200, "", b"")));
        refused(|| drop(said("POST", "/things/7", 204, "text/plain", b"x")));
        refused(|| drop(said("GET", "/nowhere", 200, "", b"")));
    }
}
