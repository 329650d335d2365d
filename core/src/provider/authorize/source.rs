//! The sources of a request: the address itself, a request object (RFC 9101), an earlier push (RFC 9126), or an
//! interaction that continues. Every source yields one checked request.

use std::sync::Arc;

use super::interaction::{Carried, Interaction};
use super::params::KNOWN;
use super::request::AuthorizationRequest;
use super::target::{Target, Unproven};
use super::{object, pushed};
use crate::kernel::clock::Time;
use crate::kernel::pages::INTERACTION;
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::clients::settings::Profile;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::pages::Refusal;
use crate::provider::params::Params;
use crate::provider::state::Provider;

/// Seconds for which a request from a request object can be carried on: the object itself may expire before the
/// person has typed their password.
const OBJECT_SECONDS: i64 = 3600;

/// The request found.
#[derive(Debug)]
pub enum Found {
    /// A valid request.
    Request(Arc<Client>, Box<AuthorizationRequest>, Interaction),
    /// An invalid request, and the target for its error.
    Fault(Arc<Client>, Target, OAuthError),
}

/// Finds the request. The error is a page for the person: no redirect address is proven yet.
pub async fn find(provider: &Provider, caller: &Caller, params: &Params) -> Result<Found, Refusal> {
    if let Some(sealed) = params.get(INTERACTION) {
        return resumed(provider, caller, sealed).await;
    }
    let client = client(provider, params.get("client_id")).await?;
    if let Some(reference) = params.get("request_uri").filter(|uri| pushed::is_reference(uri)) {
        if params.get("request").is_some() {
            return Err(both().into());
        }
        let request = pushed::find(provider, caller, &client, reference).await?.ok_or(pushed::unusable())?;
        let interaction = Interaction::new(provider.kernel(), Carried::Pushed(reference.to_owned()), None);
        return going_on(client, Box::new(request), interaction);
    }
    if must_push(&client) {
        let why = "this client has to push its authorization requests";
        return fault(client, params, OAuthError::new(ErrorCode::InvalidRequest, why));
    }
    let (effective, until) = match effective(provider, &client, params).await {
        Ok(found) => found,
        Err(e) => return fault(client, params, e),
    };
    let effective = effective.as_ref().unwrap_or(params);
    let target = Target::prove(&client, effective)?;
    match AuthorizationRequest::parse(provider, &client, target.clone(), effective) {
        Ok(request) => {
            let request = Box::new(request);
            let interaction = Interaction::new(provider.kernel(), Carried::Request(request.clone()), until);
            Ok(Found::Request(client, request, interaction))
        }
        Err(e) => Ok(Found::Fault(client, target, e)),
    }
}

/// The parameters of the request object, which alone count where there is one (RFC 9101, section 6.3), and the time
/// until which they can be carried on; `None` where the request's own parameters count.
pub async fn effective(
    provider: &Provider,
    client: &Client,
    params: &Params,
) -> Result<(Option<Params>, Option<Time>), OAuthError> {
    let object = match (params.get("request"), params.get("request_uri")) {
        (Some(_), Some(_)) => return Err(both()),
        (Some(object), None) => Some(object.to_owned()),
        (None, Some(uri)) => Some(object::fetch(provider, client, uri).await?),
        (None, None) => None,
    };
    match object {
        Some(object) => {
            let members = object::open(provider, client, params, &object).await?;
            let until = provider.kernel().now().plus_seconds(OBJECT_SECONDS);
            Ok((Some(Params::of_members(KNOWN, &members)), Some(until)))
        }
        None if client.settings.require_signed_request_object => {
            let why = "this client has to sign its authorization requests";
            Err(OAuthError::new(ErrorCode::InvalidRequest, why))
        }
        None => Ok((None, None)),
    }
}

const fn both() -> OAuthError {
    OAuthError::new(ErrorCode::InvalidRequest, "request and request_uri must not be used together")
}

/// Whether the client has to push its requests (RFC 9126, section 6; FAPI 2.0 Security Profile, section 5.3.2.2).
fn must_push(client: &Client) -> bool {
    client.settings.require_pushed_authorization_requests || client.settings.cardea_profile == Profile::Fapi2
}

/// The error goes to the client if the parameters beside the request object prove a redirect address, else to the
/// person.
fn fault(client: Arc<Client>, params: &Params, error: OAuthError) -> Result<Found, Refusal> {
    match Target::prove(&client, params) {
        Ok(target) => Ok(Found::Fault(client, target, error)),
        Err(_) => Err(error.into()),
    }
}

async fn client(provider: &Provider, client_id: Option<&str>) -> Result<Arc<Client>, Refusal> {
    let client_id = client_id.ok_or(Refusal::new(
        "请求缺少 client_id，或该参数重复、无效。",
        "The request has no client_id, or more than one, or one that is not valid.",
    ))?;
    let unknown = Refusal::new("未知的客户端（client_id）。", "The client (client_id) is not known here.");
    provider.clients().get(client_id).await?.ok_or(unknown)
}

/// Continues an interaction.
async fn resumed(provider: &Provider, caller: &Caller, sealed: &str) -> Result<Found, Refusal> {
    let over =
        Refusal::new("本次登录已超时，或链接不完整。", "This sign-in took too long, or its address is not complete.");
    let interaction = Interaction::open(provider.kernel(), sealed).ok_or(over)?;
    match &interaction.carried {
        Carried::Request(request) => {
            let client = client(provider, Some(&request.target.client_id)).await?;
            going_on(client, request.clone(), interaction)
        }
        Carried::Pushed(reference) => {
            let request = pushed::resume(provider, caller, reference).await?.ok_or(pushed::unusable())?;
            let client = client(provider, Some(&request.target.client_id)).await?;
            going_on(client, Box::new(request), interaction)
        }
    }
}

/// Proves the client's address again before anything is sent there: the client may have changed since the request was
/// checked.
fn going_on(
    client: Arc<Client>,
    request: Box<AuthorizationRequest>,
    interaction: Interaction,
) -> Result<Found, Refusal> {
    if client.allows_redirect(&request.target.redirect_uri) {
        Ok(Found::Request(client, request, interaction))
    } else {
        Err(Unproven::NotRegistered.into())
    }
}
