//! What tokens and userinfo say of a person.

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::clients::Client;
use super::store::{self, Standing, User};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

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
    "preferred_username",
    "gender",
    "birthdate",
    "locale",
    "updated_at",
    "email",
    "email_verified",
    "phone_number",
    "phone_number_verified",
    "cardea_tenant",
    "cardea_studies",
];

/// Where the study roles in a trial system come from: the authorisation room.
pub trait StudyClaims: Send + Sync + std::fmt::Debug {
    /// One object for each study that the person is granted in this system and tenant, as its plugin
    /// projected it. Reads only, in the context's transaction.
    fn study_claims<'a>(
        &'a self,
        cx: &'a mut Ctx,
        user: &'a Id,
        software: &'a Id,
        tenant: &'a Id,
    ) -> BoxFuture<'a, Result<Vec<Value>, Error>>;
}

/// ID token (OpenID Connect Core 1.0, section 2). Times in seconds.
#[derive(Debug, Serialize)]
pub struct IdToken<'a> {
    /// Issuer.
    pub iss: &'a str,
    /// Subject: the user id.
    pub sub: &'a str,
    /// The client.
    pub aud: &'a str,
    /// End.
    pub exp: i64,
    /// Time of issue.
    pub iat: i64,
    /// When the person proved who they are.
    pub auth_time: i64,
    /// The client's nonce.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<&'a str>,
    /// Left half of the access token's hash.
    pub at_hash: String,
    /// The session.
    pub sid: &'a str,
    /// How well the person proved who they are.
    pub acr: &'a str,
    /// By what means.
    pub amr: &'a [String],
    /// `cardea_tenant` and `cardea_studies`. The scopes' claims are at userinfo, so that this stays small.
    #[serde(flatten)]
    pub trial: Map<String, Value>,
}

/// What of an ID token matters when it comes back as a hint.
#[derive(Debug, Deserialize)]
pub struct IdTokenHint {
    /// Issuer.
    pub iss: String,
    /// Subject.
    pub sub: String,
    /// The client.
    pub aud: String,
    /// The session.
    #[serde(default)]
    pub sid: String,
}

/// JWT access token (RFC 9068). Times in seconds.
#[derive(Debug, Deserialize, Serialize)]
pub struct AccessToken {
    /// Issuer.
    pub iss: String,
    /// Subject: the user id.
    pub sub: String,
    /// The resource: this server's userinfo.
    pub aud: String,
    /// End.
    pub exp: i64,
    /// Time of issue.
    pub iat: i64,
    /// When the person proved who they are.
    pub auth_time: i64,
    /// How well.
    pub acr: String,
    /// By what means.
    pub amr: Vec<String>,
    /// Its own id.
    pub jti: String,
    /// The client.
    pub client_id: String,
    /// What was granted.
    pub scope: String,
    /// The session.
    pub sid: String,
    /// The token family; it can be revoked.
    pub grant_id: String,
}

/// `typ` of ID tokens.
pub const ID_TOKEN_TYPE: &str = "JWT";
/// `typ` of access tokens (RFC 9068, section 2.1).
pub const ACCESS_TOKEN_TYPE: &str = "at+jwt";

/// The claims of the granted scopes (OpenID Connect Core 1.0, section 5.4). Empty values are left out.
#[must_use]
pub fn of_scopes(user: &User, scope: &str) -> Map<String, Value> {
    let mut claims = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() && value.as_str() != Some("") {
            claims.insert(name.to_owned(), value);
        }
    };
    for scope in scope.split(' ') {
        match scope {
            "profile" => {
                put("name", json!(user.full_name));
                put("preferred_username", json!(user.login_name));
                put("gender", json!(user.sex.and_then(gender)));
                put("birthdate", json!(user.birthday));
                put("locale", json!(user.language));
                put("updated_at", json!(user.updated_at.unix_seconds()));
            }
            "email" if !user.email.is_empty() => {
                put("email", json!(user.email));
                put("email_verified", json!(user.email_valid));
            }
            "phone" if !user.phone.is_empty() => {
                put("phone_number", json!(user.phone));
                put("phone_number_verified", json!(user.phone_valid));
            }
            _ => {}
        }
    }
    claims
}

/// 0 male, 1 female (specification, tenant administration); the words are the standard's.
const fn gender(sex: i64) -> Option<&'static str> {
    match sex {
        0 => Some("male"),
        1 => Some("female"),
        _ => None,
    }
}

/// `cardea_tenant` and `cardea_studies`. The tenant is the client's own, or else the one chosen in the
/// session, and is named only while the person is an enabled member of it; without it there are no
/// studies. `cardea_studies` is for clients that are a system of the catalogue.
pub async fn of_trial(
    studies: &dyn StudyClaims,
    cx: &mut Ctx,
    client: &Client,
    standing: &Standing,
) -> Result<Map<String, Value>, Error> {
    let user = &standing.user.id;
    let mut claims = Map::new();
    let tenant = match client.tenant_id.as_ref().or(standing.session_tenant_id.as_ref()) {
        Some(tenant) => store::tenant_of(cx, user, tenant).await?,
        None => None,
    };
    if let Some(software) = &client.software_id {
        let granted = match &tenant {
            Some(tenant) => studies.study_claims(cx, user, software, &tenant.id).await?,
            None => Vec::new(),
        };
        claims.insert("cardea_studies".to_owned(), Value::Array(granted));
    }
    if let Some(tenant) = tenant {
        claims.insert("cardea_tenant".to_owned(), serde_json::to_value(tenant)?);
    }
    Ok(claims)
}
