//! The compact form (RFC 7515, section 7.1), parsed strictly.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use super::{Alg, JoseError, json};

/// Longest token accepted, in octets: a request object with a long claims request fits.
pub const MAX_TOKEN: usize = 32 * 1024;
/// Longest `kid` accepted, in octets.
const MAX_KID: usize = 512;

/// The members of a protected header that are used here.
#[derive(Clone, Debug)]
pub struct Header {
    /// The algorithm named by the sender.
    pub alg: Alg,
    /// The id of the key.
    pub kid: Option<String>,
    /// The type of token; see [`Header::is_type`].
    pub typ: Option<String>,
    /// A key in the header (RFC 7515, section 4.1.3). Anybody can put one there: only DPoP uses it.
    pub jwk: Option<Map<String, Value>>,
}

impl Header {
    /// Whether `typ` is this media type. Case is ignored, and `application/` may be left out (RFC 7515, section
    /// 4.1.9).
    #[must_use]
    pub fn is_type(&self, typ: &str) -> bool {
        let Some(given) = self.typ.as_deref() else { return false };
        let bare = match given.split_at_checked("application/".len()) {
            Some((prefix, rest)) if prefix.eq_ignore_ascii_case("application/") => rest,
            _ => given,
        };
        bare.eq_ignore_ascii_case(typ)
    }

    fn parse(octets: &[u8]) -> Result<Self, JoseError> {
        let mut members = json::object(octets).ok_or(JoseError::Form)?;
        // No extension is supported, so none can be critical (RFC 7515, section 4.1.11). `b64` changes the signed
        // text, even where it is not marked as critical (RFC 7797, section 6).
        let unencoded = members.get("b64").is_some_and(|b64| *b64 != Value::Bool(true));
        if members.contains_key("crit") || unencoded {
            return Err(JoseError::Header);
        }
        let text = |members: &mut Map<String, Value>, name: &str| match members.remove(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(JoseError::Header),
        };
        let alg = text(&mut members, "alg")?.ok_or(JoseError::Header)?;
        let kid = text(&mut members, "kid")?;
        let typ = text(&mut members, "typ")?;
        let jwk = match members.remove("jwk") {
            None => None,
            Some(Value::Object(jwk)) => Some(jwk),
            Some(_) => return Err(JoseError::Header),
        };
        if kid.as_ref().is_some_and(|kid| kid.len() > MAX_KID) {
            return Err(JoseError::Header);
        }
        Ok(Self { alg: Alg::parse(&alg).ok_or(JoseError::Alg)?, kid, typ, jwk })
    }
}

/// A parsed token, with nothing verified.
#[derive(Clone, Debug)]
pub struct Compact<'a> {
    /// The protected header.
    pub header: Header,
    /// The signed text: the first two parts as received.
    pub signed: &'a str,
    /// The payload's octets.
    pub payload: Vec<u8>,
    /// The signature's octets.
    pub signature: Vec<u8>,
}

impl<'a> Compact<'a> {
    /// Parses a token.
    pub fn parse(token: &'a str) -> Result<Self, JoseError> {
        if token.len() > MAX_TOKEN {
            return Err(JoseError::TooLarge);
        }
        let (signed, signature) = token.rsplit_once('.').ok_or(JoseError::Form)?;
        let (header, payload) = signed.split_once('.').ok_or(JoseError::Form)?;
        // No padding, no white space, no spare bits; a fourth part is not base64url either.
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| JoseError::Form);
        let header = Header::parse(&decode(header)?)?;
        Ok(Self { header, signed, payload: decode(payload)?, signature: decode(signature)? })
    }

    /// The claims in the payload.
    pub fn claims(&self) -> Result<Map<String, Value>, JoseError> {
        json::object(&self.payload).ok_or(JoseError::Form)
    }
}

/// The unverified header and claims of a token: only to find the key to verify them with.
pub fn peek(token: &str) -> Result<(Header, Map<String, Value>), JoseError> {
    let compact = Compact::parse(token)?;
    let claims = compact.claims()?;
    Ok((compact.header, claims))
}

/// The contents of a token whose signature was verified.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The protected header.
    pub header: Header,
    /// The claims (RFC 7519, section 4). The caller checks issuer, audience and times.
    pub claims: Map<String, Value>,
}
