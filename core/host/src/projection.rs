//! Checks the claims of a plugin before they are put into a token.

use serde_json::Value;

use super::{error::HostError, model::Claims, wit::claims::Claim};

/// The most claims of one call.
const MAX_CLAIMS: usize = 32;
/// The longest name and the longest JSON text, in bytes, and the most bytes of all JSON texts together.
const MAX_NAME: usize = 64;
const MAX_JSON: usize = 8 << 10;
const MAX_TOTAL: usize = 32 << 10;
/// The deepest nesting.
const MAX_DEPTH: usize = 8;

/// Names with a meaning fixed by standards, so that no plugin can set a token's subject, its tenant or session, or
/// its permitted use: RFC 7519, RFC 8693, RFC 7800, RFC 9068, OpenID Connect Core and its logout specifications, RFC
/// 7662, and the server's own.
const RESERVED: &[&str] = &[
    "iss",
    "sub",
    "aud",
    "exp",
    "nbf",
    "iat",
    "jti",
    "azp",
    "nonce",
    "auth_time",
    "acr",
    "amr",
    "at_hash",
    "c_hash",
    "s_hash",
    "sid",
    "events",
    "toe",
    "txn",
    "sub_id",
    "sub_jwk",
    "act",
    "may_act",
    "cnf",
    "client_id",
    "scope",
    "active",
    "username",
    "token_type",
    "name",
    "given_name",
    "family_name",
    "middle_name",
    "nickname",
    "preferred_username",
    "profile",
    "picture",
    "website",
    "email",
    "email_verified",
    "gender",
    "birthdate",
    "zoneinfo",
    "locale",
    "phone_number",
    "phone_number_verified",
    "address",
    "updated_at",
    "_claim_names",
    "_claim_sources",
    "authorization_details",
    "entitlements",
    "groups",
    "tenant",
    "tenant_id",
    "tenant_name",
    "study",
    "study_id",
    "study_code",
];

/// Parses and checks a plugin's claims. One bad claim fails the whole call: a token must not have a part of a
/// person's permissions.
pub(super) fn claims(raw: Vec<Claim>) -> Result<Claims, HostError> {
    let bad = |reason: String| HostError::BadAnswer(reason);
    if raw.len() > MAX_CLAIMS {
        return Err(bad("too many claims".into()));
    }
    if raw.iter().map(|claim| claim.json.len()).sum::<usize>() > MAX_TOTAL {
        return Err(bad("the claims are too large together".into()));
    }
    let mut claims = Claims::new();
    for Claim { name, json } in raw {
        let shown = name.escape_debug().take(MAX_NAME).collect::<String>();
        if !is_name(&name) {
            return Err(bad(format!("claim name {shown}")));
        }
        if RESERVED.contains(&name.as_str()) {
            return Err(bad(format!("reserved claim {shown}")));
        }
        if json.len() > MAX_JSON {
            return Err(bad(format!("claim {shown} is too large")));
        }
        let value: Value =
            serde_json::from_str(&json).map_err(|error| bad(format!("claim {shown} is not JSON: {error}")))?;
        if depth(&value) > MAX_DEPTH {
            return Err(bad(format!("claim {shown} is nested too deeply")));
        }
        if claims.insert(name, value).is_some() {
            return Err(bad(format!("claim {shown} twice")));
        }
    }
    Ok(claims)
}

/// Whether a name is in lower-case snake case, like registered claims.
fn is_name(name: &str) -> bool {
    name.len() <= MAX_NAME
        && name.bytes().next().is_some_and(|b| b.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// The nesting depth of arrays and objects; a scalar has none. The parser has bounded the recursion.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
