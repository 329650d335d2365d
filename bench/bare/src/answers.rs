//! Recorded answers, told again: fixed ones as they were, tokens anew.

use std::collections::BTreeMap;

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::keys::Keys;
use crate::recording::Recorded;
use crate::{Result, random};

/// The one person.
pub const SUBJECT: &str = "somebody";

/// An answer that is the same every time.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Fixed {
    pub fn new(recorded: &Recorded) -> Result<Self> {
        Ok(Self { headers: headers(recorded)?, body: recorded.body.clone().into() })
    }

    pub fn respond(&self) -> Response {
        (self.headers.clone(), self.body.clone()).into_response()
    }
}

fn headers(recorded: &Recorded) -> Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    for (name, value) in &recorded.headers {
        headers.append(HeaderName::try_from(name.as_str())?, HeaderValue::try_from(value.as_str())?);
    }
    Ok(headers)
}

/// Whether a token has the form of a compact JWS.
pub fn is_jwt(token: &str) -> bool {
    // Its header is a JSON object; other tokens may have three parts too.
    token.starts_with("eyJ") && token.bytes().filter(|b| *b == b'.').count() == 2
}

/// A claim of a token that is signed anew each time.
enum Claim {
    Fixed(Value),
    IssuedAt,
    /// Seconds after the time of issue.
    Expires(i64),
    TokenId,
    AccessTokenHash,
}

/// A JWS to be signed anew.
struct Signed {
    kid: String,
    header: String,
    claims: Vec<(String, Claim)>,
}

/// A member of a token answer.
enum Member {
    Fixed(Value),
    Signed(Signed),
    /// A random token that is kept as a hash.
    Kept(&'static str),
}

/// A token answer to be given anew each time.
pub struct TokenAnswer {
    pub headers: HeaderMap,
    /// The access token first: the ID token holds its hash.
    members: Vec<(String, Member)>,
}

/// A token answer.
pub struct Issued {
    pub body: String,
    /// Kinds and tokens to be kept.
    pub kept: Vec<(&'static str, String)>,
}

struct Payload<'a> {
    claims: &'a [(String, Claim)],
    now: i64,
    access_token: Option<&'a str>,
}

impl Serialize for Payload<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.claims.len()))?;
        for (name, claim) in self.claims {
            match claim {
                Claim::Fixed(value) => map.serialize_entry(name, value)?,
                Claim::IssuedAt => map.serialize_entry(name, &self.now)?,
                Claim::Expires(seconds) => map.serialize_entry(name, &(self.now + seconds))?,
                Claim::TokenId => map.serialize_entry(name, &random().map_err(serde::ser::Error::custom)?)?,
                Claim::AccessTokenHash => {
                    let hash = digest(&SHA256, self.access_token.unwrap_or_default().as_bytes());
                    let half = hash.as_ref().get(..16).unwrap_or_default();
                    map.serialize_entry(name, &URL_SAFE_NO_PAD.encode(half))?;
                }
            }
        }
        map.end()
    }
}

impl Signed {
    fn new(token: &str) -> Result<Self> {
        #[derive(Deserialize)]
        struct Header {
            kid: String,
        }
        let mut parts = token.split('.');
        let header = parts.next().unwrap_or_default();
        let payload = URL_SAFE_NO_PAD.decode(parts.next().unwrap_or_default())?;
        let payload: BTreeMap<String, Value> = serde_json::from_slice(&payload)?;
        let number = |name: &str| payload.get(name).and_then(Value::as_i64).unwrap_or_default();
        let lifetime = number("exp") - number("iat");
        let claim = |name: &str, value: &Value| match name {
            "iat" => Claim::IssuedAt,
            "exp" => Claim::Expires(lifetime),
            "jti" => Claim::TokenId,
            "at_hash" => Claim::AccessTokenHash,
            "sub" => Claim::Fixed(SUBJECT.into()),
            _ => Claim::Fixed(value.clone()),
        };
        let claims = payload.iter().map(|(name, value)| (name.clone(), claim(name, value))).collect();
        let kid = serde_json::from_slice::<Header>(&URL_SAFE_NO_PAD.decode(header)?)?.kid;
        Ok(Self { kid, header: header.to_owned(), claims })
    }

    fn issue(&self, keys: &Keys, now: i64, access_token: Option<&str>) -> Result<String> {
        let mut token = self.header.clone();
        token.push('.');
        let claims = serde_json::to_vec(&Payload { claims: &self.claims, now, access_token })?;
        URL_SAFE_NO_PAD.encode_string(claims, &mut token);
        keys.sign(&self.kid, &mut token)?;
        Ok(token)
    }
}

impl TokenAnswer {
    /// Like a recorded one.
    pub fn new(recorded: &Recorded) -> Result<Self> {
        let body: BTreeMap<String, Value> = serde_json::from_str(&recorded.body)?;
        let mut members = Vec::new();
        for (name, value) in body {
            let member = match (name.as_str(), value.as_str()) {
                (_, Some(token)) if is_jwt(token) => Member::Signed(Signed::new(token)?),
                ("access_token", Some(_)) => Member::Kept("access"),
                ("refresh_token", Some(_)) => Member::Kept("refresh"),
                _ => Member::Fixed(value),
            };
            members.push((name, member));
        }
        Ok(Self { headers: headers(recorded)?, members })
    }

    /// A new one. Members are in the order of their names, which puts the access token first.
    pub fn issue(&self, keys: &Keys, now: i64) -> Result<Issued> {
        let mut made: Vec<Option<String>> = Vec::with_capacity(self.members.len());
        let mut kept = Vec::new();
        for (_, member) in &self.members {
            made.push(match member {
                Member::Fixed(_) => None,
                Member::Signed(signed) => Some(signed.issue(keys, now, made.first().and_then(Option::as_deref))?),
                Member::Kept(kind) => {
                    let token = random()?;
                    kept.push((*kind, token.clone()));
                    Some(token)
                }
            });
        }
        let body = serde_json::to_string(&Body { members: &self.members, made: &made })?;
        Ok(Issued { body, kept })
    }
}

struct Body<'a> {
    members: &'a [(String, Member)],
    made: &'a [Option<String>],
}

impl Serialize for Body<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.members.len()))?;
        for ((name, member), made) in self.members.iter().zip(self.made) {
            match (member, made) {
                (Member::Fixed(value), _) => map.serialize_entry(name, value)?,
                (_, made) => map.serialize_entry(name, made)?,
            }
        }
        map.end()
    }
}
