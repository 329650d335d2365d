//! SQL of device codes.

use sqlx::types::Json;

use super::super::token::store::{Codes, GRANT_CONTEXT, GRANT_CONTEXT_HOLDS, GrantContext, PERSON};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::provider::claims::Trials;
use crate::provider::clients::Client;
use crate::provider::granted::Granted;

/// The state of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not decided yet.
    Pending,
    /// The person agreed.
    Approved,
    /// The person refused.
    Denied,
}

impl State {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
        }
    }
}

impl TryFrom<String> for State {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        [Self::Pending, Self::Approved, Self::Denied].into_iter().find(|s| s.as_str() == text).ok_or(text)
    }
}

/// A device code to store.
#[derive(Debug)]
pub struct NewDeviceCode<'a> {
    /// Keyed hash of the device code.
    pub code_hash: String,
    /// Keyed hash of the user code.
    pub user_code_hash: String,
    /// The client.
    pub client_id: &'a str,
    /// The requested grant.
    pub granted: &'a Granted,
    /// Seconds between two polls.
    pub pause_seconds: i64,
    /// When it expires.
    pub expires_at: Time,
}

/// Stores a device code; false where the user code is in use at the moment.
pub async fn insert(cx: &mut Ctx, code: NewDeviceCode<'_>) -> Result<bool, Error> {
    let now = cx.now();
    let rows = cx
        .db()
        .await?
        .write(
            "INSERT INTO device_codes (code_hash, user_code_hash, client_id, granted, state, pause_seconds, created_at, \
             expires_at) VALUES ($1,$2,$3,$4,'pending',$5,$6,$7) ON CONFLICT (user_code_hash) DO NOTHING",
        )
        .bind(code.code_hash)
        .bind(code.user_code_hash)
        .bind(code.client_id.to_owned())
        .bind(Json(code.granted.clone()))
        .bind(code.pause_seconds)
        .bind(now)
        .bind(code.expires_at)
        .execute()
        .await?;
    Ok(rows == 1)
}

/// A device code.
#[derive(Debug, sqlx::FromRow)]
pub struct DeviceCode {
    /// Keyed hash of the device code.
    pub code_hash: String,
    /// The client.
    pub client_id: String,
    /// The requested grant, or the one that the person made.
    pub granted: Json<Granted>,
    /// State of the request.
    #[sqlx(try_from = "String")]
    pub state: State,
    /// When it expires.
    pub expires_at: Time,
    /// When it was used.
    pub consumed_at: Option<Time>,
}

const CODE: &str = "SELECT code_hash, client_id, granted, state, expires_at, consumed_at FROM device_codes";

/// The device code, if it exists.
pub async fn find(cx: &mut ReadCtx, code_hash: &str) -> Result<Option<DeviceCode>, Error> {
    Ok(cx.db().await?.query(CODE).push(" WHERE code_hash = ", code_hash.to_owned()).optional().await?)
}

/// The open request of a user code.
pub async fn waiting(cx: &mut ReadCtx, user_code_hash: &str) -> Result<Option<DeviceCode>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(CODE).push(" WHERE user_code_hash = ", user_code_hash.to_owned());
    Ok(query.push(" AND state = 'pending' AND expires_at > ", now).optional().await?)
}

/// The person who agreed to the request, with their session, and what the client is told of them. `None` where the session
/// has ended or the person is not enabled.
pub async fn basis(
    cx: &mut ReadCtx,
    code_hash: &str,
    trials: &Trials,
    client: &Client,
) -> Result<Option<GrantContext>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query("SELECT ").sql(GRANT_CONTEXT).sql(PERSON);
    let query = trials
        .column(query, now, client, "u.id", "(d.granted ->> 'tenantId')")
        .sql(" FROM device_codes d JOIN sessions s ON s.id = d.session_id JOIN users u ON u.id = d.user_id");
    let query = query.push(" WHERE d.code_hash = ", code_hash.to_owned());
    Ok(query.sql(" AND ").push(GRANT_CONTEXT_HOLDS, now).optional().await?)
}

/// Stores the person's decision; false where there is one already, or the code has expired.
pub async fn answer(
    cx: &mut Ctx,
    code_hash: &str,
    state: State,
    user: &Id,
    session: &Id,
    granted: &Granted,
) -> Result<bool, Error> {
    let now = cx.now();
    let rows = cx
        .db()
        .await?
        .write(
            "UPDATE device_codes SET state = $1, user_id = $2, session_id = $3, granted = $4 \
             WHERE code_hash = $5 AND state = 'pending' AND expires_at > $6",
        )
        .bind(state.as_str())
        .bind(user.clone())
        .bind(session.clone())
        .bind(Json(granted.clone()))
        .bind(code_hash.to_owned())
        .bind(now)
        .execute()
        .await?;
    Ok(rows == 1)
}

/// Records a poll; false where it came before the pause was over, with half a second of tolerance for the network.
pub async fn note_poll(cx: &mut Ctx, code_hash: &str) -> Result<bool, Error> {
    let now = cx.now();
    let sql = "UPDATE device_codes SET polled_at = $1 \
               WHERE code_hash = $2 AND (polled_at IS NULL OR polled_at + pause_seconds * 1000 - 500 <= $3)";
    Ok(cx.db().await?.write(sql).bind(now).bind(code_hash.to_owned()).bind(now).execute().await? == 1)
}

/// Lengthens the pause, and starts it again.
pub async fn slow_down(cx: &mut Ctx, code_hash: &str, seconds: i64) -> Result<(), Error> {
    let now = cx.now();
    let sql = "UPDATE device_codes SET pause_seconds = pause_seconds + $1, polled_at = $2 WHERE code_hash = $3";
    cx.db().await?.write(sql).bind(seconds).bind(now).bind(code_hash.to_owned()).execute().await?;
    Ok(())
}

/// Device codes to which the person agreed.
pub const DEVICE_CODES: Codes = Codes { table: "device_codes", open: " AND state = 'approved'" };

/// Revokes the family begun by a device code; false where it was revoked before.
pub async fn revoke_family(cx: &mut Ctx, code_hash: &str) -> Result<bool, Error> {
    let now = cx.now();
    let sql = "UPDATE token_families SET revoked_at = $1 WHERE revoked_at IS NULL \
               AND id = (SELECT family_id FROM device_codes WHERE code_hash = $2)";
    Ok(cx.db().await?.write(sql).bind(now).bind(code_hash.to_owned()).execute().await? == 1)
}

/// Counts an attempt to find a user code; returns the number within the window, which begins with the first attempt.
pub async fn count_attempt(cx: &mut Ctx, user: &Id, window_seconds: i64) -> Result<i64, Error> {
    let now = cx.now();
    let (failures,): (i64,) = cx
        .db()
        .await?
        .write(
            "INSERT INTO device_attempts (user_id, failures, expires_at) VALUES ($1, 1, $2) \
             ON CONFLICT (user_id) DO UPDATE SET \
             failures = CASE WHEN device_attempts.expires_at <= $3 THEN 1 ELSE device_attempts.failures + 1 END, \
             expires_at = CASE WHEN device_attempts.expires_at <= $3 THEN excluded.expires_at \
             ELSE device_attempts.expires_at END RETURNING failures",
        )
        .bind(user.clone())
        .bind(now.plus_seconds(window_seconds))
        .bind(now)
        .one()
        .await?;
    Ok(failures)
}

/// Uncounts a successful attempt.
pub async fn forgive_attempt(cx: &mut Ctx, user: &Id) -> Result<(), Error> {
    let sql = "UPDATE device_attempts SET failures = failures - 1 WHERE user_id = $1 AND failures > 0";
    cx.db().await?.write(sql).bind(user.clone()).execute().await?;
    Ok(())
}
