//! `private_key_jwt`: RFC 7523, sections 2.2 and 3; OpenID Connect Core 1.0, section 9; for clients of the
//! profile `fapi2` FAPI 2.0 Security Profile, section 5.3.2.1.

use serde_json::{Map, Value};

use super::keys::verify_with_client_keys;
use crate::kernel::clock::Time;
use crate::kernel::once;
use crate::provider::clients::Client;
use crate::provider::clients::settings::Profile;
use crate::provider::error::OAuthError;
use crate::provider::jose::{Alg, Header, peek};
use crate::provider::state::Provider;

/// `client_assertion_type` (RFC 7523, section 2.2).
pub const TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// The algorithms accepted in assertions.
pub const ALGS: &[Alg] = Alg::ALL;
/// The algorithms accepted from clients of the profile `fapi2` (section 5.4.1).
const FAPI_ALGS: &[Alg] = &[Alg::Es256, Alg::Ps256, Alg::EdDsa];
/// Seconds that a client's clock may be ahead of ours. FAPI 2.0 asks for at least 10 and less than 60.
const AHEAD: i64 = 10;
/// Longest time until `exp`, in seconds, as the `jti` has to be remembered until then.
const LONGEST: i64 = 3600;
/// Longest `jti`, in octets.
const MAX_JTI: usize = 512;
/// The accepted values of `typ`; a token made for another purpose is no assertion (RFC 8725, section 3.11).
const TYPES: &[&str] = &["JWT", "client-authentication+jwt"];

/// The client that an assertion names as its `sub`, unverified.
pub fn claimed_client(assertion: &str) -> Option<String> {
    let (_, claims) = peek(assertion).ok()?;
    text(&claims, "sub").map(str::to_owned)
}

/// Verifies the assertion, and tells why it fails. Uses its `jti` up.
pub async fn judge(
    provider: &Provider,
    client: &Client,
    assertion: &str,
    endpoint: &str,
) -> Result<Result<(), &'static str>, OAuthError> {
    let fapi = client.settings.cardea_profile == Profile::Fapi2;
    let chosen = client.settings.token_endpoint_auth_signing_alg;
    let allowed = chosen.as_ref().map_or(if fapi { FAPI_ALGS } else { ALGS }, std::slice::from_ref);
    let Ok(verified) = verify_with_client_keys(provider, client, assertion, allowed).await else {
        return Ok(Err("an assertion that the client's keys do not verify"));
    };
    let kernel = provider.kernel();
    let checked = check_type(&verified.header)
        .and_then(|()| check_parties(&verified.claims, client, provider.issuer(), endpoint, fapi))
        .and_then(|()| check_times(&verified.claims, kernel.now().unix_seconds()));
    let (jti, until) = match checked {
        Ok(once) => once,
        Err(why) => return Ok(Err(why)),
    };
    // Committed at once, whatever becomes of the request: a used assertion stays used.
    let key = kernel.hash("client_assertion", &format!("{}\n{jti}", client.client_id));
    let first = once::first_alone(kernel.db(), "client_assertion", &key, until).await?;
    Ok(if first { Ok(()) } else { Err("an assertion that was used before") })
}

fn check_type(header: &Header) -> Result<(), &'static str> {
    let fits = header.typ.is_none() || TYPES.iter().any(|typ| header.is_type(typ));
    if fits { Ok(()) } else { Err("a token of another type") }
}

/// Checks issuer, subject and audience (RFC 7523, section 3, points 1 to 3).
fn check_parties(
    claims: &Map<String, Value>,
    client: &Client,
    issuer: &str,
    endpoint: &str,
    fapi: bool,
) -> Result<(), &'static str> {
    let client_id = Some(client.client_id.as_str());
    if text(claims, "iss") != client_id || text(claims, "sub") != client_id {
        return Err("an assertion of somebody else");
    }
    let ours = |audience: &str| {
        let path = audience.strip_prefix(issuer);
        path == Some("") || (!fapi && path.is_some_and(|path| path == endpoint || path == "/oauth2/token"))
    };
    let meant = match claims.get("aud") {
        Some(Value::String(audience)) => ours(audience),
        // Another audience in the list could use the assertion here; FAPI 2.0 rules such lists out.
        Some(Value::Array(all)) if !fapi => all.iter().filter_map(Value::as_str).any(ours),
        _ => false,
    };
    if meant { Ok(()) } else { Err("an assertion for somebody else") }
}

/// Checks the times (RFC 7523, section 3, points 4 to 7). Returns the `jti`, and until when it has to be remembered.
fn check_times(claims: &Map<String, Value>, now: i64) -> Result<(&str, Time), &'static str> {
    let exp = number(claims, "exp")?.ok_or("an assertion without exp")?;
    if exp <= now {
        return Err("an expired assertion");
    }
    if exp > now + LONGEST + AHEAD {
        return Err("an assertion that lasts too long");
    }
    for name in ["nbf", "iat"] {
        if number(claims, name)?.is_some_and(|at| at > now + AHEAD) {
            return Err("an assertion of the future");
        }
    }
    let jti = text(claims, "jti").filter(|jti| (1..=MAX_JTI).contains(&jti.len())).ok_or("an assertion without jti")?;
    Ok((jti, Time(0).plus_seconds(exp + 1)))
}

fn text<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    claims.get(name).and_then(Value::as_str)
}

/// A NumericDate in whole seconds (RFC 7519, section 2).
fn number(claims: &Map<String, Value>, name: &str) -> Result<Option<i64>, &'static str> {
    match claims.get(name) {
        None => Ok(None),
        Some(value) => numeric_date(value).map(Some).ok_or("an assertion with a time that is none"),
    }
}

/// Seconds since 1970, rounded down; the fraction that the RFC allows is dropped.
#[expect(clippy::cast_possible_truncation, reason = "within the range that was checked")]
fn numeric_date(value: &Value) -> Option<i64> {
    const FAR: f64 = 1e12;
    value.as_i64().or_else(|| value.as_f64().filter(|f| (0.0..FAR).contains(f)).map(|f| f.floor() as i64))
}
