//! The errors of the OAuth endpoints, in the shapes of the RFCs and no others.
//!
//! | where | shape | source |
//! |---|---|---|
//! | token, client authentication | `{"error", "error_description"}`, 400 or 401 | RFC 6749, section 5.2 |
//! | the same, too often or too busy | the same, 429 or 503 with `Retry-After` | RFC 6585, section 4; RFC 9110, section 15.6.4 |
//! | userinfo | the same, with a `WWW-Authenticate: Bearer` challenge | RFC 6750, section 3 |
//! | authorize, once the redirect address is proven | query of the redirect, with `state` and `iss` | RFC 6749, section 4.1.2.1; RFC 9207 |
//! | authorize and logout before that | a page for the person | OpenID Connect Core 1.0, section 3.1.2.6 |
//!
//! The internal cause is logged with the request's id and never leaves the server.

use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::kernel::error::{Code, Error};
use crate::kernel::http::{Refused, Request};

/// The registered error codes that this server uses. Codes for missing support of a feature are left out where this
/// server has the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// A parameter is missing, repeated or invalid.
    InvalidRequest,
    /// The client is unknown, or its authentication failed.
    InvalidClient,
    /// The grant is not valid: unknown, used, expired, or another client's.
    InvalidGrant,
    /// The client is not registered for this grant.
    UnauthorizedClient,
    /// The server does not know this grant.
    UnsupportedGrantType,
    /// The server does not know this response type.
    UnsupportedResponseType,
    /// The scope cannot be granted.
    InvalidScope,
    /// `prompt=none`, but the person must sign in.
    LoginRequired,
    /// `prompt=none`, but the person must be asked for their consent.
    ConsentRequired,
    /// Self-issued registration is not supported.
    RegistrationNotSupported,
    /// The access token is not valid.
    InvalidToken,
    /// The person refused, or policy does (RFC 6749, section 4.1.2.1).
    AccessDenied,
    /// The sign-in cannot meet the requested strength of authentication (OpenID Connect Core Error Code
    /// unmet_authentication_requirements 1.0).
    UnmetAuthenticationRequirements,
    /// The request object is not valid (RFC 9101, section 6.2).
    InvalidRequestObject,
    /// The `request_uri` is unknown, used or expired (RFC 9101, section 6.2; RFC 9126).
    InvalidRequestUri,
    /// The resource is not registered for this client (RFC 8707, section 2).
    InvalidTarget,
    /// The DPoP proof is not valid (RFC 9449, section 5).
    InvalidDpopProof,
    /// The DPoP proof needs the server's nonce (RFC 9449, section 8).
    UseDpopNonce,
    /// The person has not answered the device code yet (RFC 8628, section 3.5).
    AuthorizationPending,
    /// The device polls too fast.
    SlowDown,
    /// The device code has expired.
    ExpiredToken,
    /// A redirect address cannot be registered (RFC 7591, section 3.2.2).
    InvalidRedirectUri,
    /// Metadata cannot be registered (RFC 7591, section 3.2.2).
    InvalidClientMetadata,
    /// The access token lacks the scope.
    InsufficientScope,
    /// An internal fault.
    ServerError,
    /// The server is at capacity.
    TemporarilyUnavailable,
}

impl ErrorCode {
    /// The code on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::InvalidClient => "invalid_client",
            Self::InvalidGrant => "invalid_grant",
            Self::UnauthorizedClient => "unauthorized_client",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::InvalidScope => "invalid_scope",
            Self::LoginRequired => "login_required",
            Self::ConsentRequired => "consent_required",
            Self::RegistrationNotSupported => "registration_not_supported",
            Self::InvalidToken => "invalid_token",
            Self::AccessDenied => "access_denied",
            Self::UnmetAuthenticationRequirements => "unmet_authentication_requirements",
            Self::InvalidRequestObject => "invalid_request_object",
            Self::InvalidRequestUri => "invalid_request_uri",
            Self::InvalidTarget => "invalid_target",
            Self::InvalidDpopProof => "invalid_dpop_proof",
            Self::UseDpopNonce => "use_dpop_nonce",
            Self::AuthorizationPending => "authorization_pending",
            Self::SlowDown => "slow_down",
            Self::ExpiredToken => "expired_token",
            Self::InvalidRedirectUri => "invalid_redirect_uri",
            Self::InvalidClientMetadata => "invalid_client_metadata",
            Self::InsufficientScope => "insufficient_scope",
            Self::ServerError => "server_error",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
        }
    }

    const fn status(self) -> StatusCode {
        match self {
            Self::InvalidClient | Self::InvalidToken => StatusCode::UNAUTHORIZED,
            Self::InsufficientScope => StatusCode::FORBIDDEN,
            Self::ServerError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::TemporarilyUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

/// An error of the OAuth endpoints.
#[derive(Clone, Debug)]
pub struct OAuthError {
    /// `error`.
    pub code: ErrorCode,
    /// `error_description`: ASCII without quotes and backslashes (RFC 6749, appendix A.8), for developers.
    pub description: &'static str,
    /// `WWW-Authenticate`, where the answer carries a challenge.
    pub challenge: Option<HeaderValue>,
    /// The internal cause, for the log.
    pub source: Option<Arc<Error>>,
}

impl OAuthError {
    /// An error with its description.
    #[must_use]
    pub const fn new(code: ErrorCode, description: &'static str) -> Self {
        Self { code, description, challenge: None, source: None }
    }

    /// Adds a challenge.
    #[must_use]
    pub fn challenge(mut self, challenge: HeaderValue) -> Self {
        self.challenge = Some(challenge);
        self
    }

    /// A refused DPoP proof with a challenge came with an access token (RFC 9449, sections 7.1 and 9) and gets 401;
    /// at the token endpoint it gets 400 (section 5). Too many requests get 429 (RFC 6585, section 4): the fault lies
    /// with the caller and not with the server.
    fn status(&self) -> StatusCode {
        match self.code {
            ErrorCode::InvalidDpopProof | ErrorCode::UseDpopNonce if self.challenge.is_some() => {
                StatusCode::UNAUTHORIZED
            }
            _ if self.source.as_ref().is_some_and(|s| s.code == Code::TooMany) => StatusCode::TOO_MANY_REQUESTS,
            // RFC 4918, section 11.5.
            _ if self.source.as_ref().is_some_and(|s| s.code == Code::StorageFull) => StatusCode::INSUFFICIENT_STORAGE,
            code => code.status(),
        }
    }

    /// Marks the refusal of a guess for the layers around `face`. Mistakes of form carry no mark, nor do intermediate
    /// steps, such as a device that polls again.
    pub(super) fn mark(&self) -> Option<Refused> {
        let refused = matches!(
            self.code,
            ErrorCode::InvalidClient
                | ErrorCode::InvalidGrant
                | ErrorCode::InvalidToken
                | ErrorCode::InvalidDpopProof
                | ErrorCode::InvalidRequestObject
                | ErrorCode::InvalidRequestUri
        );
        refused.then_some(Refused(Code::BadCredentials))
    }

    /// Seconds after which to try again.
    fn retry_after(&self) -> Option<u32> {
        self.source.as_ref().and_then(|s| s.retry_after)
    }
}

impl std::fmt::Display for OAuthError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.description)
    }
}

impl std::error::Error for OAuthError {}

impl From<Error> for OAuthError {
    fn from(error: Error) -> Self {
        let (code, description) = match error.code {
            Code::Busy => (ErrorCode::TemporarilyUnavailable, "the server is busy, try again later"),
            Code::Away => (ErrorCode::TemporarilyUnavailable, "the database cannot be reached, try again later"),
            Code::StorageFull => (ErrorCode::TemporarilyUnavailable, "there is no space left to store anything"),
            Code::TooMany => (ErrorCode::TemporarilyUnavailable, "too many requests, try again later"),
            _ => (ErrorCode::ServerError, "an internal error occurred"),
        };
        Self { source: Some(Arc::new(error)), ..Self::new(code, description) }
    }
}

impl From<sqlx::Error> for OAuthError {
    fn from(error: sqlx::Error) -> Self {
        Error::from(error).into()
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.code.as_str(), "error_description": self.description });
        let mut response = (self.status(), Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(challenge) = &self.challenge {
            headers.insert(header::WWW_AUTHENTICATE, challenge.clone());
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes the internal cause to the log.
pub(super) fn log(error: &OAuthError, request: &Request) {
    let Some(source) = &error.source else { return };
    let detail = std::error::Error::source(source.as_ref()).map(ToString::to_string);
    if source.code == Code::Internal {
        tracing::error!(request_id = request.id, error = %source, detail, "internal error");
    } else {
        tracing::warn!(request_id = request.id, error = %source, detail, "refused");
    }
}
