//! Settings of the values that the portal stores in browsers.

use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::value::ConfigError;

/// The values that the portal stores in browsers.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Browser {
    /// Whether the names that the portal stores (the last login name, helper cookies) are encrypted.
    pub encrypt_values: bool,
    /// The domain that shares the readable helper cookies with other products, such as `example.org`. Empty: this
    /// host alone. The server's own cookies are never shared.
    pub cookie_domain: String,
}

impl Browser {
    /// Checks that the server is within the domain: browsers accept no cookie for another domain.
    pub(super) fn validate(&self, public: &Url) -> Result<(), ConfigError> {
        let domain = self.cookie_domain.as_str();
        if domain.is_empty() {
            return Ok(());
        }
        let name = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-');
        let within = match public.host() {
            Some(Host::Domain(host)) => host == domain || host.ends_with(&format!(".{domain}")),
            _ => false,
        };
        if within && domain.bytes().all(name) && !domain.starts_with('.') {
            return Ok(());
        }
        let text = "must be the domain of http.public_url, or one that it is within";
        Err(ConfigError::Value("browser.cookie_domain", text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_domain_holds_the_server() {
        let fine = |domain: &str, public: &str| {
            let browser = Browser { cookie_domain: domain.into(), ..Browser::default() };
            browser.validate(&Url::parse(public).unwrap()).is_ok()
        };
        for (domain, public) in [
            ("", "http://127.0.0.1:8080"),
            ("example.org", "https://id.example.org"),
            ("id.example.org", "https://id.example.org"),
        ] {
            assert!(fine(domain, public), "{domain}");
        }
        for (domain, public) in [
            ("127.0.0.1", "http://127.0.0.1:8080"),
            ("ample.org", "https://id.example.org"),
            (".example.org", "https://id.example.org"),
            ("example.org; Secure", "https://id.example.org"),
            ("sub.id.example.org", "https://id.example.org"),
        ] {
            assert!(!fine(domain, public), "{domain}");
        }
    }
}
