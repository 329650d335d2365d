//! SQL of sign-outs: the clients of a session, and their notices.

use std::collections::BTreeMap;

use sqlx::types::Json;

use super::model::{Delivery, State, Trouble};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{List, Page, Sorts};
use crate::kernel::queue::Queue;
use crate::provider::clients::settings::Settings;

/// A client that took part in a session: it received tokens there.
#[derive(Debug, sqlx::FromRow)]
pub struct Participant {
    /// Deliveries to this client.
    pub client_id: String,
    /// The session.
    pub session_id: Id,
    /// The person of the session.
    pub user_id: Id,
    /// The client's settings.
    pub settings: Json<Settings>,
}

/// The clients of the sessions, including clients whose tokens have been revoked: they may still hold a session of
/// their own.
pub async fn participants(cx: &mut ReadCtx, sessions: &[Id]) -> Result<Vec<Participant>, Error> {
    Ok(cx
        .db()
        .await?
        .query("SELECT f.client_id, f.session_id, f.user_id, c.settings FROM (SELECT DISTINCT client_id, session_id, user_id")
        .push_in(" FROM token_families WHERE session_id", sessions.iter().cloned())
        .sql(") f JOIN clients c ON c.id = f.client_id WHERE c.deleted_at IS NULL ORDER BY f.session_id, f.client_id")
        .all()
        .await?)
}

/// Revokes the grants that last only as long as the sessions; returns their number.
pub async fn revoke_families(cx: &mut Ctx, sessions: &[Id]) -> Result<u64, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE token_families SET").push(" revoked_at = ", now);
    let query = query.push(" WHERE revoked_at IS NULL AND offline = ", false);
    Ok(query.push_in(" AND session_id", sessions.iter().cloned()).execute().await?)
}

/// Queues a delivery. An existing one stays as it is.
pub async fn insert(cx: &mut Ctx, to: &Participant, gives_up_at: Time) -> Result<(), Error> {
    let (id, now) = (cx.new_id(), cx.now());
    cx.db()
        .await?
        .write(
            "INSERT INTO logout_deliveries (id, client_id, user_id, session_id, state, attempts, next_attempt_at, \
             gives_up_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $6, $6) \
             ON CONFLICT (session_id, client_id) DO NOTHING",
        )
        .bind(id)
        .bind(to.client_id.clone())
        .bind(to.user_id.clone())
        .bind(to.session_id.clone())
        .bind(State::Waiting.as_str())
        .bind(now)
        .bind(gives_up_at)
        .execute()
        .await?;
    Ok(())
}

/// The deliveries, as a queue.
pub const DELIVERIES: Queue = Queue {
    table: "logout_deliveries",
    columns: "id, client_id, user_id, session_id, attempts, gives_up_at",
    at_once: 16,
};

/// A delivery being attempted.
#[derive(Debug, sqlx::FromRow)]
pub struct Attempt {
    /// The delivery's id.
    pub id: Id,
    /// Deliveries to this client.
    pub client_id: String,
    /// The person of the ended session.
    pub user_id: Id,
    /// The session.
    pub session_id: Id,
    /// Number of this attempt, counted from 1.
    pub attempts: i64,
    /// When attempts end.
    pub gives_up_at: Time,
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The new state.
    pub state: State,
    /// When the next attempt is due, if there is one.
    pub next_attempt_at: Time,
    /// The reason why it failed.
    pub trouble: Option<Trouble>,
    /// Status of the client's answer.
    pub status: Option<u16>,
}

/// Stores the result of an attempt; false where another attempt has begun since.
pub async fn settle(cx: &mut Ctx, attempt: &Attempt, settled: Settled) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE logout_deliveries SET");
    let query = query.push(" state = ", settled.state.as_str()).push(", next_attempt_at = ", settled.next_attempt_at);
    let query = query.push(", last_error = ", settled.trouble.map(Trouble::as_str));
    let query = query.push(", last_status = ", settled.status.map(i64::from)).push(", updated_at = ", now);
    let query = query.push(" WHERE id = ", attempt.id.clone()).push(" AND attempts = ", attempt.attempts);
    Ok(query.sql(" AND state = 'waiting'").execute().await? == 1)
}

/// Makes an undelivered delivery due now; false where it is delivered, or does not exist.
pub async fn make_due(cx: &mut Ctx, id: &Id, gives_up_at: Time) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE logout_deliveries SET state = 'waiting',");
    let query =
        query.push(" next_attempt_at = ", now).push(", gives_up_at = ", gives_up_at).push(", updated_at = ", now);
    Ok(query.push(" WHERE state <> 'delivered' AND id = ", id.clone()).execute().await? == 1)
}

const COLUMNS: &str = "SELECT d.id, d.client_id, c.client_name, d.user_id, u.user_name, d.session_id, d.state, d.attempts, \
    CASE WHEN d.state = 'waiting' THEN d.next_attempt_at END AS next_attempt_at, d.gives_up_at, d.last_error, \
    d.last_status, d.created_at, d.updated_at";
const FROM: &str = " FROM logout_deliveries d JOIN clients c ON c.id = d.client_id JOIN users u ON u.id = d.user_id";

const SORTS: Sorts = &[
    ("createdAt", " ORDER BY d.created_at, d.id", " ORDER BY d.created_at DESC, d.id DESC"),
    ("id", " ORDER BY d.id", " ORDER BY d.id DESC"),
];

/// The filter of the list of deliveries.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Deliveries in this state.
    pub state: Option<State>,
    /// Deliveries to this client.
    pub client_id: Option<String>,
}

/// A page of the deliveries.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<Delivery>, Error> {
    list.run(cx.db().await?, SORTS, COLUMNS, |query, filter| {
        let query = query.sql(FROM).sql(" WHERE 1 = 1");
        let query = query.push_if(" AND d.state = ", filter.state.map(State::as_str));
        query.push_if(" AND d.client_id = ", filter.client_id.clone())
    })
    .await
}

/// One delivery.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Delivery>, Error> {
    Ok(cx.db().await?.query(COLUMNS).sql(FROM).push(" WHERE d.id = ", id.clone()).optional().await?)
}

/// The states of a session's deliveries, by client.
pub async fn states(cx: &mut ReadCtx, session: &Id) -> Result<BTreeMap<String, State>, Error> {
    let query = cx.db().await?.query("SELECT client_id, state FROM logout_deliveries");
    let rows: Vec<(String, String)> = query.push(" WHERE session_id = ", session.clone()).all().await?;
    rows.into_iter().map(|(client, state)| Ok((client, State::try_from(state).map_err(Error::internal)?))).collect()
}

/// How many deliveries made since a moment have failed for good, counted up to `most`.
pub async fn failed_since(cx: &mut ReadCtx, since: Time, most: i64) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT count(*) FROM (SELECT 1 FROM logout_deliveries WHERE state = 'failed'");
    let query = query.push(" AND created_at >= ", since).push(" LIMIT ", most);
    Ok(query.sql(") AS those").one::<(i64,)>().await?.0)
}
