//! The claims about a person in tokens and userinfo.
//!
//! Userinfo gives the claims of the granted scopes and of the `claims` parameter. The ID token stays small: it has
//! the tenant and the studies, which a trial system needs before it shows anything, and the claims requested by name.
//! A `cardea_studies` of more than [`MAX_STUDIES`] octets is left out of it, and is then only in userinfo.

mod store;
mod trials;

use super::granted::TRIAL;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::clients::Client;
use super::granted::{ClaimRequest, ClaimsRequest, Granted};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::resources::members::{self, MemberTenant};

pub use store::User;
pub use trials::{StudyClaims, TrialClaims, Trials};

/// The claims that this server may give (OpenID Connect Discovery 1.0, `claims_supported`).
pub const CLAIMS: &[&str] = &[
    "iss",
    "sub",
    "aud",
    "exp",
    "iat",
    "auth_time",
    "nonce",
    "at_hash",
    "sid",
    "acr",
    "amr",
    "name",
    "given_name",
    "family_name",
    "preferred_username",
    "picture",
    "zoneinfo",
    "gender",
    "birthdate",
    "locale",
    "updated_at",
    "email",
    "email_verified",
    "phone_number",
    "phone_number_verified",
    "address",
    "cardea_tenant",
    "cardea_studies",
];

/// The claims of each scope (OpenID Connect Core 1.0, section 5.4), as far as this server knows them.
const SCOPES: &[(&str, &[&str])] = &[
    (
        "profile",
        &[
            "name",
            "given_name",
            "family_name",
            "preferred_username",
            "picture",
            "gender",
            "birthdate",
            "zoneinfo",
            "locale",
            "updated_at",
        ],
    ),
    ("email", &["email", "email_verified"]),
    ("phone", &["phone_number", "phone_number_verified"]),
    ("address", &["address"]),
];

/// Most octets of `cardea_studies` in an ID token, which comes back as a hint in addresses: servers and proxies cut
/// those at 8 KiB.
const MAX_STUDIES: usize = 4096;

/// The members of an ID token that count when it comes back as a hint.
#[derive(Debug, Deserialize)]
pub struct IdTokenHint {
    /// Issuer.
    pub iss: String,
    /// Subject identifier at that client.
    pub sub: String,
    /// The client.
    pub aud: String,
    /// The session.
    #[serde(default)]
    pub sid: String,
    /// Only in access tokens of the same `typ`, which are not hints.
    #[serde(default)]
    pub token_use: Option<serde::de::IgnoredAny>,
}

/// `typ` of ID tokens.
pub const ID_TOKEN_TYPE: &str = "JWT";

/// For whom claims are read.
#[derive(Clone, Copy, Debug)]
pub struct ClaimsContext<'a> {
    /// The client.
    pub client: &'a Client,
    /// What the client was granted.
    pub granted: &'a Granted,
    /// The scope of the token.
    pub scope: &'a str,
    /// What was read with the person by [`Trials::column`].
    pub trials: Option<&'a str>,
}

impl ClaimsContext<'_> {
    fn has(&self, scope: &str) -> bool {
        self.scope.split(' ').any(|s| s == scope)
    }

    /// Whether the client is told where a person works.
    fn tells_work(&self) -> bool {
        self.client.software_id.is_some() || self.has(TRIAL) && self.client.allows_scope(TRIAL)
    }
}

/// All claims about a person that a client could get, to be filtered by scope and request.
#[derive(Debug)]
pub struct Known<'a> {
    /// The person, unless no claim of their record is told.
    user: Option<&'a User>,
    /// The tenant, whose address is the one that is told.
    tenant: Option<MemberTenant>,
    trial: Map<String, Value>,
}

impl<'a> Known<'a> {
    /// Reads the claims that are not in the person's own record, for a token of this scope. The tenant is the
    /// client's own, or else that of the authorization, and counts only while the person is an enabled member of it;
    /// without a tenant there are no studies.
    ///
    /// A client that is a system of the catalogue gets the tenant, and the studies of that system; a client that was
    /// granted the scope [`TRIAL`] gets the tenant, and the studies of every system. No other client learns where a
    /// person works.
    pub async fn read(trials: &Trials, cx: &mut ReadCtx, user: &'a User, of: ClaimsContext<'_>) -> Result<Self, Error> {
        let mut known = Self { user: Some(user), ..Self::of_work(trials, of)? };
        let asked = of.has("address") || of.granted.asks_for("address");
        if asked
            && !of.tells_work()
            && let Some(tenant) = of.client.tenant_id.as_ref().or(of.granted.tenant_id.as_ref())
        {
            known.tenant = members::tenant_of(cx, &user.id, tenant).await?;
        }
        Ok(known)
    }

    /// The same without the person's own record, for an ID token whose client requested no claim by name.
    pub fn of_work(trials: &Trials, of: ClaimsContext<'_>) -> Result<Self, Error> {
        if !of.tells_work() {
            return Ok(Self::of(None, None));
        }
        let (tenant, studies) = trials.read(of.trials)?.map(|it| (it.tenant, it.studies)).unzip();
        Ok(Self::of(tenant, Some(studies.unwrap_or_default())))
    }

    /// `studies` are those of a client that is told where a person works.
    fn of(tenant: Option<MemberTenant>, studies: Option<Vec<Value>>) -> Self {
        let mut trial = Map::new();
        if let Some(studies) = studies {
            trial.insert("cardea_studies".to_owned(), Value::Array(studies));
            if let Some(tenant) = &tenant {
                let value = json!({ "id": tenant.id, "code": tenant.code, "name": tenant.name });
                trial.insert("cardea_tenant".to_owned(), value);
            }
        }
        Self { user: None, tenant, trial }
    }

    fn standard(&self) -> BTreeMap<&'static str, Value> {
        self.user.map(|user| standard(user, self.tenant.as_ref())).unwrap_or_default()
    }

    /// The claims of userinfo, without `sub`.
    #[must_use]
    pub fn for_userinfo(&self, scope: &str, asked: &ClaimsRequest) -> Map<String, Value> {
        let mut claims = self.trial.clone();
        let mut standard = self.standard();
        claims.extend(asked_for(&standard, &asked.userinfo));
        for (_, names) in SCOPES.iter().filter(|(name, _)| scope.split(' ').any(|s| s == *name)) {
            claims.extend(names.iter().filter_map(|name| Some(((*name).to_owned(), standard.remove(name)?))));
        }
        claims
    }

    /// The ID token's claims about the person.
    #[must_use]
    pub fn for_id_token(&self, asked: &ClaimsRequest) -> Map<String, Value> {
        // Most clients ask for none, and nothing of the person is put together for them.
        let mut claims =
            if asked.id_token.is_empty() { Map::new() } else { asked_for(&self.standard(), &asked.id_token) };
        for (name, value) in &self.trial {
            if name != "cardea_studies" || value.to_string().len() <= MAX_STUDIES {
                claims.insert(name.clone(), value.clone());
            }
        }
        claims
    }
}

/// The claims requested by name, as far as they are known. A claim that does not have the requested value is left
/// out (section 5.5.1: neither that nor a missing essential claim is an error).
fn asked_for(
    standard: &BTreeMap<&'static str, Value>,
    asked: &BTreeMap<String, Option<ClaimRequest>>,
) -> Map<String, Value> {
    let told = asked.iter().filter_map(|(name, how)| {
        let value = standard.get(name.as_str())?;
        let fits = how.as_ref().is_none_or(|how| {
            how.value.as_ref().is_none_or(|wanted| wanted == value)
                && how.values.as_ref().is_none_or(|wanted| wanted.contains(value))
        });
        fits.then(|| (name.clone(), value.clone()))
    });
    told.collect()
}

/// The standard claims (section 5.1). Empty values are left out.
fn standard(user: &User, tenant: Option<&MemberTenant>) -> BTreeMap<&'static str, Value> {
    let mut claims = BTreeMap::new();
    let mut put = |name: &'static str, value: Value| {
        if !value.is_null() && value.as_str() != Some("") {
            claims.insert(name, value);
        }
    };
    put("name", json!(user.full_name));
    for name in ["given_name", "family_name", "zoneinfo", "picture"] {
        put(name, json!(user.profile.as_ref().and_then(|profile| profile.get(name))));
    }
    put("preferred_username", json!(user.login_name));
    put("gender", json!(user.sex.and_then(gender)));
    put("birthdate", json!(user.birthday));
    put("locale", json!(user.language));
    put("updated_at", json!(user.updated_at.unix_seconds()));
    put("email", json!(user.email));
    if !user.email.is_empty() {
        put("email_verified", json!(user.email_valid));
    }
    put("phone_number", json!(user.phone));
    if !user.phone.is_empty() {
        put("phone_number_verified", json!(user.phone_valid));
    }
    put("address", json!(tenant.and_then(address)));
    claims
}

/// 0 is male, 1 is female (specification, tenant administration); the claim has the standard's words.
const fn gender(sex: i64) -> Option<&'static str> {
    match sex {
        0 => Some("male"),
        1 => Some("female"),
        _ => None,
    }
}

/// The postal address (section 5.1.1): the tenant's, as a person's record has none.
fn address(tenant: &MemberTenant) -> Option<Value> {
    if tenant.address.is_empty() {
        return None;
    }
    let formatted = [tenant.name.as_str(), &tenant.address, &tenant.postcode];
    let formatted = formatted.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let mut address = json!({ "formatted": formatted, "street_address": tenant.address });
    if !tenant.postcode.is_empty() {
        address["postal_code"] = json!(tenant.postcode);
    }
    Some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user() -> User {
        User {
            id: "u1".into(),
            login_name: "li.wei".into(),
            full_name: "李伟".into(),
            email: "li@example.org".into(),
            email_valid: true,
            phone: String::new(),
            phone_valid: false,
            sex: None,
            birthday: None,
            language: "zh".into(),
            updated_at: crate::testing::START,
            profile: None,
        }
    }

    fn known(user: &User, studies: usize) -> Known<'_> {
        let studies: Vec<Value> =
            (0..studies).map(|n| json!({ "study": format!("CT-{n:04}"), "roles": ["crc"] })).collect();
        let trial = json!({ "cardea_studies": studies, "cardea_tenant": { "id": "t1" } });
        Known { user: Some(user), tenant: None, trial: trial.as_object().unwrap().clone() }
    }

    fn asked(json: Value) -> ClaimsRequest {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn studies_that_an_id_token_cannot_hold_are_at_userinfo() {
        for (count, held) in [(0, true), (3, true), (1000, false)] {
            let user = user();
            let known = known(&user, count);
            let id_token = known.for_id_token(&ClaimsRequest::default());
            assert_eq!(id_token.contains_key("cardea_studies"), held, "{count}");
            assert!(id_token.contains_key("cardea_tenant"));
            let userinfo = known.for_userinfo("openid", &ClaimsRequest::default());
            assert_eq!(userinfo["cardea_studies"].as_array().unwrap().len(), count);
        }
    }

    #[test]
    fn a_claim_asked_for_by_name_is_told_where_it_was_asked_for() {
        let user = user();
        let known = known(&user, 0);
        let request = asked(json!({ "id_token": { "name": { "essential": true }, "nickname": null },
            "userinfo": { "email": null, "website": { "essential": true } } }));
        let (id_token, userinfo) = (known.for_id_token(&request), known.for_userinfo("openid", &request));
        assert_eq!((id_token.get("name"), id_token.get("email")), (Some(&json!("李伟")), None));
        assert_eq!((userinfo.get("name"), userinfo.get("email")), (None, Some(&json!("li@example.org"))));
        assert!(
            !id_token.contains_key("nickname") && !userinfo.contains_key("website"),
            "what is not there is no error"
        );
    }

    #[test]
    fn a_claim_that_should_have_another_value_is_left_out() {
        let user = user();
        let known = known(&user, 0);
        for (how, told) in [
            (json!({ "value": "li@example.org" }), true),
            (json!({ "value": "wang@example.org" }), false),
            (json!({ "values": ["wang@example.org", "li@example.org"] }), true),
            (json!({ "values": ["wang@example.org"], "essential": true }), false),
        ] {
            let request = asked(json!({ "userinfo": { "email": how } }));
            assert_eq!(known.for_userinfo("openid", &request).contains_key("email"), told, "{how}");
        }
    }
}
