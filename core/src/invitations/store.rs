//! SQL of invitations.

use crate::invitations::Invitation;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::db::{Mode, Query, ReadTx, Tx, is_duplicate};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};
use crate::resources::roles;

const COLUMNS: &str = "SELECT i.id, i.version, i.tenant_id, t.tenant_name, i.email, i.full_name, i.role_id AS role, \
     r.name AS role_name, i.type_id, i.position_id, i.locale AS language, i.state, i.invited_by, \
     u.full_name AS inviter_name, i.accepted_by, i.expires_at, i.sent_at, i.created_at, i.updated_at";
const FROM: &str = " FROM invitations i JOIN tenants t ON t.id = i.tenant_id JOIN roles r ON r.id = i.role_id \
     LEFT JOIN users u ON u.id = i.invited_by WHERE t.deleted_at IS NULL";

const SORTS: Sorts = &[
    ("createdAt", " ORDER BY i.created_at, i.id", " ORDER BY i.created_at DESC, i.id DESC"),
    ("email", " ORDER BY i.email_key, i.id", " ORDER BY i.email_key DESC, i.id DESC"),
];

/// The filter of a list of invitations.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// The tenant; required.
    pub tenant_id: Option<Id>,
    /// A prefix of the e-mail address.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// Only these ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// A page of a tenant's invitations.
pub async fn page(cx: &mut ReadCtx, tenant: &Id, list: &List<Filter>) -> Result<Page<Invitation>, Error> {
    let page = list.run(cx.db().await?, SORTS, COLUMNS, |query, f| {
        let q = f.q.as_ref().filter(|q| !q.is_empty());
        let query = query.sql(FROM);
        // A range that an index serves, whatever the order is.
        let query = match q {
            Some(q) => query.sql(" AND ").among("i.id", |query| {
                q.begun(query, "invitations", "email_key", |query| query.push(" AND tenant_id = ", tenant.clone()))
            }),
            None => query.push(" AND i.tenant_id = ", tenant.clone()),
        };
        query.push_in_if(" AND i.id", f.id.as_ref().map(Ids::each))
    });
    let mut page: Page<Invitation> = page.await?;
    let english = roles::english(cx, page.rows.iter().map(|invitation| invitation.role.clone())).await?;
    for invitation in &mut page.rows {
        if let Some(name) = english.get(&invitation.role) {
            invitation.role_name.clone_from(name);
        }
    }
    Ok(page)
}

/// An invitation into an existing tenant.
pub async fn get(tx: &mut ReadTx, id: &Id) -> sqlx::Result<Option<Invitation>> {
    tx.query(COLUMNS).sql(FROM).push(" AND i.id = ", id.clone()).optional().await
}

/// Adds that an invitation `i` has the key, as its own or as a further one.
fn of_key<M: Mode>(query: Query<'_, M>, key_hash: String) -> Query<'_, M> {
    let query = query.push(" AND i.id IN (SELECT id FROM invitations WHERE key_hash = ", key_hash.clone());
    query.push(" UNION SELECT invitation_id FROM invitation_keys WHERE key_hash = ", key_hash).sql(")")
}

/// The valid invitation of a key.
pub async fn by_key(tx: &mut ReadTx, key_hash: &str, now: Time) -> sqlx::Result<Option<Invitation>> {
    let query = tx.query(COLUMNS).sql(FROM).push(" AND i.state = 'open' AND i.expires_at > ", now);
    of_key(query, key_hash.to_owned()).optional().await
}

/// Replaces the address's open invitation into the tenant, if there is one: it stops working; returns its id.
pub async fn replace(tx: &mut Tx, tenant: &Id, email_key: &str, now: Time) -> sqlx::Result<Option<Id>> {
    let query = tx.write("UPDATE invitations SET version = version + 1, state = 'replaced', key_hash = NULL");
    let query = query.push(", updated_at = ", now).push(" WHERE tenant_id = ", tenant.clone());
    let query = query.push(" AND email_key = ", email_key.to_owned()).sql(" AND state = 'open' RETURNING id");
    Ok(query.optional::<(Id,)>().await?.map(|(id,)| id))
}

/// Inserts an invitation, with its own key if it has one. [`Code::Conflict`] where another one for the address was made at the same time.
pub async fn insert(tx: &mut Tx, it: &Invitation, key_hash: Option<String>) -> Result<(), Error> {
    tx.write(
        "INSERT INTO invitations (id, version, tenant_id, email, email_key, full_name, role_id, type_id, position_id, \
         locale, key_hash, state, invited_by, expires_at, sent_at, created_at, updated_at) \
         VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open', $11, $12, $13, $13, $13)",
    )
    .bind(it.id.clone())
    .bind(it.tenant_id.clone())
    .bind(it.email.clone())
    .bind(mailaddr::key(&it.email))
    .bind(it.full_name.clone())
    .bind(it.role.clone())
    .bind(it.type_id.clone())
    .bind(it.position_id.clone())
    .bind(it.language.clone())
    .bind(key_hash)
    .bind(it.invited_by.clone())
    .bind(it.expires_at)
    .bind(it.created_at)
    .execute()
    .await
    .map_err(|e| if is_duplicate(&e) { Error::new(Code::Conflict) } else { e.into() })?;
    Ok(())
}

/// Gives an open invitation another key, expiry and sender; false where it is no longer open, or another request was
/// first.
pub async fn renew(tx: &mut Tx, it: &Invitation, key_hash: String) -> sqlx::Result<bool> {
    let query = tx.write("UPDATE invitations SET version = version + 1").push(", key_hash = ", key_hash);
    let query = query.push(", expires_at = ", it.expires_at).push(", sent_at = ", it.sent_at);
    let query = query.push(", invited_by = ", it.invited_by.clone()).push(", updated_at = ", it.sent_at);
    let query = query.push(" WHERE state = 'open' AND id = ", it.id.clone());
    Ok(query.push(" AND version = ", it.version).execute().await? == 1)
}

/// Withdraws an open invitation; false where it is no longer open.
pub async fn withdraw(tx: &mut Tx, id: &Id, now: Time) -> sqlx::Result<bool> {
    let query = tx.write("UPDATE invitations SET version = version + 1, state = 'withdrawn', key_hash = NULL");
    let query = query.push(", updated_at = ", now).push(" WHERE state = 'open' AND id = ", id.clone());
    Ok(query.execute().await? == 1)
}

/// Spends an invitation; false if another request was first, or it is no longer valid. A concurrent request waits here
/// until the first one's transaction ends.
pub async fn spend(tx: &mut Tx, key_hash: &str, now: Time) -> sqlx::Result<bool> {
    let query = tx.write("UPDATE invitations AS i SET version = version + 1, state = 'accepted', key_hash = NULL");
    let query = query.push(", updated_at = ", now).push(" WHERE i.state = 'open' AND i.expires_at > ", now);
    Ok(of_key(query, key_hash.to_owned()).execute().await? == 1)
}

/// The id of the open invitation of an address into a tenant, whether or not it has expired, and when it expires.
pub async fn open_of(tx: &mut ReadTx, tenant: &Id, email_key: &str) -> sqlx::Result<Option<(Id, Time)>> {
    let query = tx.query("SELECT id, expires_at FROM invitations WHERE state = 'open'");
    let query = query.push(" AND tenant_id = ", tenant.clone());
    query.push(" AND email_key = ", email_key.to_owned()).optional().await
}

/// Makes an open invitation valid until then at least.
pub async fn prolong(tx: &mut Tx, id: &Id, expires_at: Time, now: Time) -> sqlx::Result<u64> {
    let query = tx.write("UPDATE invitations SET version = version + 1").push(", expires_at = ", expires_at);
    let query = query.push(", updated_at = ", now).push(" WHERE state = 'open' AND id = ", id.clone());
    query.push(" AND expires_at < ", expires_at).execute().await
}

/// Gives an invitation a further key.
pub async fn add_key(tx: &mut Tx, id: &Id, key_hash: String) -> sqlx::Result<u64> {
    let query =
        tx.write("INSERT INTO invitation_keys (key_hash, invitation_id) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    query.bind(key_hash).bind(id.clone()).execute().await
}

/// Removes a further key; returns the invitation whose it was, if that is open and has no other.
pub async fn remove_key(tx: &mut Tx, key_hash: &str) -> sqlx::Result<Option<Id>> {
    let query = tx.write("DELETE FROM invitation_keys WHERE key_hash = $1 RETURNING invitation_id");
    let Some((id,)) = query.bind(key_hash.to_owned()).optional::<(Id,)>().await? else { return Ok(None) };
    let query = tx.query("SELECT id FROM invitations i WHERE state = 'open' AND key_hash IS NULL");
    let query = query.sql(" AND NOT EXISTS (SELECT 1 FROM invitation_keys k WHERE k.invitation_id = i.id)");
    Ok(query.push(" AND id = ", id).optional::<(Id,)>().await?.map(|(id,)| id))
}

/// Gives the further keys of an invitation to the one that replaces it.
pub async fn hand_on_keys(tx: &mut Tx, from: &Id, to: &Id) -> sqlx::Result<u64> {
    let query = tx.write("UPDATE invitation_keys SET").push(" invitation_id = ", to.clone());
    query.push(" WHERE invitation_id = ", from.clone()).execute().await
}

/// Records who accepted it.
pub async fn accepted_by(tx: &mut Tx, id: &Id, user: &Id) -> sqlx::Result<u64> {
    let query = tx.write("UPDATE invitations SET").push(" accepted_by = ", user.clone());
    query.push(" WHERE id = ", id.clone()).execute().await
}

/// The open invitations that end until then, by their end, after one of them.
pub async fn ending(
    cx: &mut ReadCtx,
    until: Time,
    behind: Option<(Time, Id)>,
    most: i64,
) -> Result<Vec<Invitation>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push(" AND i.state = 'open' AND i.expires_at > ", now);
    let query = query.push(" AND i.expires_at <= ", until);
    let query = match behind {
        Some((at, id)) => query.push(" AND (i.expires_at, i.id) > (", at).push(", ", id).sql(")"),
        None => query,
    };
    Ok(query.push(" ORDER BY i.expires_at, i.id LIMIT ", most).all().await?)
}

fn those<'q>(query: Query<'q>, scope: &Scope, now: Time) -> Query<'q> {
    let query = query.sql(" FROM invitations WHERE state = 'open'").push(" AND expires_at > ", now);
    query.push_in_if(" AND tenant_id", scope.only())
}

/// How many invitations into the tenants of `scope` can still be accepted, counted up to `most`, and the tenant of the
/// one that expires first.
pub async fn waiting(cx: &mut ReadCtx, scope: &Scope, most: i64) -> Result<(i64, Option<Id>), Error> {
    let now = cx.now();
    let tx = cx.db().await?;
    let query = those(tx.query("SELECT count(*) FROM (SELECT 1"), scope, now).push(" LIMIT ", most);
    let (waiting,): (i64,) = query.sql(") AS those").one().await?;
    let query = those(tx.query("SELECT tenant_id"), scope, now).sql(" ORDER BY expires_at, id LIMIT 1");
    Ok((waiting, query.optional::<(Id,)>().await?.map(|(tenant,)| tenant)))
}
