//! The request for consent, and the agreement.

use sqlx::types::Json;
use std::collections::BTreeSet;

use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::id::Id;
use crate::provider::authorize::claims_request::beyond_scope;
use crate::provider::authorize::request::AuthorizationRequest;
/// The scopes, claims and resources that a client asks of a person, or was granted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Access {
    /// Scopes.
    pub scopes: BTreeSet<String>,
    /// Claims beyond these scopes.
    pub claims: BTreeSet<String>,
    /// Resources.
    pub resources: BTreeSet<String>,
}

impl Access {
    /// The consent that a request needs.
    #[must_use]
    pub fn of(request: &AuthorizationRequest) -> Self {
        Self {
            scopes: request.scope.split(' ').map(str::to_owned).collect(),
            claims: beyond_scope(&request.claims, &request.scope).into_iter().collect(),
            resources: request.resources.iter().cloned().collect(),
        }
    }

    /// Whether it includes everything in the other.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        other.scopes.is_subset(&self.scopes)
            && other.claims.is_subset(&self.claims)
            && other.resources.is_subset(&self.resources)
    }

    pub(super) fn with(mut self, other: &Self) -> Self {
        self.scopes.extend(other.scopes.iter().cloned());
        self.claims.extend(other.claims.iter().cloned());
        self.resources.extend(other.resources.iter().cloned());
        self
    }
}

/// A consent, as a row.
#[derive(Debug, sqlx::FromRow)]
pub struct Row {
    /// Its id.
    pub id: Id,
    /// Version.
    pub version: i64,
    /// The person.
    pub user_id: Id,
    /// The client.
    pub client_id: String,
    /// Scopes.
    pub scopes: Json<Vec<String>>,
    /// Claims beyond them.
    pub claims: Json<Vec<String>>,
    /// Resources.
    pub resources: Json<Vec<String>>,
    /// When the person agreed.
    pub granted_at: Time,
    /// When it was last widened.
    pub updated_at: Time,
    /// When it was last used.
    pub last_used_at: Option<Time>,
}

/// A person's agreement with a client.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// Its id.
    pub id: Id,
    /// Version.
    pub version: i64,
    /// The person.
    pub user_id: Id,
    /// The client.
    pub client_id: String,
    /// The agreed scopes, claims and resources.
    #[serde(flatten)]
    pub given: Access,
    /// When the person agreed.
    pub granted_at: Time,
    /// When it was last widened.
    pub updated_at: Time,
}

impl Audited for Agreement {
    const RESOURCE: &'static str = "consents";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}

impl From<Row> for Agreement {
    fn from(row: Row) -> Self {
        let set = |list: Vec<String>| list.into_iter().collect();
        Self {
            id: row.id,
            version: row.version,
            user_id: row.user_id,
            client_id: row.client_id,
            given: Access { scopes: set(row.scopes.0), claims: set(row.claims.0), resources: set(row.resources.0) },
            granted_at: row.granted_at,
            updated_at: row.updated_at,
        }
    }
}
