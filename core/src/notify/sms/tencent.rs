//! Tencent Cloud's short message service: `SendSms` of 2021-01-11, signed as `TC3-HMAC-SHA256`.

use axum::http::{Request, StatusCode};
use bytes::Bytes;
use serde_json::{Value, json};

use super::shape::{Call, Shape, authority, by_status, hmac_sha256, sha256_hex};
use super::templates::Templates;
use crate::config::Sms;
use crate::kernel::outbound::OutboundError;
use crate::kernel::secret::Secret;
use crate::notify::words::{Kind, Trouble};

const ALGORITHM: &str = "TC3-HMAC-SHA256";
const ACTION: &str = "SendSms";
const VERSION: &str = "2021-01-11";
const SERVICE: &str = "sms";
const SIGNED: &str = "content-type;host";
const JSON: &str = "application/json";

/// The account, and what it sends.
pub(super) struct Tencent {
    host: String,
    key_id: String,
    key_secret: Secret,
    app_id: String,
    region: String,
    sign_name: String,
    templates: Templates,
}

impl Tencent {
    pub fn new(settings: &Sms) -> Result<Self, OutboundError> {
        Ok(Self {
            host: authority(settings.address())?,
            key_id: settings.key_id.clone(),
            key_secret: settings.key_secret.clone(),
            app_id: settings.app_id.clone(),
            region: settings.region.clone(),
            sign_name: settings.sign_name.clone(),
            templates: Templates::new(&settings.templates)?,
        })
    }

    /// The value of the `Authorization` header for a body that is sent in a second of a day.
    fn authorization(&self, body: &[u8], second: &str, day: &str) -> String {
        let headers = format!("content-type:{JSON}\nhost:{}\n", self.host);
        let canonical = format!("POST\n/\n\n{headers}\n{SIGNED}\n{}", sha256_hex(body));
        let scope = format!("{day}/{SERVICE}/tc3_request");
        let signed = format!("{ALGORITHM}\n{second}\n{scope}\n{}", sha256_hex(canonical.as_bytes()));
        let key = hmac_sha256(format!("TC3{}", self.key_secret.expose()).as_bytes(), day.as_bytes());
        let key = hmac_sha256(key.as_ref(), SERVICE.as_bytes());
        let key = hmac_sha256(key.as_ref(), b"tc3_request");
        let signature = hex::encode(hmac_sha256(key.as_ref(), signed.as_bytes()));
        format!("{ALGORITHM} Credential={}/{scope}, SignedHeaders={SIGNED}, Signature={signature}", self.key_id)
    }
}

/// A number with the country's code (E.164), which only numbers of the mainland are kept without.
fn number(to: &str) -> String {
    let key = Kind::Sms.key_of(to);
    if key.starts_with('+') { key } else { format!("+86{key}") }
}

impl Shape for Tencent {
    fn request(&self, call: &Call<'_>) -> Result<Request<Bytes>, Trouble> {
        let (template, values) = self.templates.of(call.letter)?;
        let body = json!({
            "PhoneNumberSet": [number(&call.letter.to)],
            "SmsSdkAppId": self.app_id,
            "SignName": self.sign_name,
            "TemplateId": template,
            "TemplateParamSet": values.into_iter().map(|(_, value)| value).collect::<Vec<_>>(),
            "SessionContext": call.letter.name(),
        });
        let body = body.to_string();
        let at = call.at.utc();
        let (second, day) = (at.timestamp().to_string(), at.format("%Y-%m-%d").to_string());
        Request::post(call.url)
            .header("authorization", self.authorization(body.as_bytes(), &second, &day))
            .header("content-type", JSON)
            .header("x-tc-action", ACTION)
            .header("x-tc-version", VERSION)
            .header("x-tc-timestamp", second)
            .header("x-tc-region", &self.region)
            .body(Bytes::from(body))
            .map_err(|_| Trouble::Denied)
    }

    fn trouble(&self, status: StatusCode, body: &[u8]) -> Option<Trouble> {
        let answer: Value = serde_json::from_slice(body).unwrap_or_default();
        let answer = &answer["Response"];
        match answer["Error"]["Code"].as_str().or_else(|| answer["SendStatusSet"][0]["Code"].as_str()) {
            Some("Ok") => by_status(status),
            Some(code) if LATER.iter().any(|later| code.starts_with(later)) => Some(Trouble::Later),
            Some(_) => Some(by_status(status).unwrap_or(Trouble::Refused)),
            None => Some(by_status(status).unwrap_or(Trouble::Later)),
        }
    }
}

/// What the codes of refusals begin with that pass by themselves.
const LATER: [&str; 4] = ["LimitExceeded", "RequestLimitExceeded", "InternalError", "ResourceUnavailable"];
