//! A value that hides its text.

use std::fmt;

use serde::{Deserialize, Serialize};
use zeroize::Zeroize as _;

/// Text that never appears in logs, panics and JSON; wiped when dropped.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Takes the text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself. Each use is a deliberate decision.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

impl Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        // Its absence is no secret, and settings must be told apart from their defaults.
        s.serialize_str(if self.0.is_empty() { "" } else { "[secret]" })
    }
}

impl PartialEq for Secret {
    /// Compares in constant time.
    fn eq(&self, other: &Self) -> bool {
        aws_lc_rs::constant_time::verify_slices_are_equal(self.0.as_bytes(), other.0.as_bytes()).is_ok()
    }
}

impl Eq for Secret {}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// The options of a database URL whose values are not secret.
pub const OPEN: &[&str] = &[
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "statement-cache-capacity",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "application_name",
    "mode",
    "cache",
    "immutable",
    "vfs",
];

/// A URL without its secrets: without the password before its host, and without the values of query options except
/// [`OPEN`]. Of a URL that cannot be parsed, only the scheme is left.
#[must_use]
pub fn without_secrets(address: &str) -> String {
    const HIDDEN: &str = "***";
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    if !rest.contains(['@', '?', '#']) {
        return address.to_owned();
    }
    let unclear = scheme.is_empty() || rest.matches('@').count() > 1 || rest.contains('#');
    let parsed = url::Url::parse(address).ok().filter(|_| !unclear);
    let Some(mut url) = parsed else { return format!("{scheme}://{HIDDEN}") };
    if url.password().is_some() && url.set_password(Some(HIDDEN)).is_err() {
        return format!("{scheme}://{HIDDEN}");
    }
    let given: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let shown = given.iter().map(|(name, value)| {
        let open = OPEN.contains(&name.as_str());
        (name.as_str(), if open { value.as_str() } else { HIDDEN })
    });
    if !given.is_empty() {
        url.query_pairs_mut().clear().extend_pairs(shown);
    }
    url.into()
}

impl utoipa::PartialSchema for Secret {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}
impl utoipa::ToSchema for Secret {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_secrets() {
        for (address, shown) in [
            ("sqlite:///data/cardea.db", "sqlite:///data/cardea.db"),
            ("sqlite://data/cardea.db", "sqlite://data/cardea.db"),
            ("postgres://db.example/cardea", "postgres://db.example/cardea"),
            ("postgres://cardea@db.example/cardea", "postgres://cardea@db.example/cardea"),
            ("postgres://cardea:geheim@db.example/cardea", "postgres://cardea:***@db.example/cardea"),
            (
                "postgres://db.example/cardea?user=cardea&password=geheim&sslmode=require",
                "postgres://db.example/cardea?user=cardea&password=***&sslmode=require",
            ),
            ("https://sms.example/send?apikey=geheim", "https://sms.example/send?apikey=***"),
            (
                "postgres://db.example/?PASSWORD=geheim&passwd=geheim&options=geheim",
                "postgres://db.example/?PASSWORD=***&passwd=***&options=***",
            ),
        ] {
            assert_eq!(without_secrets(address), shown);
        }
        for address in [
            "postgres://cardea:geh@eim@db.example/cardea",
            "postgres://cardea:12#geheim@db.example/cardea",
            "postgres://cardea:geheim@db.example:port/cardea",
            "://cardea:geheim@",
            "cardea:geheim@db",
            "cardea?password=geheim",
        ] {
            let shown = without_secrets(address);
            assert!(!shown.contains("eim") && shown.ends_with("***"), "{shown}");
        }
    }
}
