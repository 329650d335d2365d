//! What is asked, and what a right answer is.

use std::time::Duration;

use cardea_bare::recording::{Recorded, token_answer};
use clap::ValueEnum;
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{DecodingKey, Validation, decode, decode_header};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Result;
use crate::http1::Connection;
use crate::load::{Feed, Load};
use crate::party::{Party, Pkce, strange};
use crate::registrations::REDIRECT_URI;

/// Time for preparations, which end by themselves.
const LONG: Duration = Duration::from_mins(10);

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// `/.well-known/openid-configuration`.
    Discovery,
    /// The JWK set.
    Jwks,
    /// Client credentials, ES256.
    ClientCredentialsEs256,
    /// Client credentials, EdDSA.
    ClientCredentialsEddsa,
    /// Client credentials, RS256.
    ClientCredentialsRs256,
    /// A code for an access token and an ID token.
    CodeExchange,
    /// A refresh token for the next one, an access token and an ID token.
    Refresh,
    /// Introspection of an opaque access token.
    Introspection,
    /// Userinfo.
    Userinfo,
}

/// Which goals are its.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Answers from what is there.
    Read,
    /// Signs.
    ClientCredentials,
    /// Signs, and uses something up for good.
    Durable,
}

/// How many of what.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Connections at once.
    pub connections: usize,
    /// Codes exchanged in one run.
    pub codes: usize,
}

#[derive(Debug, Deserialize)]
struct Tokens {
    access_token: String,
    token_type: String,
    expires_in: i64,
    id_token: Option<String>,
    refresh_token: Option<String>,
}

/// A code with what proves it.
struct Code {
    code: String,
    pkce: Pkce,
}

impl Scenario {
    /// The kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Discovery | Self::Jwks | Self::Introspection | Self::Userinfo => Kind::Read,
            Self::ClientCredentialsEs256 | Self::ClientCredentialsEddsa | Self::ClientCredentialsRs256 => {
                Kind::ClientCredentials
            }
            Self::CodeExchange | Self::Refresh => Kind::Durable,
        }
    }

    /// For people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Discovery => "Discovery",
            Self::Jwks => "JWKS",
            Self::ClientCredentialsEs256 => "Client credentials, ES256",
            Self::ClientCredentialsEddsa => "Client credentials, EdDSA",
            Self::ClientCredentialsRs256 => "Client credentials, RS256",
            Self::CodeExchange => "Code exchange",
            Self::Refresh => "Refresh",
            Self::Introspection => "Introspection",
            Self::Userinfo => "Userinfo",
        }
    }

    /// The client that asks, and the algorithm of its access tokens.
    const fn client(self) -> (&'static str, &'static str) {
        match self {
            Self::ClientCredentialsEs256 => ("service-es256", "ES256"),
            Self::ClientCredentialsEddsa => ("service-eddsa", "EdDSA"),
            Self::ClientCredentialsRs256 => ("service-rs256", "RS256"),
            Self::Refresh => ("refresh", "ES256"),
            Self::Introspection => ("introspection", "ES256"),
            Self::Userinfo => ("userinfo", "ES256"),
            Self::Discovery | Self::Jwks | Self::CodeExchange => ("exchange", "ES256"),
        }
    }

    /// The client that asks.
    #[must_use]
    pub const fn client_id(self) -> &'static str {
        self.client().0
    }

    const fn scope(self) -> &'static str {
        match self {
            Self::Refresh => "openid offline_access",
            Self::Userinfo => "openid profile email",
            _ => "openid",
        }
    }

    /// Puts together what every connection asks during one run.
    pub async fn feeds(self, party: &Party, size: Size) -> Result<Vec<Feed>> {
        let (client_id, _) = self.client();
        match self {
            Self::Discovery | Self::Jwks => {
                let request = party.document(self == Self::Jwks)?;
                Ok((0..size.connections).map(|_| Feed::Same(request.clone())).collect())
            }
            Self::ClientCredentialsEs256 | Self::ClientCredentialsEddsa | Self::ClientCredentialsRs256 => {
                let request = party.token_form(client_id)?.with(&[("grant_type", "client_credentials")]);
                Ok((0..size.connections).map(|_| Feed::Same(request.clone())).collect())
            }
            Self::CodeExchange => {
                let requests = codes(self, party, size.codes, size.connections).await?;
                let requests: Vec<_> =
                    requests.iter().map(|code| exchange(party, client_id, code)).collect::<Result<_>>()?;
                // A share for each connection; what does not divide is not asked.
                let shares = requests.chunks_exact(size.codes / size.connections);
                Ok(shares.map(|share| Feed::Each(share.to_vec().into())).collect())
            }
            Self::Refresh | Self::Introspection | Self::Userinfo => {
                let mut feeds = Vec::new();
                let mut connection = party.connect().await?;
                for code in codes(self, party, size.connections, size.connections).await? {
                    let tokens = tokens(&mut connection, &exchange(party, client_id, &code)?).await?;
                    feeds.push(self.feed(party, tokens)?);
                }
                Ok(feeds)
            }
        }
    }

    /// What each connection asks that signs a person with a session in at a client again and again: an authorization
    /// request, and the exchange of its code.
    pub fn sign_ins(party: &Party, connections: usize) -> Result<Vec<Feed>> {
        let (client_id, _) = Self::CodeExchange.client();
        let feed = |_| {
            let pkce = Pkce::new()?;
            let authorize = party.get(&party.authorize_path(client_id, Self::CodeExchange.scope(), &pkce)?);
            Ok(Feed::SignIn { authorize, form: party.token_form(client_id)?, verifier: pkce.verifier, code: None })
        };
        (0..connections).map(feed).collect()
    }

    /// What is asked with tokens.
    fn feed(self, party: &Party, tokens: Tokens) -> Result<Feed> {
        let (client_id, _) = self.client();
        Ok(match self {
            Self::Refresh => Feed::Chain {
                form: party.token_form(client_id)?,
                refresh_token: tokens.refresh_token.ok_or("no refresh token was issued")?,
            },
            Self::Introspection => {
                Feed::Same(party.introspection_form(client_id)?.with(&[("token", &tokens.access_token)]))
            }
            _ => Feed::Same(party.userinfo(&tokens.access_token)?),
        })
    }

    /// Asks once, and checks that the answer is one: signatures, and what must be in it. Gives it with its
    /// name in the recording, and before it those that it rests on.
    pub async fn prove(self, party: &Party) -> Result<Vec<(String, Recorded)>> {
        self.proof(party).await.map_err(|error| format!("{} at {}: {error}", self.title(), party.issuer()).into())
    }

    async fn proof(self, party: &Party) -> Result<Vec<(String, Recorded)>> {
        let (client_id, alg) = self.client();
        let mut connection = party.connect().await?;
        let keys = keys(&mut connection, party).await?;
        if self.kind() == Kind::ClientCredentials {
            let request = party.token_form(client_id)?.with(&[("grant_type", "client_credentials")]);
            let (recorded, tokens) = token_proof(&mut connection, &request).await?;
            verify(&keys, &tokens.access_token, alg)?;
            return Ok(vec![(token_answer(client_id, "client_credentials"), recorded)]);
        }
        if matches!(self, Self::Discovery | Self::Jwks) {
            let recorded = ok(&mut connection, &party.document(self == Self::Jwks)?).await?;
            let name = if self == Self::Jwks { "jwks" } else { "discovery" };
            return Ok(vec![(name.to_owned(), recorded)]);
        }
        let code = codes(self, party, 1, 1).await?.pop().ok_or("no code")?;
        let (recorded, tokens) = token_proof(&mut connection, &exchange(party, client_id, &code)?).await?;
        verify(&keys, tokens.id_token.as_deref().ok_or("no ID token was issued")?, "ES256")?;
        let mut proofs = vec![(token_answer(client_id, "authorization_code"), recorded)];
        match self {
            Self::CodeExchange => verify(&keys, &tokens.access_token, alg)?,
            Self::Refresh => {
                let before = tokens.refresh_token.as_deref().ok_or("no refresh token was issued")?;
                let fields = [("grant_type", "refresh_token"), ("refresh_token", before)];
                let request = party.token_form(client_id)?.with(&fields);
                let (recorded, tokens) = token_proof(&mut connection, &request).await?;
                verify(&keys, &tokens.access_token, alg)?;
                if tokens.refresh_token.is_none_or(|after| after == before) {
                    return Err("the refresh token was not rotated".into());
                }
                proofs.push((token_answer(client_id, "refresh_token"), recorded));
            }
            Self::Introspection => {
                let request = party.introspection_form(client_id)?.with(&[("token", &tokens.access_token)]);
                let recorded = ok(&mut connection, &request).await?;
                must(&recorded, "/active", |v| v == &Value::Bool(true))?;
                proofs.push(("introspection".to_owned(), recorded));
            }
            _ => {
                let recorded = ok(&mut connection, &party.userinfo(&tokens.access_token)?).await?;
                must(&recorded, "/sub", Value::is_string)?;
                must(&recorded, "/email", Value::is_string)?;
                proofs.push(("userinfo".to_owned(), recorded));
            }
        }
        Ok(proofs)
    }
}

/// Makes codes for a scenario's client.
async fn codes(scenario: Scenario, party: &Party, count: usize, connections: usize) -> Result<Vec<Code>> {
    let (client_id, _) = scenario.client();
    let pkces: Vec<Pkce> = (0..count).map(|_| Pkce::new()).collect::<Result<_>>()?;
    let requests: Vec<Vec<u8>> = pkces
        .iter()
        .map(|pkce| Ok(party.get(&party.authorize_path(client_id, scenario.scope(), pkce)?)))
        .collect::<Result<_>>()?;
    let mut made = Vec::with_capacity(count);
    let shares = requests.chunks(count.div_ceil(connections));
    let feeds = shares.map(|share| Feed::Authorize { requests: share.to_vec().into(), codes: Vec::new() });
    let outcome = Load::open(party.address(), feeds.collect()).await?.run(LONG).await?;
    // Feeds keep their order, and so do the codes in each: every code meets its verifier again.
    for feed in outcome.feeds {
        if let Feed::Authorize { codes, .. } = feed {
            made.extend(codes);
        }
    }
    if made.len() != count {
        return Err(format!("{} codes instead of {count}", made.len()).into());
    }
    Ok(made.into_iter().zip(pkces).map(|(code, pkce)| Code { code, pkce }).collect())
}

fn exchange(party: &Party, client_id: &str, code: &Code) -> Result<Vec<u8>> {
    Ok(party.token_form(client_id)?.with(&[
        ("grant_type", "authorization_code"),
        ("code", &code.code),
        ("redirect_uri", REDIRECT_URI),
        ("code_verifier", &code.pkce.verifier),
    ]))
}

async fn ok(connection: &mut Connection, request: &[u8]) -> Result<Recorded> {
    let answer = connection.call(request).await?;
    if answer.status != 200 {
        return Err(strange("a request", answer).into());
    }
    Ok(Recorded::of(&answer.headers()?, answer.text()?))
}

async fn tokens(connection: &mut Connection, request: &[u8]) -> Result<Tokens> {
    Ok(token_proof(connection, request).await?.1)
}

async fn token_proof(connection: &mut Connection, request: &[u8]) -> Result<(Recorded, Tokens)> {
    let recorded = ok(connection, request).await?;
    let tokens: Tokens = serde_json::from_str(&recorded.body)?;
    if !tokens.token_type.eq_ignore_ascii_case("bearer") || tokens.expires_in <= 0 {
        return Err(format!("not a token answer: {}", recorded.body).into());
    }
    Ok((recorded, tokens))
}

async fn keys(connection: &mut Connection, party: &Party) -> Result<JwkSet> {
    let recorded = ok(connection, &party.document(true)?).await?;
    Ok(serde_json::from_str(&recorded.body)?)
}

fn must(recorded: &Recorded, pointer: &str, is: impl Fn(&Value) -> bool) -> Result<()> {
    let body: Value = serde_json::from_str(&recorded.body)?;
    if body.pointer(pointer).is_some_and(is) { Ok(()) } else { Err(format!("{pointer} is not in {body}").into()) }
}

/// The token is a JWS of this algorithm under a published key.
fn verify(keys: &JwkSet, token: &str, alg: &str) -> Result<()> {
    let header = decode_header(token)?;
    if format!("{:?}", header.alg) != alg {
        return Err(format!("signed with {:?} instead of {alg}", header.alg).into());
    }
    let key = header.kid.as_deref().and_then(|kid| keys.find(kid)).ok_or("signed with a key that is not published")?;
    let mut validation = Validation::new(header.alg);
    validation.validate_aud = false;
    decode::<Value>(token, &DecodingKey::from_jwk(key)?, &validation)?;
    Ok(())
}
