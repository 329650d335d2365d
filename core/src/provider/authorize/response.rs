//! Sends answers to the client: OAuth 2.0 Multiple Response Type Encoding Practices 1.0 (query), OAuth 2.0 Form Post
//! Response Mode 1.0, and JWT Secured Authorization Response Mode (JARM), with the issuer in every answer (RFC 9207;
//! in JARM it is a claim).

use axum::response::Response;
use serde_json::{Map, Value};

use super::params::CODE_SECONDS;
use super::response_mode::ResponseMode;
use super::target::Target;
use crate::kernel::error::{Error, Locale};
use crate::provider::clients::Client;
use crate::provider::clients::settings::Profile;
use crate::provider::error::OAuthError;
use crate::provider::jose::Alg;
use crate::provider::pages;
use crate::provider::redirect::{see_other, with_query};
use crate::provider::state::Provider;

/// `typ` of an answer as a JWT.
const RESPONSE_TYPE: &str = "JWT";

impl Target {
    /// The answer with a code (RFC 6749, section 4.1.2).
    pub fn code(&self, provider: &Provider, client: &Client, locale: Locale, code: &str) -> Response {
        self.send(provider, client, locale, &[("code", code)])
    }

    /// The answer with an error (section 4.1.2.1).
    pub fn error(&self, provider: &Provider, client: &Client, locale: Locale, error: &OAuthError) -> Response {
        let pairs = [("error", error.code.as_str()), ("error_description", error.description)];
        self.send(provider, client, locale, &pairs)
    }

    fn send(&self, provider: &Provider, client: &Client, locale: Locale, pairs: &[(&str, &str)]) -> Response {
        let state = self.state.as_deref().map(|state| ("state", state));
        let pairs: Vec<_> = pairs.iter().copied().chain(state).collect();
        let open = || pairs.iter().copied().chain([("iss", provider.issuer())]);
        match self.response_mode {
            ResponseMode::Query => see_other(&with_query(&self.redirect_uri, open())),
            ResponseMode::FormPost => pages::form_post(locale, &self.redirect_uri, open()),
            ResponseMode::QueryJwt | ResponseMode::FormPostJwt => match signed(provider, client, &pairs) {
                Ok(jwt) if self.response_mode == ResponseMode::QueryJwt => {
                    see_other(&with_query(&self.redirect_uri, [("response", jwt.as_str())]))
                }
                Ok(jwt) => pages::form_post(locale, &self.redirect_uri, [("response", jwt.as_str())]),
                Err(e) => axum::response::IntoResponse::into_response(OAuthError::from(e)),
            },
        }
    }
}

/// The signing algorithm: RS256 where the client names none (JARM, section 3), except for `fapi2`, which forbids
/// RS256 (FAPI 2.0 Security Profile, section 5.4.1).
fn alg(client: &Client) -> Alg {
    let fapi = client.settings.cardea_profile == Profile::Fapi2;
    let default = if fapi { Alg::Es256 } else { Alg::Rs256 };
    client.settings.authorization_signed_response_alg.unwrap_or(default)
}

/// The answer as a JWT (JARM, section 2.1).
fn signed(provider: &Provider, client: &Client, pairs: &[(&str, &str)]) -> Result<String, Error> {
    let mut claims: Map<String, Value> =
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    claims.insert("iss".to_owned(), provider.issuer().into());
    claims.insert("aud".to_owned(), client.client_id.clone().into());
    claims.insert("exp".to_owned(), provider.kernel().now().plus_seconds(CODE_SECONDS).unix_seconds().into());
    provider.keys().sign(alg(client), RESPONSE_TYPE, &claims)
}
