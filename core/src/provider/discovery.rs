//! Metadata: OpenID Connect Discovery 1.0, section 3, and RFC 8414. Lists the supported features and no others.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::Response;
use serde::Serialize;

use super::authorize::{ACR, DISPLAYS, Prompt, ResponseMode};
use super::clients::{AuthMethod, GRANT_TYPES, RESPONSE_TYPES, SCOPES};
use super::jose::Alg;
use super::{Provider, claims, client_auth, dpop, granted};
use crate::kernel::http;
use crate::kernel::id::Series;
use crate::kernel::layer::{Admission, Guard, GuardLayer};
use crate::kernel::metrics::{Call, Stopwatch};

/// The provider's metadata, with the names of the specifications.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "the specifications' own members")]
pub struct Metadata<'a> {
    issuer: &'a str,
    authorization_endpoint: String,
    pushed_authorization_request_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: String,
    introspection_endpoint: String,
    revocation_endpoint: String,
    device_authorization_endpoint: String,
    jwks_uri: String,
    end_session_endpoint: String,
    registration_endpoint: String,
    scopes_supported: Vec<&'static str>,
    claims_supported: &'static [&'static str],
    claim_types_supported: &'static [&'static str],
    response_types_supported: &'static [&'static str],
    response_modes_supported: &'static [&'static str],
    grant_types_supported: &'static [&'static str],
    subject_types_supported: &'static [&'static str],
    id_token_signing_alg_values_supported: &'static [Alg],
    userinfo_signing_alg_values_supported: &'static [Alg],
    token_endpoint_auth_methods_supported: &'static [AuthMethod],
    authorization_signing_alg_values_supported: &'static [Alg],
    request_object_signing_alg_values_supported: &'static [Alg],
    introspection_endpoint_auth_methods_supported: Vec<AuthMethod>,
    revocation_endpoint_auth_methods_supported: &'static [AuthMethod],
    token_endpoint_auth_signing_alg_values_supported: &'static [Alg],
    dpop_signing_alg_values_supported: &'static [Alg],
    code_challenge_methods_supported: &'static [&'static str],
    acr_values_supported: &'static [&'static str],
    display_values_supported: &'static [&'static str],
    prompt_values_supported: &'static [&'static str],
    ui_locales_supported: &'static [&'static str],
    claims_locales_supported: &'static [&'static str],
    frontchannel_logout_supported: bool,
    frontchannel_logout_session_supported: bool,
    backchannel_logout_supported: bool,
    backchannel_logout_session_supported: bool,
    authorization_response_iss_parameter_supported: bool,
    claims_parameter_supported: bool,
    request_parameter_supported: bool,
    // Always written: an absent member would mean true (Discovery 1.0, section 3).
    request_uri_parameter_supported: bool,
    require_request_uri_registration: bool,
    require_signed_request_object: bool,
    require_pushed_authorization_requests: bool,
}

impl<'a> Metadata<'a> {
    /// The metadata of this issuer; the endpoints lie under it.
    #[must_use]
    pub fn new(issuer: &'a str) -> Self {
        let at = |path: &str| format!("{issuer}{path}");
        let proven = AuthMethod::ALL.iter().copied().filter(|method| *method != AuthMethod::None);
        Self {
            issuer,
            authorization_endpoint: at("/oauth2/authorize"),
            pushed_authorization_request_endpoint: at("/oauth2/par"),
            token_endpoint: at("/oauth2/token"),
            userinfo_endpoint: at("/oauth2/userinfo"),
            introspection_endpoint: at("/oauth2/introspect"),
            revocation_endpoint: at("/oauth2/revoke"),
            device_authorization_endpoint: at("/oauth2/device_authorization"),
            jwks_uri: at("/oauth2/jwks"),
            end_session_endpoint: at("/oauth2/logout"),
            registration_endpoint: at("/oauth2/register"),
            scopes_supported: SCOPES.iter().copied().chain([granted::TRIAL]).collect(),
            claims_supported: claims::CLAIMS,
            claim_types_supported: &["normal"],
            response_types_supported: RESPONSE_TYPES,
            response_modes_supported: ResponseMode::ALL,
            grant_types_supported: GRANT_TYPES,
            subject_types_supported: &["public", "pairwise"],
            id_token_signing_alg_values_supported: Alg::ALL,
            userinfo_signing_alg_values_supported: Alg::ALL,
            token_endpoint_auth_methods_supported: AuthMethod::ALL,
            authorization_signing_alg_values_supported: Alg::ALL,
            request_object_signing_alg_values_supported: Alg::ALL,
            introspection_endpoint_auth_methods_supported: proven.collect(),
            revocation_endpoint_auth_methods_supported: AuthMethod::ALL,
            token_endpoint_auth_signing_alg_values_supported: client_auth::ASSERTION_ALGS,
            dpop_signing_alg_values_supported: dpop::ALGS,
            code_challenge_methods_supported: &["S256"],
            acr_values_supported: ACR,
            display_values_supported: DISPLAYS,
            prompt_values_supported: Prompt::ALL,
            ui_locales_supported: &["zh", "en"],
            claims_locales_supported: &["zh", "en"],
            frontchannel_logout_supported: true,
            frontchannel_logout_session_supported: true,
            backchannel_logout_supported: true,
            backchannel_logout_session_supported: true,
            authorization_response_iss_parameter_supported: true,
            claims_parameter_supported: true,
            request_parameter_supported: true,
            request_uri_parameter_supported: true,
            require_request_uri_registration: true,
            require_signed_request_object: false,
            require_pushed_authorization_requests: false,
        }
    }
}

/// The layer around the whole server that answers for a document by itself. Its answers have an id and are counted, as those
/// of routes are; they have no span. `add` adds the headers that every answer has. The routes answer everything else, such
/// as other methods.
#[must_use]
pub fn at_hand<A: Fn(&mut HeaderMap)>(provider: Provider, add: A) -> GuardLayer<AtHand<A>> {
    let ids = Arc::new(Series::new(provider.kernel().entropy()));
    GuardLayer(AtHand { provider, add, ids })
}

/// See [`at_hand`].
#[derive(Clone, Debug)]
pub struct AtHand<A> {
    provider: Provider,
    add: A,
    ids: Arc<Series>,
}

impl<A: Fn(&mut HeaderMap) + Clone + Send + Sync + 'static> Guard for AtHand<A> {
    fn admit(&self, request: Request) -> Admission {
        if request.method() != Method::GET {
            return Admission::Now(request);
        }
        let began = Stopwatch::start();
        let route = request.uri().path();
        let document = match route {
            "/.well-known/openid-configuration" | "/.well-known/oauth-authorization-server" => {
                self.provider.discovery().clone()
            }
            "/oauth2/jwks" if self.provider.keys().fresh() => self.provider.keys().jwks(),
            _ => return Admission::Now(request),
        };
        let kernel = self.provider.kernel();
        kernel.metrics().request_began();
        let mut response = document.respond_with(request.headers(), |headers| {
            // Each answer replaces it: in its place, the headers of none grow.
            headers.insert(http::REQUEST_ID, HeaderValue::from_static(""));
            (self.add)(headers);
        });
        if let Ok(id) = HeaderValue::from_maybe_shared(Bytes::from(String::from(self.ids.next(kernel.now())))) {
            response.headers_mut().insert(http::REQUEST_ID, id);
        }
        let call = Call {
            http_request_method: "GET",
            http_route: route.to_owned(),
            http_response_status_code: response.status().as_u16(),
        };
        kernel.metrics().request_ended(&call, began.elapsed());
        Admission::No(response)
    }
}

/// OpenID Connect Discovery 1.0.
#[utoipa::path(get, path = "/.well-known/openid-configuration", operation_id = "openidConfiguration", tag = "oidc",
    responses((status = 200, description = "Provider metadata")))]
pub async fn openid_configuration(State(provider): State<Provider>, headers: HeaderMap) -> Response {
    provider.discovery().respond(&headers)
}

/// OAuth 2.0 Authorization Server Metadata, RFC 8414.
#[utoipa::path(get, path = "/.well-known/oauth-authorization-server", operation_id = "oauthAuthorizationServer",
    tag = "oidc", responses((status = 200, description = "Authorization server metadata")))]
pub async fn oauth_authorization_server(State(provider): State<Provider>, headers: HeaderMap) -> Response {
    provider.discovery().respond(&headers)
}

/// The public keys, RFC 7517.
#[utoipa::path(get, path = "/oauth2/jwks", operation_id = "jwks", tag = "oidc",
    responses((status = 200, description = "JWK set")))]
pub async fn jwks(State(provider): State<Provider>, headers: HeaderMap) -> Response {
    provider.keys().jwks().respond(&headers)
}
