//! Settings of the trial-management interface, and of links to the clinical-management system.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use url::Url;

use super::Bilingual;
use super::value::ConfigError;
use crate::kernel::secret::Secret;

/// The trial-management interface (specification, portal, section 7), and links to the clinical-management system.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct TrialManagement {
    /// The address of the interface. Empty: the server has none.
    pub base_url: String,
    /// The signature key, shared with that system: 32 octets in base64.
    pub key: Secret,
    /// The header that carries the signature.
    pub header: String,
    /// The content of the signature.
    pub signature: SignatureForm,
    /// Seconds within which a call must be answered (specification, portal, section 9).
    pub timeout_seconds: u64,
    /// The most calls of one person within a minute.
    pub per_minute: i64,
    /// Largest answer, in octets.
    pub max_answer: usize,
    /// Links in the top bar of the portal and the console.
    pub links: Vec<SystemLink>,
}

/// The content of the signature of a call.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum SignatureForm {
    /// Timestamp, digits, and the call itself: valid for that call by that person alone.
    #[default]
    Bound,
    /// Timestamp and digits alone, as the specification has it (portal, section 7), for systems that support nothing
    /// else: an attacker who sees one may use it for another call until that system has received it.
    Compatible,
}

/// A link to another system.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct SystemLink {
    /// Its label.
    pub name: Bilingual,
    /// Its address.
    pub url: String,
}

impl Default for TrialManagement {
    fn default() -> Self {
        Self {
            base_url: String::new(),
            key: Secret::default(),
            header: "signature".into(),
            signature: SignatureForm::default(),
            timeout_seconds: 50,
            per_minute: 60,
            max_answer: 2 * 1024 * 1024,
            links: Vec::new(),
        }
    }
}

impl TrialManagement {
    /// The signature key.
    ///
    /// Errors: a key that is not 32 octets in base64.
    pub fn signing_key(&self) -> Result<[u8; 32], ConfigError> {
        let raw = STANDARD.decode(self.key.expose()).ok().and_then(|raw| raw.try_into().ok());
        raw.ok_or_else(|| ConfigError::Value("trial_management.key", "must be 32 octets in base64".into()))
    }

    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        let fail = |name, text: &str| Err(ConfigError::Value(name, text.into()));
        for link in &self.links {
            if !is_web_address(&link.url) || link.name.zh.is_empty() || link.name.en.is_empty() {
                return fail("trial_management.links", "each has a name in both languages and a web address");
            }
        }
        if self.base_url.is_empty() {
            return Ok(());
        }
        if !is_web_address(&self.base_url) || self.base_url.contains('?') {
            return fail("trial_management.base_url", "must be a web address without a query");
        }
        let name = &self.header;
        let token = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        // Headers that the call sets itself, or that would change its meaning.
        let reserved = ["host", "content-type", "content-length", "connection", "accept", "transfer-encoding"];
        if name.is_empty() || !name.bytes().all(token) || reserved.contains(&name.to_ascii_lowercase().as_str()) {
            return fail("trial_management.header", "must be the name of a header of its own");
        }
        if self.timeout_seconds < 1 || self.per_minute < 1 || self.max_answer < 1 {
            return fail("trial_management", "timeout_seconds, per_minute and max_answer must be at least 1");
        }
        self.signing_key().map(|_| ())
    }
}

fn is_web_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        matches!(url.scheme(), "http" | "https") && url.has_host() && plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(change: impl Fn(&mut TrialManagement)) -> bool {
        let key = Secret::new(STANDARD.encode([7; 32]));
        let mut settings =
            TrialManagement { base_url: "https://ctms.example.org/api".into(), key, ..Default::default() };
        change(&mut settings);
        settings.validate().is_ok()
    }

    #[test]
    fn what_is_set_has_to_make_sense() {
        assert!(with(|_| ()));
        assert!(TrialManagement::default().validate().is_ok(), "off");
        assert!(!with(|s| s.base_url = "ftp://ctms.example.org/".into()));
        assert!(!with(|s| s.base_url = "https://ctms.example.org/?a=b".into()));
        assert!(!with(|s| s.base_url = "https://u:p@ctms.example.org/".into()));
        assert!(!with(|s| s.key = Secret::new("c2hvcnQ=")));
        assert!(!with(|s| s.key = Secret::default()));
        for header in ["", "Host", "a b", "x\r\ny", "Content-Length"] {
            assert!(!with(|s| s.header = header.into()), "{header:?}");
        }
        let name = Bilingual { zh: "试验管理".into(), en: "Trial management".into() };
        let link = |url: &str| SystemLink { name: name.clone(), url: url.into() };
        assert!(with(|s| s.links = vec![link("https://ctms.example.org/")]));
        assert!(!with(|s| s.links = vec![link("javascript:alert(1)")]));
    }
}
