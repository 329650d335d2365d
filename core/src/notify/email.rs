//! The sender of e-mail: SMTP (RFC 5321) to the configured server, by connections that are kept for the next message.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use lettre::message::dkim::DkimConfig;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;

use super::dkim;
use super::model::{Letter, Outcome};
use super::smtp::{Connections, Limits, Settings, SmtpError};
use super::store::MESSAGES;
use super::words::Trouble;
use crate::config::{Config, Email, MailTls};
use crate::kernel::outbound::{Outbound, OutboundError};
use crate::kernel::secret::Secret;

/// The beginning of a certificate (RFC 7468, section 5).
const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// Together shorter than the lease of an attempt.
const LIMITS: Limits = Limits { connect: Duration::from_secs(10), message: Duration::from_secs(30) };

/// The replies that refuse the account (RFC 4954, section 6).
const ACCOUNT: [u16; 4] = [530, 534, 535, 538];

/// `Auto-Submitted: auto-generated` (RFC 3834, section 5): nobody's absence notice is sent back.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// The mail server.
pub(super) struct Mailer {
    outbound: Outbound,
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<(String, Secret)>,
    from: Mailbox,
    hello: ClientId,
    /// The domain of message ids.
    domain: String,
    signature: Option<DkimConfig>,
    /// The connections to the address that the server had last.
    connected: Mutex<Option<Connections>>,
}

impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mailer({}:{})", self.host, self.port)
    }
}

impl Mailer {
    /// The mail server of settings that were checked.
    pub fn new(settings: &Email, config: &Config, outbound: &Outbound) -> Result<Self, OutboundError> {
        let invalid = |what: &str| OutboundError::Invalid(what.to_owned());
        let address = settings.from.parse().map_err(|_| invalid("notify.email.from"))?;
        let public = config.public_url().map_err(|_| invalid("http.public_url"))?;
        let domain = public.host_str().unwrap_or("localhost").to_owned();
        Ok(Self {
            outbound: outbound.clone(),
            host: settings.host.clone(),
            port: settings.port,
            tls: match settings.tls {
                MailTls::Implicit => Tls::Wrapper(trust(settings, outbound)?),
                MailTls::Starttls => Tls::Required(trust(settings, outbound)?),
                MailTls::None => Tls::None,
            },
            // Never in the clear: the check of the settings refuses that.
            credentials: (!settings.username.is_empty() && settings.tls != MailTls::None)
                .then(|| (settings.username.clone(), settings.password.clone())),
            from: Mailbox::new(Some(config.branding.system_name.en.clone()), address),
            hello: ClientId::Domain(domain.clone()),
            domain,
            signature: dkim::signature(settings).map_err(OutboundError::Invalid)?,
            connected: Mutex::default(),
        })
    }

    fn message(&self, letter: &Letter) -> Option<lettre::Message> {
        let millis = u64::try_from(letter.created_at.0).unwrap_or_default();
        let builder = MessageBuilder::new()
            .from(self.from.clone())
            .to(Mailbox::new(None, letter.to.parse().ok()?))
            .subject(letter.subject.clone().unwrap_or_default())
            .date(SystemTime::UNIX_EPOCH + Duration::from_millis(millis))
            // The same for every attempt: a mailbox that gets the message twice can discard one.
            .message_id(Some(format!("<{}@{}>", letter.name(), self.domain)))
            .header(AutoSubmitted);
        let message = match &letter.html {
            Some(html) => builder.multipart(MultiPart::alternative_plain_html(letter.text.clone(), html.clone())),
            None => builder.header(ContentType::TEXT_PLAIN).body(letter.text.clone()),
        };
        let mut message = message.ok()?;
        if let Some(signature) = &self.signature {
            message.sign(signature);
        }
        Some(message)
    }

    /// The connections to an address that the guard permitted; the certificate must still be for the name.
    fn connections(&self, address: IpAddr) -> Connections {
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = connected.as_ref().filter(|known| known.address() == address) {
            return known.clone();
        }
        let credentials = self.credentials.as_ref();
        let settings = Settings {
            port: self.port,
            tls: self.tls.clone(),
            credentials: credentials
                .map(|(user, password)| Credentials::new(user.clone(), password.expose().to_owned())),
            hello: self.hello.clone(),
            limits: LIMITS,
        };
        connected.insert(Connections::to(address, settings, MESSAGES.at_once)).clone()
    }

    /// Sends one message.
    pub async fn send(&self, letter: &Letter) -> Outcome {
        let Some(message) = self.message(letter) else { return Outcome::failed(Trouble::Refused, "") };
        // Asked each time: what the name stands for may change, and with it what the guard says.
        let found = match self.outbound.addresses(&self.host).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "the mail server could not be reached");
                return Outcome::failed(Trouble::from(&error), error.to_string());
            }
        };
        let Some(address) = found.first() else { return Outcome::failed(Trouble::Unreachable, "") };
        match self.connections(*address).send(&message).await {
            Ok(answer) => {
                Outcome::sent(format!("{} {}", answer.code(), answer.message().collect::<Vec<_>>().join(" ")))
            }
            Err(error) => {
                tracing::warn!(%error, "the mail server did not take a message");
                Outcome::failed(trouble(&error), error.to_string())
            }
        }
    }
}

/// What went wrong, as the log shows it.
fn trouble(error: &SmtpError) -> Trouble {
    let SmtpError::Smtp(error) = error else { return Trouble::Unreachable };
    // The account is refused rather than the message, which goes once the settings are mended (RFC 4954, section 6).
    let is_of_account = error.status().is_some_and(|code| ACCOUNT.contains(&u16::from(code)));
    if is_of_account || error.is_transient() {
        Trouble::Later
    } else if error.is_permanent() {
        Trouble::Refused
    } else if error.is_tls() {
        Trouble::Tls
    } else {
        Trouble::Unreachable
    }
}

/// The trusted authorities: the mail server's own authority alone, if one is configured; otherwise those of every
/// outbound call.
fn trust(settings: &Email, outbound: &Outbound) -> Result<TlsParameters, OutboundError> {
    let tls = |error: lettre::transport::smtp::Error| OutboundError::Tls(error.to_string());
    let mut parameters = TlsParameters::builder(settings.host.clone());
    if settings.ca_file.is_empty() {
        for der in outbound.authorities() {
            parameters = parameters.add_root_certificate(Certificate::from_der(der.to_vec()).map_err(tls)?);
        }
        return parameters.build().map_err(tls);
    }
    let invalid = |what: String| OutboundError::Invalid(format!("notify.email.ca_file: {what}"));
    let pem = std::fs::read(&settings.ca_file).map_err(|error| invalid(error.to_string()))?;
    let authority = Certificate::from_pem(&pem).map_err(|error| invalid(error.to_string()))?;
    if !pem.windows(BEGIN.len()).any(|part| part == BEGIN) {
        return Err(invalid("it holds no certificate".into()));
    }
    let parameters = parameters.certificate_store(CertificateStore::None);
    parameters.add_root_certificate(authority).build().map_err(tls)
}
