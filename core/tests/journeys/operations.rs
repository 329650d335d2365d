//! The server's own description of its operations, and wrong requests to each of them.

use axum::http::Method;
use serde_json::Value;

/// One operation of the OpenAPI description.
pub struct Operation {
    pub method: Method,
    /// The path, with `{name}` for its parameters.
    pub path: String,
    /// Names of its query parameters.
    pub query: Vec<String>,
    /// Largest body in octets, if it differs from the general limit.
    pub max_body: Option<usize>,
    /// The properties of its JSON body, with their types.
    pub body: Option<Vec<(String, String)>>,
}

/// A request that is wrong.
pub struct Wrong {
    /// Path and query.
    pub address: String,
    pub content_type: Option<&'static str>,
    pub body: Vec<u8>,
    /// The required status, if there is only one.
    pub status: Option<u16>,
}

/// Existing records, so that one field can be wrong while all the others are right.
pub struct Known {
    pub tenant: String,
    pub user: String,
    pub category: String,
    /// A role of the platform.
    pub role: String,
}

/// Reads the description.
pub fn operations(description: &Value) -> Vec<Operation> {
    let mut all = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let query = parameters.iter().filter(|p| p["in"] == "query");
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            all.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                query: query.map(|p| p["name"].as_str().unwrap().to_owned()).collect(),
                max_body: operation["x-max-body"].as_u64().map(|most| usize::try_from(most).unwrap()),
                body: schema.is_object().then(|| properties(description, schema)),
            });
        }
    }
    all
}

/// Properties of a schema with their types; a type that is not plain counts as an object.
fn properties(description: &Value, schema: &Value) -> Vec<(String, String)> {
    // A body that may contain anything has none.
    let Some(properties) = resolved(description, schema)["properties"].as_object() else { return Vec::new() };
    let kind = |schema: &Value| {
        let types = match &resolved(description, schema)["type"] {
            Value::Array(types) => types.clone(),
            one => vec![one.clone()],
        };
        types.iter().filter_map(Value::as_str).find(|t| *t != "null").unwrap_or("object").to_owned()
    };
    properties.iter().map(|(name, schema)| (name.clone(), kind(schema))).collect()
}

/// The target of a reference; of a choice with null, the other schema.
fn resolved<'d>(description: &'d Value, schema: &'d Value) -> &'d Value {
    let choices = schema["oneOf"].as_array();
    if let Some(other) = choices.and_then(|all| all.iter().find(|one| one["type"] != "null")) {
        return resolved(description, other);
    }
    match schema["$ref"].as_str() {
        Some(reference) => description.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}

/// Ids of no record, percent-encoded.
const ABSURD_IDS: &[&str] = &[
    "no-such-id",
    "0",
    "-1",
    "null",
    "9999999999999999999999",
    "%00",
    "a%00b",
    "%FF",
    "%ED%A0%80",
    "%27%20OR%201%3D1--",
    "%F0%9F%92%A9",
    "a%2Fb",
    "%7B%7D",
];

/// Wrong values of list parameters, percent-encoded by the caller.
const LISTS: &[(&str, &[&str])] = &[
    (
        "range",
        &[
            "[-1,5]",
            "[9223372036854775807,9223372036854775807]",
            "[-9223372036854775808,9223372036854775807]",
            "[0,99999999999999999999]",
            "[0,5000]",
            "[20000,20009]",
            "[9,0]",
            "[5]",
            "[0,1.5]",
            "{}",
            "x",
            "",
        ],
    ),
    ("sort", &["[\"nonsense\",\"ASC\"]", "[\"id; DROP TABLE users\",\"ASC\"]", "[\"id\"]", "[1,2]", "{}", "id", ""]),
    (
        "filter",
        &[
            "[]",
            "\"x\"",
            "1",
            "null",
            "{",
            "{\"nonsense\":1}",
            "{\"id\":{}}",
            "{\"id\":[1]}",
            "{\"id\":\"a\\u0000b\"}",
            "{\"id\":\"\\ud800\"}",
            "{\"q\":1}",
            "{\"q\":\"a\\u0000b\"}",
            "{\"q\":\"\\ud800\"}",
            "",
        ],
    ),
];

/// Bodies that are not objects.
const NO_OBJECTS: &[&[u8]] =
    &[b"", b"{", b"{\"a\":}", b"{} {}", b"\xFF\xFE", b"{\"a\":\"\x00\"}", b"[]", b"\"x\"", b"1", b"null", b"true"];

/// Wrong values for a property of a type.
fn wrong_values(kind: &str) -> Vec<String> {
    let mut all: Vec<&str> = vec!["{}", "true", "1.5", "1e400", "99999999999999999999"];
    match kind {
        "string" => all.extend(["1", "-1", "[]", "\"a\\u0000b\"", "\"\\ud800\""]),
        "array" => all.extend(["\"x\"", "1", "[{}]", "[1]", "[[]]", "[\"a\\u0000b\"]"]),
        "boolean" => all.retain(|value| *value != "true"),
        "integer" => all.extend(["\"x\"", "[]"]),
        _ => all.extend(["1", "\"x\""]),
    }
    let mut all: Vec<_> = all.into_iter().map(str::to_owned).collect();
    if kind == "string" {
        all.push(format!("\"{}\"", "x".repeat(5000)));
    }
    all
}

impl Known {
    /// A plausible value of a property, with which alone nothing would be wrong.
    fn right(&self, name: &str, kind: &str) -> String {
        match (name, kind) {
            ("tenantId", _) => format!("\"{}\"", self.tenant),
            ("categoryId", _) => format!("\"{}\"", self.category),
            ("roleId", _) => format!("\"{}\"", self.role),
            ("userIds", _) => format!("[\"{}\"]", self.user),
            ("email", _) => "\"right@example.org\"".into(),
            ("phone" | "tel", _) => "\"5550100\"".into(),
            ("password" | "newPassword", _) => "\"Correct1horse\"".into(),
            ("tenantName" | "abbr" | "fullName" | "userName" | "key" | "column", _) => "\"right\"".into(),
            ("version", _) => "1".into(),
            (_, "array") => "[]".into(),
            _ => "null".into(),
        }
    }

    /// An address with its ids filled in, of existing records if there are any.
    fn address(&self, operation: &Operation) -> String {
        let id = if operation.path.contains("/tenants/") { &self.tenant } else { &self.user };
        filled(&operation.path, id)
    }
}

/// A path with the id in place of every parameter.
pub fn filled(path: &str, id: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { id } else { part }).collect::<Vec<_>>().join("/")
}

fn query(pairs: &[(&str, &str)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

const JSON: Option<&str> = Some("application/json");

impl Operation {
    /// A body without faults, as far as its description tells.
    pub fn right_body(&self, known: &Known) -> Option<String> {
        self.body.as_deref().map(|properties| object(known, properties, None))
    }

    /// All wrong requests.
    pub fn wrongs(&self, known: &Known, max_body: usize) -> Vec<Wrong> {
        let mut all = self.wrong_addresses(known);
        if let Some(properties) = &self.body {
            all.extend(self.wrong_bodies(known, properties, self.max_body.unwrap_or(max_body)));
        }
        all
    }

    fn wrong_addresses(&self, known: &Known) -> Vec<Wrong> {
        let right = self.body.as_deref().map(|p| object(known, p, None)).unwrap_or_default();
        let of = |address: String, status| Wrong { address, content_type: JSON, body: right.clone().into(), status };
        let tenant = query(&[("tenantId", &known.tenant)]);
        let mut all = Vec::new();
        if self.path.contains('{') {
            let long = "a".repeat(2000);
            for id in ABSURD_IDS.iter().copied().chain([long.as_str()]) {
                all.push(of(format!("{}?{tenant}", filled(&self.path, id)), None));
            }
        }
        let address = known.address(self);
        for (name, values) in LISTS.iter().filter(|(name, _)| self.query.iter().any(|q| q == name)) {
            // Some lists belong to one tenant. Its id would make the filter right; the filter stays wrong.
            let whole = format!("{{\"tenantId\":\"{}\"}}", known.tenant);
            for value in *values {
                let scoped = [("filter", whole.as_str()), (*name, *value)];
                let pairs =
                    if *name == "filter" || !self.path.ends_with("tenant-users") { &scoped[1..] } else { &scoped };
                all.push(of(format!("{address}?{}", query(pairs)), None));
            }
        }
        for name in &self.query {
            for value in ["%00", "%FF", "a%00b", &"a".repeat(5000), &format!("x&{name}=y")] {
                all.push(of(format!("{address}?{name}={value}"), None));
            }
        }
        all
    }

    fn wrong_bodies(&self, known: &Known, properties: &[(String, String)], max_body: usize) -> Vec<Wrong> {
        let address = known.address(self);
        let of = |content_type, body: Vec<u8>, status| Wrong { address: address.clone(), content_type, body, status };
        let mut all: Vec<_> = NO_OBJECTS.iter().map(|body| of(JSON, body.to_vec(), Some(400))).collect();
        all.push(of(JSON, b"[".repeat(10_000), Some(400)));
        let right = object(known, properties, None).into_bytes();
        for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonx")] {
            all.push(of(kind, right.clone(), Some(415)));
        }
        // One octet more than the server accepts, so that it reads everything sent.
        let padding = vec![b' '; max_body + 1 - right.len()];
        all.push(of(JSON, [padding, right].concat(), Some(413)));
        for (name, kind) in properties {
            for value in wrong_values(kind) {
                all.push(of(JSON, object(known, properties, Some((name, &value))).into_bytes(), None));
            }
        }
        all
    }
}

/// A body in which one property is wrong and all others are right.
fn object(known: &Known, properties: &[(String, String)], wrong: Option<(&str, &str)>) -> String {
    let value = |name: &str, kind: &str| match wrong {
        Some((w, value)) if w == name => value.to_owned(),
        _ => known.right(name, kind),
    };
    let pairs: Vec<_> = properties.iter().map(|(name, kind)| format!("\"{name}\":{}", value(name, kind))).collect();
    format!("{{{}}}", pairs.join(","))
}
