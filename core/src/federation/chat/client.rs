//! The parts that the services share: addresses, and JSON over HTTP.

use bytes::Bytes;
use http::header;
use oauth2::basic::BasicClient;
use oauth2::{AuthUrl, AuthorizationRequest, ClientId, CsrfToken, RedirectUrl};
use serde::de::DeserializeOwned;
use url::Url;

use crate::config::Chat;
use crate::federation::model::Trouble;
use crate::kernel::error::Error;
use crate::kernel::outbound::Client;

/// Base address of a service: its public address, or the one in the settings.
pub(super) fn base(chat: &Chat, public: &str) -> Result<Url, Error> {
    Url::parse(if chat.base.is_empty() { public } else { &chat.base }).map_err(Error::internal)
}

/// An address of a service, with a query.
pub(super) fn address(base: &Url, path: &str, query: &[(&str, &str)]) -> Url {
    let mut url = base.clone();
    url.set_path(path);
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    url
}

/// The address of an authorization request (RFC 6749, section 4.1.1), for the services that accept one.
pub(super) fn authorization(
    endpoint: Url,
    client_id: &str,
    redirect_uri: &Url,
    state: &str,
    more: impl FnOnce(AuthorizationRequest<'_>) -> AuthorizationRequest<'_>,
) -> Url {
    let client = BasicClient::new(ClientId::new(client_id.to_owned()))
        .set_auth_uri(AuthUrl::from_url(endpoint))
        .set_redirect_uri(RedirectUrl::from_url(redirect_uri.clone()));
    more(client.authorize_url(|| CsrfToken::new(state.to_owned()))).url().0
}

/// Gets JSON. A header's value never goes to the log.
pub(super) async fn get<T: DeserializeOwned>(
    client: &Client,
    url: &Url,
    headers: &[(&str, &str)],
) -> Result<T, Trouble> {
    let mut request = http::Request::get(url.as_str());
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    read(client, request, Bytes::new()).await
}

/// Posts JSON, and reads JSON.
pub(super) async fn post<T: DeserializeOwned>(
    client: &Client,
    url: &Url,
    body: &serde_json::Value,
) -> Result<T, Trouble> {
    let request = http::Request::post(url.as_str()).header(header::CONTENT_TYPE, "application/json; charset=utf-8");
    read(client, request, Bytes::from(body.to_string())).await
}

async fn read<T: DeserializeOwned>(
    client: &Client,
    request: http::request::Builder,
    body: Bytes,
) -> Result<T, Trouble> {
    let request = request.body(body).map_err(|_| Trouble::Unavailable("the request cannot be made".into()))?;
    let answer = client.send(request, None).await?;
    let status = answer.status();
    if status.is_server_error() || status.is_redirection() {
        return Err(Trouble::Unavailable(format!("status {status}")));
    }
    // Refusals have a JSON body too, with any status.
    serde_json::from_slice(answer.body())
        .map_err(|e| Trouble::Unavailable(format!("status {status}, no such JSON: {e}")))
}
