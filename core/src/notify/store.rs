//! The SQL of the outbox.

use super::words::{Kind, Purpose, State, Trouble};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::queue::Queue;

/// A message to be queued.
pub struct NewRow {
    pub id: Id,
    pub kind: Kind,
    pub purpose: Purpose,
    pub address: String,
    pub locale: Locale,
    pub user_id: Option<Id>,
    pub tenant_id: Option<Id>,
    pub content: Vec<u8>,
    pub asked: bool,
    pub gives_up_at: Time,
}

pub async fn insert(cx: &mut Ctx, row: NewRow) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .write(
            "INSERT INTO messages (id, kind, purpose, address, locale, user_id, tenant_id, content, asked, state, \
             attempts, next_attempt_at, gives_up_at, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', 0, $10, $11, $10, $10)",
        )
        .bind(row.id)
        .bind(row.kind.as_str())
        .bind(row.purpose.as_str())
        .bind(row.address)
        .bind(row.locale.tag())
        .bind(row.user_id)
        .bind(row.tenant_id)
        .bind(row.content)
        .bind(row.asked)
        .bind(now)
        .bind(row.gives_up_at)
        .execute()
        .await?;
    Ok(())
}

/// The messages, as a queue.
pub const MESSAGES: Queue = Queue {
    table: "messages",
    columns: "id, kind, purpose, address, locale, user_id, tenant_id, content, asked, attempts, gives_up_at, created_at",
    at_once: 8,
};

/// A message that is being sent.
#[derive(Debug, sqlx::FromRow)]
pub struct Attempt {
    pub id: Id,
    pub kind: String,
    pub purpose: String,
    pub address: String,
    pub locale: String,
    pub user_id: Option<Id>,
    pub tenant_id: Option<Id>,
    pub content: Option<Vec<u8>>,
    pub asked: bool,
    /// The number of this attempt, counted from 1.
    pub attempts: i64,
    pub gives_up_at: Time,
    pub created_at: Time,
}

/// Deletes a message that has no recipient.
pub async fn drop_unaddressed(cx: &mut Ctx, attempt: &Attempt) -> Result<(), Error> {
    let query = cx.db().await?.write("DELETE FROM messages WHERE state = 'waiting'");
    query.push(" AND id = ", attempt.id.clone()).push(" AND attempts = ", attempt.attempts).execute().await?;
    Ok(())
}

/// The state of a message's delivery.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Delivery {
    /// The message.
    pub id: Id,
    /// The word of a [`State`].
    pub state: String,
    /// The word of the latest [`Trouble`], if there was one.
    pub last_error: Option<String>,
    /// The tenant it is sent for, if any.
    pub tenant_id: Option<Id>,
}

/// The delivery of a message.
pub async fn delivery(cx: &mut ReadCtx, id: &Id) -> Result<Option<Delivery>, Error> {
    let query = cx.db().await?.query("SELECT id, state, last_error, tenant_id FROM messages");
    Ok(query.push(" WHERE asked = ", false).push(" AND id = ", id.clone()).optional().await?)
}

/// The outcome of an attempt.
pub struct Settled {
    pub state: State,
    pub next_attempt_at: Time,
    pub trouble: Option<Trouble>,
    /// The recipient, if the attempt found it.
    pub address: String,
    pub locale: Locale,
    pub user_id: Option<Id>,
    pub tenant_id: Option<Id>,
}

/// Records the outcome, unless a later attempt has begun. A settled message loses its content.
pub async fn settle(cx: &mut Ctx, attempt: &Attempt, settled: Settled) -> Result<bool, Error> {
    let now = cx.now();
    let over = settled.state != State::Waiting;
    let query = cx.db().await?.write("UPDATE messages SET").push(" state = ", settled.state.as_str());
    let query = query.sql_if(over, ", content = NULL").push(", next_attempt_at = ", settled.next_attempt_at);
    let query = query.push(", last_error = ", settled.trouble.map(Trouble::as_str)).push(", updated_at = ", now);
    let query = query.push_if(", sent_at = ", (settled.state == State::Sent).then_some(now));
    let query = query.push(", address = ", settled.address).push(", locale = ", settled.locale.tag());
    let query = query.push(", user_id = ", settled.user_id).push(", tenant_id = ", settled.tenant_id);
    let query = query.push(" WHERE state = 'waiting' AND id = ", attempt.id.clone());
    Ok(query.push(" AND attempts = ", attempt.attempts).execute().await? == 1)
}

/// How many messages failed for good since a moment, counted up to `most`.
pub async fn failed_since(cx: &mut ReadCtx, since: Time, most: i64) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT count(*) FROM (SELECT 1 FROM messages WHERE state = 'failed'");
    let query = query.push(" AND updated_at >= ", since).push(" LIMIT ", most);
    Ok(query.sql(") AS those").one::<(i64,)>().await?.0)
}
