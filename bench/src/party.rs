//! A client of one system: where its endpoints are, a person's session at it, and requests put together.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use cardea_bare::random;
use serde::Deserialize;
use serde_json::json;
use url::form_urlencoded;

use crate::Result;
use crate::http1::{Answer, Connection};
use crate::registrations::{REDIRECT_URI, Registration};
use crate::signer::Signer;

/// Redirects between an authorization request and its code, at most.
const MOST_REDIRECTS: usize = 10;

/// How a person's session is had.
#[derive(Clone, Debug)]
pub enum SignIn {
    /// By name and password at Cardea's documented call.
    Password {
        /// Login name.
        user_name: String,
        /// Password.
        password: String,
    },
    /// By following an authorization request to its end: whoever comes is signed in.
    Anybody,
}

/// What of the metadata is used (OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2).
#[derive(Clone, Debug, Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: String,
    jwks_uri: String,
    introspection_endpoint: Option<String>,
    pushed_authorization_request_endpoint: Option<String>,
}

/// A client of one system.
#[derive(Clone, Debug)]
pub struct Party {
    address: String,
    metadata: Metadata,
    registrations: Vec<Registration>,
    cookies: BTreeMap<String, String>,
}

/// PKCE (RFC 7636).
#[derive(Clone, Debug)]
pub struct Pkce {
    /// `code_verifier`.
    pub verifier: String,
    /// Its S256 `code_challenge`.
    pub challenge: String,
}

/// A form to one endpoint, from one client: whole but for its fields.
#[derive(Clone, Debug)]
pub struct Form {
    head: String,
}

impl Pkce {
    /// A new one.
    pub fn new() -> Result<Self> {
        let verifier = random()?;
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()));
        Ok(Self { verifier, challenge })
    }
}

impl Form {
    /// The request with these fields.
    #[must_use]
    pub fn with(&self, fields: &[(&str, &str)]) -> Vec<u8> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        format!("{}{}\r\n\r\n{body}", self.head, body.len()).into_bytes()
    }
}

impl Party {
    /// Reads the metadata of the system at `issuer`, an http address without a path.
    pub async fn open(issuer: &str, registrations: Vec<Registration>) -> Result<Self> {
        let address = issuer.strip_prefix("http://").ok_or("an issuer that is not on plain http")?.to_owned();
        let mut connection = Connection::open(&address).await?;
        let request = get(&address, "/.well-known/openid-configuration", &[]);
        let metadata: Metadata = serde_json::from_slice(connection.call(&request).await?.body)?;
        if metadata.issuer != issuer {
            return Err(format!("{issuer} says that it is {}", metadata.issuer).into());
        }
        Ok(Self { address, metadata, registrations, cookies: BTreeMap::new() })
    }

    /// `host:port`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The issuer.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.metadata.issuer
    }

    /// A new connection.
    pub async fn connect(&self) -> Result<Connection> {
        Connection::open(&self.address).await
    }

    /// Signs a person in; later authorization requests are theirs.
    pub async fn sign_in(&mut self, how: &SignIn) -> Result<()> {
        let SignIn::Password { user_name, password } = how else {
            return self.follow("exchange").await;
        };
        let body = json!({ "userName": user_name, "password": password }).to_string();
        let mut connection = self.connect().await?;
        let answer = connection.call(&self.post("/api/sys/login", &body)).await?;
        self.keep_cookies(answer)?;
        if self.cookies.is_empty() {
            return Err(format!("nobody was signed in: {}", answer.text()?).into());
        }
        Ok(())
    }

    /// Follows an authorization request through whatever signs the person in.
    async fn follow(&mut self, client_id: &str) -> Result<()> {
        let mut path = self.authorize_path(client_id, "openid", &Pkce::new()?)?;
        let mut connection = self.connect().await?;
        for _ in 0..MOST_REDIRECTS {
            let answer = connection.call(&self.get(&path)).await?;
            self.keep_cookies(answer)?;
            let location = answer.header("location")?.ok_or_else(|| strange("a sign-in", answer))?;
            if location.starts_with(REDIRECT_URI) {
                return Ok(());
            }
            location.strip_prefix(self.issuer()).unwrap_or(location).clone_into(&mut path);
        }
        Err("the sign-in goes round in circles".into())
    }

    fn keep_cookies(&mut self, answer: Answer<'_>) -> Result<()> {
        for (_, line) in answer.headers()?.into_iter().filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie")) {
            let pair = line.split(';').next().unwrap_or_default();
            let Some((name, value)) = pair.split_once('=') else { continue };
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        Ok(())
    }

    /// The session's cookies, as a header holds them.
    fn cookie(&self) -> String {
        let pairs: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    /// A GET with the session's cookies.
    #[must_use]
    pub fn get(&self, path: &str) -> Vec<u8> {
        let cookies = self.cookie();
        let headers: &[_] = if cookies.is_empty() { &[] } else { &[("Cookie", cookies.as_str())] };
        get(&self.address, path, headers)
    }

    /// A POST of JSON with the session's cookies, as a page of the system's own sends it.
    #[must_use]
    pub fn post(&self, path: &str, body: &str) -> Vec<u8> {
        let (address, cookies, length) = (&self.address, self.cookie(), body.len());
        format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nAccept: application/json\r\nCookie: {cookies}\r\n\
             Origin: {}\r\nX-Requested-With: cardea\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            self.issuer()
        )
        .into_bytes()
    }

    /// The public documents' requests: metadata and keys, as anybody asks for them.
    pub fn document(&self, keys: bool) -> Result<Vec<u8>> {
        let path = if keys { self.path(&self.metadata.jwks_uri)? } else { "/.well-known/openid-configuration" };
        Ok(get(&self.address, path, &[]))
    }

    /// Userinfo with a bearer token in the header (RFC 6750, section 2.1).
    pub fn userinfo(&self, access_token: &str) -> Result<Vec<u8>> {
        let path = self.path(&self.metadata.userinfo_endpoint)?;
        Ok(get(&self.address, path, &[("Authorization", &format!("Bearer {access_token}"))]))
    }

    /// The path and query of an authorization request.
    pub fn authorize_path(&self, client_id: &str, scope: &str, pkce: &Pkce) -> Result<String> {
        let state = random()?;
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([
                ("client_id", client_id),
                ("redirect_uri", REDIRECT_URI),
                ("response_type", "code"),
                ("scope", scope),
                ("state", &state),
                ("nonce", &state),
                ("code_challenge", &pkce.challenge),
                ("code_challenge_method", "S256"),
            ])
            .finish();
        Ok(format!("{}?{query}", self.path(&self.metadata.authorization_endpoint)?))
    }

    /// A form to the token endpoint.
    pub fn token_form(&self, client_id: &str) -> Result<Form> {
        self.form(&self.metadata.token_endpoint, client_id)
    }

    /// A form to the introspection endpoint.
    pub fn introspection_form(&self, client_id: &str) -> Result<Form> {
        let endpoint = self.metadata.introspection_endpoint.as_deref();
        self.form(endpoint.ok_or("the system has no introspection endpoint")?, client_id)
    }

    /// A form that a client signs for itself, with a proof of its key (RFC 9449): to the pushed authorization request
    /// endpoint (RFC 9126), or to the token endpoint.
    pub fn signed(&self, to_token: bool, signer: &Signer, fields: &[(&str, &str)]) -> Result<Vec<u8>> {
        let pushed = self.metadata.pushed_authorization_request_endpoint.as_deref();
        let endpoint = if to_token { Some(self.metadata.token_endpoint.as_str()) } else { pushed };
        let endpoint = endpoint.ok_or("the system has no endpoint for pushed requests")?;
        let (path, address, proof) = (self.path(endpoint)?, &self.address, signer.proof(endpoint)?);
        let assertion = signer.assertion(self.issuer())?;
        let form = Form {
            head: format!(
                "POST {path} HTTP/1.1\r\nHost: {address}\r\nDPoP: {proof}\r\n\
                 Content-Type: application/x-www-form-urlencoded\r\nAccept: application/json\r\nContent-Length: "
            ),
        };
        let own = [
            ("client_id", signer.client_id.as_str()),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", assertion.as_str()),
        ];
        Ok(form.with(&[fields, &own[..]].concat()))
    }

    /// The path and query of an authorization request that was pushed.
    pub fn authorize_pushed_path(&self, client_id: &str, request_uri: &str) -> Result<String> {
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("client_id", client_id), ("request_uri", request_uri)])
            .finish();
        Ok(format!("{}?{query}", self.path(&self.metadata.authorization_endpoint)?))
    }

    /// With `client_secret_basic`. Ids and secrets here are made of characters that form-encoding leaves
    /// as they are (RFC 6749, section 2.3.1).
    fn form(&self, endpoint: &str, client_id: &str) -> Result<Form> {
        let client = self.registrations.iter().find(|r| r.client_id == client_id).ok_or("no such registration")?;
        let credentials = STANDARD.encode(format!("{client_id}:{}", client.client_secret));
        let (path, address) = (self.path(endpoint)?, &self.address);
        Ok(Form {
            head: format!(
                "POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Basic {credentials}\r\n\
                 Content-Type: application/x-www-form-urlencoded\r\nAccept: application/json\r\nContent-Length: "
            ),
        })
    }

    fn path<'a>(&self, endpoint: &'a str) -> Result<&'a str> {
        let path = endpoint.strip_prefix(self.issuer());
        path.ok_or_else(|| format!("{endpoint} is not under {}", self.issuer()).into())
    }
}

fn get(address: &str, path: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let mut request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: application/json\r\n");
    for (name, value) in headers {
        // Writing to a String does not fail.
        let _ = write!(request, "{name}: {value}\r\n");
    }
    request.push_str("\r\n");
    request.into_bytes()
}

/// An answer that is not the one that was to come, for the person who runs this.
#[must_use]
pub fn strange(what: &str, answer: Answer<'_>) -> String {
    let location = answer.header("location").ok().flatten().unwrap_or_default();
    let body: String = String::from_utf8_lossy(answer.body).chars().take(300).collect();
    format!("{what} was answered with {} {location} {body}", answer.status)
}
