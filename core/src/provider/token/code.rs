//! The authorization code grant: RFC 6749, section 4.1.3, and OpenID Connect Core 1.0, section 3.1.3.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::once::{Once, used_twice};
use super::request::{TokenRequest, TokenResponse};
use super::store::PresentedCode;
use super::{person, store};
use crate::provider::error::OAuthError;

/// The purpose of the keyed hash of codes.
pub const CODE: &str = "authorization_code";

/// Exchanges a code.
pub async fn exchange(request: &TokenRequest<'_>) -> Result<TokenResponse, OAuthError> {
    let (params, kernel) = (request.params, request.provider.kernel());
    let code_hash = kernel.hash(CODE, params.required("code", "code is missing")?);
    let redirect_uri = params.required("redirect_uri", "redirect_uri is missing")?;
    let verifier = params.get("code_verifier");
    let challenge = verifier.and_then(s256);
    // A part of the resources can be refused, for which the code must not be used up; and a family that is bound to a key
    // has another grant than its code.
    let as_it_is = params.all("resource").is_empty() && person::bound_key(request).is_none();
    if as_it_is && challenge.is_some() == verifier.is_some() {
        let code = PresentedCode { hash: &code_hash, redirect_uri, challenge };
        if let Some(answer) = person::begin_at_once(request, code).await? {
            return Ok(answer);
        }
    }
    in_turn(request, &code_hash, redirect_uri).await
}

/// Reads the code, checks it, and uses it up.
async fn in_turn(request: &TokenRequest<'_>, code_hash: &str, redirect_uri: &str) -> Result<TokenResponse, OAuthError> {
    let (client, params, kernel) = (request.client, request.params, request.provider.kernel());
    let once = Once::Code(code_hash);
    let mut cx = request.caller.autocommit_reader(kernel);
    let found = store::find_code(&mut cx, code_hash, request.provider.trials(), client).await?;
    drop(cx);
    let code = found.ok_or(once.refusal())?;
    if code.client_id != client.client_id {
        return Err(once.refusal());
    }
    if code.consumed_at.is_some() {
        return Err(used_twice(request, once).await);
    }
    let proven = proves(params.get("code_verifier"), code.code_challenge.as_deref());
    // A code bound to a key works only with that key (RFC 9449, section 10).
    let bound = code.granted.dpop_jkt.is_none() || code.granted.dpop_jkt == request.jkt;
    let in_time = code.expires_at > kernel.now() && code.holds;
    if !in_time || code.redirect_uri != redirect_uri || !proven || !bound {
        return Err(once.refusal());
    }
    person::begin(request, once, code.granted.0, &code.basis).await
}

/// Whether the verifier matches the challenge, or both are absent. A verifier without a challenge is refused: the
/// challenge was removed from the request (RFC 9700, section 4.8.2).
fn proves(verifier: Option<&str>, challenge: Option<&str>) -> bool {
    match (verifier, challenge) {
        (None, None) => true,
        (Some(verifier), Some(challenge)) => s256(verifier)
            .is_some_and(|computed| verify_slices_are_equal(computed.as_bytes(), challenge.as_bytes()).is_ok()),
        _ => false,
    }
}

/// The S256 challenge of a verifier (RFC 7636, section 4.6); `None` where its form is not that of one (section 4.1).
fn s256(verifier: &str) -> Option<String> {
    let unreserved = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    let is_one = (43..=128).contains(&verifier.len()) && verifier.bytes().all(unreserved);
    is_one.then(|| URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verifier_of_rfc_7636_appendix_b_proves_its_challenge() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(proves(Some(verifier), Some(challenge)));
        assert!(!proves(Some(&verifier.to_lowercase()), Some(challenge)));
        assert!(!proves(Some(challenge), Some(challenge)), "a challenge does not prove itself");
        assert!(!proves(None, Some(challenge)) && !proves(Some(verifier), None), "one without the other");
        assert!(proves(None, None));
    }
}
