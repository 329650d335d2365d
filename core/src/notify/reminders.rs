//! Who was reminded of what: once for each deadline, however many nodes look.

use super::words::Purpose;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;

/// Seconds after a deadline for which its reminder is remembered.
const KEPT: i64 = 30 * 24 * 3600;
/// The reminders that one sweep forgets.
const AT_ONCE: i64 = 1000;

/// Notes the reminder of a deadline, in the caller's transaction, which also queues its message; false if it was sent
/// before.
pub async fn once(cx: &mut Ctx, purpose: Purpose, record: &str, deadline: Time) -> Result<bool, Error> {
    let now = cx.now();
    let sql = "INSERT INTO reminders (purpose, record_id, deadline, sent_at) VALUES ($1, $2, $3, $4) \
               ON CONFLICT DO NOTHING";
    let query = cx.db().await?.write(sql).bind(purpose.as_str()).bind(record.to_owned()).bind(deadline).bind(now);
    Ok(query.execute().await? == 1)
}

/// Forgets reminders of deadlines that passed long ago.
pub(super) async fn forget(cx: &mut Ctx) -> Result<(), Error> {
    let before = cx.now().plus_seconds(-KEPT);
    let query = cx.db().await?.write("DELETE FROM reminders WHERE (purpose, record_id, deadline) IN");
    let query = query.push(" (SELECT purpose, record_id, deadline FROM reminders WHERE deadline < ", before);
    query.push(" ORDER BY deadline LIMIT ", AT_ONCE).sql(")").execute().await?;
    Ok(())
}
