//! The SQL of the outbox.

use super::model::Software;
use super::words::{Kind, Purpose, State, Trouble};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::queue::Queue;

/// The attempts at one message: with the longest pause of an hour, four days' worth (RFC 5321, section 4.5.4.1).
const MAX_ATTEMPTS: i64 = 110;
/// The messages whose content one run wipes.
const WIPED: i64 = 1000;

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
    pub software: Option<Software>,
    pub gives_up_at: Time,
}

pub async fn insert(cx: &mut Ctx, row: NewRow) -> Result<(), Error> {
    let now = cx.now();
    let address_key = row.kind.key_of(&row.address);
    let (software, name) = row.software.map_or_else(Default::default, |it| (Some(it.id), it.name));
    let software_key = fold(&name);
    cx.db()
        .await?
        .write(
            "INSERT INTO messages (id, kind, purpose, address, locale, user_id, tenant_id, content, asked, state, \
             attempts, next_attempt_at, gives_up_at, created_at, updated_at, max_attempts, address_key, software_id, \
             software_name, software_key) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', 0, $10, $11, $10, $10, $12, $13, $14, $15, $16)",
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
        .bind(MAX_ATTEMPTS)
        .bind(address_key)
        .bind(software)
        .bind(name)
        .bind(software_key)
        .execute()
        .await?;
    Ok(())
}

/// The messages, as a queue.
pub const MESSAGES: Queue = Queue {
    table: "messages",
    columns: "id, kind, purpose, address, locale, user_id, tenant_id, content, asked, attempts, max_attempts, resends, \
              gives_up_at, created_at",
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
    /// The number of the last attempt.
    pub max_attempts: i64,
    /// How often an administrator sent it again.
    pub resends: i64,
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
    /// What the gateway answered, without codes and links.
    pub answer: String,
    /// Whether the content is kept for another attempt.
    pub keeps_content: bool,
    /// The recipient, if the attempt found it.
    pub address: String,
    pub locale: Locale,
    pub user_id: Option<Id>,
    pub tenant_id: Option<Id>,
    /// The subject and the text, without codes and links; `None` if there was no text.
    pub said: Option<(String, String)>,
}

/// Records the outcome, unless a later attempt has begun.
pub async fn settle(cx: &mut Ctx, kind: Kind, attempt: &Attempt, settled: Settled) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE messages SET").push(" state = ", settled.state.as_str());
    let query = query.sql_if(!settled.keeps_content, ", content = NULL");
    let query = query.push(", next_attempt_at = ", settled.next_attempt_at);
    let query = query.push(", last_error = ", settled.trouble.map(Trouble::as_str)).push(", updated_at = ", now);
    let query = query.push_if(", sent_at = ", (settled.state == State::Sent).then_some(now));
    let query = query.push(", address_key = ", kind.key_of(&settled.address));
    let query = query.push(", address = ", settled.address).push(", locale = ", settled.locale.tag());
    let query = query.push(", user_id = ", settled.user_id).push(", tenant_id = ", settled.tenant_id);
    let query = match settled.said {
        Some((subject, shown)) => {
            let query = query.push(", subject_key = ", fold(&subject)).push(", subject = ", subject);
            query.push(", shown = ", shown)
        }
        None => query,
    };
    let query = query.push(" WHERE state = 'waiting' AND id = ", attempt.id.clone());
    if query.push(" AND attempts = ", attempt.attempts).execute().await? != 1 {
        return Ok(false);
    }
    let sql = "INSERT INTO message_attempts (message_id, number, at, trouble, answer) VALUES ($1, $2, $3, $4, $5)";
    let query = cx.db().await?.write(sql).bind(attempt.id.clone()).bind(attempt.attempts).bind(now);
    query.bind(settled.trouble.map(Trouble::as_str)).bind(settled.answer).execute().await?;
    Ok(true)
}

/// Wipes the contents of some settled messages that are of no use any more, and returns of how many.
pub async fn wipe(cx: &mut Ctx) -> Result<u64, Error> {
    const OUTDATED: &str = "UPDATE messages SET content = NULL WHERE id IN (SELECT id FROM messages \
        WHERE state <> 'waiting' AND content IS NOT NULL";
    let now = cx.now();
    let query = cx.db().await?.write(OUTDATED).push(" AND gives_up_at <= ", now);
    Ok(query.push(" ORDER BY gives_up_at, id LIMIT ", WIPED).sql(")").execute().await?)
}

/// How many messages failed for good since a moment, counted up to `most`.
pub async fn failed_since(cx: &mut ReadCtx, since: Time, most: i64) -> Result<i64, Error> {
    let query = cx.db().await?.query("SELECT count(*) FROM (SELECT 1 FROM messages WHERE state = 'failed'");
    let query = query.push(" AND updated_at >= ", since).push(" LIMIT ", most);
    Ok(query.sql(") AS those").one::<(i64,)>().await?.0)
}
