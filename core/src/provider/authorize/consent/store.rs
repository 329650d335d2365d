//! SQL of consents.

use sqlx::types::Json;

use super::model::{Agreement, Row};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::{Query, Tx, Write};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// Most consents shown to a person; there is one for each client that ever asked.
const MAX_SHOWN: i64 = 200;

const COLUMNS: &str =
    "id, version, user_id, client_id, scopes, claims, resources, granted_at, updated_at, last_used_at";

/// The consent of a person to a client.
pub async fn find(cx: &mut ReadCtx, user: &Id, client_id: &str) -> Result<Option<Row>, Error> {
    Ok(cx
        .db()
        .await?
        .query("SELECT ")
        .sql(COLUMNS)
        .push(" FROM consents WHERE user_id = ", user.clone())
        .push(" AND client_id = ", client_id.to_owned())
        .optional()
        .await?)
}

/// Begins a statement that records the use of a consent, and changes nothing where it was withdrawn. A consent that was
/// widened in the meantime holds what it held.
pub fn used<'c>(tx: &'c mut Tx, agreement: &Agreement, now: Time) -> Query<'c, Write> {
    tx.write("UPDATE consents SET").push(" last_used_at = ", now).push(" WHERE id = ", agreement.id.clone())
}

/// Stores a new consent; false where there is one already.
pub async fn insert(cx: &mut Ctx, agreement: &Agreement) -> Result<bool, Error> {
    let list = |set: &std::collections::BTreeSet<String>| Json(set.iter().cloned().collect::<Vec<_>>());
    let kept = cx
        .db()
        .await?
        .write(
            "INSERT INTO consents (id, version, user_id, client_id, scopes, claims, resources, granted_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        )
        .bind(agreement.id.clone())
        .bind(agreement.version)
        .bind(agreement.user_id.clone())
        .bind(agreement.client_id.clone())
        .bind(list(&agreement.given.scopes))
        .bind(list(&agreement.given.claims))
        .bind(list(&agreement.given.resources))
        .bind(agreement.granted_at)
        .bind(agreement.updated_at)
        .execute()
        .await?;
    Ok(kept == 1)
}

/// Widens a consent; false where it has changed in the meantime.
pub async fn update(cx: &mut Ctx, after: &Agreement) -> Result<bool, Error> {
    let list = |set: &std::collections::BTreeSet<String>| Json(set.iter().cloned().collect::<Vec<_>>());
    let touched = cx
        .db()
        .await?
        .write(
            "UPDATE consents SET version = $1, scopes = $2, claims = $3, resources = $4, updated_at = $5 \
             WHERE id = $6 AND version = $7",
        )
        .bind(after.version)
        .bind(list(&after.given.scopes))
        .bind(list(&after.given.claims))
        .bind(list(&after.given.resources))
        .bind(after.updated_at)
        .bind(after.id.clone())
        .bind(after.version - 1)
        .execute()
        .await?;
    Ok(touched == 1)
}

/// A person's consents to clients that still exist, the newest first.
pub async fn of_user(cx: &mut ReadCtx, user: &Id) -> Result<Vec<Row>, Error> {
    Ok(cx
        .db()
        .await?
        .query("SELECT ")
        .sql(COLUMNS)
        .push(" FROM consents WHERE user_id = ", user.clone())
        .sql(" AND EXISTS (SELECT 1 FROM clients WHERE clients.id = consents.client_id AND clients.deleted_at IS NULL)")
        .push(" ORDER BY granted_at DESC, id DESC LIMIT ", MAX_SHOWN)
        .all()
        .await?)
}

/// Deletes a consent of this person, and returns it.
pub async fn delete(cx: &mut Ctx, user: &Id, id: &Id) -> Result<Option<Row>, Error> {
    Ok(cx
        .db()
        .await?
        .write("DELETE FROM consents WHERE")
        .push(" id = ", id.clone())
        .push(" AND user_id = ", user.clone())
        .sql(" RETURNING ")
        .sql(COLUMNS)
        .optional()
        .await?)
}

/// Ends the codes, including device codes, that a client has not exchanged yet.
pub async fn end_codes(cx: &mut Ctx, user: &Id, client_id: &str) -> Result<u64, Error> {
    let now = cx.now();
    let mut ended = 0;
    for codes in ["UPDATE authorization_codes", "UPDATE device_codes"] {
        ended += cx
            .db()
            .await?
            .write(codes)
            .push(" SET expires_at = ", now)
            .push(" WHERE user_id = ", user.clone())
            .push(" AND client_id = ", client_id.to_owned())
            .push(" AND consumed_at IS NULL AND expires_at > ", now)
            .execute()
            .await?;
    }
    Ok(ended)
}

/// Revokes every token that a client has of a person.
pub async fn revoke_families(cx: &mut Ctx, user: &Id, client_id: &str) -> Result<u64, Error> {
    let now = cx.now();
    Ok(cx
        .db()
        .await?
        .write("UPDATE token_families SET revoked_at = $1 WHERE user_id = $2 AND client_id = $3 AND revoked_at IS NULL")
        .bind(now)
        .bind(user.clone())
        .bind(client_id.to_owned())
        .execute()
        .await?)
}
