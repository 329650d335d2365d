//! Settings of sign-in through external identity providers.

use serde::{Deserialize, Serialize};
use url::Url;

use super::Bilingual;
use super::value::ConfigError;
use crate::kernel::secret::Secret;

/// Sign-in through external identity providers.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Federation {
    /// Whether the browser asks for confirmation before a code or a ticket from a URL signs the user in. Without
    /// it the sign-in happens at once, as the specification has it (portal, section 4), and an attacker who sends a
    /// user an address with the attacker's own code makes the user work in the attacker's account.
    pub ask_before_sign_in: bool,
    /// Workplace chat services.
    pub chat: Vec<Chat>,
    /// OpenID providers, such as a sponsor's directory.
    pub openid: Vec<OpenId>,
    /// The user centre.
    pub user_centre: UserCentre,
}

impl Default for Federation {
    fn default() -> Self {
        Self { ask_before_sign_in: true, chat: Vec::new(), openid: Vec::new(), user_centre: UserCentre::default() }
    }
}

/// The external service that knows accounts which are not here (docs/user-centre.md).
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct UserCentre {
    /// Its address; empty: there is none.
    pub url: String,
    /// The client id of this server there.
    pub client_id: String,
    /// The secret, for HTTP Basic.
    pub client_secret: Secret,
    /// Seconds within which it must answer.
    pub timeout_seconds: u64,
}

impl Default for UserCentre {
    fn default() -> Self {
        Self { url: String::new(), client_id: String::new(), client_secret: Secret::default(), timeout_seconds: 5 }
    }
}

impl UserCentre {
    fn validate(&self) -> Result<(), ConfigError> {
        if self.url.is_empty() {
            return Ok(());
        }
        if self.client_id.is_empty() || self.client_secret.is_empty() {
            return Err(ConfigError::Value("federation.user_centre", "needs client_id and client_secret".into()));
        }
        if !(1..=30).contains(&self.timeout_seconds) {
            return Err(ConfigError::Value("federation.user_centre.timeout_seconds", "must be 1 to 30".into()));
        }
        secure("federation.user_centre.url", &self.url)
    }
}

/// The kind of a workplace chat service.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum ChatKind {
    /// WeCom, 企业微信.
    Wecom,
    /// DingTalk, 钉钉.
    Dingtalk,
    /// Feishu, 飞书.
    Feishu,
}

/// A workplace chat service.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// Its name in addresses, and the `loginType` of its tickets: letters, digits and `-`.
    pub id: String,
    /// The kind of service.
    pub kind: ChatKind,
    /// Its name on the button.
    pub name: Bilingual,
    /// The corporation: `corpid` of WeCom, `corpId` of DingTalk, `tenant_key` of Feishu.
    pub corporation: String,
    /// The application: `agentid` of WeCom, `clientId` of DingTalk, `client_id` of Feishu.
    pub client_id: String,
    /// The application's secret.
    pub client_secret: Secret,
    /// The address of a private installation, in place of the service's public addresses.
    #[serde(default)]
    pub base: String,
}

/// An OpenID provider.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct OpenId {
    /// Its name in addresses: letters, digits and `-`.
    pub id: String,
    /// Its name on the button.
    pub name: Bilingual,
    /// Its issuer (OpenID Connect Discovery 1.0, section 3).
    pub issuer: String,
    /// The client id of this server there.
    pub client_id: String,
    /// The secret for `client_secret_basic`; empty: a public client.
    #[serde(default)]
    pub client_secret: Secret,
    /// Scopes beside `openid`.
    #[serde(default)]
    pub scopes: Vec<String>,
    /// Whether this server passes the provider's `given_name`, `family_name`, `zoneinfo` and `picture` of a user on
    /// to its own clients.
    #[serde(default)]
    pub profile: bool,
}

impl Federation {
    /// Checks that the values are consistent.
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        let ids: Vec<&str> =
            self.chat.iter().map(|c| c.id.as_str()).chain(self.openid.iter().map(|o| o.id.as_str())).collect();
        for (at, id) in ids.iter().enumerate() {
            let plain = !id.is_empty() && id.len() <= 32 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
            if !plain {
                return Err(ConfigError::Value("federation.id", format!("{id:?} must be letters, digits and -")));
            }
            if ids[..at].contains(id) {
                return Err(ConfigError::Value("federation.id", format!("{id} is there twice")));
            }
        }
        for chat in self.chat.iter().filter(|c| !c.base.is_empty()) {
            secure("federation.chat.base", &chat.base)?;
        }
        for chat in &self.chat {
            if chat.corporation.is_empty() || chat.client_id.is_empty() || chat.client_secret.is_empty() {
                let why = format!("{} needs corporation, client_id and client_secret", chat.id);
                return Err(ConfigError::Value("federation.chat", why));
            }
        }
        self.user_centre.validate()?;
        self.openid.iter().try_for_each(|o| secure("federation.openid.issuer", &o.issuer))
    }
}

/// Requires https, or http on loopback.
fn secure(name: &'static str, text: &str) -> Result<(), ConfigError> {
    let url = Url::parse(text).map_err(|e| ConfigError::Value(name, format!("{text}: {e}")))?;
    let loopback = match url.host() {
        Some(url::Host::Domain(host)) => host == "localhost",
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    if url.scheme() == "https" || (url.scheme() == "http" && loopback) {
        return Ok(());
    }
    Err(ConfigError::Value(name, format!("{text} must be https, or http on loopback")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(toml: &str) -> Result<(), ConfigError> {
        toml::from_str::<Federation>(toml).unwrap().validate()
    }

    #[test]
    fn providers_are_told_apart_and_reached_safely() {
        let one =
            "[[openid]]\nid = 'a'\nname = { zh = '甲', en = 'A' }\nissuer = 'https://a.example'\nclient_id = 'c'\n";
        assert!(read(one).is_ok());
        assert!(read(&format!("{one}{one}")).is_err(), "two of one name");
        assert!(read(&one.replace("'a'", "'a/b'")).is_err(), "a name that is no part of an address");
        assert!(read(&one.replace("https://a", "http://a")).is_err(), "anybody could read along");
        assert!(read(&one.replace("https://a.example", "http://127.0.0.1:9")).is_ok());
    }

    #[test]
    fn a_user_centre_is_asked_safely_or_not_at_all() {
        let one = "[user_centre]\nurl = 'https://c.example/accounts'\nclient_id = 'c'\nclient_secret = 's'\n";
        assert!(read(one).is_ok() && read("").is_ok());
        assert!(read(&one.replace("https://", "http://")).is_err(), "anybody could read along");
        assert!(read(&one.replace("'s'", "''")).is_err(), "it cannot know who asks");
        assert!(read(&format!("{one}timeout_seconds = 31\n")).is_err());
    }
}
