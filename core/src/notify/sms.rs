//! The sender of SMS: one HTTP call a message to the configured gateway.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, Method, Request, header};
use bytes::Bytes;
use serde_json::Value;

use super::model::{Letter, Outcome};
use super::notice::Facts;
use super::words::Trouble;
use crate::config::Sms;
use crate::kernel::outbound::{Bounds, Client, Outbound, OutboundError};
use crate::kernel::secret::without_secrets;

/// The bounds of a gateway's answer: its time and its size.
const BOUNDS: Bounds = Bounds { connect: Duration::from_secs(5), total: Duration::from_secs(15), max_bytes: 64 << 10 };

/// The gateway.
pub(super) struct Gateway {
    client: Client,
    url: String,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Value,
    ok: Option<(String, String)>,
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gateway({})", without_secrets(&self.url))
    }
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

impl Gateway {
    /// The gateway of settings that were checked.
    pub fn new(settings: &Sms, outbound: &Outbound) -> Result<Self, OutboundError> {
        let invalid = |what: &str| OutboundError::Invalid(what.to_owned());
        let mut headers = Vec::new();
        for (name, value) in &settings.headers {
            let name = HeaderName::try_from(name.as_str()).map_err(|_| invalid("a name in notify.sms.headers"))?;
            let mut value =
                HeaderValue::try_from(value.expose()).map_err(|_| invalid("a value in notify.sms.headers"))?;
            value.set_sensitive(true);
            headers.push((name, value));
        }
        Ok(Self {
            client: outbound.client(BOUNDS)?,
            url: settings.url.clone(),
            headers,
            body: serde_json::from_str(&settings.body).map_err(|_| invalid("notify.sms.body"))?,
            ok: (!settings.ok_pointer.is_empty()).then(|| (settings.ok_pointer.clone(), settings.ok_value.clone())),
        })
    }

    /// Sends one message.
    pub async fn send(&self, letter: &Letter) -> Outcome {
        let facts = letter.values.clone().with("to", &letter.to).with("text", &letter.text);
        let facts = facts.with("purpose", letter.purpose).with("locale", letter.locale).with("id", letter.name());
        let body = filled(&self.body, &facts).to_string();
        let mut request = Request::builder().method(Method::POST).uri(&self.url);
        request = request.header(header::CONTENT_TYPE, "application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let Ok(request) = request.body(Bytes::from(body)) else { return Outcome::failed(Trouble::Denied, "") };
        let answer = match self.client.send(request, None).await {
            Ok(answer) => answer,
            Err(error) => {
                tracing::warn!(%error, "the SMS gateway could not be called");
                return Outcome::failed(Trouble::from(&error), error.to_string());
            }
        };
        let status = answer.status();
        let said = format!("HTTP {}\n\n{}", status.as_u16(), String::from_utf8_lossy(answer.body()));
        if !status.is_success() {
            tracing::warn!(status = status.as_u16(), "the SMS gateway refused a message");
            // RFC 9110, section 15.5: the request is at fault, unless it only comes too early or too often.
            let ours = status.is_client_error() && !matches!(status.as_u16(), 408 | 425 | 429);
            return Outcome::failed(if ours { Trouble::Refused } else { Trouble::Later }, said);
        }
        let Some((pointer, value)) = &self.ok else { return Outcome::sent(said) };
        let parsed = serde_json::from_slice::<Value>(answer.body()).ok();
        let found = parsed.as_ref().and_then(|parsed| parsed.pointer(pointer));
        let right =
            found.is_some_and(|found| found.as_str().map_or_else(|| found.to_string(), str::to_owned) == *value);
        if right {
            Outcome::sent(said)
        } else {
            tracing::warn!(found = ?found, "the SMS gateway did not take a message");
            Outcome::failed(Trouble::Refused, said)
        }
    }
}
