//! Settings: built-in defaults, then the file of `--config` or `CARDEA_CONFIG`, then the environment
//! (`CARDEA_<SECTION>__<KEY>`). `config/cardea.toml` shows all of them; a test compares it with the defaults.

mod audit;
mod branding;
mod browser;
mod codes;
mod federation;
mod files;
mod http;
mod invitations;
mod limits;
mod notify;
mod oidc;
mod sign_in;
mod telemetry;
mod trial_management;
mod value;

use std::path::{Path, PathBuf};

use figment::Figment;
use figment::providers::{Env, Format as _, Serialized, Toml};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::kernel::secret::Secret;

pub use audit::{Audit, AuditLog};
pub use branding::{Bilingual, Branding, Picture};
pub use browser::Browser;
pub use codes::Codes;
pub use federation::{Chat, ChatKind, Federation, OpenId, UserCentre};
pub use files::{FileStore, Files, S3};
pub use http::Http;
pub use invitations::Invitations;
pub use limits::{Limits, Rate};
pub use notify::{Channel, Email, MailTls, Notify, Sms, SmsGateway, SmsTemplate};
pub use oidc::Oidc;
pub use sign_in::{FactorPolicy, PasswordProfile, PasswordTransport, SignIn};
pub use telemetry::{Log, LogFormat, Metrics, Tracing};
pub use trial_management::{SignatureForm, SystemLink, TrialManagement};
pub use value::ConfigError;

use value::{is_private, list_or_commas};

/// All settings.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The folder of the embedded database, the master key and caches.
    pub data_dir: PathBuf,
    /// The HTTP server.
    pub http: Http,
    /// The rate limits for strangers.
    pub limits: Limits,
    /// The database.
    pub database: Database,
    /// Outbound calls.
    pub outbound: Outbound,
    /// Messages to people.
    pub notify: Notify,
    /// Signing in.
    pub sign_in: SignIn,
    /// Codes by SMS, and links by e-mail.
    pub codes: Codes,
    /// Invitations, and the verification of e-mail addresses.
    pub invitations: Invitations,
    /// Sign-in through external identity providers.
    pub federation: Federation,
    /// Sessions.
    pub session: Session,
    /// The OpenID provider.
    pub oidc: Oidc,
    /// Plugins.
    pub plugins: Plugins,
    /// Files.
    pub files: Files,
    /// The trial-management interface.
    pub trial_management: TrialManagement,
    /// The audit.
    pub audit: Audit,
    /// The values that the portal stores in browsers.
    pub browser: Browser,
    /// Names, logo and texts.
    pub branding: Branding,
    /// The log.
    pub log: Log,
    /// The metrics.
    pub metrics: Metrics,
    /// The export of traces.
    pub tracing: Tracing,
}

/// The database.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Database {
    /// `sqlite:///path/x.db` or `postgres://…`. Empty: `cardea.db` in the data directory.
    pub url: String,
    /// The most connections (of readers, with SQLite).
    pub max_connections: u32,
}

/// Outbound calls.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Outbound {
    /// Private networks that outbound calls may reach.
    #[serde(deserialize_with = "list_or_commas")]
    pub allow: Vec<IpNet>,
    /// A PEM file with the certificates of authorities that are trusted beside the public ones.
    pub ca_file: String,
}

/// Sessions.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Session {
    /// Hours after which a session ends even if it is in use. The security strategy has the idle limit.
    pub absolute_hours: i64,
}

/// Plugins.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Plugins {
    /// Threads for plugins, apart from the server's own.
    pub threads: usize,
    /// The most calls into plugins at once, over all plugins, 1 to 256; at most half of them for one plugin or one
    /// study.
    pub max_calls: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: PathBuf::from("data"),
            http: Http::default(),
            limits: Limits::default(),
            database: Database::default(),
            outbound: Outbound::default(),
            notify: Notify::default(),
            sign_in: SignIn::default(),
            codes: Codes::default(),
            invitations: Invitations::default(),
            federation: Federation::default(),
            session: Session::default(),
            oidc: Oidc::default(),
            plugins: Plugins::default(),
            files: Files::default(),
            trial_management: TrialManagement::default(),
            audit: Audit::default(),
            browser: Browser::default(),
            branding: Branding::default(),
            log: Log::default(),
            metrics: Metrics::default(),
            tracing: Tracing::default(),
        }
    }
}

impl Default for Database {
    fn default() -> Self {
        Self { url: String::new(), max_connections: 20 }
    }
}

impl Default for Session {
    fn default() -> Self {
        Self { absolute_hours: 12 }
    }
}

impl Default for Plugins {
    fn default() -> Self {
        Self { threads: 2, max_calls: 32 }
    }
}

impl Config {
    /// Reads the settings; `file` is the argument of `--config`.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let named = file.map(Path::to_path_buf).or_else(|| std::env::var_os("CARDEA_CONFIG").map(PathBuf::from));
        let mut figment = Figment::from(Serialized::defaults(Self::default()));
        if let Some(path) = named {
            figment = figment.merge(Toml::file_exact(path));
        }
        // CARDEA_CONFIG names the file; CARDEA_DEMO_… and CARDEA_TEST_… belong to other commands.
        let env = Env::prefixed("CARDEA_").filter(|key| key.as_str().contains("__") || key == "data_dir").split("__");
        let config: Self = figment.merge(env).extract().map_err(Box::new)?;
        config.validate()?;
        Ok(config)
    }

    /// Checks that the values are consistent.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let positive = [
            ("session.absolute_hours", self.session.absolute_hours),
            ("database.max_connections", self.database.max_connections.into()),
        ];
        if let Some((name, _)) = positive.iter().find(|(_, value)| *value < 1) {
            return Err(ConfigError::Value(name, "must be at least 1".into()));
        }
        self.http.validate()?;
        self.limits.validate()?;
        if !(1..=256).contains(&self.plugins.max_calls) {
            return Err(ConfigError::Value("plugins.max_calls", "must be 1 to 256".into()));
        }
        self.sign_in.validate()?;
        self.oidc.validate()?;
        self.codes.validate()?;
        self.invitations.validate()?;
        self.federation.validate()?;
        self.notify.validate()?;
        self.files.validate()?;
        self.trial_management.validate()?;
        self.audit.validate()?;
        self.metrics.address()?;
        self.tracing.validate()?;
        let url = self.public_url()?;
        self.browser.validate(&url)?;
        if !is_private(&url) {
            return Err(ConfigError::Value("http.public_url", "must be https, or http on loopback".into()));
        }
        if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return Err(ConfigError::Value("http.public_url", "must have no path, query or fragment".into()));
        }
        Ok(())
    }

    /// The public URL.
    pub fn public_url(&self) -> Result<Url, ConfigError> {
        let text = match self.http.public_url.as_str() {
            "" => format!("http://{}", self.http.listen),
            given => given.to_owned(),
        };
        Url::parse(&text).map_err(|e| ConfigError::Value("http.public_url", e.to_string()))
    }

    /// The issuer: the public URL without a trailing slash (OpenID Connect Discovery 1.0, section 3).
    pub fn issuer(&self) -> Result<String, ConfigError> {
        Ok(self.public_url()?.as_str().trim_end_matches('/').to_owned())
    }

    /// The database's URL.
    #[must_use]
    pub fn database_url(&self) -> String {
        match self.database.url.as_str() {
            "" => format!("sqlite://{}", self.data_dir.join("cardea.db").display()),
            given => given.to_owned(),
        }
    }
}

/// `CARDEA_DEMO_PASSWORD`: the password of all demonstration accounts.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn demo_password() -> Option<Secret> {
    std::env::var("CARDEA_DEMO_PASSWORD").ok().filter(|text| !text.is_empty()).map(Secret::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commented_file_equals_the_defaults() {
        let file = Figment::new().merge(Toml::string(include_str!("../../../config/cardea.toml")));
        assert_eq!(file.extract::<Config>().unwrap(), Config::default());
        let value: toml::Table = include_str!("../../../config/cardea.toml").parse().unwrap();
        assert_eq!(value, toml::Table::try_from(Config::default()).unwrap(), "every setting is in the file");
    }

    #[test]
    fn a_list_may_come_with_commas() {
        let file = Figment::from(Serialized::defaults(Config::default()))
            .merge(Toml::string("[outbound]\nallow = \"127.0.0.0/8, 10.0.0.0/8\""));
        assert_eq!(file.extract::<Config>().unwrap().outbound.allow.len(), 2);
    }

    #[test]
    fn plain_http_is_for_loopback_only() {
        let with = |url: &str| {
            let mut config = Config::default();
            config.http.public_url = url.into();
            config.validate()
        };
        assert!(with("http://127.0.0.1:9000").is_ok());
        assert!(with("https://id.example.org").is_ok());
        assert!(with("http://id.example.org").is_err());
        assert!(with("https://id.example.org/sub").is_err());
    }
}
