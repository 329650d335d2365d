//! SQL of pushed requests, and of used decisions.

use sqlx::types::Json;

use super::request::AuthorizationRequest;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::once;

/// The kind of used decisions among all one-time values.
const DECISION: &str = "authorize.decision";
/// Seconds for which a used decision is remembered: longer than it is accepted.
const DECISION_SECONDS: i64 = 3600;
/// Most rows that one transaction removes.
const BATCH: i64 = 1000;

/// A pushed request that has no answer yet.
#[derive(Debug, sqlx::FromRow)]
pub struct PushedRow {
    /// The client.
    pub client_id: String,
    /// The request.
    pub request: Json<AuthorizationRequest>,
    /// When its reference expires.
    pub expires_at: Time,
    /// Whether a browser has brought the reference.
    pub shown: bool,
}

/// Stores a pushed request: `expires_at` is the end of its reference, `until` that of a sign-in begun with it.
pub async fn push(
    cx: &mut Ctx,
    reference_hash: String,
    request: &AuthorizationRequest,
    expires_at: Time,
    until: Time,
) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .write(
            "INSERT INTO pushed_requests (reference_hash, client_id, request, created_at, expires_at, until, shown) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(reference_hash)
        .bind(request.target.client_id.clone())
        .bind(Json(request.clone()))
        .bind(now)
        .bind(expires_at)
        .bind(until)
        .bind(false)
        .execute()
        .await?;
    Ok(())
}

/// Records that a browser brought the reference.
pub async fn show(cx: &mut Ctx, reference_hash: &str) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE pushed_requests SET").push(" shown = ", true);
    query.push(" WHERE reference_hash = ", reference_hash.to_owned()).execute().await?;
    Ok(())
}

/// The pushed request, if it can still be answered.
pub async fn pushed(cx: &mut ReadCtx, reference_hash: &str) -> Result<Option<PushedRow>, Error> {
    let now = cx.now();
    Ok(cx
        .db()
        .await?
        .query("SELECT client_id, request, expires_at, shown FROM pushed_requests WHERE used_at IS NULL")
        .push(" AND reference_hash = ", reference_hash.to_owned())
        .push(" AND until > ", now)
        .optional()
        .await?)
}

/// Uses a pushed request up; false where it was used before, or has expired.
pub async fn use_up(cx: &mut Ctx, reference_hash: &str) -> Result<bool, Error> {
    let now = cx.now();
    let touched = cx
        .db()
        .await?
        .write("UPDATE pushed_requests SET used_at = $1 WHERE reference_hash = $2 AND used_at IS NULL AND until > $1")
        .bind(now)
        .bind(reference_hash.to_owned())
        .execute()
        .await?;
    Ok(touched == 1)
}

/// Records that the decision of this interaction is used; false where it was used before.
pub async fn consume_decision(cx: &mut Ctx, interaction: &str) -> Result<bool, Error> {
    let end = cx.now().plus_seconds(DECISION_SECONDS);
    Ok(once::first(cx.db().await?, DECISION, interaction, end).await?)
}

/// Removes expired pushed requests, in short transactions, and returns their number. A request whose reference no
/// browser brought expires with the reference.
pub async fn sweep(kernel: &Kernel) -> Result<u64, Error> {
    const OVER: &str = "DELETE FROM pushed_requests WHERE reference_hash IN \
        (SELECT reference_hash FROM pushed_requests WHERE until <= $1 ORDER BY until LIMIT $2)";
    const UNSEEN: &str = "DELETE FROM pushed_requests WHERE reference_hash IN \
        (SELECT reference_hash FROM pushed_requests WHERE shown = FALSE AND expires_at <= $1 \
         ORDER BY expires_at LIMIT $2)";
    Ok(remove(kernel, OVER).await? + remove(kernel, UNSEEN).await?)
}

async fn remove(kernel: &Kernel, sql: &'static str) -> Result<u64, Error> {
    let mut removed = 0;
    loop {
        let mut cx = Ctx::system(kernel, "oidc");
        let now = cx.now();
        let rows = cx.db().await?.write(sql).bind(now).bind(BATCH).execute().await?;
        cx.commit().await?;
        removed += rows;
        if rows < BATCH.unsigned_abs() {
            return Ok(removed);
        }
    }
}
