//! Dynamic client registration: RFC 7591 and OpenID Connect Dynamic Client Registration 1.0 behind an initial access
//! token, and RFC 7592 with the registration access token of each client.
//!
//! A client's own metadata never gives it power over others: it cannot tie itself to a system or a tenant, choose its
//! own id or secret, act in its own name without a person, or switch consent off. The rights that an administrator
//! gave it later stay when it changes itself.

mod limits;

use std::sync::Arc;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use limits::RegistrationLimits;
use serde_json::{Map, Value, json};

use super::api::ClientInput;
use super::metadata::Metadata;
use super::model::{Client, Registered};
use super::{create, delete, initial, secret_matches, store, there, update};
use crate::kernel::ctx::{Event, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::secret::Secret;
use crate::kernel::{Kernel, http};
use crate::provider::caller::Caller;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::state::Provider;

/// The purpose of the keyed hash of registration access tokens.
const TOKEN: &str = "registration_access_token";
/// Members of the response that a client must not send back (RFC 7592, section 2.2).
const ANSWERED: &[&str] =
    &["registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at"];

/// An error of registration: an OAuth error, or metadata that cannot be registered.
#[derive(Debug)]
pub enum RegistrationError {
    /// Any error that is not about the metadata.
    OAuth(OAuthError),
    /// RFC 7591, section 3.2.2; with the faulty members and the reasons.
    Metadata(ErrorCode, Error),
}

impl From<OAuthError> for RegistrationError {
    fn from(error: OAuthError) -> Self {
        Self::OAuth(error)
    }
}

impl From<Error> for RegistrationError {
    fn from(error: Error) -> Self {
        match error.code {
            Code::Invalid | Code::Malformed => {
                let redirect = error.fields.iter().any(|(field, _)| field.starts_with("redirect_uris"));
                let code = if redirect { ErrorCode::InvalidRedirectUri } else { ErrorCode::InvalidClientMetadata };
                Self::Metadata(code, error)
            }
            _ => Self::OAuth(error.into()),
        }
    }
}

impl IntoResponse for RegistrationError {
    fn into_response(self) -> Response {
        let (code, error) = match self {
            Self::OAuth(error) => return error.into_response(),
            Self::Metadata(code, error) => (code, error),
        };
        let text = if error.fields.is_empty() {
            error.text().en.into_owned()
        } else {
            error.fields.iter().map(|(field, text)| format!("{field}: {}", text.en)).collect::<Vec<_>>().join("; ")
        };
        // RFC 6749, appendix A.8.
        let plain = |c: char| if matches!(c, ' '..='~') && c != '"' && c != '\\' { c } else { '?' };
        let description: String = text.chars().take(500).map(plain).collect();
        let body = Json(json!({ "error": code.as_str(), "error_description": description }));
        let mut response = (StatusCode::BAD_REQUEST, [(header::CACHE_CONTROL, "no-store")], body).into_response();
        if error.source.is_some() {
            // For the log; the `face` layer removes it.
            let error = OAuthError { source: Some(Arc::new(error)), ..OAuthError::new(code, "") };
            response.extensions_mut().insert(error);
        }
        response
    }
}

/// The token is missing or not valid (RFC 6750, section 3).
fn refused(token: Option<&Secret>) -> OAuthError {
    let challenge = match token {
        Some(_) => "Bearer realm=\"cardea\", error=\"invalid_token\"",
        None => "Bearer realm=\"cardea\"",
    };
    OAuthError::new(ErrorCode::InvalidToken, "the token is missing, unknown, used up, expired or revoked")
        .challenge(HeaderValue::from_static(challenge))
}

/// The token of the Authorization header, which must occur once (RFC 6750, section 2.1).
fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let (scheme, token) = all.next()?.to_str().ok()?.split_once(' ')?;
    let fits = scheme.eq_ignore_ascii_case("bearer") && !token.is_empty() && all.next().is_none();
    fits.then(|| Secret::new(token.trim()))
}

/// The JSON object of a body whose content type is JSON.
fn document(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Map<String, Value>, RegistrationError> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        let why = "the content type must be application/json";
        return Err(OAuthError::new(ErrorCode::InvalidClientMetadata, why).into());
    }
    let cut = OAuthError::new(ErrorCode::InvalidClientMetadata, "the body is too large or was cut short");
    Ok(http::parse(&body.map_err(|_| cut)?)?)
}

/// The response: RFC 7591, section 3.2.1, and RFC 7592, section 3.
fn answer(provider: &Provider, status: StatusCode, registered: &Registered, token: &Secret) -> Response {
    let mut information = registered.to_response();
    let address = format!("{}/oauth2/register/{}", provider.issuer(), registered.client.client_id);
    information["registration_client_uri"] = address.into();
    information["registration_access_token"] = token.expose().into();
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")];
    (status, headers, Json(information)).into_response()
}

/// Registers a client (RFC 7591, section 3).
#[utoipa::path(post, path = "/oauth2/register", operation_id = "registerClient", tag = "oidc",
    request_body = ClientInput, responses((status = 201, description = "Client information"),
        (status = 400, description = "RFC 7591, section 3.2.2"), (status = 401, description = "No initial access token")))]
pub async fn register(
    State(provider): State<Provider>,
    caller: Caller,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, RegistrationError> {
    let kernel = provider.kernel();
    let initial = bearer(&headers).ok_or_else(|| refused(None))?;
    // Checked before anything is read or fetched for a caller who may not register.
    let policy = initial::policy(&mut caller.reading(kernel), initial.expose()).await?;
    let pkce = policy.ok_or_else(|| refused(Some(&initial)))?;
    let given = document(&headers, body)?;
    let metadata = Metadata::read(RegistrationLimits::of_stranger(pkce).grant(given).into())?;
    let metadata = metadata.fetched(provider.clients().remote()).await?;

    let mut cx = caller.writing(kernel);
    let used = initial::use_up(&mut cx, initial.expose()).await?.ok_or_else(|| refused(Some(&initial)))?;
    let token = Secret::new(kernel.token());
    let registered = create(&mut cx, metadata, Some(kernel.hash(TOKEN, token.expose()))).await?;
    cx.audit_event(Event {
        action: "initial_access_token.used",
        resource: "initial-access-tokens",
        record: used.id.to_string(),
        after: Some(json!({ "clientId": registered.client.client_id, "used": used.used, "uses": used.uses })),
        ..Event::default()
    });
    cx.commit().await?;
    provider.clients().follow().await;
    Ok(answer(&provider, StatusCode::CREATED, &registered, &token))
}

/// The client of the registration access token. Every failure has the same answer, also for deleted clients (RFC
/// 7592, section 2.1).
async fn itself(
    cx: &mut ReadCtx,
    kernel: &Kernel,
    path: Result<Path<String>, PathRejection>,
    token: Option<&Secret>,
) -> Result<Client, RegistrationError> {
    let (Ok(Path(id)), Some(given)) = (path, token) else { return Err(refused(token).into()) };
    if !store::is_client_id(&id) {
        return Err(refused(token).into());
    }
    let client = match there(cx, &id).await {
        Ok(client) => client,
        Err(error) if error.code == Code::NotFound => return Err(refused(token).into()),
        Err(error) => return Err(error.into()),
    };
    let given = kernel.hash(TOKEN, given.expose());
    let own = client.registration_token_hash.as_ref();
    let proven = own.is_some_and(|own| verify_slices_are_equal(own.as_bytes(), given.as_bytes()).is_ok());
    if proven { Ok(client) } else { Err(refused(token).into()) }
}

/// The client's registration (RFC 7592, section 2.1). The secret cannot be shown again.
#[utoipa::path(get, path = "/oauth2/register/{client_id}", operation_id = "readRegistration", tag = "oidc",
    params(("client_id" = String, Path)), responses((status = 200, description = "Client information"),
        (status = 401, description = "Not this client's registration access token")))]
pub async fn read(
    State(provider): State<Provider>,
    caller: Caller,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, RegistrationError> {
    let token = bearer(&headers);
    let client = itself(&mut caller.reading(provider.kernel()), provider.kernel(), path, token.as_ref()).await?;
    let token = token.ok_or_else(|| refused(None))?;
    Ok(answer(&provider, StatusCode::OK, &Registered { client, client_secret: None }, &token))
}

/// Replaces the client's registration (RFC 7592, section 2.2). The registration access token stays: a lost response
/// must not lock the client out.
#[utoipa::path(put, path = "/oauth2/register/{client_id}", operation_id = "updateRegistration", tag = "oidc",
    params(("client_id" = String, Path)), request_body = ClientInput,
    responses((status = 200, description = "Client information"), (status = 400, description = "RFC 7591, section 3.2.2"),
        (status = 401, description = "Not this client's registration access token")))]
pub async fn replace(
    State(provider): State<Provider>,
    caller: Caller,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, RegistrationError> {
    let kernel = provider.kernel();
    let token = bearer(&headers);
    let client = itself(&mut caller.reading(kernel), kernel, path, token.as_ref()).await?;
    let token = token.ok_or_else(|| refused(None))?;
    let given = document(&headers, body)?;
    if given.get("client_id").and_then(Value::as_str) != Some(&client.client_id) {
        let why = "client_id must be the client's own";
        return Err(OAuthError::new(ErrorCode::InvalidClientMetadata, why).into());
    }
    if ANSWERED.iter().any(|name| given.contains_key(*name)) {
        let why = "members of the answer must not be sent back: RFC 7592, section 2.2";
        return Err(OAuthError::new(ErrorCode::InvalidClientMetadata, why).into());
    }
    let secret = given.get("client_secret").and_then(Value::as_str).map(Secret::new);
    if secret.is_some_and(|secret| !secret_matches(kernel, &client, &secret)) {
        let why = "client_secret must be the one that was issued, or be left out";
        return Err(OAuthError::new(ErrorCode::InvalidClientMetadata, why).into());
    }
    let metadata = Metadata::read(RegistrationLimits::of_client(&client)?.grant(given).into())?;
    let metadata = metadata.fetched(provider.clients().remote()).await?;
    let mut cx = caller.writing(kernel);
    // With the version that was read, so that a concurrent change of an administrator is not undone.
    let registered = match update(&mut cx, &client.client_id, Some(client.version), metadata).await {
        Err(error) if error.code == Code::Conflict => {
            let busy = OAuthError::new(ErrorCode::TemporarilyUnavailable, "the client is being changed, try again");
            return Err(busy.into());
        }
        other => other?,
    };
    cx.commit().await?;
    provider.clients().follow().await;
    Ok(answer(&provider, StatusCode::OK, &registered, &token))
}

/// Removes the client (RFC 7592, section 2.3): its tokens stop working.
#[utoipa::path(delete, path = "/oauth2/register/{client_id}", operation_id = "deleteRegistration", tag = "oidc",
    params(("client_id" = String, Path)), responses((status = 204, description = "Gone"),
        (status = 401, description = "Not this client's registration access token")))]
pub async fn remove(
    State(provider): State<Provider>,
    caller: Caller,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, RegistrationError> {
    let kernel = provider.kernel();
    let mut cx = caller.writing(kernel);
    let client = itself(&mut cx, kernel, path, bearer(&headers).as_ref()).await?;
    delete(&mut cx, &client.client_id).await?;
    cx.commit().await?;
    provider.clients().follow().await;
    Ok((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response())
}
