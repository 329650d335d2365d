//! The clients in the admin REST. A client's members have the names of the specifications, as in an imported file and
//! at the registration endpoint; the members of every record (`id`, `version`) have their usual names.

use axum::Json as Answer;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::bound::Bound;
use super::metadata::Metadata;
use super::model::{ClientSecret, Registered};
use super::store::{self, Filter};
use super::{create, delete, initial, secrets, there, update};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text, given_version};
use crate::kernel::http::{Created, Json, from_value};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::provider::step_up::StepUpState;
use crate::resources::{domains, software};

mod record;

pub use record::{ClientInput, ClientRecord};

/// The operations on clients.
pub(in crate::provider) fn router(state: StepUpState) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, create_one))
        .routes(routes!(read, update_one, remove))
        .routes(routes!(secrets_of, renew))
        .routes(routes!(remove_secret))
        .routes(routes!(choices))
        .merge(initial::router())
        .with_state(state)
}

/// The `client_id` in an address. An invalid id names no client: 404.
struct ClientId(String);

impl<S: Send + Sync> FromRequestParts<S> for ClientId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let nothing = || Error::new(Code::NotFound);
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| nothing())?;
        if store::is_client_id(&text) { Ok(Self(text)) } else { Err(nothing()) }
    }
}

/// The registered clients.
#[utoipa::path(get, path = "/api/admin/clients", operation_id = "getClients", tag = "clients",
    params(ListQuery), responses((status = 200, body = Vec<ClientRecord>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<ClientRecord>, Error> {
    cx.require(Permission::Clients, Act::View)?;
    Ok(store::page(&mut cx, &list).await?.map(ClientRecord::of_row))
}

/// One client.
#[utoipa::path(get, path = "/api/admin/clients/{id}", operation_id = "getClient", tag = "clients",
    params(("id" = String, Path)), responses((status = 200, body = ClientRecord)))]
async fn read(mut cx: ReadCtx, ClientId(id): ClientId) -> Result<Answer<ClientRecord>, Error> {
    cx.require(Permission::Clients, Act::View)?;
    record(&mut cx, &id).await.map(Answer)
}

async fn record(cx: &mut ReadCtx, id: &str) -> Result<ClientRecord, Error> {
    let row = store::find(cx, id).await?.filter(|row| !row.is_deleted());
    row.map(ClientRecord::of_row).ok_or(Code::NotFound.into())
}

/// The record after a change, with the secret that the change made.
async fn changed(cx: &mut ReadCtx, registered: Registered) -> Result<ClientRecord, Error> {
    let secret = registered.client_secret.map(|s| s.expose().to_owned());
    Ok(ClientRecord { client_secret: secret, ..record(cx, &registered.client.client_id).await? })
}

/// Registers a client. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/clients", operation_id = "saveClient", tag = "clients",
    request_body = ClientInput, responses((status = 201, body = ClientRecord)))]
async fn create_one(
    State(StepUpState { provider, proof }): State<StepUpState>,
    mut cx: Ctx,
    Json(input): Json<Map<String, Value>>,
) -> Result<Created<ClientRecord>, Error> {
    cx.require(Permission::Clients, Act::Edit)?;
    let metadata = Metadata::read(input.into())?;
    proof.require(&mut cx.new_read_transaction()).await?;
    let metadata = metadata.fetched(provider.clients().remote()).await?;
    let made = create(&mut cx, metadata, None).await?;
    let record = changed(&mut cx, made).await?;
    cx.commit().await?;
    provider.clients().follow().await;
    Ok(Created(record))
}

/// Changes a client. Members that are left out go back to their defaults; secrets stay. Needs a recent proof: another
/// address or key is as good as another client.
#[utoipa::path(put, path = "/api/admin/clients/{id}", operation_id = "updateClient", tag = "clients",
    params(("id" = String, Path)), request_body = ClientInput, responses((status = 200, body = ClientRecord)))]
async fn update_one(
    State(StepUpState { provider, proof }): State<StepUpState>,
    mut cx: Ctx,
    ClientId(id): ClientId,
    Json(mut input): Json<Map<String, Value>>,
) -> Result<Answer<ClientRecord>, Error> {
    cx.require(Permission::Clients, Act::Edit)?;
    let version = given_version(input.remove("version").map(of_version).transpose()?.flatten())?;
    let metadata = Metadata::read(input.into())?;
    if metadata.client_secret.is_some() {
        let text = Text::new("请使用“生成新密钥”", "is not changed here: make a new one");
        return Err(Error::field("client_secret", text));
    }
    if metadata.client_id.as_ref().is_some_and(|given| *given != id) {
        return Err(Error::field("client_id", Text::new("client_id 不可更改", "stays as it is")));
    }
    proof.require(&mut cx.new_read_transaction()).await?;
    let metadata = metadata.fetched(provider.clients().remote()).await?;
    let registered = update(&mut cx, &id, Some(version), metadata).await?;
    let record = changed(&mut cx, registered).await?;
    cx.commit().await?;
    provider.clients().follow().await;
    Ok(Answer(record))
}

fn of_version(value: Value) -> Result<Option<i64>, Error> {
    from_value(value).map_err(|e| Error { fields: vec![("version".to_owned(), e.text())], ..e })
}

/// Deletes a client. Its tokens stop working, and its id is never given out again. Needs a recent proof.
#[utoipa::path(delete, path = "/api/admin/clients/{id}", operation_id = "deleteClient", tag = "clients",
    params(("id" = String, Path)), responses((status = 200, body = ClientRecord)))]
async fn remove(
    State(StepUpState { provider, proof }): State<StepUpState>,
    mut cx: Ctx,
    ClientId(id): ClientId,
) -> Result<Answer<ClientRecord>, Error> {
    cx.require(Permission::Clients, Act::Edit)?;
    let client = delete(&mut cx, &id).await?;
    proof.require(&mut cx).await?;
    cx.commit().await?;
    provider.clients().follow().await;
    Ok(Answer(ClientRecord::of(client, Bound::default())))
}

/// A client secret, without its value.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecretRecord {
    /// Id of the secret, for removing it.
    id: Id,
    /// When it was made.
    created_at: Time,
    /// When it expires, if it is being replaced.
    expires_at: Option<Time>,
    /// The secret itself, only in the answer that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
}

impl From<&ClientSecret> for SecretRecord {
    fn from(secret: &ClientSecret) -> Self {
        let ClientSecret { id, created_at, expires_at, .. } = secret;
        Self { id: id.clone(), created_at: *created_at, expires_at: *expires_at, client_secret: None }
    }
}

/// The valid secrets of a client, without their values.
#[utoipa::path(get, path = "/api/admin/clients/{id}/secrets", operation_id = "getClientSecrets", tag = "clients",
    params(("id" = String, Path)), responses((status = 200, body = Vec<SecretRecord>)))]
async fn secrets_of(mut cx: ReadCtx, ClientId(id): ClientId) -> Result<Answer<Vec<SecretRecord>>, Error> {
    cx.require(Permission::Clients, Act::View)?;
    let client = there(&mut cx, &id).await?;
    Ok(Answer(client.live_secrets(cx.now()).map(SecretRecord::from).collect()))
}

/// The options for a new secret.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewSecret {
    /// Seconds for which the replaced secrets stay valid: 0 to 2592000, 604800 by default.
    overlap_seconds: Option<i64>,
}

/// Makes a new secret for a client. It is shown only in this answer. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/clients/{id}/secrets", operation_id = "saveClientSecret", tag = "clients",
    params(("id" = String, Path)), request_body = NewSecret, responses((status = 201, body = SecretRecord)))]
async fn renew(
    State(StepUpState { provider, proof }): State<StepUpState>,
    mut cx: Ctx,
    ClientId(id): ClientId,
    Json(new): Json<NewSecret>,
) -> Result<Created<SecretRecord>, Error> {
    cx.require(Permission::Clients, Act::Edit)?;
    let overlap = new.overlap_seconds.unwrap_or(secrets::OVERLAP);
    let (made, secret) = secrets::renew(&mut cx, &id, overlap).await?;
    proof.require(&mut cx).await?;
    cx.commit().await?;
    provider.clients().follow().await;
    Ok(Created(SecretRecord { client_secret: Some(secret.expose().to_owned()), ..SecretRecord::from(&made) }))
}

/// Removes a secret of a client; it stops working at once. Needs a recent proof.
#[utoipa::path(delete, path = "/api/admin/clients/{id}/secrets/{secretId}", operation_id = "deleteClientSecret",
    params(("id" = String, Path), ("secretId" = String, Path)), tag = "clients",
    responses((status = 200, body = SecretRecord)))]
async fn remove_secret(
    State(StepUpState { provider, proof }): State<StepUpState>,
    mut cx: Ctx,
    path: Result<Path<(String, String)>, axum::extract::rejection::PathRejection>,
) -> Result<Answer<SecretRecord>, Error> {
    cx.require(Permission::Clients, Act::Edit)?;
    let Path((id, secret)) = path.map_err(|_| Code::NotFound)?;
    let secret = Id::try_from(secret).map_err(|_| Code::NotFound)?;
    if !store::is_client_id(&id) {
        return Err(Code::NotFound.into());
    }
    let removed = secrets::remove(&mut cx, &id, &secret).await?;
    proof.require(&mut cx).await?;
    cx.commit().await?;
    provider.clients().follow().await;
    Ok(Answer(SecretRecord::from(&removed)))
}

/// The systems and domains that a client can be tied to.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Choices {
    /// The systems of the catalogue.
    software: Vec<SoftwareChoice>,
    /// The tenant's domain bindings; none if no tenant is given.
    domains: Vec<DomainChoice>,
}

/// A system of the catalogue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SoftwareChoice {
    id: Id,
    software_name: String,
}

/// A domain binding.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct DomainChoice {
    id: Id,
    url_name: String,
    website_url: String,
    software_id: Id,
}

/// `?tenantId=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct OfTenant {
    #[serde(rename = "tenantId")]
    tenant: Option<Id>,
}

/// The systems, and the domains of a tenant, that a client can be tied to.
#[utoipa::path(get, path = "/api/admin/client-choices", operation_id = "getClientChoices", tag = "clients",
    params(OfTenant), responses((status = 200, body = Choices)))]
async fn choices(
    mut cx: ReadCtx,
    of: Result<Query<OfTenant>, axum::extract::rejection::QueryRejection>,
) -> Result<Answer<Choices>, Error> {
    cx.require(Permission::Clients, Act::View)?;
    let Query(of) = of.map_err(|e| Error::new(Code::Malformed).source(e))?;
    let software = software::list(&mut cx).await?;
    let domains = match &of.tenant {
        Some(tenant) => domains::in_tenant(&mut cx, tenant).await?,
        None => Vec::new(),
    };
    Ok(Answer(Choices {
        software: software.into_iter().map(|s| SoftwareChoice { id: s.id, software_name: s.software_name }).collect(),
        domains: domains
            .into_iter()
            .map(|d| DomainChoice {
                id: d.id,
                url_name: d.url_name,
                website_url: d.website_url,
                software_id: d.software_id,
            })
            .collect(),
    }))
}
