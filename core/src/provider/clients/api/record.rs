//! The representation of a client in the admin REST.

use serde::Serialize;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{Object, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::super::bound::Bound;
use super::super::model::{ApplicationType, AuthMethod, Client};
use super::super::settings::Settings;
use super::super::store::Row;
use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// A client.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClientRecord {
    /// The same as `client_id`.
    pub id: String,
    /// Version, to be sent with a change.
    pub version: i64,
    /// `client_id`.
    pub client_id: String,
    /// The secret, only in the answer of the call that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    /// Name, for people.
    pub client_name: String,
    /// Where it runs.
    pub application_type: ApplicationType,
    /// Authentication method.
    pub token_endpoint_auth_method: AuthMethod,
    /// Redirect addresses.
    pub redirect_uris: Vec<String>,
    /// Addresses for the browser after a sign-out.
    pub post_logout_redirect_uris: Vec<String>,
    /// Grants that the client may use.
    pub grant_types: Vec<String>,
    /// Scopes that the client may ask for, separated by spaces.
    pub scope: String,
    /// The catalogue's system that the client is.
    pub cardea_software_id: Option<Id>,
    /// The tenant whose installation the client is.
    pub cardea_tenant_id: Option<Id>,
    /// The domain binding of the client.
    pub cardea_tenant_domain_id: Option<Id>,
    /// The other metadata.
    #[serde(flatten)]
    pub settings: Settings,
    /// The addresses that the client's domain contributes.
    pub bound: Bound,
    /// Whether the client registered itself, and may change itself (RFC 7592).
    pub dynamic: bool,
    /// When it was registered.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl ClientRecord {
    /// From a client and its domain's addresses.
    pub fn of(client: Client, bound: Bound) -> Self {
        Self {
            id: client.client_id.clone(),
            version: client.version,
            client_id: client.client_id,
            client_secret: None,
            client_name: client.client_name,
            application_type: client.application_type,
            token_endpoint_auth_method: client.token_endpoint_auth_method,
            redirect_uris: client.redirect_uris,
            post_logout_redirect_uris: client.post_logout_redirect_uris,
            grant_types: client.grant_types,
            scope: client.scope,
            cardea_software_id: client.software_id,
            cardea_tenant_id: client.tenant_id,
            cardea_tenant_domain_id: client.tenant_domain_id,
            settings: client.settings,
            bound,
            dynamic: client.registration_token_hash.is_some(),
            created_at: client.created_at,
            updated_at: client.updated_at,
        }
    }

    /// From a row.
    pub fn of_row(row: Row) -> Self {
        let bound = row.bound();
        Self::of(row.into_client(), bound)
    }
}

/// The input of the form: [`Members`] and every setting. [`crate::provider::clients::Metadata`] reads it.
#[derive(Debug)]
pub struct ClientInput;

/// The members of the form that are not settings.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described; Metadata reads them")]
struct Members {
    /// The version to change; absent for a new client.
    version: Option<i64>,
    /// Generated if absent; a change keeps it.
    client_id: Option<String>,
    /// For a new client: generated if absent and needed.
    client_secret: Option<String>,
    /// Name, for people; the id by default.
    client_name: Option<String>,
    /// `web` by default.
    application_type: Option<ApplicationType>,
    /// `client_secret_basic` by default.
    token_endpoint_auth_method: Option<String>,
    /// Redirect addresses; the code flow needs at least one, here or from its domain.
    redirect_uris: Option<Vec<String>>,
    /// Addresses for the browser after a sign-out.
    post_logout_redirect_uris: Option<Vec<String>>,
    /// `authorization_code` by default.
    grant_types: Option<Vec<String>>,
    /// `code` by default.
    response_types: Option<Vec<String>>,
    /// Scopes, separated by spaces; every scope by default.
    scope: Option<String>,
    /// A system of the catalogue.
    cardea_software_id: Option<Id>,
    /// A tenant.
    cardea_tenant_id: Option<Id>,
    /// A domain binding, which implies its system and tenant.
    cardea_tenant_domain_id: Option<Id>,
}

fn object<T: PartialSchema>() -> Object {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object,
        _ => Object::new(),
    }
}

impl PartialSchema for ClientInput {
    // One object, as in an imported file, as code generators handle that well.
    fn schema() -> RefOr<Schema> {
        let mut all = object::<Members>();
        all.properties.extend(object::<Settings>().properties);
        all.required.clear();
        RefOr::T(Schema::Object(all))
    }
}

impl ToSchema for ClientInput {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        <Members as ToSchema>::schemas(schemas);
        <Settings as ToSchema>::schemas(schemas);
    }
}
