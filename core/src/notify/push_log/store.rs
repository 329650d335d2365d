//! The SQL of the logs.

use super::filter::Filter;
use super::model::{MOST_RESENDS, Row, SendAttempt};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::{List, Page, Sorts};
use crate::notify::words::{Kind, State};

const COLUMNS: &str = "SELECT id, purpose, address, subject, software_id, software_name, user_id, tenant_id, \
    state, attempts, max_attempts, resends, last_error, content IS NOT NULL AS has_content, next_attempt_at, \
    gives_up_at, created_at, sent_at";

/// The newest first, where nothing else is asked for.
const SORTS: Sorts = &[("createTime", " ORDER BY created_at, id", " ORDER BY created_at DESC, id DESC")];

/// The attempts that a log shows.
const SHOWN: i64 = 50;

/// The conditions that an index serves.
fn exactly<'q>(query: Query<'q>, f: &Filter) -> Query<'q> {
    let query = query.sql(" FROM messages").push(" WHERE kind = ", f.kind.as_str());
    let query = match &f.ids {
        Some(ids) => query.push_in(" AND id", ids.0.iter().cloned()),
        None => query,
    };
    let query = query.push_if(" AND software_id = ", f.software.clone());
    let query = query.push_if(" AND address_key = ", f.address.clone());
    let query = query.push_if(" AND state = ", f.state.clone());
    let query = query.push_if(" AND state = ", (f.arrived == Some(true)).then_some(State::Sent.as_str()));
    let query = query.push_if(" AND state <> ", (f.arrived == Some(false)).then_some(State::Sent.as_str()));
    let query = query.push_if(" AND created_at >= ", f.since);
    query.push_if(" AND created_at <= ", f.until)
}

/// Adds the conditions. A part of a text is sought among the newest 10,000 that meet the others, so that the cost does
/// not grow with the table.
fn narrowed<'q>(query: Query<'q>, f: &Filter) -> Query<'q> {
    if f.texts.is_empty() {
        return exactly(query, f);
    }
    let query = query.sql(" FROM (SELECT id, created_at, address_key, subject_key, software_key");
    let query = exactly(query, f).sql(SORTS[0].2).sql(" LIMIT 10000) AS newest WHERE 1 = 1");
    f.texts.iter().fold(query, |query, (term, columns)| term.in_any(query, columns)).a_few()
}

/// A page of a log.
pub async fn page(cx: &mut ReadCtx, list: &List<Filter>) -> Result<Page<Row>, Error> {
    let tx = cx.db().await?;
    if list.filter.texts.is_empty() {
        return list.run(tx, SORTS, COLUMNS, narrowed).await;
    }
    let rows = (&[COLUMNS, " FROM messages WHERE "][..], "id");
    list.searched::<_, (Id,)>(tx, SORTS, rows, narrowed).await
}

/// One message of a log.
pub async fn get(cx: &mut ReadCtx, kind: Kind, id: &Id) -> Result<Option<Row>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" FROM messages").push(" WHERE kind = ", kind.as_str());
    Ok(query.push(" AND id = ", id.clone()).optional().await?)
}

/// Those of these messages that are of a log.
pub async fn some(cx: &mut ReadCtx, kind: Kind, ids: &[Id]) -> Result<Vec<Row>, Error> {
    let query = cx.db().await?.query(COLUMNS).sql(" FROM messages").push(" WHERE kind = ", kind.as_str());
    Ok(query.push_in(" AND id", ids.iter().cloned()).all().await?)
}

/// What a message of a log said.
pub async fn said(cx: &mut ReadCtx, kind: Kind, id: &Id) -> Result<Option<(String, String)>, Error> {
    let query = cx.db().await?.query("SELECT subject, shown FROM messages").push(" WHERE kind = ", kind.as_str());
    Ok(query.push(" AND id = ", id.clone()).optional().await?)
}

/// The latest attempts to send it.
pub async fn attempts(cx: &mut ReadCtx, id: &Id) -> Result<Vec<SendAttempt>, Error> {
    let query = cx.db().await?.query("SELECT number, at, trouble, answer FROM message_attempts");
    let query = query.push(" WHERE message_id = ", id.clone());
    Ok(query.push(" ORDER BY number DESC LIMIT ", SHOWN).all().await?)
}

/// Makes a settled message due now; false where it cannot be sent again. Of several who do so at once, one does.
pub async fn make_due(cx: &mut Ctx, id: &Id) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE messages SET state = 'waiting', resends = resends + 1, sent_at = NULL,");
    let query = query.push(" next_attempt_at = ", now).push(", updated_at = ", now);
    // At least as many attempts as any message begins with are left to those that had used theirs up.
    let query =
        query.sql(", max_attempts = CASE WHEN attempts >= max_attempts THEN attempts + 10 ELSE max_attempts END");
    let query = query.push(" WHERE id = ", id.clone()).sql(" AND state <> 'waiting' AND content IS NOT NULL");
    let query = query.push(" AND gives_up_at > ", now).push(" AND resends < ", MOST_RESENDS);
    Ok(query.execute().await? == 1)
}
