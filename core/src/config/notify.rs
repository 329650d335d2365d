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
}

/// The SMS gateway: one HTTP call a message.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Sms {
    /// Its address; called by POST. Empty: no SMS is sent.
    pub url: String,
    /// The body: JSON. In its texts `{to}`, `{text}`, `{purpose}`, `{locale}`, `{id}` and the message's own values,
    /// such as `{code}` and `{minutes}`, are replaced.
    pub body: String,
    /// The JSON Pointer (RFC 6901) to the result in the gateway's answer, such as `/Code`. Empty: the status decides.
    pub ok_pointer: String,
    /// The value of the result on success, such as `OK`.
    pub ok_value: String,
    /// Headers, such as an API key.
    pub headers: BTreeMap<String, Secret>,
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
        }
    }
}

impl Default for Sms {
    fn default() -> Self {
        Self {
            url: String::new(),
            body: r#"{"to":"{to}","text":"{text}"}"#.into(),
            ok_pointer: String::new(),
            ok_value: String::new(),
            headers: BTreeMap::new(),
        }
    }
}

impl Notify {
    /// Whether this deployment can send SMS.
    #[must_use]
    pub fn has_sms(&self) -> bool {
        self.leaves(!self.sms.url.is_empty())
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
        (!self.sms.url.is_empty()).then_some(&self.sms)
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
            let text = "\"live\" needs notify.email.host or notify.sms.url";
            return Err(ConfigError::Value("notify.channel", text.into()));
        }
        if self.has_email() && !mailaddr::is_valid(&self.email.from) {
            return Err(ConfigError::Value("notify.email.from", "must be an e-mail address".into()));
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
