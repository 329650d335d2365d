//! Settings of messages to people.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::Url;

use super::value::{ConfigError, is_private};
use crate::kernel::mailaddr;
use crate::kernel::secret::Secret;

/// The channel of messages.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// None was chosen. Functions that need a message are not available.
    None,
    /// One JSON file per message in `<data dir>/outbox/`.
    File,
    /// The configured gateways.
    Live,
}

/// Messages to people.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Notify {
    /// The channel of messages.
    pub channel: Channel,
    /// E-mail.
    pub email: Email,
    /// SMS.
    pub sms: Sms,
}

/// How the connection to the mail server is protected (RFC 8314, section 3).
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum MailTls {
    /// TLS from the first octet, usually port 465.
    Implicit,
    /// STARTTLS, which must succeed; usually port 587.
    Starttls,
    /// No protection: for a relay on the same machine.
    None,
}

/// The mail server (SMTP, RFC 5321).
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Email {
    /// Its name or address. Empty: no e-mail is sent.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is protected.
    pub tls: MailTls,
    /// A PEM file with the only authority that may issue the server's certificate. Empty: any that this system trusts.
    pub ca_file: String,
    /// Account; empty: no authentication.
    pub username: String,
    /// Its password.
    pub password: Secret,
    /// Sender's address.
    pub from: String,
    /// The domain that signs messages (DKIM, RFC 6376), whose DNS has the public key. Empty: they are not signed.
    pub dkim_domain: String,
    /// The name of the key within the domain: its record is `<selector>._domainkey.<domain>`.
    pub dkim_selector: String,
    /// A PEM file with the private key: RSA of 2048 bits at least, or Ed25519 (RFC 8463).
    pub dkim_key_file: String,
}

/// The forms of SMS gateways.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum SmsGateway {
    /// Any: the settings say what the call looks like.
    Webhook,
    /// Aliyun's short message service.
    Aliyun,
    /// Tencent Cloud's short message service.
    Tencent,
}

/// The SMS gateway: one HTTP call a message.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Sms {
    /// Its form.
    pub gateway: SmsGateway,
    /// Its address; called by POST. Empty: the public one of Aliyun or Tencent Cloud; no SMS is sent by a webhook.
    pub url: String,
    /// The body of a webhook: JSON. In its texts `{to}`, `{text}`, `{purpose}`, `{locale}`, `{id}` and the message's own
    /// values, such as `{code}` and `{minutes}`, are replaced.
    pub body: String,
    /// The JSON Pointer (RFC 6901) to the result in a webhook's answer, such as `/Code`. Empty: the status decides.
    pub ok_pointer: String,
    /// The value of the result on success, such as `OK`.
    pub ok_value: String,
    /// Headers of a webhook, such as an API key.
    pub headers: BTreeMap<String, Secret>,
    /// The secret of a webhook's signatures (Standard Webhooks): base64, `whsec_` before it or not. Empty: none.
    pub signing_secret: Secret,
    /// The account at Aliyun or Tencent Cloud: the id of its key.
    pub key_id: String,
    /// The key's secret.
    pub key_secret: Secret,
    /// The signature that the gateway registered, which its messages begin with.
    pub sign_name: String,
    /// The application at Tencent Cloud.
    pub app_id: String,
    /// The region at Tencent Cloud.
    pub region: String,
    /// The templates that Aliyun or Tencent Cloud registered, by the purpose of messages, such as `sign-in-code`.
    pub templates: BTreeMap<String, SmsTemplate>,
}

/// A template at a gateway.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct SmsTemplate {
    /// Its number for messages in Chinese.
    pub zh: String,
    /// Its number for messages in English. A language without one uses the other's.
    pub en: String,
    /// The values that it is filled with, such as `code`: by these names at Aliyun, in this order at Tencent Cloud.
    pub values: Vec<String>,
}

impl Default for Notify {
    fn default() -> Self {
        Self { channel: Channel::None, email: Email::default(), sms: Sms::default() }
    }
}

impl Default for Email {
    fn default() -> Self {
        Self {
            host: String::new(),
            port: 465,
            tls: MailTls::Implicit,
            ca_file: String::new(),
            username: String::new(),
            password: Secret::default(),
            from: String::new(),
            dkim_domain: String::new(),
            dkim_selector: String::new(),
            dkim_key_file: String::new(),
        }
    }
}

impl Default for Sms {
    fn default() -> Self {
        Self {
            gateway: SmsGateway::Webhook,
            url: String::new(),
            body: r#"{"to":"{to}","text":"{text}"}"#.into(),
            ok_pointer: String::new(),
            ok_value: String::new(),
            headers: BTreeMap::new(),
            signing_secret: Secret::default(),
            key_id: String::new(),
            key_secret: Secret::default(),
            sign_name: String::new(),
            app_id: String::new(),
            region: "ap-guangzhou".into(),
            templates: BTreeMap::new(),
        }
    }
}

impl Sms {
    /// Whether there is a gateway.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.gateway != SmsGateway::Webhook || !self.url.is_empty()
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> &str {
        match self.gateway {
            _ if !self.url.is_empty() => &self.url,
            SmsGateway::Webhook => "",
            SmsGateway::Aliyun => "https://dysmsapi.aliyuncs.com",
            SmsGateway::Tencent => "https://sms.tencentcloudapi.com",
        }
    }

    /// What is missing of an account, if anything is.
    fn missing(&self) -> Option<&'static str> {
        let account = [
            ("notify.sms.key_id", self.key_id.is_empty()),
            ("notify.sms.key_secret", self.key_secret.is_empty()),
            ("notify.sms.sign_name", self.sign_name.is_empty()),
            ("notify.sms.app_id", self.gateway == SmsGateway::Tencent && self.app_id.is_empty()),
            ("notify.sms.templates", self.templates.is_empty()),
        ];
        let mut missing = account.into_iter().filter(|(_, is_missing)| *is_missing);
        if self.gateway == SmsGateway::Webhook { None } else { missing.next().map(|(name, _)| name) }
    }
}

impl Notify {
    /// Whether this deployment can send SMS.
    #[must_use]
    pub fn has_sms(&self) -> bool {
        self.leaves(self.sms.is_set())
    }

    /// Whether this deployment can send e-mail.
    #[must_use]
    pub fn has_email(&self) -> bool {
        self.leaves(!self.email.host.is_empty())
    }

    fn leaves(&self, gateway: bool) -> bool {
        match self.channel {
            Channel::None => false,
            Channel::File => true,
            Channel::Live => gateway,
        }
    }

    /// The mail server, if there is one.
    #[must_use]
    pub fn email_settings(&self) -> Option<&Email> {
        (!self.email.host.is_empty()).then_some(&self.email)
    }

    /// The SMS gateway, if there is one.
    #[must_use]
    pub fn sms_settings(&self) -> Option<&Sms> {
        self.sms.is_set().then_some(&self.sms)
    }

    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        // Checked for every channel, because the channel may be changed with one word.
        if !self.email.username.is_empty() && self.email.tls == MailTls::None {
            let text = "\"none\" would send the account and its password in the clear";
            return Err(ConfigError::Value("notify.email.tls", text.into()));
        }
        if !self.sms.url.is_empty() && !Url::parse(&self.sms.url).is_ok_and(|url| is_private(&url)) {
            let text = "must be an https address, or http on loopback";
            return Err(ConfigError::Value("notify.sms.url", text.into()));
        }
        if self.channel != Channel::Live {
            return Ok(());
        }
        if !self.has_sms() && !self.has_email() {
            let text = "\"live\" needs notify.email.host, or notify.sms.url or an account at an SMS gateway";
            return Err(ConfigError::Value("notify.channel", text.into()));
        }
        if self.has_email() && !mailaddr::is_valid(&self.email.from) {
            return Err(ConfigError::Value("notify.email.from", "must be an e-mail address".into()));
        }
        if self.has_email() && !self.email.dkim_domain.is_empty() {
            let selector = self.email.dkim_selector.as_str();
            if selector.is_empty() || !selector.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b)) {
                return Err(ConfigError::Value("notify.email.dkim_selector", "must be the name of a key".into()));
            }
            if !mailaddr::is_valid(&format!("x@{}", self.email.dkim_domain)) {
                return Err(ConfigError::Value("notify.email.dkim_domain", "must be a domain".into()));
            }
            if self.email.dkim_key_file.is_empty() {
                return Err(ConfigError::Value("notify.email.dkim_key_file", "must name the private key".into()));
            }
        }
        if let Some(name) = self.sms.missing() {
            return Err(ConfigError::Value(name, "the SMS gateway needs it".into()));
        }
        if self.has_sms() {
            serde_json::from_str::<serde_json::Value>(&self.sms.body)
                .map_err(|e| ConfigError::Value("notify.sms.body", format!("must be JSON: {e}")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(adjust: impl FnOnce(&mut Notify)) -> Result<(), String> {
        let mut notify = Notify::default();
        adjust(&mut notify);
        notify.validate().map_err(|error| error.to_string())
    }

    #[test]
    fn nothing_leaves_where_nobody_chose_how() {
        let notify = Notify::default();
        assert!(!notify.has_sms() && !notify.has_email());
        let gateways = Notify {
            email: Email { host: "mail.example".into(), ..Email::default() },
            sms: Sms { url: "https://sms.example".into(), ..Sms::default() },
            ..Notify::default()
        };
        assert!(!gateways.has_sms() && !gateways.has_email());
        let files = Notify { channel: Channel::File, ..Notify::default() };
        assert!(files.has_sms() && files.has_email());
    }

    #[test]
    fn an_sms_gateway_is_called_where_nobody_can_listen() {
        for (url, fine) in [
            ("https://sms.example/send", true),
            ("http://127.0.0.1:9000/send", true),
            ("http://[::1]/send", true),
            ("http://localhost/send", true),
            ("http://sms.example/send", false),
            ("http://10.0.0.7/send", false),
            ("http://127.0.0.1.example.org/send", false),
            ("http://localhost.example.org/send", false),
            ("http://0.0.0.0/send", false),
            ("ftp://127.0.0.1/", false),
            ("nonsense", false),
        ] {
            for channel in [Channel::None, Channel::File, Channel::Live] {
                let said = judged(|notify| (notify.channel, notify.sms.url) = (channel, url.into()));
                assert_eq!(said.is_ok(), fine, "{channel:?} {url}: {said:?}");
            }
        }
    }

    #[test]
    fn an_account_at_an_sms_gateway_is_whole() {
        let whole = || Sms {
            gateway: SmsGateway::Tencent,
            key_id: "id".into(),
            key_secret: Secret::new("secret"),
            sign_name: "Cardea".into(),
            app_id: "1400000000".into(),
            templates: [("sign-in-code".to_owned(), SmsTemplate::default())].into(),
            ..Sms::default()
        };
        let judged = |sms: Sms| judged(|notify| (notify.channel, notify.sms) = (Channel::Live, sms));
        assert_eq!(judged(whole()), Ok(()));
        assert_eq!(judged(Sms { gateway: SmsGateway::Aliyun, app_id: String::new(), ..whole() }), Ok(()));
        for (name, sms) in [
            ("key_id", Sms { key_id: String::new(), ..whole() }),
            ("key_secret", Sms { key_secret: Secret::default(), ..whole() }),
            ("sign_name", Sms { sign_name: String::new(), ..whole() }),
            ("app_id", Sms { app_id: String::new(), ..whole() }),
            ("templates", Sms { templates: BTreeMap::new(), ..whole() }),
        ] {
            assert!(judged(sms).unwrap_err().contains(&format!("notify.sms.{name}")), "{name}");
        }
        assert_eq!(whole().address(), "https://sms.tencentcloudapi.com");
        assert_eq!(Sms { url: "https://sms.example".into(), ..whole() }.address(), "https://sms.example");
    }

    #[test]
    fn a_signature_of_mail_names_domain_selector_and_key() {
        let whole = || Email {
            host: "mail.example.org".into(),
            from: "noreply@example.org".into(),
            dkim_domain: "example.org".into(),
            dkim_selector: "cardea-1".into(),
            dkim_key_file: "/etc/cardea/dkim.pem".into(),
            ..Email::default()
        };
        let judged = |email: Email| judged(|notify| (notify.channel, notify.email) = (Channel::Live, email));
        assert_eq!(judged(whole()), Ok(()));
        for (name, email) in [
            ("dkim_domain", Email { dkim_domain: "example.org; d=evil".into(), ..whole() }),
            ("dkim_selector", Email { dkim_selector: String::new(), ..whole() }),
            ("dkim_selector", Email { dkim_selector: "a; d=evil.example".into(), ..whole() }),
            ("dkim_key_file", Email { dkim_key_file: String::new(), ..whole() }),
        ] {
            assert!(judged(email).unwrap_err().contains(&format!("notify.email.{name}")), "{name}");
        }
    }

    #[test]
    fn a_mail_account_goes_with_tls_alone() {
        for (tls, username, fine) in [
            (MailTls::None, "", true),
            (MailTls::None, "cardea", false),
            (MailTls::Starttls, "cardea", true),
            (MailTls::Implicit, "cardea", true),
        ] {
            for channel in [Channel::File, Channel::Live] {
                let said = judged(|notify| {
                    let from = "noreply@example.org".into();
                    let (host, username) = ("127.0.0.1".into(), username.into());
                    notify.email = Email { host, tls, username, from, ..Email::default() };
                    notify.channel = channel;
                });
                assert_eq!(said.is_ok(), fine, "{channel:?} {tls:?}: {said:?}");
            }
        }
    }
}
