//! What is asked for, and what was agreed to.

use std::collections::BTreeSet;

use serde::Serialize;

use super::store::{self, Row};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Audited, Ctx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::provider::authorize::claims_request::beyond_scope;
use crate::provider::authorize::request::AuthorizationRequest;
use crate::provider::clients::Client;

/// What a client wants of a person, or was given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wish {
    /// Scopes.
    pub scopes: BTreeSet<String>,
    /// Claims beyond these scopes.
    pub claims: BTreeSet<String>,
    /// Resources.
    pub resources: BTreeSet<String>,
}

impl Wish {
    /// Of a request.
    #[must_use]
    pub fn of(request: &AuthorizationRequest) -> Self {
        Self {
            scopes: request.scope.split(' ').map(str::to_owned).collect(),
            claims: beyond_scope(&request.claims, &request.scope).into_iter().collect(),
            resources: request.resources.iter().cloned().collect(),
        }
    }

    /// Whether it holds all that the other asks for.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        other.scopes.is_subset(&self.scopes)
            && other.claims.is_subset(&self.claims)
            && other.resources.is_subset(&self.resources)
    }

    fn with(mut self, other: &Self) -> Self {
        self.scopes.extend(other.scopes.iter().cloned());
        self.claims.extend(other.claims.iter().cloned());
        self.resources.extend(other.resources.iter().cloned());
        self
    }
}

/// What somebody agreed to give a client.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// Its id.
    pub id: Id,
    /// Counts its changes.
    pub version: i64,
    /// Who.
    pub user_id: Id,
    /// To whom.
    pub client_id: String,
    /// What.
    #[serde(flatten)]
    pub given: Wish,
    /// Since when.
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
            given: Wish { scopes: set(row.scopes.0), claims: set(row.claims.0), resources: set(row.resources.0) },
            granted_at: row.granted_at,
            updated_at: row.updated_at,
        }
    }
}

/// Whether the person agreed to all of this.
pub async fn covers(cx: &mut Ctx, user: &Id, client: &Client, wish: &Wish) -> Result<bool, Error> {
    let row = store::find(cx, user, &client.client_id).await?;
    Ok(row.is_some_and(|row| Agreement::from(row).given.holds(wish)))
}

/// The same, noting that it is made use of. Holds the agreement until the transaction ends: a withdrawal at the
/// same moment comes before, and then it is not there, or after, and then finds what was made of it.
pub async fn take(cx: &mut Ctx, user: &Id, client: &Client, wish: &Wish) -> Result<bool, Error> {
    let row = store::take(cx, user, &client.client_id).await?;
    Ok(row.is_some_and(|row| Agreement::from(row).given.holds(wish)))
}

/// Keeps an agreement, wider than what there was where it has to be. The caller commits.
///
/// Errors: [`Code::Conflict`] where another one was made at the same moment.
pub async fn agree(cx: &mut Ctx, user: &Id, client: &Client, wish: &Wish) -> Result<(), Error> {
    let now = cx.now();
    let Some(before) = store::find(cx, user, &client.client_id).await?.map(Agreement::from) else {
        let agreement = Agreement {
            id: cx.new_id(),
            version: 1,
            user_id: user.clone(),
            client_id: client.client_id.clone(),
            given: wish.clone(),
            granted_at: now,
            updated_at: now,
        };
        if !store::insert(cx, &agreement).await? {
            return Err(Error::new(Code::Conflict));
        }
        return cx.audit("consent.granted", &agreement);
    };
    let given = before.given.clone().with(wish);
    let after = Agreement { version: before.version + 1, given, updated_at: now, ..before.clone() };
    if !store::update(cx, &after).await? {
        return Err(Error::new(Code::Conflict));
    }
    cx.audit_change("consent.granted", &before, &after)
}

/// Takes an agreement back: codes that were not exchanged yet are worth nothing any more, and every token that
/// the client has of this person is revoked. Answers how many families of them there were. The caller commits.
///
/// Errors: [`Code::NotFound`] where the person has no such agreement.
pub async fn withdraw(cx: &mut Ctx, user: &Id, id: &Id) -> Result<u64, Error> {
    // First, and waited for by whoever takes it at this moment: what they made is found below.
    let row = store::delete(cx, user, id).await?.ok_or(Code::NotFound)?;
    let agreement = Agreement::from(row);
    store::end_codes(cx, user, &agreement.client_id).await?;
    let revoked = store::revoke_families(cx, user, &agreement.client_id).await?;
    cx.audit_deletion("consent.withdrawn", &agreement)?;
    Ok(revoked)
}
