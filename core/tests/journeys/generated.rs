//! Requests generated from the server's own description, with a fixed seed: right ones, odd ones and wrong ones, to
//! every operation, with and without an administrator's session. No answer is an internal error, and every answer
//! matches the description.

use std::collections::BTreeMap;

use axum::http::Method;
use jsonschema::Validator;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Map, Value, json};

use crate::app::{Running, spawn_app};
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};

/// Requests to each operation, with a session and without.
const EACH: usize = 6;
const SEED: u64 = 20_260_105;
/// Operations that end the administrator's session or change the password.
const ENDS_THE_SESSION: &[&str] = &["logout", "oidcLogout", "endOwnSession", "endOwnSessions"];
/// The parts of texts beside plain letters.
const ODD: &[&str] =
    &["", " ", "0", "-1", "null", "é", "研究", "\u{1F4A9}", "'; --", "%", "\u{202E}", "<b>", "../", "a\u{0}b"];

struct Generator<'d> {
    rng: StdRng,
    description: &'d Value,
    /// Ids of existing records.
    known: &'d [String],
}

impl Generator<'_> {
    fn chance(&mut self, of: f64) -> bool {
        self.rng.random_bool(of)
    }

    fn below(&mut self, end: usize) -> usize {
        self.rng.random_range(0..end)
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    fn text(&mut self, schema: &Value) -> String {
        match schema["format"].as_str() {
            Some("date") => return "2026-02-29".into(),
            Some("date-time") => return "2026-01-05T08:00:00Z".into(),
            Some("uri") => return "https://a.example.org/".into(),
            _ => {}
        }
        match self.below(5) {
            0 => (*self.one(ODD)).to_owned(),
            1 if !self.known.is_empty() => self.one(self.known).clone(),
            2 => "x".repeat(self.below(300)),
            3 => format!("p{}@example.org", self.below(1000)),
            _ => format!("Abc{}", self.below(100_000)),
        }
    }

    /// A value of a schema; below a certain depth the smallest one.
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let to = self.description.pointer(reference.trim_start_matches('#')).unwrap();
            return self.value(to, depth);
        }
        if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            let choice = self.one(choices).clone();
            return self.value(&choice, depth);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let parts: Vec<Value> = parts.iter().map(|part| self.value(part, depth)).collect();
            return parts
                .into_iter()
                .filter_map(|part| part.as_object().cloned())
                .flatten()
                .collect::<Map<_, _>>()
                .into();
        }
        if let Some(choices) = schema["enum"].as_array() {
            return self.one(choices).clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.one(kinds).clone(),
            one => one.clone(),
        };
        match kind.as_str() {
            Some("string") => self.text(schema).into(),
            Some("integer") => {
                let least = schema["minimum"].as_i64().unwrap_or(-2);
                (*self.one(&[least, 0, 1, 7, 1_000_000, i64::MAX])).into()
            }
            Some("number") => json!(1.5),
            Some("boolean") => self.chance(0.5).into(),
            Some("null") => Value::Null,
            Some("array") if depth == 0 => json!([]),
            Some("array") => (0..self.below(3)).map(|_| self.value(&schema["items"], depth - 1)).collect(),
            _ => self.object(schema, depth),
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        let mut object = Map::new();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            if required(name) || (depth > 0 && self.chance(0.6)) {
                object.insert(name.clone(), self.value(schema, depth.saturating_sub(1)));
            }
        }
        object.into()
    }

    /// Replaces one member, or adds or removes one.
    fn spoil(&mut self, body: &mut Value) {
        let Some(members) = body.as_object_mut() else { return };
        let names: Vec<String> = members.keys().cloned().collect();
        let wrong =
            [json!(null), json!({}), json!([[]]), json!(-9_007_199_254_740_993_i64), json!(true), json!("\u{0}")];
        match self.below(3) {
            0 => drop(members.insert("unknownMember".into(), json!(1))),
            1 if !names.is_empty() => drop(members.remove(self.one(&names))),
            _ if !names.is_empty() => drop(members.insert(self.one(&names).clone(), self.one(&wrong).clone())),
            _ => {}
        }
    }

    fn address(&mut self, path: &str, operation: &Value) -> String {
        let mut address: Vec<String> = Vec::new();
        for part in path.split('/') {
            let encoded = |text: &str| {
                percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
            };
            address.push(if part.starts_with('{') {
                let text = self.text(&Value::Null);
                // An empty part would be another path.
                encoded(if text.is_empty() { "0" } else { &text })
            } else {
                part.to_owned()
            });
        }
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for parameter in operation["parameters"].as_array().into_iter().flatten().filter(|p| p["in"] == "query") {
            if parameter["required"] == true || self.chance(0.5) {
                let value = match parameter["name"].as_str().unwrap() {
                    "range" => self.one(&["[0,9]", "[0,999]", "[9990,9999]", "[5,1]"]).to_string(),
                    "sort" => self.one(&["[\"id\",\"ASC\"]", "[\"id\",\"DESC\"]", "[\"name\",\"ASC\"]"]).to_string(),
                    "filter" => json!({ "q": self.text(&Value::Null) }).to_string(),
                    _ => match self.value(&parameter["schema"], 1) {
                        Value::String(text) => text,
                        other => other.to_string(),
                    },
                };
                query.append_pair(parameter["name"].as_str().unwrap(), &value);
            }
        }
        format!("{}?{}", address.join("/"), query.finish())
    }
}

/// The description of the answers, compiled for checking.
struct Described {
    description: Value,
    validators: BTreeMap<String, Validator>,
}

impl Described {
    /// The fault of an answer to an operation, if any.
    fn complaint(&mut self, operation: &Value, answer: &Answer) -> Option<String> {
        let status = answer.status.as_u16();
        if status == 500 {
            return Some("a fault of the server".into());
        }
        let response = &operation["responses"][status.to_string()];
        if response.is_null() {
            return Some("a status that is not described".into());
        }
        let kind = answer.header("content-type").split(';').next().unwrap_or_default().trim().to_owned();
        let content = &response["content"];
        let known = content.get(&kind).is_some();
        if !known
            && (!kind.is_empty() || content.as_object().is_some_and(|all| !all.is_empty() && !answer.body.is_empty()))
        {
            return content.as_object().is_some_and(|all| !all.is_empty()).then(|| format!("{kind} is not described"));
        }
        let schema = &content["application/json"]["schema"];
        if kind != "application/json" || schema.is_null() {
            return None;
        }
        let root = json!({ "allOf": [schema], "components": self.description["components"] });
        let validator = self
            .validators
            .entry(schema.to_string())
            .or_insert_with(|| jsonschema::options().build(&root).unwrap_or_else(|error| panic!("{error}")));
        let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
        let wrong: Vec<String> = validator.iter_errors(&body).map(|error| error.to_string()).collect();
        (!wrong.is_empty()).then(|| wrong.join("; "))
    }
}

/// A caller, with or without a session.
struct Caller<'s> {
    server: &'s Running,
    http: reqwest::Client,
    token: Option<String>,
}

impl Caller<'_> {
    async fn send(&self, method: &str, address: &str, kind: Option<&str>, body: Vec<u8>) -> Answer {
        let method: Method = method.to_uppercase().parse().unwrap();
        let mut request = self.http.request(method, format!("{}{address}", self.server.base)).body(body);
        if let Some(token) = &self.token {
            request = request.header("authorization", token).header("x-requested-with", "cardea");
        }
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        Answer::read(request.send().await.unwrap_or_else(|e| panic!("{address}: no answer: {e}"))).await
    }
}

both! {
    async fn no_generated_request_meets_a_fault_or_an_answer_that_is_not_described(engine) {
        let server = spawn_app(engine).await;
        let mut browser = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        browser.set_up(&link).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let admin = Caller { server: &server, http: client(), token: Some(browser.token()) };
        let nobody = Caller { server: &server, http: client(), token: None };
        let description: Value =
            serde_json::from_str(&nobody.send("get", "/api/openapi.json", None, Vec::new()).await.body).unwrap();
        let items = admin.send("get", "/api/admin/dictionary-items?filter=%7B%22categoryId%22:%221%22%7D", None, Vec::new());
        let items: Value = serde_json::from_str(&items.await.body).unwrap();
        let known: Vec<String> =
            items.as_array().unwrap().iter().take(3).map(|item| item["id"].as_str().unwrap().to_owned()).collect();
        let mut generator = Generator { rng: StdRng::seed_from_u64(SEED), description: &description, known: &known };
        let mut described = Described { description: description.clone(), validators: BTreeMap::new() };
        let (mut complaints, mut sent) = (Vec::new(), 0);
        for (path, methods) in description["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let name = operation["operationId"].as_str().unwrap();
                for at in 0..EACH * 2 {
                    let caller = if at % 2 == 0 && !ENDS_THE_SESSION.contains(&name) { &admin } else { &nobody };
                    let address = generator.address(path, operation);
                    let content = operation["requestBody"]["content"].as_object().and_then(|all| all.iter().next());
                    let (kind, body) = match content {
                        Some((kind, of)) if kind == "application/json" => {
                            let mut body = generator.value(&of["schema"], 3);
                            if generator.chance(0.4) {
                                generator.spoil(&mut body);
                            }
                            (Some(kind.as_str()), body.to_string().into_bytes())
                        }
                        Some((kind, _)) => (Some(kind.as_str()), generator.text(&Value::Null).into_bytes()),
                        None if method == "post" && path.starts_with("/oauth2/") => {
                            (Some("application/x-www-form-urlencoded"), b"client_id=x&client_secret=y".to_vec())
                        }
                        None => (None, Vec::new()),
                    };
                    let shown = String::from_utf8_lossy(&body).chars().take(300).collect::<String>();
                    let answer = caller.send(method, &address, kind, body).await;
                    sent += 1;
                    if let Some(wrong) = described.complaint(operation, &answer) {
                        complaints.push(format!("{name}: {wrong}: {method} {address:.200} {shown} -> {} {:.300}", answer.status, answer.body));
                    }
                }
            }
        }
        assert!(sent > 1000, "{sent} requests");
        complaints.sort();
        complaints.dedup_by_key(|text| text.split(": ").take(2).collect::<Vec<_>>().join(": "));
        assert!(complaints.is_empty(), "{} kinds of answers:\n{}", complaints.len(), complaints.join("\n"));
        let info = admin.send("get", "/api/sys/user/info", None, Vec::new()).await;
        assert_eq!(info.data()["userName"], ADMIN, "the session stood throughout, and the server goes on");
    }
}
