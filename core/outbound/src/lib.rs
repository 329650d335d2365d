//! The guard of the server's outbound calls.
//!
//! Every call to an address that a person typed in (a trial system, an identity provider, a gateway) goes through
//! this module, so that no such address makes the server talk to its own loopback, its neighbours or a cloud's
//! metadata service (OWASP ASVS 5, V5.2 and V15.3: server-side request forgery). The address is checked at the moment
//! it is dialled: a check of the name alone could be defeated by a DNS answer that changes between check and use (DNS
//! rebinding).

use std::{
    error::Error as _,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    path::Path,
    pin::Pin,
    sync::{Arc, OnceLock},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use rustls::ClientConfig;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls_platform_verifier::Verifier;
use url::{Host, Url};

mod special;
#[cfg(test)]
mod tests;

pub use special::is_public;

/// The addresses of a host name, as a resolver returns them.
pub type Answer = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// A resolver of host names; a trait so that tests can rebind names.
pub trait Lookup: Send + Sync + 'static {
    /// Resolves `host`. An error means that the name is unknown or the resolver cannot be reached.
    fn lookup(&self, host: String) -> Answer;
}

/// The platform's own resolver.
struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup(&self, host: String) -> Answer {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host.as_str(), 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// Why a call brought no answer.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// The guard refuses the address. The text names it.
    #[error("refused by the outbound guard: {0}")]
    Denied(String),
    /// The request is malformed.
    #[error("invalid request: {0}")]
    Invalid(String),
    /// No answer came within the time allowed.
    #[error("no answer in time")]
    Timeout,
    /// The other side cannot be reached.
    #[error("cannot connect: {0}")]
    Connect(String),
    /// The other side cannot prove its identity, or supports no TLS version that the server supports.
    #[error("TLS failed: {0}")]
    Tls(String),
    /// The body is larger than allowed, counted after decompression.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    /// The connection broke, or the answer is not HTTP.
    #[error("the answer is broken: {0}")]
    Broken(String),
}

/// An address that the guard refuses; carried through the connector's errors.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

/// The bounds of a client.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most time until the connection is established, TLS included.
    pub connect: Duration,
    /// The most time from the first byte sent to the last byte received.
    pub total: Duration,
    /// The largest body in bytes, after decompression.
    pub max_bytes: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), total: Duration::from_secs(10), max_bytes: 2 << 20 }
    }
}

/// The guard, which decides which addresses may be dialled. Cheap to clone.
#[derive(Clone)]
pub struct Outbound {
    allow: Arc<[IpNet]>,
    lookup: Arc<dyn Lookup>,
    /// The certificates, in DER, of authorities that are trusted beside the public ones.
    authorities: Arc<[CertificateDer<'static>]>,
    /// What all clients check certificates by, once there is one: the public authorities are read and kept once.
    tls: Arc<OnceLock<ClientConfig>>,
}

impl Outbound {
    /// A guard that permits public addresses, and of the others those within `allow`.
    pub fn new(allow: Vec<IpNet>) -> Self {
        Self::with_lookup(allow, SystemLookup)
    }

    /// As [`Self::new`], with another resolver.
    pub fn with_lookup(allow: Vec<IpNet>, lookup: impl Lookup) -> Self {
        Self { allow: allow.into(), lookup: Arc::new(lookup), authorities: Arc::new([]), tls: Arc::default() }
    }

    /// The same guard, which also trusts the authorities whose certificates a file holds (RFC 7468, section 5).
    ///
    /// # Errors
    /// [`OutboundError::Invalid`] if the file cannot be read, or holds no certificate.
    pub fn believing(self, file: &Path) -> Result<Self, OutboundError> {
        let invalid = |what: String| OutboundError::Invalid(format!("{}: {what}", file.display()));
        let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let authorities = read.map_err(|error| invalid(error.to_string()))?;
        if authorities.is_empty() {
            return Err(invalid("it holds no certificate".into()));
        }
        for authority in &authorities {
            rustls::server::ParsedCertificate::try_from(authority).map_err(|error| invalid(error.to_string()))?;
        }
        Ok(Self { authorities: authorities.into(), tls: Arc::default(), ..self })
    }

    /// The authorities that are trusted beside the public ones, in DER: for protocols other than HTTP.
    pub fn authorities(&self) -> impl Iterator<Item = &[u8]> {
        self.authorities.iter().map(AsRef::as_ref)
    }

    /// Whether `address` may be dialled.
    pub fn permits(&self, address: IpAddr) -> bool {
        is_public(address) || self.allow.iter().any(|net| net.contains(&address))
    }

    /// The permitted addresses of `host`, a name or an address: for protocols other than HTTP. The caller dials one
    /// of these and does not resolve the name again.
    ///
    /// # Errors
    /// [`OutboundError::Denied`] if the guard permits none of the addresses, [`OutboundError::Connect`] if the name
    /// is unknown.
    pub async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, OutboundError> {
        if let Ok(literal) = host.parse::<IpAddr>() {
            let denied = || OutboundError::Denied(format!("address {literal}"));
            return self.permits(literal).then(|| vec![literal]).ok_or_else(denied);
        }
        match self.resolve(host.to_owned()).await {
            Ok(found) => Ok(found.into_iter().map(|address| address.ip()).collect()),
            Err(error) => Err(match error.downcast::<Refused>() {
                Ok(refused) => OutboundError::Denied(refused.0),
                Err(error) => OutboundError::Connect(error.to_string()),
            }),
        }
    }

    /// A client that dials only permitted addresses, follows no redirects and ignores the environment's proxies.
    ///
    /// # Errors
    /// [`OutboundError::Tls`] if the platform's trust anchors cannot be read.
    pub fn client(&self, bounds: Bounds) -> Result<Client, OutboundError> {
        let inner = reqwest::Client::builder()
            .tls_backend_preconfigured(self.tls()?)
            .user_agent(concat!("cardea/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .referer(false)
            .connect_timeout(bounds.connect)
            .timeout(bounds.total)
            .dns_resolver(GuardedResolver(self.clone()))
            .build()
            .map_err(|error| OutboundError::Tls(error.to_string()))?;
        Ok(Client { inner, guard: self.clone(), max_bytes: bounds.max_bytes })
    }

    /// The TLS of all clients: HTTP/1.1, and certificates of the platform's authorities and of those trusted beside them.
    fn tls(&self) -> Result<ClientConfig, OutboundError> {
        if let Some(known) = self.tls.get() {
            return Ok(known.clone());
        }
        let failed = |error: rustls::Error| OutboundError::Tls(error.to_string());
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let verifier = Verifier::new_with_extra_roots(self.authorities.iter().cloned(), Arc::clone(&provider));
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(failed)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier.map_err(failed)?))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(self.tls.get_or_init(|| config).clone())
    }

    /// Checks what is known before dialling: the scheme, that the URL has no credentials, and a host that is an
    /// address already (the connector does not pass it to the resolver).
    fn check(&self, url: &Url) -> Result<(), OutboundError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(OutboundError::Denied(format!("scheme {}", url.scheme())));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(OutboundError::Denied("credentials in the address".into()));
        }
        let literal = match url.host() {
            None => return Err(OutboundError::Invalid("no host".into())),
            Some(Host::Domain(_)) => return Ok(()),
            Some(Host::Ipv4(address)) => IpAddr::V4(address),
            Some(Host::Ipv6(address)) => IpAddr::V6(address),
        };
        if self.permits(literal) { Ok(()) } else { Err(OutboundError::Denied(format!("address {literal}"))) }
    }

    /// Resolves `host` and keeps the permitted addresses. Fails if none is left; forbidden addresses among permitted
    /// ones are dropped.
    async fn resolve(&self, host: String) -> Result<Vec<SocketAddr>, BoxError> {
        let found = self.lookup.lookup(host.clone()).await?;
        if found.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no address").into());
        }
        let permitted: Vec<SocketAddr> = found
            .into_iter()
            .filter(|address| self.permits(*address))
            .map(|address| SocketAddr::new(address, 0))
            .collect();
        if permitted.is_empty() {
            return Err(Refused(format!("every address of {host}")).into());
        }
        Ok(permitted)
    }
}

/// An error of the connector's resolver.
type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The guard as the connector's resolver.
struct GuardedResolver(Outbound);

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.0.clone();
        let host = name.as_str().to_owned();
        Box::pin(async move {
            let addresses = guard.resolve(host).await?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// A guarded HTTP client. Cheap to clone; reuses its connections.
#[derive(Clone)]
pub struct Client {
    inner: reqwest::Client,
    guard: Outbound,
    max_bytes: usize,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Client")
    }
}

impl Client {
    /// Sends one request and reads the whole answer. `timeout` shortens the client's total time-out. Redirects are
    /// returned, not followed.
    ///
    /// # Errors
    /// See [`OutboundError`]; statuses of 4xx and 5xx are answers, not errors.
    pub async fn send(
        &self,
        request: http::Request<Bytes>,
        timeout: Option<Duration>,
    ) -> Result<http::Response<Bytes>, OutboundError> {
        let mut request =
            reqwest::Request::try_from(request).map_err(|error| OutboundError::Invalid(error.to_string()))?;
        self.guard.check(request.url())?;
        if let Some(timeout) = timeout {
            *request.timeout_mut() = Some(timeout);
        }
        let answer = self.inner.execute(request).await.map_err(classify)?;
        let mut response = http::Response::new(());
        *response.status_mut() = answer.status();
        *response.headers_mut() = answer.headers().clone();
        let body = self.read(answer).await?;
        Ok(response.map(|()| body))
    }

    /// Sends one request, and answers while the body still arrives: for files, whose size has no limit here. The time
    /// limit is for all of it.
    ///
    /// # Errors
    /// As [`Self::send`], but for what only the body could tell.
    pub async fn open<B>(&self, request: http::Request<B>) -> Result<http::Response<reqwest::Body>, OutboundError>
    where
        B: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Send + Sync + 'static,
    {
        let request = request.map(reqwest::Body::wrap);
        let request = reqwest::Request::try_from(request).map_err(|error| OutboundError::Invalid(error.to_string()))?;
        self.guard.check(request.url())?;
        Ok(self.inner.execute(request).await.map_err(classify)?.into())
    }

    /// Reads a body up to the limit. The declared length is not used: it counts compressed bytes.
    async fn read(&self, mut answer: reqwest::Response) -> Result<Bytes, OutboundError> {
        let mut body = BytesMut::new();
        while let Some(chunk) = answer.chunk().await.map_err(classify)? {
            if body.len() + chunk.len() > self.max_bytes {
                return Err(OutboundError::TooLarge(self.max_bytes));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body.freeze())
    }
}

/// Finds the cause within the errors that the connector wraps around it.
fn classify(error: reqwest::Error) -> OutboundError {
    // The URL may hold a gateway's key.
    let error = error.without_url();
    let mut source = error.source();
    let mut deepest = error.to_string();
    while let Some(layer) = source {
        if let Some(refused) = layer.downcast_ref::<Refused>() {
            return OutboundError::Denied(refused.0.clone());
        }
        if let Some(tls) = tls_reason(layer) {
            return OutboundError::Tls(tls);
        }
        deepest = layer.to_string();
        source = layer.source();
    }
    if error.is_timeout() {
        OutboundError::Timeout
    } else if error.is_connect() {
        OutboundError::Connect(deepest)
    } else if error.is_builder() {
        OutboundError::Invalid(deepest)
    } else {
        OutboundError::Broken(deepest)
    }
}

/// Finds a TLS error, either itself or inside an I/O error, whose `source` does not show it.
fn tls_reason(layer: &(dyn std::error::Error + 'static)) -> Option<String> {
    if let Some(tls) = layer.downcast_ref::<rustls::Error>() {
        return Some(tls.to_string());
    }
    tls_reason(layer.downcast_ref::<io::Error>()?.get_ref()?)
}
