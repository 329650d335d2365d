//! SQL of clients.

use sqlx::types::Json;

use super::bound::Bound;
use super::model::{ApplicationType, AuthMethod, Client, ClientSecret};
use super::settings::Settings;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::page::{List, MAX_ROWS, Page, Sorts, Term};

/// A client as a row, with its revision.
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
    website_url: Option<String>,
    mobile_url: Option<String>,
    /// The value of `clients_head` at its latest change.
    pub revision: i64,
}

impl Row {
    /// Whether it was deleted.
    pub const fn is_deleted(&self) -> bool {
        self.deleted_at.is_some()
    }

    /// The addresses that its domain contributes; empty without a domain.
    pub fn bound(&self) -> Bound {
        match (&self.website_url, &self.mobile_url) {
            (Some(website), Some(mobile)) => Bound::of(website, mobile, &self.settings.cardea_redirect_paths),
            _ => Bound::default(),
        }
    }

    /// The client for requests, with its domain's addresses.
    pub fn into_bound_client(self) -> Client {
        let bound = self.bound();
        let mut client = self.into_client();
        bound.extend(&mut client);
        client
    }

    /// The client as registered.
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

const SELECTED: &str = "SELECT c.id, c.version, c.client_name, c.application_type, c.secrets, \
    c.registration_token_hash, c.token_endpoint_auth_method, c.redirect_uris, c.post_logout_redirect_uris, \
    c.grant_types, c.scope, c.software_id, c.tenant_id, c.tenant_domain_id, c.settings, c.created_at, c.updated_at, \
    c.deleted_at, c.revision, d.website_url, d.mobile_url";
const JOINED: &str = " FROM clients c LEFT JOIN tenant_domains d ON d.id = c.tenant_domain_id AND d.deleted_at IS NULL";

const SORTS: Sorts = &[
    ("client_name", " ORDER BY c.name_key, c.id", " ORDER BY c.name_key DESC, c.id DESC"),
    ("updated_at", " ORDER BY c.updated_at, c.id", " ORDER BY c.updated_at DESC, c.id DESC"),
    ("id", " ORDER BY c.id", " ORDER BY c.id DESC"),
];

/// The filter of the list of clients.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// Part of the name, or the whole client_id.
    #[schema(value_type = Option<String>)]
    pub q: Option<Search>,
    /// These client ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<ClientIds>,
    /// Clients of this system.
    pub cardea_software_id: Option<Id>,
    /// Clients of this tenant.
    pub cardea_tenant_id: Option<Id>,
}

/// A page of clients.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<Row>, Error> {
    list.run(cx.db().await?, SORTS, SELECTED, |query, f| {
        let mut query = query.sql(JOINED).sql(" WHERE c.deleted_at IS NULL");
        if let Some(q) = f.q.as_ref().filter(|q| !q.name.is_empty()) {
            query = query
                .push(" AND (c.name_key LIKE ", q.name.anywhere())
                .push(" ESCAPE '!' OR c.id = ", q.whole.clone())
                .sql(")");
        }
        if let Some(ClientIds(ids)) = &f.id {
            query = query.push_in(" AND c.id", ids.iter().cloned());
        }
        query
            .push_if(" AND c.software_id = ", f.cardea_software_id.clone())
            .push_if(" AND c.tenant_id = ", f.cardea_tenant_id.clone())
    })
    .await
}

/// The clients that changed after the given revision, deleted ones included.
pub async fn changed_since(cx: &mut ReadCtx, revision: i64) -> Result<Vec<Row>, Error> {
    Ok(cx.db().await?.query(SELECTED).sql(JOINED).push(" WHERE c.revision > ", revision).all().await?)
}

/// One client, deleted or not.
pub async fn find(cx: &mut ReadCtx, client_id: &str) -> Result<Option<Row>, Error> {
    Ok(cx.db().await?.query(SELECTED).sql(JOINED).push(" WHERE c.id = ", client_id.to_owned()).optional().await?)
}

/// Takes the next revision and its row lock. Changes of clients thus happen one after the other: rows read after this
/// stay the same until the commit, and changes become visible in the order of their revisions.
pub async fn next_revision(cx: &mut Ctx) -> Result<i64, Error> {
    let sql = "UPDATE clients_head SET revision = revision + 1 WHERE id = 1 RETURNING revision";
    Ok(cx.db().await?.write(sql).one::<(i64,)>().await?.0)
}

/// Inserts or updates a client.
pub async fn put(cx: &mut Ctx, client: &Client, revision: i64) -> Result<(), Error> {
    let db = cx.db().await?;
    db.write(
        "INSERT INTO clients (id, version, client_name, name_key, application_type, secrets, registration_token_hash, \
         token_endpoint_auth_method, redirect_uris, post_logout_redirect_uris, grant_types, scope, software_id, \
         tenant_id, tenant_domain_id, settings, created_at, updated_at, revision) \
         VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19) \
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, client_name = excluded.client_name, \
         name_key = excluded.name_key, application_type = excluded.application_type, secrets = excluded.secrets, \
         registration_token_hash = excluded.registration_token_hash, settings = excluded.settings, \
         token_endpoint_auth_method = excluded.token_endpoint_auth_method, redirect_uris = excluded.redirect_uris, \
         post_logout_redirect_uris = excluded.post_logout_redirect_uris, grant_types = excluded.grant_types, \
         scope = excluded.scope, software_id = excluded.software_id, tenant_id = excluded.tenant_id, \
         tenant_domain_id = excluded.tenant_domain_id, updated_at = excluded.updated_at, revision = excluded.revision",
    )
    .bind(client.client_id.clone())
    .bind(client.version)
    .bind(client.client_name.clone())
    .bind(fold(&client.client_name))
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

/// Makes every node read the domain's clients again.
pub async fn touch_domain(cx: &mut Ctx, domain: &Id, revision: i64) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE clients SET").push(" revision = ", revision);
    query.push(" WHERE deleted_at IS NULL AND tenant_domain_id = ", domain.clone()).execute().await?;
    Ok(())
}

/// Marks a client as deleted; its id is never given out again.
pub async fn delete(cx: &mut Ctx, client_id: &str, revision: i64) -> Result<(), Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE clients SET version = version + 1, registration_token_hash = NULL");
    let query = query.push(", deleted_at = ", now).push(", revision = ", revision);
    query.push(" WHERE deleted_at IS NULL AND id = ", client_id.to_owned()).execute().await?;
    Ok(())
}

/// The client ids of a filter: one, or several, at most [`MAX_ROWS`].
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(try_from = "OneOrMany")]
pub struct ClientIds(pub Vec<String>);

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl TryFrom<OneOrMany> for ClientIds {
    type Error = &'static str;

    fn try_from(given: OneOrMany) -> Result<Self, Self::Error> {
        let ids = match given {
            OneOrMany::One(id) => vec![id],
            OneOrMany::Many(ids) => ids,
        };
        let few = i64::try_from(ids.len()).is_ok_and(|n| n <= MAX_ROWS);
        if few && ids.iter().all(|id| is_client_id(id)) { Ok(Self(ids)) } else { Err("these are not client ids") }
    }
}

/// Whether the text can be a client_id.
pub fn is_client_id(text: &str) -> bool {
    (1..=200).contains(&text.len()) && text.bytes().all(|b| (0x20..0x7f).contains(&b))
}

/// The search text for clients.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct Search {
    name: Term,
    whole: String,
}

impl TryFrom<String> for Search {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Ok(Self { name: Term::parse(&text)?, whole: text.trim().to_owned() })
    }
}

/// Whether a trial system that the tenants in `scope` can use has a client.
pub async fn any_tied(cx: &mut ReadCtx, scope: &Scope) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM clients WHERE deleted_at IS NULL AND software_id IS NOT NULL");
    let query = match scope {
        Scope::All => query,
        Scope::Only(tenants) => query.push_in(" AND (tenant_id IS NULL OR tenant_id", tenants.iter().cloned()).sql(")"),
    };
    Ok(query.sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}
