//! Aliyun's short message service: `SendSms` of 2017-05-25, signed as `ACS3-HMAC-SHA256`, version 3 of its signatures.

use axum::http::{Request, StatusCode};
use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use super::shape::{Call, Shape, authority, by_status, hmac_sha256, sha256_hex};
use super::templates::Templates;
use crate::config::Sms;
use crate::kernel::outbound::OutboundError;
use crate::kernel::secret::Secret;
use crate::notify::words::{Kind, Trouble};

const ALGORITHM: &str = "ACS3-HMAC-SHA256";
const ACTION: &str = "SendSms";
const VERSION: &str = "2017-05-25";
const SIGNED: &str = "host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version";

/// Everything but the unreserved characters (RFC 3986, section 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The account, and what it sends.
pub(super) struct Aliyun {
    host: String,
    key_id: String,
    key_secret: Secret,
    sign_name: String,
    templates: Templates,
}

impl Aliyun {
    pub fn new(settings: &Sms) -> Result<Self, OutboundError> {
        Ok(Self {
            host: authority(settings.address())?,
            key_id: settings.key_id.clone(),
            key_secret: settings.key_secret.clone(),
            sign_name: settings.sign_name.clone(),
            templates: Templates::new(&settings.templates)?,
        })
    }

    /// The value of the `Authorization` header for a call without a body.
    fn authorization(&self, query: &str, headers: &[(&str, &str)]) -> String {
        let lines: Vec<_> = headers.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        let canonical = format!("POST\n/\n{query}\n{}\n\n{SIGNED}\n{}", lines.join("\n"), sha256_hex(b""));
        let signed = format!("{ALGORITHM}\n{}", sha256_hex(canonical.as_bytes()));
        let signature = hex::encode(hmac_sha256(self.key_secret.expose().as_bytes(), signed.as_bytes()));
        format!("{ALGORITHM} Credential={},SignedHeaders={SIGNED},Signature={signature}", self.key_id)
    }
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// A number as Aliyun wants it: of the mainland as it is, of elsewhere the country's code without its plus sign.
fn number(to: &str) -> String {
    Kind::Sms.key_of(to).trim_start_matches('+').to_owned()
}

impl Shape for Aliyun {
    fn request(&self, call: &Call<'_>) -> Result<Request<Bytes>, Trouble> {
        let (template, values) = self.templates.of(call.letter)?;
        let values: Map<String, Value> = values.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        let name = call.letter.name();
        let (to, values) = (number(&call.letter.to), Value::Object(values).to_string());
        // In the order of their names, as they are signed.
        let query = [
            ("OutId", name.as_str()),
            ("PhoneNumbers", &to),
            ("SignName", &self.sign_name),
            ("TemplateCode", template),
            ("TemplateParam", &values),
        ];
        let query: Vec<_> = query.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let query = query.join("&");
        let at = call.at.utc().format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let (nothing, nonce) = (sha256_hex(b""), call.nonce.to_string());
        let headers = [
            ("host", self.host.as_str()),
            ("x-acs-action", ACTION),
            ("x-acs-content-sha256", &nothing),
            ("x-acs-date", &at),
            ("x-acs-signature-nonce", &nonce),
            ("x-acs-version", VERSION),
        ];
        let mut request = Request::post(format!("{}/?{query}", call.url.trim_end_matches('/')));
        request = request.header("authorization", self.authorization(&query, &headers));
        for (name, value) in &headers[1..] {
            request = request.header(*name, *value);
        }
        request.body(Bytes::new()).map_err(|_| Trouble::Denied)
    }

    fn trouble(&self, status: StatusCode, body: &[u8]) -> Option<Trouble> {
        let answer: Value = serde_json::from_slice(body).unwrap_or_default();
        match answer["Code"].as_str() {
            Some("OK") => by_status(status),
            // Of the account or the number, or of the service itself: these pass.
            Some(code) if code.starts_with("Throttling") || LATER.contains(&code) => Some(Trouble::Later),
            Some(_) => Some(by_status(status).unwrap_or(Trouble::Refused)),
            None => Some(by_status(status).unwrap_or(Trouble::Later)),
        }
    }
}

/// The codes of refusals that pass by themselves.
const LATER: [&str; 4] = ["isv.BUSINESS_LIMIT_CONTROL", "isp.SYSTEM_ERROR", "isp.GATEWAY_ERROR", "ServiceUnavailable"];
