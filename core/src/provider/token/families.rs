//! SQL that revokes the token families of people who are no longer authorised, of one or of a whole tenant.

use std::collections::BTreeSet;

use sqlx::types::Json;

use super::store::revoke_family;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::granted::Granted;

/// A family that may be revoked with others.
#[derive(Debug, sqlx::FromRow)]
struct Held {
    id: Id,
    client_id: String,
    client_tenant: Option<Id>,
    granted: Json<Granted>,
}

/// Revokes a person's families in a tenant at the clients of a system, or of any system, and returns those clients.
/// The tenant is the client's own, or else the one chosen when the tokens were granted.
pub async fn revoke_families(
    cx: &mut Ctx,
    user: &Id,
    tenant: &Id,
    software: Option<&Id>,
) -> Result<BTreeSet<String>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(
        "SELECT f.id, f.client_id, c.tenant_id AS client_tenant, f.granted FROM token_families f \
         JOIN clients c ON c.id = f.client_id WHERE f.revoked_at IS NULL",
    );
    let query = query.push(" AND f.user_id = ", user.clone()).push(" AND f.expires_at > ", now);
    let found: Vec<Held> = query.push_if(" AND c.software_id = ", software.cloned()).all().await?;
    revoke_held(cx, found, tenant).await
}

/// Revokes the token families that the members of a tenant have for it; returns their clients.
pub async fn revoke_families_in(cx: &mut Ctx, tenant: &Id) -> Result<BTreeSet<String>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(
        "SELECT f.id, f.client_id, c.tenant_id AS client_tenant, f.granted FROM memberships m \
         JOIN token_families f ON f.user_id = m.user_id JOIN clients c ON c.id = f.client_id WHERE f.revoked_at IS NULL",
    );
    let query = query.push(" AND m.tenant_id = ", tenant.clone()).push(" AND f.expires_at > ", now);
    let found: Vec<Held> = query.all().await?;
    revoke_held(cx, found, tenant).await
}

/// Revokes those of the families that are for the tenant; returns their clients.
async fn revoke_held(cx: &mut Ctx, found: Vec<Held>, tenant: &Id) -> Result<BTreeSet<String>, Error> {
    let theirs = |held: &Held| held.client_tenant.as_ref().or(held.granted.0.tenant_id.as_ref()) == Some(tenant);
    let mut clients = BTreeSet::new();
    for held in found.into_iter().filter(theirs) {
        if revoke_family(cx, held.id.as_str()).await? {
            clients.insert(held.client_id);
        }
    }
    Ok(clients)
}
