//! Batches and their SQL: what an administrator asked for, and what became of it for each person.

use std::collections::BTreeSet;

use sqlx::types::Json;

use super::context::actor;
use super::model::{Batch, Item};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::Query;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// A batch of the caller's that nobody has taken up, without a selection.
pub fn new(cx: &Ctx, kind: &str, tenant: &Id, software: &Id) -> Batch {
    Batch {
        id: cx.new_id(),
        tenant_id: tenant.clone(),
        software_id: software.clone(),
        actor: actor(cx),
        actor_name: cx.person().map(|person| person.user_name.clone()).unwrap_or_default(),
        request_id: cx.request.id.clone(),
        user_role: String::new(),
        user_type_id: String::new(),
        selection: Json(Vec::new()),
        shown: Json(Vec::new()),
        replaces: false,
        plugin_digest: String::new(),
        state: "queued".into(),
        attempt: 0,
        kind: kind.to_owned(),
        reason: String::new(),
        created_at: cx.now(),
    }
}

/// Stores a batch and its items.
pub async fn insert(cx: &mut Ctx, batch: &Batch, items: &[Item]) -> Result<(), Error> {
    let now = cx.now();
    let tx = cx.db().await?;
    tx.write(
        "INSERT INTO authorisation_batches (id, tenant_id, software_id, actor, actor_name, request_id, user_role, \
         user_type_id, selection, plugin_digest, state, attempt, lease_until, created_at, updated_at, kind, reason, \
         shown, replaces) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, $12, $12, $13, $14, $15, $16)",
    )
    .bind(batch.id.clone())
    .bind(batch.tenant_id.clone())
    .bind(batch.software_id.clone())
    .bind(batch.actor.clone())
    .bind(batch.actor_name.clone())
    .bind(batch.request_id.clone())
    .bind(batch.user_role.clone())
    .bind(batch.user_type_id.clone())
    .bind(batch.selection.clone())
    .bind(batch.plugin_digest.clone())
    .bind(batch.state.clone())
    .bind(now)
    .bind(batch.kind.clone())
    .bind(batch.reason.clone())
    .bind(batch.shown.clone())
    .bind(batch.replaces)
    .execute()
    .await?;
    insert_items(cx, &batch.id, items).await
}

/// Adds items to a batch.
pub async fn insert_items(cx: &mut Ctx, batch: &Id, items: &[Item]) -> Result<(), Error> {
    let tx = cx.db().await?;
    for item in items {
        tx.write(
            "INSERT INTO authorisation_items (batch_id, item_id, study_software_id, user_id, label, state, reason, \
             message_zh, message_en, grant_id, grant_version, subject, found) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        )
        .bind(batch.clone())
        .bind(item.number.clone())
        .bind(item.study_software_id.clone())
        .bind(item.user_id.clone())
        .bind(item.label.clone())
        .bind(item.state.clone())
        .bind(item.reason.clone())
        .bind(item.message_zh.clone())
        .bind(item.message_en.clone())
        .bind(item.grant_id.clone())
        .bind(item.grant_version)
        .bind(item.subject.clone())
        .bind(item.found.clone())
        .execute()
        .await?;
    }
    Ok(())
}

/// A batch.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Batch>, Error> {
    let query = cx.db().await?.query("SELECT * FROM authorisation_batches WHERE id = $1");
    Ok(query.bind(id.clone()).optional().await?)
}

/// The items of a batch, in their order.
pub async fn items(cx: &mut ReadCtx, batch: &Id) -> Result<Vec<Item>, Error> {
    let query = cx.db().await?.query("SELECT * FROM authorisation_items WHERE batch_id = $1 ORDER BY item_id");
    Ok(query.bind(batch.clone()).all().await?)
}

/// The batches that wait, or whose runner's lease has expired.
pub async fn due(cx: &mut ReadCtx) -> Result<Vec<Id>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(
        "SELECT id FROM authorisation_batches WHERE state IN ('queued', 'running') AND lease_until < $1 \
         ORDER BY created_at LIMIT 20",
    );
    Ok(query.bind(now).all::<(Id,)>().await?.into_iter().map(|row| row.0).collect())
}

/// Claims a batch until the lease ends; `None` where another runner has it, or it is done.
pub async fn claim(cx: &mut Ctx, id: &Id, lease_until: Time) -> Result<Option<Batch>, Error> {
    let now = cx.now();
    let query = cx.db().await?.write(
        "UPDATE authorisation_batches SET state = 'running', attempt = attempt + 1, lease_until = $1, \
         updated_at = $2 WHERE id = $3 AND state <> 'done' AND lease_until < $2 RETURNING *",
    );
    Ok(query.bind(lease_until).bind(now).bind(id.clone()).optional().await?)
}

/// Extends the lease of a batch, or ends the batch. False: another runner has taken it over.
pub async fn keep(cx: &mut Ctx, batch: &Batch, state: &'static str, lease_until: Time) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write(
        "UPDATE authorisation_batches SET state = $1, lease_until = $2, updated_at = $3 \
         WHERE id = $4 AND attempt = $5 AND state = 'running'",
    );
    let kept = query.bind(state).bind(lease_until).bind(now).bind(batch.id.clone()).bind(batch.attempt);
    Ok(kept.execute().await? == 1)
}

/// The next people of a batch to provision: of one study, at most `limit`.
pub async fn waiting(cx: &mut ReadCtx, batch: &Id, limit: i64) -> Result<Vec<Item>, Error> {
    let query = cx.db().await?.query(
        "SELECT * FROM authorisation_items WHERE batch_id = $1 AND state = 'waiting' AND study_software_id = \
         (SELECT MIN(study_software_id) FROM authorisation_items WHERE batch_id = $1 AND state = 'waiting') \
         ORDER BY item_id LIMIT $2",
    );
    Ok(query.bind(batch.clone()).bind(limit).all().await?)
}

/// The items that a batch still has to report in this attempt: of one study, at most `limit`.
pub async fn untold(cx: &mut ReadCtx, batch: &Batch, limit: i64) -> Result<Vec<Item>, Error> {
    let query = cx.db().await?.query(
        "SELECT * FROM authorisation_items WHERE batch_id = $1 AND state = 'waiting' AND tried < $2 \
         AND study_software_id = (SELECT MIN(study_software_id) FROM authorisation_items WHERE batch_id = $1 \
         AND state = 'waiting' AND tried < $2) ORDER BY item_id LIMIT $3",
    );
    Ok(query.bind(batch.id.clone()).bind(batch.attempt).bind(limit).all().await?)
}

/// Whether a batch has waiting items.
pub async fn has_waiting(cx: &mut ReadCtx, batch: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM authorisation_items WHERE state = 'waiting'");
    Ok(query.push(" AND batch_id = ", batch.clone()).sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// The people among `users` of whom the study's system is still to be told a change.
pub async fn being_told(
    cx: &mut ReadCtx,
    binding: &Id,
    users: impl IntoIterator<Item = Id>,
) -> Result<BTreeSet<Id>, Error> {
    const TELLS: &str = " AND (grant_id IS NOT NULL OR found IS NOT NULL)";
    waiting_in(cx, binding, users, |query| query.sql(TELLS)).await
}

/// The people among `users` of whom a batch, but for this one, is changing something in the study.
pub async fn under_way(
    cx: &mut ReadCtx,
    binding: &Id,
    users: impl IntoIterator<Item = Id>,
    but: Option<&Batch>,
) -> Result<BTreeSet<Id>, Error> {
    waiting_in(cx, binding, users, |query| query.push_if(" AND batch_id <> ", but.map(|batch| batch.id.clone()))).await
}

/// The people among `users` with a waiting item of the study.
async fn waiting_in(
    cx: &mut ReadCtx,
    binding: &Id,
    users: impl IntoIterator<Item = Id>,
    narrowed: impl FnOnce(Query<'_>) -> Query<'_>,
) -> Result<BTreeSet<Id>, Error> {
    let query = cx.db().await?.query("SELECT DISTINCT user_id FROM authorisation_items WHERE state = 'waiting'");
    let query = narrowed(query.push(" AND study_software_id = ", binding.clone()));
    let rows: Vec<(Id,)> = query.push_in(" AND user_id", users).all().await?;
    Ok(rows.into_iter().map(|(user,)| user).collect())
}

/// Leaves an item for the next attempt, with the reason of this one's failure.
pub async fn postpone(cx: &mut Ctx, batch: &Batch, item: &Item) -> Result<(), Error> {
    settle(cx, &batch.id, item).await?;
    let query = cx.db().await?.write("UPDATE authorisation_items SET").push(" tried = ", batch.attempt);
    let query = query.push(" WHERE batch_id = ", batch.id.clone()).push(" AND item_id = ", item.number.clone());
    query.execute().await?;
    Ok(())
}

/// Stores an item's result.
pub async fn settle(cx: &mut Ctx, batch: &Id, item: &Item) -> Result<(), Error> {
    let query = cx.db().await?.write(
        "UPDATE authorisation_items SET state = $1, reason = $2, message_zh = $3, message_en = $4 \
         WHERE batch_id = $5 AND item_id = $6",
    );
    query
        .bind(item.state.clone())
        .bind(item.reason.clone())
        .bind(item.message_zh.clone())
        .bind(item.message_en.clone())
        .bind(batch.clone())
        .bind(item.number.clone())
        .execute()
        .await?;
    Ok(())
}
