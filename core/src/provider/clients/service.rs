//! Registers, changes and deletes clients.

use super::access::{beyond, known, there};
use super::metadata::Metadata;
use super::model::{Client, Registered};
use super::settings::Settings;
use super::{binding, secrets, store};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;

/// Registers a client, or changes it if its `client_id` exists. A given secret is stored; otherwise an existing
/// secret stays, and a client that needs one gets a new one. The caller commits, and calls [`super::Clients::reload`]
/// if requests are being served.
///
/// Errors: [`Code::Invalid`] with the metadata's field names; [`Code::Conflict`] for the id of a deleted client.
pub async fn register(cx: &mut Ctx, metadata: Metadata) -> Result<Registered, Error> {
    let revision = store::next_revision(cx).await?;
    let client_id = metadata.client_id.clone().unwrap_or_else(|| cx.new_id().to_string());
    let before = known(cx, &client_id).await?;
    save(cx, metadata, client_id, before, None, revision).await
}

/// Registers a new client. `registration_token_hash` lets the client change itself (RFC 7592).
///
/// Errors: as [`register`], and [`Code::Invalid`] for a `client_id` that is in use.
pub async fn create(
    cx: &mut Ctx,
    metadata: Metadata,
    registration_token_hash: Option<String>,
) -> Result<Registered, Error> {
    let revision = store::next_revision(cx).await?;
    let client_id = metadata.client_id.clone().unwrap_or_else(|| cx.new_id().to_string());
    if known(cx, &client_id).await?.is_some() {
        return Err(Error::field("client_id", Text::new("该 client_id 已被使用", "is in use")));
    }
    save(cx, metadata, client_id, None, registration_token_hash, revision).await
}

/// Changes a client: members that the metadata does not name go back to their defaults; secrets stay. `version` is
/// the expected version; `None` accepts any.
///
/// Errors: as [`register`]; [`Code::NotFound`]; [`Code::Conflict`] for another version.
pub async fn update(
    cx: &mut Ctx,
    client_id: &str,
    version: Option<i64>,
    metadata: Metadata,
) -> Result<Registered, Error> {
    let revision = store::next_revision(cx).await?;
    let before = there(cx, client_id).await?;
    if version.is_some_and(|v| v != before.version) {
        return Err(Error::new(Code::Conflict));
    }
    save(cx, metadata, client_id.to_owned(), Some(before), None, revision).await
}

async fn save(
    cx: &mut Ctx,
    mut metadata: Metadata,
    client_id: String,
    before: Option<Client>,
    registration_token_hash: Option<String>,
    revision: i64,
) -> Result<Registered, Error> {
    let given = metadata.client_secret.clone();
    metadata.settle_id_token_alg(before.as_ref());
    let bound = binding::find(cx, &mut metadata).await?;
    let mut client = metadata.into_client(client_id, cx.now(), &bound)?;
    for client in before.iter().chain([&client]) {
        beyond(cx, client)?;
    }
    client.registration_token_hash = registration_token_hash;
    let mut client_secret = None;
    if client.token_endpoint_auth_method.has_secret() {
        let kept = before.as_ref().map(|b| b.live_secrets(cx.now()).cloned().collect()).unwrap_or_default();
        (client.secrets, client_secret) = secrets::keep(cx, kept, given);
    }
    if let Some(before) = &before {
        (client.version, client.created_at) = (before.version + 1, before.created_at);
        client.registration_token_hash.clone_from(&before.registration_token_hash);
    }
    store::put(cx, &client, revision).await?;
    match &before {
        Some(before) => cx.audit_change("client.updated", before, &client)?,
        None => cx.audit("client.created", &client)?,
    }
    Ok(Registered { client, client_secret })
}

/// Registers the client of a tenant's domain: the installation of one system for one tenant. It is a confidential
/// client that authenticates with HTTP Basic; its secret is in the answer, once.
pub async fn register_for_domain(cx: &mut Ctx, domain: DomainClient) -> Result<Registered, Error> {
    let metadata = Metadata {
        client_id: domain.client_id,
        client_name: Some(domain.client_name),
        redirect_uris: domain.redirect_uris,
        post_logout_redirect_uris: domain.post_logout_redirect_uris,
        cardea_software_id: Some(domain.software_id),
        cardea_tenant_id: Some(domain.tenant_id),
        cardea_tenant_domain_id: Some(domain.tenant_domain_id),
        settings: Settings {
            initiate_login_uri: domain.initiate_login_uri,
            backchannel_logout_session_required: domain.backchannel_logout_uri.is_some(),
            backchannel_logout_uri: domain.backchannel_logout_uri,
            ..Settings::default()
        },
        ..Metadata::default()
    };
    register(cx, metadata).await
}

/// The description of a domain's client.
#[derive(Clone, Debug)]
pub struct DomainClient {
    /// The `client_id`; generated if absent.
    pub client_id: Option<String>,
    /// Its name, for people.
    pub client_name: String,
    /// Redirect addresses for answers, beside the domain's own addresses.
    pub redirect_uris: Vec<String>,
    /// Addresses for the browser after a sign-out, beside the domain's own addresses.
    pub post_logout_redirect_uris: Vec<String>,
    /// `initiate_login_uri` for a sign-in that begins here, if it is not the domain's own address.
    pub initiate_login_uri: Option<String>,
    /// Where this server tells it of the end of a session (OpenID Connect Back-Channel Logout 1.0), if it takes part.
    pub backchannel_logout_uri: Option<String>,
    /// The system.
    pub software_id: Id,
    /// The tenant.
    pub tenant_id: Id,
    /// The domain binding.
    pub tenant_domain_id: Id,
}

/// Deletes a client: its tokens stop working, and its id is never given out again. The caller commits, and calls
/// [`super::Clients::reload`] if requests are being served.
///
/// Errors: [`Code::NotFound`].
pub async fn delete(cx: &mut Ctx, client_id: &str) -> Result<Client, Error> {
    let revision = store::next_revision(cx).await?;
    let client = there(cx, client_id).await?;
    store::delete(cx, client_id, revision).await?;
    cx.audit_deletion("client.deleted", &client)?;
    Ok(client)
}
