//! Clients: who may ask for tokens. Registered from files (RFC 7591 shape), by the demo, by the console.

mod jwks;
mod model;
mod redirect;
mod remote;
pub mod settings;
mod snapshot;
mod store;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use serde_json::Value;

use crate::kernel::Kernel;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;

pub use jwks::KeysError;
pub use model::{
    ApplicationType, AuthMethod, Client, ClientSecret, GRANT_TYPES, Metadata, RESPONSE_TYPES, Registered, SCOPES,
};
pub use remote::RemoteError;
pub use snapshot::Clients;

/// What a secret is hashed for. The hash is keyed, so that a secret chosen by a person cannot be guessed
/// from a stolen database, and one comparison costs a microsecond.
const SECRET: &str = "client_secret";

/// Whether this is a secret of the client that has not expired, in constant time.
#[must_use]
pub fn secret_matches(kernel: &Kernel, client: &Client, secret: &Secret) -> bool {
    let given = kernel.hash(SECRET, secret.expose());
    let now = kernel.now();
    client
        .secrets
        .iter()
        .filter(|kept| kept.expires_at.is_none_or(|end| end > now))
        .fold(false, |found, kept| found | verify_slices_are_equal(given.as_bytes(), kept.hash.as_bytes()).is_ok())
}

/// Registers a client, or changes it where its `client_id` is known. A secret is kept where one is given,
/// left as it was where the client has one, and otherwise made where the client needs one. The caller
/// commits, and calls [`Clients::reload`] where requests are being served.
///
/// Errors: [`Code::Invalid`] with the metadata's field names; [`Code::Conflict`] for the id of a deleted client.
pub async fn register(cx: &mut Ctx, metadata: Metadata) -> Result<Registered, Error> {
    let client_id = metadata.client_id.clone().unwrap_or_else(|| cx.new_id().to_string());
    let before = store::find(cx, &client_id).await?;
    if before.as_ref().is_some_and(store::Row::is_deleted) {
        let text =
            Text::new("该 client_id 已被删除，不可再用", "this client_id was deleted and is not given out again");
        return Err(Error::new(Code::Conflict).message(text));
    }
    let before = before.map(store::Row::into_client);
    let given = metadata.client_secret.clone();
    let mut client = metadata.into_client(client_id, cx.now())?;
    let mut client_secret = None;
    if client.token_endpoint_auth_method.has_secret() {
        let kept = before.as_ref().map(|b| b.secrets.clone()).unwrap_or_default();
        client_secret = given.or_else(|| kept.is_empty().then(|| Secret::new(cx.kernel().token())));
        client.secrets = match &client_secret {
            Some(secret) => vec![kept_secret(cx, secret)],
            None => kept,
        };
    }
    if let Some(before) = &before {
        (client.version, client.created_at) = (before.version + 1, before.created_at);
        client.registration_token_hash.clone_from(&before.registration_token_hash);
    }
    store::put(cx, &client).await.map_err(unknown_reference)?;
    match &before {
        Some(before) => cx.audit_change("client.updated", before, &client)?,
        None => cx.audit("client.created", &client)?,
    }
    Ok(Registered { client, client_secret })
}

/// A secret, as it is kept.
fn kept_secret(cx: &Ctx, secret: &Secret) -> ClientSecret {
    let hash = cx.kernel().hash(SECRET, secret.expose());
    ClientSecret { hash, created_at: cx.now(), expires_at: None }
}

/// A software, tenant or domain that is not there is the caller's mistake, not ours.
fn unknown_reference(error: Error) -> Error {
    let broken = error
        .source
        .as_ref()
        .and_then(|s| s.downcast_ref::<sqlx::Error>())
        .and_then(sqlx::Error::as_database_error)
        .is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation);
    if broken {
        Error::field(
            "cardea_software_id",
            Text::new("所属系统、租户或域名不存在", "the software, tenant or domain does not exist"),
        )
        .source(error)
    } else {
        error
    }
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
    /// Where answers may go.
    pub redirect_uris: Vec<String>,
    /// Where the browser may go after a sign-out.
    pub post_logout_redirect_uris: Vec<String>,
    /// The system.
    pub software_id: Id,
    /// The tenant.
    pub tenant_id: Id,
    /// The domain binding.
    pub tenant_domain_id: Id,
}

/// Registers what a file holds: one object, or an array of them, in the shape of RFC 7591. All or none:
/// the caller commits. Answers the client information responses, in the file's order.
pub async fn import(cx: &mut Ctx, json: &[u8]) -> Result<Vec<Value>, Error> {
    let all = match http::parse::<Value>(json)? {
        Value::Array(all) => all,
        one => vec![one],
    };
    let mut responses = Vec::with_capacity(all.len());
    for (at, json) in all.into_iter().enumerate() {
        let registered = async { register(cx, Metadata::read(json)?).await }.await.map_err(|mut e| {
            for (field, _) in &mut e.fields {
                *field = format!("[{at}].{field}");
            }
            e
        })?;
        responses.push(registered.to_response());
    }
    Ok(responses)
}

/// Deletes a client: its tokens stop working, its id is never given out again. The caller commits, and
/// calls [`Clients::reload`] where requests are being served.
///
/// Errors: [`Code::NotFound`].
pub async fn delete(cx: &mut Ctx, client_id: &str) -> Result<(), Error> {
    let client = store::find(cx, client_id).await?.filter(|row| !row.is_deleted()).ok_or(Code::NotFound)?.into_client();
    store::delete(cx, client_id).await?;
    cx.audit("client.deleted", &client)
}
