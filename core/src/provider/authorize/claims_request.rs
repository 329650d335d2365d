//! The `claims` parameter: OpenID Connect Core 1.0, section 5.5.

use serde_json::Value;

use crate::provider::claims::CLAIMS;
use crate::provider::clients::Client;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::granted::{ClaimRequest, ClaimsRequest};

/// Claims of the protocol itself: every client gets them, and they reveal nothing new about the person.
const PROTOCOL: &[&str] =
    &["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid", "acr", "amr", "act", "azp"];

/// The contents of the parameter.
#[derive(Debug, Default)]
pub struct Wanted {
    /// The requested claims that this server knows and this client may have.
    pub claims: ClaimsRequest,
    /// The values of which the essential claim `acr` must have one; empty where it is not essential.
    pub acr: Vec<String>,
    /// The value that the claim `sub` must have.
    pub subject: Option<String>,
}

/// Parses the parameter, which means nothing without `openid` in the scope. Unknown claims are ignored, as section
/// 5.5 says; so are those of a scope that the client may not ask for.
pub fn parse(text: Option<&str>, client: &Client, scope: &str) -> Result<Wanted, OAuthError> {
    let Some(text) = text.filter(|_| scope.split(' ').any(|s| s == "openid")) else { return Ok(Wanted::default()) };
    let wrong = OAuthError::new(ErrorCode::InvalidRequest, "claims is not an object as OpenID Connect has it");
    let mut claims = read(text).ok_or(wrong)?;
    let may = |name: &str| CLAIMS.contains(&name) && scope_of(name).is_none_or(|scope| client.allows_scope(scope));
    claims.id_token.retain(|name, _| may(name));
    claims.userinfo.retain(|name, _| may(name));
    let asked = |members: &std::collections::BTreeMap<String, Option<ClaimRequest>>, name: &str| {
        members.get(name).and_then(Clone::clone).unwrap_or_default()
    };
    let of_acr = asked(&claims.id_token, "acr");
    let acr = if of_acr.essential { values(&of_acr) } else { Vec::new() };
    let subjects: Vec<String> =
        [&claims.id_token, &claims.userinfo].into_iter().filter_map(|m| text_of(asked(m, "sub").value?)).collect();
    if subjects.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err(OAuthError::new(ErrorCode::InvalidRequest, "the claim sub is asked for with different values"));
    }
    Ok(Wanted { acr, subject: subjects.into_iter().next(), claims })
}

/// Reads an object of objects, each of null or an object. Checked here, as serde reads structures from arrays too.
fn read(text: &str) -> Option<ClaimsRequest> {
    let json: Value = serde_json::from_str(text).ok()?;
    for member in ["id_token", "userinfo"] {
        let Some(claims) = json.as_object()?.get(member) else { continue };
        if !claims.as_object()?.values().all(|claim| claim.is_null() || claim.is_object()) {
            return None;
        }
    }
    serde_json::from_value(json).ok()
}

/// The requested values, the preferred first. A value that is not a string cannot be an acr; it is kept as one that
/// nothing meets.
fn values(request: &ClaimRequest) -> Vec<String> {
    let several = request.values.iter().flatten();
    request.value.iter().chain(several).map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned)).collect()
}

fn text_of(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// The scope that a claim belongs to (section 5.4); `None` for a claim outside of every scope.
#[must_use]
pub fn scope_of(claim: &str) -> Option<&'static str> {
    match claim {
        "email" | "email_verified" => Some("email"),
        "phone_number" | "phone_number_verified" => Some("phone"),
        "address" => Some("address"),
        name if PROTOCOL.contains(&name) || name.starts_with("cardea_") => None,
        _ => Some("profile"),
    }
}

/// The names of the claims requested singly that no granted scope includes: consent asks about them.
#[must_use]
pub fn beyond_scope(claims: &ClaimsRequest, scope: &str) -> Vec<String> {
    let covered = |name: &str| {
        PROTOCOL.contains(&name) || scope_of(name).is_some_and(|of| scope.split(' ').any(|granted| granted == of))
    };
    let mut names: Vec<String> =
        claims.id_token.keys().chain(claims.userinfo.keys()).filter(|name| !covered(name)).cloned().collect();
    names.sort();
    names.dedup();
    names
}
