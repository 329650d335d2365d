//! Clients: who may ask for tokens. Registered by the console, by programs (RFC 7591), from files, by the demo.
//!
//! | file | what |
//! |---|---|
//! | `model`, `settings` | the client |
//! | `metadata`, `checks`, `sector`, `redirect` | what is registered, and the rules that it is held to |
//! | `bound` | what a tenant's domain contributes |
//! | `secrets` | made, replaced with overlap, taken back |
//! | `jwks`, `remote` | its keys, and whatever else is fetched from its own server |
//! | `snapshot` | the clients as requests see them |
//! | `api` | the administrators' resource |
//! | `initial`, `registration` | registration by programs (RFC 7591, RFC 7592) |

pub mod api;
mod bound;
mod checks;
pub mod initial;
mod jwks;
mod metadata;
mod model;
mod redirect;
pub mod registration;
mod remote;
pub mod secrets;
mod sector;
pub mod settings;
mod snapshot;
mod store;

use serde_json::Value;

use crate::kernel::ctx::{Allowed, Ctx, Who};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http;
use crate::kernel::id::Id;

pub use bound::{Bound, domain_changed};
pub use jwks::KeysError;
pub use metadata::Metadata;
pub use model::{ApplicationType, AuthMethod, Client, ClientSecret, GRANT_TYPES, RESPONSE_TYPES, Registered, SCOPES};
pub use remote::{Remote, RemoteError};
pub use secrets::secret_matches;
pub use snapshot::Clients;

use settings::Settings;

/// Registers a client, or changes it where its `client_id` is known. A secret is kept where one is given,
/// left as it was where the client has one, and otherwise made where the client needs one. The caller
/// commits, and calls [`Clients::reload`] where requests are being served.
///
/// Errors: [`Code::Invalid`] with the metadata's field names; [`Code::Conflict`] for the id of a deleted client.
pub async fn register(cx: &mut Ctx, metadata: Metadata) -> Result<Registered, Error> {
    let revision = store::next_revision(cx).await?;
    let client_id = metadata.client_id.clone().unwrap_or_else(|| cx.new_id().to_string());
    let before = known(cx, &client_id).await?;
    save(cx, metadata, client_id, before, None, revision).await
}

/// Registers a client that is not known yet. `registration_token_hash` lets it change itself (RFC 7592).
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

/// Changes a client: everything that the metadata does not name goes back to its default, secrets stay.
/// `version` is the one that is changed; any where there is none.
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

/// A client as it was registered.
///
/// Errors: [`Code::NotFound`].
pub async fn there(cx: &mut Ctx, client_id: &str) -> Result<Client, Error> {
    let row = store::find(cx, client_id).await?.filter(|row| !row.is_deleted());
    row.map(store::Row::into_client).ok_or(Code::NotFound.into())
}

/// Refuses whoever may not do everything, where the client may sign anybody in: to set up such a client, to choose
/// its keys or to know its secret is to be whoever one likes. Commands and programs are bound in other ways.
fn beyond(cx: &Ctx, client: &Client) -> Result<(), Error> {
    let limited = matches!(&cx.who, Who::Person(person) if person.system != Allowed::Everything);
    if !(limited && client.settings.cardea_sso_code) {
        return Ok(());
    }
    let text = Text::new(
        "只有超级管理员可以设置可签发登录码的客户端",
        "Only a super administrator may set up a client that issues sign-in codes",
    );
    Err(Error::new(Code::Forbidden).message(text))
}

/// The client of that id, if there is one; an id is never given out again.
async fn known(cx: &mut Ctx, client_id: &str) -> Result<Option<Client>, Error> {
    match store::find(cx, client_id).await? {
        Some(row) if row.is_deleted() => {
            let text =
                Text::new("该 client_id 已被删除，不可再用", "this client_id was deleted and is not given out again");
            Err(Error::new(Code::Conflict).message(text))
        }
        row => Ok(row.map(store::Row::into_client)),
    }
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
    let bound = bound::find(cx, &mut metadata).await?;
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

/// Registers the client of a tenant's domain: the installation of one system for one tenant. A
/// confidential client that authenticates with HTTP Basic; its secret is in the answer, once.
pub async fn register_for_domain(cx: &mut Ctx, domain: DomainClient) -> Result<Registered, Error> {
    let metadata = Metadata {
        client_id: domain.client_id,
        client_name: Some(domain.client_name),
        redirect_uris: domain.redirect_uris,
        post_logout_redirect_uris: domain.post_logout_redirect_uris,
        cardea_software_id: Some(domain.software_id),
        cardea_tenant_id: Some(domain.tenant_id),
        cardea_tenant_domain_id: Some(domain.tenant_domain_id),
        settings: Settings { initiate_login_uri: domain.initiate_login_uri, ..Settings::default() },
        ..Metadata::default()
    };
    register(cx, metadata).await
}

/// What a tenant's domain says of its client.
#[derive(Clone, Debug)]
pub struct DomainClient {
    /// The id to give it; made where there is none.
    pub client_id: Option<String>,
    /// Its name, for people.
    pub client_name: String,
    /// Where answers may go, beside the domain's own addresses.
    pub redirect_uris: Vec<String>,
    /// Where the browser may go after a sign-out; likewise.
    pub post_logout_redirect_uris: Vec<String>,
    /// Where a sign-in begun here is sent, where that is not the domain's own address.
    pub initiate_login_uri: Option<String>,
    /// The system.
    pub software_id: Id,
    /// The tenant.
    pub tenant_id: Id,
    /// The domain binding.
    pub tenant_domain_id: Id,
}

/// Reads what a file holds: one object, or an array of them, in the shape of RFC 7591. What they name
/// elsewhere is fetched before any transaction begins.
pub async fn read(remote: &Remote, json: &[u8]) -> Result<Vec<Metadata>, Error> {
    let all = match http::parse::<Value>(json)? {
        Value::Array(all) => all,
        one => vec![one],
    };
    let mut read = Vec::with_capacity(all.len());
    for (at, json) in all.into_iter().enumerate() {
        let one = async { Metadata::read(json)?.fetched(remote).await };
        read.push(one.await.map_err(|e| of_entry(at, e))?);
    }
    Ok(read)
}

/// Registers what was [`read`]. All or none: the caller commits. Answers the client information responses, in
/// the file's order.
pub async fn import(cx: &mut Ctx, all: Vec<Metadata>) -> Result<Vec<Value>, Error> {
    let mut responses = Vec::with_capacity(all.len());
    for (at, metadata) in all.into_iter().enumerate() {
        let registered = register(cx, metadata).await.map_err(|e| of_entry(at, e))?;
        responses.push(registered.to_response());
    }
    Ok(responses)
}

/// Says which entry of a file is wrong.
fn of_entry(at: usize, mut error: Error) -> Error {
    for (field, _) in &mut error.fields {
        *field = format!("[{at}].{field}");
    }
    error
}

/// Deletes a client: its tokens stop working, its id is never given out again. The caller commits, and
/// calls [`Clients::reload`] where requests are being served.
///
/// Errors: [`Code::NotFound`].
pub async fn delete(cx: &mut Ctx, client_id: &str) -> Result<Client, Error> {
    let revision = store::next_revision(cx).await?;
    let client = there(cx, client_id).await?;
    store::delete(cx, client_id, revision).await?;
    cx.audit_deletion("client.deleted", &client)?;
    Ok(client)
}
