//! What a client that registers itself gets of what it asks for.

use serde_json::{Map, Value};

use crate::kernel::error::Error;
use crate::provider::clients::checks::CONFIDENTIAL_GRANTS;
use crate::provider::clients::model::{Client, Registered, SCOPES};
use crate::provider::clients::settings::Pkce;

/// Members by which a client can only bind itself more tightly, and the value that does.
const TIGHTER: &[(&str, &str)] =
    &[("cardea_profile", "fapi2"), ("cardea_pkce", "required"), ("cardea_consent", "always")];
/// Members of ours that only concern the client itself.
const OWN: &[&str] = &["cardea_access_token_format", "cardea_access_token_signed_alg", "cardea_access_token_type"];

const DEVICE_GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// What it can have at most: what everybody can, or what it has.
#[derive(Debug)]
pub struct RegistrationLimits {
    /// `cardea_` members that hold whatever it says.
    held: Map<String, Value>,
    scopes: Vec<String>,
    grants: Vec<String>,
}

impl RegistrationLimits {
    /// Of one that is not known yet. People are asked once; PKCE is as the initial access token says.
    pub fn of_stranger(pkce: Pkce) -> Self {
        let held = [("cardea_consent", "once"), ("cardea_pkce", pkce.as_str())];
        Self {
            held: held.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
            scopes: SCOPES.iter().map(|&scope| scope.to_owned()).collect(),
            grants: Vec::new(),
        }
    }

    /// Of one that changes itself.
    pub fn of_client(client: &Client) -> Result<Self, Error> {
        let held = Registered { client: client.clone(), client_secret: None }.to_response();
        let Value::Object(mut held) = held else { return Err(Error::internal("a client that is no object")) };
        held.retain(|name, _| name.starts_with("cardea_"));
        let mut scopes: Vec<String> = SCOPES.iter().map(|&scope| scope.to_owned()).collect();
        scopes.extend(client.scope.split(' ').map(str::to_owned));
        Ok(Self { held, scopes, grants: client.grant_types.clone() })
    }

    /// The metadata to register. Members are replaced and left out as RFC 7591, section 2, allows; the answer
    /// tells the client what it got.
    pub fn grant(self, mut given: Map<String, Value>) -> Map<String, Value> {
        let mut held = self.held;
        for (name, tight) in TIGHTER {
            if given.get(*name).and_then(Value::as_str) == Some(*tight) {
                held.insert((*name).to_owned(), (*tight).into());
            }
        }
        for name in OWN {
            if let Some(value) = given.get(*name) {
                held.insert((*name).to_owned(), value.clone());
            }
        }
        // A public client has nothing else that proves it is the one that asked.
        if given.get("token_endpoint_auth_method").and_then(Value::as_str) == Some("none") {
            held.insert("cardea_pkce".to_owned(), "required".into());
        }
        given.retain(|name, _| !name.starts_with("cardea_") && name != "client_id" && name != "client_secret");
        // Whoever names somebody else's address need not be able to answer there to get a device code: it would
        // learn what people are called in that one's sector.
        let pairwise = given.get("subject_type").and_then(Value::as_str) == Some("pairwise");
        if let Some(Value::Array(grants)) = given.get_mut("grant_types") {
            let kept = |grant: &str| CONFIDENTIAL_GRANTS.contains(&grant) || (pairwise && grant == DEVICE_GRANT);
            let may = |grant: &str| !kept(grant) || self.grants.iter().any(|g| g == grant);
            grants.retain(|grant| grant.as_str().is_none_or(may));
        }
        if let Some(Value::String(scope)) = given.get("scope") {
            let may = |scope: &&str| self.scopes.iter().any(|s| s == scope);
            let kept: Vec<&str> = scope.split(' ').filter(may).collect();
            let kept = if kept.is_empty() { SCOPES.join(" ") } else { kept.join(" ") };
            given.insert("scope".to_owned(), kept.into());
        }
        given.extend(held);
        given
    }
}
