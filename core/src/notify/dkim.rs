//! DKIM signatures of e-mail (RFC 6376), by the key of the settings: RSA, or Ed25519 (RFC 8463).

use aws_lc_rs::encoding::AsBigEndian as _;
use aws_lc_rs::signature::Ed25519KeyPair;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey,
};
use lettre::message::header::HeaderName;
use rsa::RsaPrivateKey;
use rsa::pkcs1::{DecodeRsaPrivateKey as _, EncodeRsaPrivateKey as _, LineEnding};
use rsa::pkcs8::{DecodePrivateKey as _, SecretDocument};
use rsa::traits::PublicKeyParts as _;
use zeroize::Zeroizing;

use crate::config::Email;

/// The headers that are signed. The library has `Content-Type` with the parts of a message, where it cannot sign it.
const HEADERS: [&str; 7] = ["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version"];
/// The fewest bits of an RSA key (RFC 8301, section 3.2, asks for 1024 at least and 2048 where possible).
const RSA_BITS: usize = 2048;

/// How messages are signed, if they are.
///
/// # Errors
/// What is wrong with the key, by the names of the settings.
pub(super) fn signature(settings: &Email) -> Result<Option<DkimConfig>, String> {
    if settings.dkim_domain.is_empty() {
        return Ok(None);
    }
    let invalid = |what: &str| format!("notify.email.dkim_key_file: {what}");
    let pem = std::fs::read_to_string(&settings.dkim_key_file).map_err(|error| invalid(&error.to_string()))?;
    let key = key(&pem).map_err(|what| invalid(&what))?;
    let relaxed =
        DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
    let headers = HEADERS.map(HeaderName::new_from_ascii_str).to_vec();
    let (selector, domain) = (settings.dkim_selector.clone(), settings.dkim_domain.clone());
    Ok(Some(DkimConfig::new(selector, domain, key, headers, relaxed)))
}

/// The key of a PEM file, as OpenSSL writes it: PKCS#8 (RFC 5958), or PKCS#1 (RFC 8017, appendix A.1.2).
fn key(pem: &str) -> Result<DkimSigningKey, String> {
    let (label, der) = SecretDocument::from_pem(pem).map_err(|error| error.to_string())?;
    let rsa = match label {
        "PRIVATE KEY" => match Ed25519KeyPair::from_pkcs8_maybe_unchecked(der.as_bytes()) {
            Ok(pair) => return ed25519(&pair),
            Err(_) => RsaPrivateKey::from_pkcs8_der(der.as_bytes()).map_err(|error| error.to_string())?,
        },
        "RSA PRIVATE KEY" => RsaPrivateKey::from_pkcs1_der(der.as_bytes()).map_err(|error| error.to_string())?,
        _ => return Err("a private key, RSA or Ed25519, is needed".into()),
    };
    if rsa.n().bits() < RSA_BITS {
        return Err(format!("an RSA key of {RSA_BITS} bits at least is needed"));
    }
    let pkcs1 = rsa.to_pkcs1_pem(LineEnding::LF).map_err(|error| error.to_string())?;
    DkimSigningKey::new(&pkcs1, DkimSigningAlgorithm::Rsa).map_err(|error| error.to_string())
}

fn ed25519(pair: &Ed25519KeyPair) -> Result<DkimSigningKey, String> {
    let seed = pair.seed().and_then(|seed| seed.as_be_bytes()).map_err(|error| error.to_string())?;
    let seed = Zeroizing::new(STANDARD.encode(seed.as_ref()));
    DkimSigningKey::new(&seed, DkimSigningAlgorithm::Ed25519).map_err(|error| error.to_string())
}
