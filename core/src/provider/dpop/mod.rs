//! Demonstrating proof of possession: RFC 9449.
//!
//! An endpoint calls [`proof`] before anything else and binds its tokens to [`Proof::jkt`]. A proof works once, on
//! all nodes. Its freshness is judged by the server's nonce if it has one, else by its `iat`. [`provide_nonce`] puts
//! a nonce into every answer to a request with a proof (section 8.2), so that a client whose clock is wrong is
//! refused once and continues with the nonce; a nonce that is too old or not this server's is answered with
//! `use_dpop_nonce`.

mod htu;
mod nonce;
#[cfg(test)]
mod tests;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use super::error::{ErrorCode, OAuthError};
use super::jose::{Alg, Compact, Jwk, Verified};
use super::state::Provider;
use crate::kernel::clock::Time;
use crate::kernel::layer::{Around, AroundLayer};
use crate::kernel::once;

/// The request header (section 4.1).
pub const HEADER: HeaderName = HeaderName::from_static("dpop");
/// The response header (section 8).
pub const NONCE_HEADER: HeaderName = HeaderName::from_static("dpop-nonce");
/// The algorithms of proofs, for `dpop_signing_alg_values_supported` (section 5.1).
pub const ALGS: &[Alg] = Alg::ALL;

/// `typ` of a proof (section 4.2).
const TYPE: &str = "dpop+jwt";
/// Seconds after which a proof without the server's nonce is too old.
const BEHIND: i64 = 60;
/// Seconds that a client's clock may be ahead.
const AHEAD: i64 = 10;
/// Seconds for which a `jti` is remembered: longer than any proof that carries it is accepted.
const REMEMBERED: i64 = 2 * nonce::LIFE + BEHIND + AHEAD;
/// Longest `jti`, in octets.
const MAX_JTI: usize = 512;

/// A verified proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// SHA-256 thumbprint of the key (section 6.1), to which tokens are bound by `cnf.jkt`.
    pub jkt: String,
}

/// Verifies the request's proof, if it has one. `url` is the public address of the endpoint, without query and
/// fragment; `access_token` is the request's access token, where the endpoint is a protected resource.
///
/// Errors: `invalid_dpop_proof`, `use_dpop_nonce` (section 8).
pub async fn proof(
    provider: &Provider,
    headers: &HeaderMap,
    method: &str,
    url: &str,
    access_token: Option<&str>,
) -> Result<Option<Proof>, OAuthError> {
    let mut given = headers.get_all(HEADER).iter();
    let Some(first) = given.next() else { return Ok(None) };
    if given.next().is_some() {
        return Err(invalid("there is more than one DPoP header"));
    }
    let token = first.to_str().map_err(|_| invalid("the DPoP header is not a JWT"))?;
    let (key, verified) = verified(token)?;
    let claims = &verified.claims;
    let jti = text(claims, "jti").filter(|jti| (1..=MAX_JTI).contains(&jti.len()));
    let jti = jti.ok_or(invalid("the DPoP proof has no jti"))?;
    if text(claims, "htm") != Some(method) {
        return Err(invalid("the DPoP proof is for another method"));
    }
    if !text(claims, "htu").is_some_and(|htu| htu::same(htu, url)) {
        return Err(invalid("the DPoP proof is for another address"));
    }
    let kernel = provider.kernel();
    let now = kernel.now();
    let issued = claims.get("iat").and_then(Value::as_f64).ok_or(invalid("the DPoP proof has no iat"))?;
    in_time(claims, now)?;
    fresh(provider, claims, issued, now)?;
    if let Some(access_token) = access_token {
        let hash = URL_SAFE_NO_PAD.encode(digest(&SHA256, access_token.as_bytes()));
        let ath = text(claims, "ath").unwrap_or_default();
        verify_slices_are_equal(ath.as_bytes(), hash.as_bytes())
            .map_err(|_| invalid("the DPoP proof is not for this access token"))?;
    }
    let jkt = key.thumbprint();
    // A thumbprint is no secret, but the hash keeps the index narrow whatever the length of the jti.
    let spent = kernel.hash("dpop", &format!("{jkt}\n{jti}"));
    let first = once::first_alone(kernel.db(), "dpop", &spent, now.plus_seconds(REMEMBERED)).await?;
    if first { Ok(Some(Proof { jkt })) } else { Err(invalid("the DPoP proof was used before")) }
}

/// Checks type, algorithm and signature, under the key in the proof's header (section 4.3, points 2 to 7).
fn verified(token: &str) -> Result<(Jwk, Verified), OAuthError> {
    let compact = Compact::parse(token).map_err(|_| invalid("the DPoP header is not a JWT"))?;
    if !compact.header.is_type(TYPE) {
        return Err(invalid("the DPoP proof is not of type dpop+jwt"));
    }
    let jwk = compact.header.jwk.ok_or(invalid("the DPoP proof has no jwk"))?;
    let key = Jwk::parse(&jwk).map_err(|_| invalid("the jwk of the DPoP proof is not a public key that is taken"))?;
    let verified = key.verify(token, ALGS).map_err(|_| invalid("the signature of the DPoP proof is wrong"))?;
    Ok((key, verified))
}

/// Whether the proof is fresh: "as determined by either the iat claim or a
/// server managed timestamp via the nonce claim" (section 4.3, point 11).
fn fresh(provider: &Provider, claims: &Map<String, Value>, issued: f64, now: Time) -> Result<(), OAuthError> {
    match claims.get("nonce") {
        Some(Value::String(given)) if nonce::holds(provider.kernel(), given, now) => Ok(()),
        Some(_) => Err(use_nonce()),
        None => {
            let recent = seconds(now.plus_seconds(-BEHIND))..=seconds(now.plus_seconds(AHEAD));
            // The answer carries a nonce, and with it the client's clock does not matter.
            let why = "the DPoP proof is too old, or of the future";
            if recent.contains(&issued) { Ok(()) } else { Err(invalid(why)) }
        }
    }
}

/// Checks `nbf` and `exp`: a proof needs neither, but they hold if present (RFC 7519, sections 4.1.4 and 4.1.5).
fn in_time(claims: &Map<String, Value>, now: Time) -> Result<(), OAuthError> {
    let moment = |name: &str| claims.get(name).map(|value| value.as_f64().ok_or(())).transpose();
    let (Ok(nbf), Ok(exp)) = (moment("nbf"), moment("exp")) else {
        return Err(invalid("nbf and exp of the DPoP proof must be numbers"));
    };
    let (latest_start, earliest_end) = (seconds(now.plus_seconds(AHEAD)), seconds(now));
    if nbf.is_some_and(|nbf| nbf > latest_start) || exp.is_some_and(|exp| exp <= earliest_end) {
        return Err(invalid("the DPoP proof is over, or not valid yet"));
    }
    Ok(())
}

/// A time as a NumericDate, for comparison with those of a proof, which may have fractions.
#[expect(clippy::cast_precision_loss, reason = "exact for longer than there will be nodes")]
fn seconds(moment: Time) -> f64 {
    moment.unix_seconds() as f64
}

const fn invalid(why: &'static str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidDpopProof, why)
}

const fn use_nonce() -> OAuthError {
    OAuthError::new(ErrorCode::UseDpopNonce, "the DPoP proof needs the nonce of the DPoP-Nonce header")
}

fn text<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    claims.get(name).and_then(Value::as_str)
}

/// The layer that adds the next nonce to every answer to a request with a proof, errors included.
#[must_use]
pub const fn provide_nonce(provider: Provider) -> AroundLayer<ProvideNonce> {
    AroundLayer(ProvideNonce(provider))
}

/// See [`provide_nonce`].
#[derive(Clone, Debug)]
pub struct ProvideNonce(Provider);

impl Around for ProvideNonce {
    /// The provider, if the request has a proof.
    type Kept = Option<Provider>;

    fn before(&self, request: &mut Request) -> Self::Kept {
        request.headers().contains_key(HEADER).then(|| self.0.clone())
    }

    fn after(asked: Self::Kept, mut response: Response) -> Response {
        if let Some(provider) = asked {
            let nonce = nonce::current(provider.kernel(), provider.kernel().now());
            if let Ok(value) = HeaderValue::from_str(&nonce) {
                response.headers_mut().insert(NONCE_HEADER, value);
            }
        }
        response
    }
}
