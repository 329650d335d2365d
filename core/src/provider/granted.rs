//! The content of one grant. It is carried, unchanged, from the authorization request through the code or the device
//! code into the token family, and every later token is made from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::clients::Client;
use super::error::{ErrorCode, OAuthError};
use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// The scope of `cardea_tenant` and `cardea_studies`, for clients that are not trial systems. An administrator allows
/// it; no client has it by default.
pub const TRIAL: &str = "cardea";

/// Scopes that choose claims of the ID token and userinfo, and so have no effect without `openid`.
const CLAIM_SCOPES: &[&str] = &["profile", "email", "phone", "address", TRIAL];
/// The grant of refresh tokens.
const REFRESH_GRANT: &str = "refresh_token";

/// The grant, the strength of the authentication behind it, and the key that it is bound to. Stored as JSON; a member
/// that is added later has to have a default.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Granted {
    /// Scopes, separated by spaces.
    pub scope: String,
    /// The client's nonce, for the ID token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// Single claims requested by name (OpenID Connect Core 1.0, section 5.5).
    #[serde(skip_serializing_if = "ClaimsRequest::is_empty")]
    pub claims: ClaimsRequest,
    /// Resources that access tokens may be made for (RFC 8707).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<String>,
    /// Thumbprint of the key that the code (RFC 9449, section 10) or the family's refresh tokens (section 5)
    /// are bound to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dpop_jkt: Option<String>,
    /// When the person authenticated.
    pub auth_time: Time,
    /// The strength of the authentication (`acr`).
    pub acr: String,
    /// The authentication methods (RFC 8176).
    pub amr: Vec<String>,
    /// The tenant chosen in the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant_id: Option<Id>,
}

impl Granted {
    /// Whether this scope was granted.
    #[must_use]
    pub fn has(&self, scope: &str) -> bool {
        self.scope.split(' ').any(|s| s == scope)
    }

    /// Whether the client requested this claim by name.
    #[must_use]
    pub fn asks_for(&self, claim: &str) -> bool {
        self.claims.id_token.contains_key(claim) || self.claims.userinfo.contains_key(claim)
    }
}

/// The part of the scope `asked` that this client can be granted for a person, each value once and in the order
/// asked. Unknown values and values that the client may not ask for are left out, as OpenID Connect Core 1.0, section
/// 3.1.2.1, says; the token answer names the granted scope. Without `openid` this is plain OAuth 2.0 and needs
/// another scope. `offline_access` means nothing to a client without refresh tokens; for the others, consent decides
/// (section 11).
///
/// Errors: `invalid_scope` where nothing is left.
pub fn scope(client: &Client, asked: Option<&str>) -> Result<String, OAuthError> {
    let asked = || asked.unwrap_or_default().split(' ');
    let openid = client.allows_scope("openid") && asked().any(|scope| scope == "openid");
    let mut granted: Vec<&str> = Vec::new();
    for scope in asked().filter(|scope| !scope.is_empty() && client.allows_scope(scope)) {
        let meaningful = (openid || !CLAIM_SCOPES.contains(&scope))
            && (scope != "offline_access" || client.allows_grant(REFRESH_GRANT));
        if meaningful && !granted.contains(&scope) {
            granted.push(scope);
        }
    }
    if granted.is_empty() {
        return Err(OAuthError::new(ErrorCode::InvalidScope, "scope holds nothing that this client can be granted"));
    }
    Ok(granted.join(" "))
}

/// The `claims` parameter (OpenID Connect Core 1.0, section 5.5).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct ClaimsRequest {
    /// Claims for the ID token.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub id_token: BTreeMap<String, Option<ClaimRequest>>,
    /// Claims for userinfo.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub userinfo: BTreeMap<String, Option<ClaimRequest>>,
}

impl ClaimsRequest {
    /// Whether nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.id_token.is_empty() && self.userinfo.is_empty()
    }
}

/// The request for one claim (section 5.5.1).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct ClaimRequest {
    /// The client needs the claim for the task at hand; its absence is no error.
    pub essential: bool,
    /// The requested value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The acceptable values, the preferred first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Value>>,
}
