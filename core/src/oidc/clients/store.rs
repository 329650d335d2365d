//! SQL of clients.

use sqlx::types::Json;

use super::model::{ApplicationType, AuthMethod, Client, ClientSecret};
use super::settings::Settings;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// A client as a row, with its place in the order of changes.
#[derive(Debug, sqlx::FromRow)]
pub struct Row {
    id: String,
    version: i64,
    client_name: String,
    #[sqlx(try_from = "String")]
    application_type: ApplicationType,
    secrets: Json<Vec<ClientSecret>>,
    registration_token_hash: Option<String>,
    #[sqlx(try_from = "String")]
    token_endpoint_auth_method: AuthMethod,
    redirect_uris: Json<Vec<String>>,
    post_logout_redirect_uris: Json<Vec<String>>,
    grant_types: Json<Vec<String>>,
    scope: String,
    software_id: Option<Id>,
    tenant_id: Option<Id>,
    tenant_domain_id: Option<Id>,
    settings: Json<Settings>,
    created_at: Time,
    updated_at: Time,
    deleted_at: Option<Time>,
    /// `clients_head` at its latest change.
    pub revision: i64,
}

impl Row {
    /// Whether it was deleted.
    pub const fn is_deleted(&self) -> bool {
        self.deleted_at.is_some()
    }

    /// The client itself.
    pub fn into_client(self) -> Client {
        Client {
            client_id: self.id,
            version: self.version,
            client_name: self.client_name,
            application_type: self.application_type,
            secrets: self.secrets.0,
            registration_token_hash: self.registration_token_hash,
            token_endpoint_auth_method: self.token_endpoint_auth_method,
            redirect_uris: self.redirect_uris.0,
            post_logout_redirect_uris: self.post_logout_redirect_uris.0,
            grant_types: self.grant_types.0,
            scope: self.scope,
            software_id: self.software_id,
            tenant_id: self.tenant_id,
            tenant_domain_id: self.tenant_domain_id,
            settings: self.settings.0,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

const COLUMNS: &str = "SELECT id, version, client_name, application_type, secrets, registration_token_hash, \
    token_endpoint_auth_method, redirect_uris, post_logout_redirect_uris, grant_types, scope, software_id, tenant_id, \
    tenant_domain_id, settings, created_at, updated_at, deleted_at, revision FROM clients";

/// What changed after the given revision, deleted ones included.
pub async fn changed_since(cx: &mut Ctx, revision: i64) -> Result<Vec<Row>, Error> {
    Ok(cx.db().await?.query(COLUMNS).push(" WHERE revision > ", revision).all().await?)
}

/// One client, deleted or not.
pub async fn find(cx: &mut Ctx, client_id: &str) -> Result<Option<Row>, Error> {
    Ok(cx.db().await?.query(COLUMNS).push(" WHERE id = ", client_id.to_owned()).optional().await?)
}

/// Writes a client, new or changed, and counts the change.
pub async fn put(cx: &mut Ctx, client: &Client) -> Result<(), Error> {
    let db = cx.db().await?;
    // Takes the row lock: changes become visible in the order of their numbers.
    let (revision,): (i64,) =
        db.query("UPDATE clients_head SET revision = revision + 1 WHERE id = 1 RETURNING revision").one().await?;
    db.query(
        "INSERT INTO clients (id, version, client_name, application_type, secrets, registration_token_hash, \
         token_endpoint_auth_method, redirect_uris, post_logout_redirect_uris, grant_types, scope, software_id, \
         tenant_id, tenant_domain_id, settings, created_at, updated_at, revision) \
         VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18) \
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, client_name = excluded.client_name, \
         application_type = excluded.application_type, secrets = excluded.secrets, \
         registration_token_hash = excluded.registration_token_hash, settings = excluded.settings, \
         token_endpoint_auth_method = excluded.token_endpoint_auth_method, redirect_uris = excluded.redirect_uris, \
         post_logout_redirect_uris = excluded.post_logout_redirect_uris, grant_types = excluded.grant_types, \
         scope = excluded.scope, software_id = excluded.software_id, tenant_id = excluded.tenant_id, \
         tenant_domain_id = excluded.tenant_domain_id, updated_at = excluded.updated_at, revision = excluded.revision",
    )
    .bind(client.client_id.clone())
    .bind(client.version)
    .bind(client.client_name.clone())
    .bind(client.application_type.as_str())
    .bind(Json(client.secrets.clone()))
    .bind(client.registration_token_hash.clone())
    .bind(client.token_endpoint_auth_method.as_str())
    .bind(Json(client.redirect_uris.clone()))
    .bind(Json(client.post_logout_redirect_uris.clone()))
    .bind(Json(client.grant_types.clone()))
    .bind(client.scope.clone())
    .bind(client.software_id.clone())
    .bind(client.tenant_id.clone())
    .bind(client.tenant_domain_id.clone())
    .bind(Json(client.settings.clone()))
    .bind(client.created_at)
    .bind(client.updated_at)
    .bind(revision)
    .execute()
    .await?;
    Ok(())
}

/// Marks a client as gone; its id is never given out again. Whether there was one.
pub async fn delete(cx: &mut Ctx, client_id: &str) -> Result<bool, Error> {
    let now = cx.now();
    let db = cx.db().await?;
    let (revision,): (i64,) =
        db.query("UPDATE clients_head SET revision = revision + 1 WHERE id = 1 RETURNING revision").one().await?;
    let touched = db
        .query("UPDATE clients SET deleted_at = $1, revision = $2, version = version + 1 WHERE deleted_at IS NULL AND id = $3")
        .bind(now)
        .bind(revision)
        .bind(client_id.to_owned())
        .execute()
        .await?;
    Ok(touched == 1)
}
