//! The sender of e-mail: SMTP (RFC 5321) to the configured server, by connections that are kept for the next message.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use lettre::message::dkim::DkimConfig;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder, MultiPart};
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use super::dkim;
use super::model::{Letter, Outcome};
use super::store::MESSAGES;
use super::words::Trouble;
use crate::config::{Config, Email, MailTls};
use crate::kernel::outbound::{Outbound, OutboundError};
use crate::kernel::secret::Secret;

/// The beginning of a certificate (RFC 7468, section 5).
const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// How long a command may take to be answered.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a connection that nothing is sent by is kept; servers wait for five minutes (RFC 5321, section 4.5.3.2.7).
const IDLE: Duration = Duration::from_mins(1);

/// The replies that refuse the account (RFC 4954, section 6).
const ACCOUNT: [u16; 4] = [530, 534, 535, 538];

type Transport = AsyncSmtpTransport<Tokio1Executor>;

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
    connected: Mutex<Option<(IpAddr, Transport)>>,
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
    fn transport(&self, address: IpAddr) -> Transport {
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, transport)) = connected.as_ref()
            && *known == address
        {
            return transport.clone();
        }
        let at_once = u32::try_from(MESSAGES.at_once).unwrap_or(u32::MAX);
        let mut transport = Transport::builder_dangerous(address.to_string())
            .port(self.port)
            .tls(self.tls.clone())
            .hello_name(self.hello.clone())
            .timeout(Some(TIMEOUT))
            .pool_config(PoolConfig::new().max_size(at_once).idle_timeout(IDLE));
        if let Some((user, password)) = &self.credentials {
            transport = transport.credentials(Credentials::new(user.clone(), password.expose().to_owned()));
        }
        let transport = transport.build();
        *connected = Some((address, transport.clone()));
        transport
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
        match self.transport(*address).send(message).await {
            Ok(answer) => {
                Outcome::sent(format!("{} {}", answer.code(), answer.message().collect::<Vec<_>>().join(" ")))
            }
            Err(error) => {
                tracing::warn!(%error, "the mail server did not take a message");
                // The account is refused rather than the message, which goes once the settings are mended (RFC 4954,
                // section 6).
                let is_of_account = error.status().is_some_and(|code| ACCOUNT.contains(&u16::from(code)));
                let trouble = if is_of_account {
                    Trouble::Later
                } else if error.is_permanent() {
                    Trouble::Refused
                } else if error.is_transient() {
                    Trouble::Later
                } else if error.is_tls() {
                    Trouble::Tls
                } else {
                    Trouble::Unreachable
                };
                Outcome::failed(trouble, error.to_string())
            }
        }
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
