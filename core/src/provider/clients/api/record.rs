//! What the admin REST shows and takes of a client.

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
    /// `client_id` again.
    pub id: String,
    /// Version, for changing it.
    pub version: i64,
    /// `client_id`.
    pub client_id: String,
    /// Its secret, where this answer's call made one: shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    /// Its name, for people.
    pub client_name: String,
    /// Where it runs.
    pub application_type: ApplicationType,
    /// How it proves itself.
    pub token_endpoint_auth_method: AuthMethod,
    /// Where answers may go.
    pub redirect_uris: Vec<String>,
    /// Where the browser may go after a sign-out.
    pub post_logout_redirect_uris: Vec<String>,
    /// The grants it may use.
    pub grant_types: Vec<String>,
    /// The scopes it may ask for, separated by spaces.
    pub scope: String,
    /// The system of the catalogue that it is.
    pub cardea_software_id: Option<Id>,
    /// The tenant whose installation it is.
    pub cardea_tenant_id: Option<Id>,
    /// The domain binding it belongs to.
    pub cardea_tenant_domain_id: Option<Id>,
    /// Everything else that it chose.
    #[serde(flatten)]
    pub settings: Settings,
    /// What its domain lets it use beside that.
    pub bound: Bound,
    /// Whether it registered itself, and may change itself (RFC 7592).
    pub dynamic: bool,
    /// When it was registered.
    pub created_at: Time,
    /// When it was changed.
    pub updated_at: Time,
}

impl ClientRecord {
    /// Of a client and what its domain contributes.
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

    /// Of a row.
    pub fn of_row(row: Row) -> Self {
        let bound = row.bound();
        Self::of(row.into_client(), bound)
    }
}

/// What the form sends: [`Members`] and every setting. Read by [`crate::provider::clients::Metadata`].
#[derive(Debug)]
pub struct ClientInput;

/// The members of a form that are no settings.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described; Metadata reads them")]
struct Members {
    /// The version that is changed; nothing when making one.
    version: Option<i64>,
    /// Made where it is not given; stays when changing.
    client_id: Option<String>,
    /// When making one: made where it is not given and one is needed.
    client_secret: Option<String>,
    /// Its name, for people; the id where none is given.
    client_name: Option<String>,
    /// `web` where it is not given.
    application_type: Option<ApplicationType>,
    /// `client_secret_basic` where it is not given.
    token_endpoint_auth_method: Option<String>,
    /// Where answers may go; at least one, here or by its domain, for the code flow.
    redirect_uris: Option<Vec<String>>,
    /// Where the browser may go after a sign-out.
    post_logout_redirect_uris: Option<Vec<String>>,
    /// `authorization_code` where it is not given.
    grant_types: Option<Vec<String>>,
    /// `code` where it is not given.
    response_types: Option<Vec<String>>,
    /// Every scope where it is not given, separated by spaces.
    scope: Option<String>,
    /// A system of the catalogue.
    cardea_software_id: Option<Id>,
    /// A tenant.
    cardea_tenant_id: Option<Id>,
    /// A domain binding; it names system and tenant too.
    cardea_tenant_domain_id: Option<Id>,
}

fn object<T: PartialSchema>() -> Object {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object,
        _ => Object::new(),
    }
}

impl PartialSchema for ClientInput {
    // One object, as it is in a file to import: generators make something readable of that.
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
