//! A gateway of any form: the settings say what the call and its answer look like. Calls can be signed as Standard
//! Webhooks are (standardwebhooks.com, version 1).

use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::Value;
use zeroize::Zeroizing;

use super::shape::{Call, Shape, by_status, hmac_sha256};
use crate::config::Sms;
use crate::kernel::outbound::OutboundError;
use crate::notify::notice::Facts;
use crate::notify::words::Trouble;

/// What a secret of Standard Webhooks begins with.
const PREFIX: &str = "whsec_";

/// The call and its answer.
pub(super) struct Webhook {
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Value,
    ok: Option<(String, String)>,
    secret: Option<Zeroizing<Vec<u8>>>,
}

/// The body with all placeholders of its texts replaced: within the parsed JSON, so that no value can leave its text.
fn filled(body: &Value, facts: &Facts) -> Value {
    match body {
        Value::String(text) => Value::String(facts.fill(text)),
        Value::Array(all) => all.iter().map(|each| filled(each, facts)).collect(),
        Value::Object(all) => all.iter().map(|(name, each)| (name.clone(), filled(each, facts))).collect(),
        other => other.clone(),
    }
}

impl Webhook {
    pub fn new(settings: &Sms) -> Result<Self, OutboundError> {
        let invalid = |what: &str| OutboundError::Invalid(what.to_owned());
        let mut headers = Vec::new();
        for (name, value) in &settings.headers {
            let name = HeaderName::try_from(name.as_str()).map_err(|_| invalid("a name in notify.sms.headers"))?;
            let mut value =
                HeaderValue::try_from(value.expose()).map_err(|_| invalid("a value in notify.sms.headers"))?;
            value.set_sensitive(true);
            headers.push((name, value));
        }
        let secret = settings.signing_secret.expose();
        let secret = (!secret.is_empty()).then(|| STANDARD.decode(secret.strip_prefix(PREFIX).unwrap_or(secret)));
        let secret = secret.transpose().map_err(|_| invalid("notify.sms.signing_secret: must be base64"))?;
        Ok(Self {
            headers,
            body: serde_json::from_str(&settings.body).map_err(|_| invalid("notify.sms.body"))?,
            ok: (!settings.ok_pointer.is_empty()).then(|| (settings.ok_pointer.clone(), settings.ok_value.clone())),
            secret: secret.map(Zeroizing::new),
        })
    }
}

/// The value of the `webhook-signature` header.
fn signature(secret: &[u8], id: &str, second: i64, body: &str) -> String {
    let signed = format!("{id}.{second}.{body}");
    format!("v1,{}", STANDARD.encode(hmac_sha256(secret, signed.as_bytes())))
}

impl Shape for Webhook {
    fn request(&self, call: &Call<'_>) -> Result<Request<Bytes>, Trouble> {
        let (letter, id) = (call.letter, call.letter.name());
        let facts = letter.values.clone().with("to", &letter.to).with("text", &letter.text);
        let facts = facts.with("purpose", letter.purpose).with("locale", letter.locale).with("id", &id);
        let body = filled(&self.body, &facts).to_string();
        let mut request = Request::builder().method(Method::POST).uri(call.url);
        request = request.header(header::CONTENT_TYPE, "application/json");
        if let Some(secret) = &self.secret {
            let second = call.at.utc().timestamp();
            request = request.header("webhook-id", &id).header("webhook-timestamp", second);
            request = request.header("webhook-signature", signature(secret, &id, second, &body));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request.body(Bytes::from(body)).map_err(|_| Trouble::Denied)
    }

    fn trouble(&self, status: StatusCode, body: &[u8]) -> Option<Trouble> {
        if let Some(trouble) = by_status(status) {
            return Some(trouble);
        }
        let (pointer, value) = self.ok.as_ref()?;
        let parsed = serde_json::from_slice::<Value>(body).ok();
        let found = parsed.as_ref().and_then(|parsed| parsed.pointer(pointer));
        let is_right =
            found.is_some_and(|found| found.as_str().map_or_else(|| found.to_string(), str::to_owned) == *value);
        (!is_right).then_some(Trouble::Refused)
    }
}
