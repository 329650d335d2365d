//! SQL of token families: whether they are valid, their refresh tokens, and how they end: one by one, or those of people
//! who are no longer authorised.

use std::collections::BTreeSet;

use sqlx::types::Json;

use super::store::{GrantRow, PERSON};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::{Query, Rows, Touched};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::claims::{Trials, User};
use crate::provider::clients::Client;
use crate::provider::granted::Granted;

/// The columns that decide whether a family is valid.
#[derive(Debug, sqlx::FromRow)]
pub struct FamilyStatus {
    /// The client of the grant.
    pub client_id: String,
    /// The person.
    pub user_id: Id,
    /// End of the family, which no token outlives.
    pub expires_at: Time,
    /// Whether the family is valid until its time is over: it is not revoked, the person may sign in, and the session
    /// has not ended. An offline family outlasts its session, and ends when the person's password changes.
    pub stands: bool,
    /// When the family expires, or its session if it does not outlast it.
    pub ends_at: Time,
}

impl FamilyStatus {
    /// Whether the family is valid.
    #[must_use]
    pub fn holds(&self, now: Time) -> bool {
        self.stands && self.ends_at > now
    }
}

/// A family with the columns that its access tokens need.
#[derive(Debug, sqlx::FromRow)]
pub struct TokenFamily {
    /// The grant.
    pub granted: Json<Granted>,
    /// Whether it holds.
    #[sqlx(flatten)]
    pub status: FamilyStatus,
    /// The person, for the claims.
    #[sqlx(flatten)]
    pub user: User,
    /// What a trial system is told of the person's work ([`Trials::column`]).
    #[sqlx(default)]
    pub trials: Option<String>,
}

/// A family with everything that a refresh needs.
#[derive(Debug, sqlx::FromRow)]
pub struct Family {
    /// Its id.
    #[sqlx(rename = "family_id")]
    pub id: Id,
    /// The session of the grant.
    pub session_id: Id,
    /// The grant.
    pub granted: Json<Granted>,
    /// Keyed hash of the current refresh token.
    pub refresh_hash: Option<String>,
    /// When that token expires if it is unused.
    pub refresh_expires_at: Option<Time>,
    /// Whether it holds.
    #[sqlx(flatten)]
    pub status: FamilyStatus,
    /// The person, for the claims.
    #[sqlx(flatten)]
    pub user: User,
    /// What a trial system is told of the person's work, where that was read ([`Trials::column`]).
    #[sqlx(default)]
    pub trials: Option<String>,
}

/// The columns of [`FamilyStatus`], without the two of its validity.
const STATUS: &str = "SELECT f.client_id, f.user_id, f.expires_at, ";
/// Whether a family stands. It and [`ENDS_AT`] replace eight columns, as every returned column is copied twice. A family
/// without a session that does not outlast it is over.
const STANDS: &str = "COALESCE(f.revoked_at IS NULL AND u.status = 0 AND u.deleted_at IS NULL \
    AND CASE WHEN f.offline THEN u.password_changed_at IS NULL OR u.password_changed_at <= f.created_at \
    ELSE s.ended_at IS NULL END, FALSE)";
/// When a family ends, or its session if it does not outlast it.
const ENDS_AT: &str =
    "COALESCE(CASE WHEN f.offline OR s.expires_at > f.expires_at THEN f.expires_at ELSE s.expires_at END, 0)";
const FAMILY: &str = ", f.id AS family_id, f.session_id, f.granted, f.refresh_hash, f.refresh_expires_at";
/// The tenant of the grant.
const GRANTED_TENANT: &str = "(f.granted ->> 'tenantId')";
/// The tables beside the families `f`.
const JOINS: &str = " f JOIN users u ON u.id = f.user_id LEFT JOIN sessions s ON s.id = f.session_id";

/// The family, if it exists.
pub async fn find_family(cx: &mut ReadCtx, id: &str) -> Result<Option<Family>, Error> {
    let query = stored(status(cx).await?.sql(FAMILY).sql(PERSON));
    Ok(query.push(" WHERE f.id = ", id.to_owned()).optional().await?)
}

/// The same, with what the client is told of the person's work.
pub async fn find_family_for(
    cx: &mut ReadCtx,
    id: &str,
    trials: &Trials,
    client: &Client,
) -> Result<Option<Family>, Error> {
    let now = cx.now();
    let query = status(cx).await?.sql(FAMILY).sql(PERSON);
    let query = stored(trials.column(query, now, client, "u.id", GRANTED_TENANT));
    Ok(query.push(" WHERE f.id = ", id.to_owned()).optional().await?)
}

/// The rows that [`find_family_status`] reads.
pub const STATUS_ROWS: [Rows; 3] =
    [Rows::Existing("token_families"), Rows::Existing("users"), Rows::Existing("sessions")];
/// The rows that [`find_holder`] reads, without those of [`Trials::rows`].
pub const HOLDER_ROWS: [Rows; 4] = {
    let [families, users, sessions] = STATUS_ROWS;
    [families, users, sessions, Rows::All("identities")]
};

/// The family without the columns of its refresh token, with what the client is told of the person's work.
pub async fn find_holder(
    cx: &mut ReadCtx,
    id: &str,
    trials: &Trials,
    client: &Client,
) -> Result<Option<TokenFamily>, Error> {
    let now = cx.now();
    let query = status(cx).await?.sql(", f.granted").sql(PERSON);
    let query = stored(trials.column(query, now, client, "u.id", GRANTED_TENANT));
    Ok(query.push(" WHERE f.id = ", id.to_owned()).optional().await?)
}

/// Only the status of the family.
pub async fn find_family_status(cx: &mut ReadCtx, id: &str) -> Result<Option<FamilyStatus>, Error> {
    let query = stored(status(cx).await?);
    Ok(query.push(" WHERE f.id = ", id.to_owned()).optional().await?)
}

/// Most of the latest families of a person at a client that are checked.
const LATEST: i64 = 100;

/// Whether the person with a login name, folded, is signed in at a client: one of their families there is valid.
pub async fn is_served(cx: &mut ReadCtx, client_id: &str, name_key: &str) -> Result<bool, Error> {
    let query = stored(status(cx).await?).push(" WHERE u.user_name_key = ", name_key.to_owned());
    let query = query.push(" AND f.client_id = ", client_id.to_owned());
    let latest: Vec<FamilyStatus> = query.push(" ORDER BY f.created_at DESC, f.id DESC LIMIT ", LATEST).all().await?;
    let now = cx.now();
    Ok(latest.iter().any(|status| status.holds(now)))
}

/// Begins a statement with the columns of [`FamilyStatus`].
async fn status(cx: &mut ReadCtx) -> Result<Query<'_>, Error> {
    Ok(cx.db().await?.query(STATUS).sql(STANDS).sql(" AS stands, ").sql(ENDS_AT).sql(" AS ends_at"))
}

/// Adds the stored families, with their persons and sessions.
fn stored(query: Query<'_>) -> Query<'_> {
    query.sql(" FROM token_families").sql(JOINS)
}

/// The use of a refresh token.
#[derive(Debug)]
pub struct Rotation<'a> {
    /// The token's family.
    pub family: &'a str,
    /// Thumbprint of the key that the client has proven to hold.
    pub jkt: Option<&'a str>,
    /// Keyed hash of the presented token.
    pub old: &'a str,
    /// Keyed hash of the token that takes its place.
    pub new: String,
    /// When that one expires if it is unused; never after its family.
    pub expires_at: Time,
}

/// Replaces the current refresh token by a new one and returns what tokens of its family say: all that a refresh asks of a
/// family, checked and done at once. `None` where any of it does not hold, and where the client was granted claims by name,
/// which are to be read before.
pub async fn rotate_valid(
    cx: &mut Ctx,
    rotation: Rotation<'_>,
    trials: &Trials,
    client: &Client,
) -> Result<Option<GrantRow>, Error> {
    let now = cx.now();
    let Rotation { family, jkt, old, new, expires_at } = rotation;
    let query = cx.db().await?.write("UPDATE token_families AS f");
    let query = query
        .push(" SET refresh_hash = ", new)
        .push(", refresh_expires_at = CASE WHEN f.expires_at < ", expires_at)
        .push(" THEN f.expires_at ELSE ", expires_at)
        .push(" END WHERE f.id = ", family.to_owned())
        .push(" AND f.refresh_hash = ", old.to_owned())
        .push(" AND f.client_id = ", client.client_id.clone())
        .push(" AND f.refresh_expires_at > ", now)
        .sql(" AND f.granted -> 'claims' IS NULL")
        .push(" AND COALESCE(f.granted ->> 'dpopJkt' = ", jkt.map(str::to_owned))
        .sql(", f.granted ->> 'dpopJkt' IS NULL) AND EXISTS (SELECT 1 FROM users u LEFT JOIN sessions s")
        .sql(" ON s.id = f.session_id WHERE u.id = f.user_id AND ")
        .sql(STANDS)
        .sql(" AND ")
        .sql(ENDS_AT)
        .push(" > ", now)
        .sql(")")
        .then("SELECT f.granted, f.session_id, f.user_id, f.expires_at");
    let query = query
        .reading(|query| trials.column(query, now, client, "u.id", GRANTED_TENANT))
        .sql(" FROM token_families f")
        .sql_if(Trials::may_be_told(client), " JOIN users u ON u.id = f.user_id")
        .push(" WHERE f.id = ", family.to_owned())
        .sql(" AND ")
        .touched();
    // The family stays valid, and no access token shows which refresh token is its current one.
    Ok(query.unnoticed().alone().await?)
}

/// Replaces the current refresh token by a new one; changes nothing where `old` is no longer the current one.
pub async fn rotate(cx: &mut Ctx, family: &Id, old: &str, new: String, expires_at: Time) -> Result<Touched, Error> {
    Ok(cx
        .db()
        .await?
        .write(
            "UPDATE token_families SET refresh_hash = $1, refresh_expires_at = $2 \
             WHERE id = $3 AND refresh_hash = $4 AND revoked_at IS NULL",
        )
        .bind(new)
        .bind(expires_at)
        .bind(family.clone())
        .bind(old.to_owned())
        // The family stays valid, and no access token shows which refresh token is its current one.
        .unnoticed()
        .execute_later()
        .await?)
}

/// Revokes a family; false where it was revoked before.
pub async fn revoke_family(cx: &mut Ctx, id: &str) -> Result<bool, Error> {
    let now = cx.now();
    let sql = "UPDATE token_families SET revoked_at = $1 WHERE revoked_at IS NULL AND id = $2";
    Ok(cx.db().await?.write(sql).bind(now).bind(id.to_owned()).execute().await? == 1)
}

// ---- Families of people who are no longer authorised -------------------------------------------

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
