//! SQL of grants and batches, and of the queries across them: the claims of a token, the systems that a person can
//! open.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sqlx::types::Json;

use super::model::{Batch, Held, Item};
use super::{shown, standing};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::MAX_ROWS;
use crate::resources::domains::{self, StudyBinding};
use crate::resources::licences::{self, LicenceStatus};

/// A study binding of this tenant and system.
pub async fn bound(cx: &mut ReadCtx, tenant: &Id, software: &Id, id: &Id) -> Result<Option<StudyBinding>, Error> {
    Ok(domains::bound(cx, id).await?.filter(|b| b.tenant_id == *tenant && b.software_id == *software))
}

/// A member of a tenant who can be authorised.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Candidate {
    /// User id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// E-mail address.
    pub email: String,
    /// The same, folded for comparison.
    pub email_key: String,
}

impl Candidate {
    /// `张伟 (zhang.wei)`.
    pub fn label(&self) -> String {
        format!("{} ({})", self.full_name, self.user_name)
    }
}

const CANDIDATE: &str = "SELECT u.id, u.user_name, u.full_name, u.email, u.email_key FROM memberships m \
     JOIN users u ON u.id = m.user_id WHERE m.enabled = 0 AND u.deleted_at IS NULL AND u.status = 0";

/// Most values bound in one statement: below the limits of both engines.
pub const CHUNK: usize = 500;

/// The enabled members of a tenant among these users and addresses.
pub async fn candidates(
    cx: &mut ReadCtx,
    tenant: &Id,
    users: &[Id],
    emails: &[String],
) -> Result<Vec<Candidate>, Error> {
    let mut found = Vec::new();
    for some in users.chunks(CHUNK) {
        let query = cx.db().await?.query(CANDIDATE).push(" AND m.tenant_id = ", tenant.clone());
        found.extend(query.push_in(" AND u.id", some.iter().cloned()).all::<Candidate>().await?);
    }
    for some in emails.chunks(CHUNK) {
        let query = cx.db().await?.query(CANDIDATE).push(" AND m.tenant_id = ", tenant.clone());
        let keys = some.iter().map(|e| mailaddr::key(e));
        found.extend(query.push_in(" AND u.email_key", keys).all::<Candidate>().await?);
    }
    Ok(found)
}

/// Stores a batch and its items.
pub async fn insert_batch(cx: &mut Ctx, batch: &Batch, items: &[Item]) -> Result<(), Error> {
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
             message_zh, message_en, grant_id, grant_version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
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
        .execute()
        .await?;
    }
    Ok(())
}

/// A batch.
pub async fn batch(cx: &mut ReadCtx, id: &Id) -> Result<Option<Batch>, Error> {
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
    let query = cx
        .db()
        .await?
        .query("SELECT DISTINCT user_id FROM authorisation_items WHERE state = 'waiting' AND grant_id IS NOT NULL");
    let query = query.push(" AND study_software_id = ", binding.clone());
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

/// People by id, as described to the trial system; locked and deleted ones included.
pub async fn people(cx: &mut ReadCtx, ids: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, Candidate>, Error> {
    let query = cx.db().await?.query("SELECT id, user_name, full_name, email, email_key FROM users WHERE TRUE");
    let found: Vec<Candidate> = query.push_in(" AND id", ids).all().await?;
    Ok(found.into_iter().map(|person| (person.id.clone(), person)).collect())
}

/// The columns of a [`Held`].
pub const COLUMNS: &str = "id, version, tenant_id, software_id, study_software_id, user_id, user_role, user_type_id, \
     selection, shown, claims, plugin_digest, external_ref, updated_at, suspended_at, revoked_at";

/// The grants of these people in a study.
pub async fn held(cx: &mut ReadCtx, binding: &Id, users: impl IntoIterator<Item = Id>) -> Result<Vec<Held>, Error> {
    let query = cx.db().await?.query("SELECT ").sql(COLUMNS).sql(" FROM grants WHERE revoked_at IS NULL");
    Ok(query.push(" AND study_software_id = ", binding.clone()).push_in(" AND user_id", users).all().await?)
}

/// The present and revoked grants of these people in a study, locked until the transaction ends, so that none is
/// revoked while it is granted.
pub async fn hold(cx: &mut Ctx, binding: &Id, users: impl IntoIterator<Item = Id>) -> Result<Vec<Held>, Error> {
    let query = cx.db().await?.write("UPDATE grants SET updated_at = updated_at");
    let query = query.push(" WHERE study_software_id = ", binding.clone()).push_in(" AND user_id", users);
    Ok(query.sql(" RETURNING ").sql(COLUMNS).all().await?)
}

/// The versions of people's present and revoked grants in studies, by study and person.
pub async fn versions(
    cx: &mut ReadCtx,
    bound: &[StudyBinding],
    users: &[Id],
) -> Result<BTreeMap<(Id, Id), i64>, Error> {
    let mut found = BTreeMap::new();
    for one in bound {
        for some in users.chunks(CHUNK) {
            let query = cx.db().await?.query("SELECT user_id, version FROM grants");
            let query = query.push(" WHERE study_software_id = ", one.id.clone());
            let rows: Vec<(Id, i64)> = query.push_in(" AND user_id", some.iter().cloned()).all().await?;
            found.extend(rows.into_iter().map(|(user, version)| ((one.id.clone(), user), version)));
        }
    }
    Ok(found)
}

/// The filter of the list of grants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Narrowed<'a> {
    /// One of them.
    pub id: Option<&'a Id>,
    /// The study's binding.
    pub binding: Option<&'a Id>,
    /// The person.
    pub user: Option<&'a Id>,
    /// The last grant of the previous page.
    pub after: Option<&'a Id>,
}

/// The grants of a system in a tenant that are not revoked, in their order, at most [`MAX_ROWS`].
pub async fn list(cx: &mut ReadCtx, tenant: &Id, software: &Id, of: Narrowed<'_>) -> Result<Vec<Held>, Error> {
    let query = cx.db().await?.query("SELECT ").sql(COLUMNS).sql(" FROM grants WHERE revoked_at IS NULL");
    // A person's or a study's are few: not by the index of the system's.
    let (in_tenant, in_system) = if of.user.is_some() || of.binding.is_some() {
        (" AND COALESCE(tenant_id, '') = ", " AND COALESCE(software_id, '') = ")
    } else {
        (" AND tenant_id = ", " AND software_id = ")
    };
    let query = query
        .push(in_tenant, tenant.clone())
        .push(in_system, software.clone())
        .push_if(" AND study_software_id = ", of.binding.cloned())
        .push_if(" AND user_id = ", of.user.cloned())
        .push_if(" AND id = ", of.id.cloned())
        .push_if(" AND id > ", of.after.cloned());
    Ok(query.push(" ORDER BY id LIMIT ", MAX_ROWS).all().await?)
}

/// Saves a grant, as a new one or as a new version.
pub async fn save(cx: &mut Ctx, bound: &StudyBinding, grant: &Held) -> Result<Held, Error> {
    let now = cx.now();
    let query = cx.db().await?.write(
        "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, user_role, \
         user_type_id, selection, claims, plugin_digest, external_ref, created_at, updated_at, shown) \
         VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14) \
         ON CONFLICT (study_software_id, user_id) DO UPDATE SET version = grants.version + 1, \
         user_role = excluded.user_role, user_type_id = excluded.user_type_id, selection = excluded.selection, \
         shown = excluded.shown, \
         claims = excluded.claims, plugin_digest = excluded.plugin_digest, external_ref = excluded.external_ref, \
         updated_at = excluded.updated_at, revoked_at = NULL, suspended_at = NULL RETURNING ",
    );
    let saved: Held = query
        .sql(COLUMNS)
        .bind(grant.id.clone())
        .bind(bound.tenant_id.clone())
        .bind(bound.study_id.clone())
        .bind(bound.software_id.clone())
        .bind(bound.id.clone())
        .bind(grant.user_id.clone())
        .bind(grant.user_role.clone())
        .bind(grant.user_type_id.clone())
        .bind(grant.selection.clone())
        .bind(grant.claims.clone())
        .bind(grant.plugin_digest.clone())
        .bind(grant.external_ref.clone())
        .bind(now)
        .bind(grant.shown.clone())
        .one()
        .await?;
    let query = cx.db().await?.write("DELETE FROM grant_sites").push(" WHERE grant_id = ", saved.id.clone());
    query.execute().await?;
    for site in shown::sites(&saved.shown) {
        let query = cx.db().await?.write("INSERT INTO grant_sites (grant_id, study_site_id) VALUES ($1, $2)");
        query.bind(saved.id.clone()).bind(site.to_owned()).execute().await?;
    }
    Ok(saved)
}

#[derive(sqlx::FromRow)]
struct StudyClaim {
    tenant_id: Id,
    software_id: Id,
    study_id: Id,
    study_code: String,
    web_code: String,
    claims: Json<BTreeMap<String, Value>>,
}

/// The `cardea_studies` entries of a person for one system, or for all: the studies that they are authorised in, each
/// with the claims projected by the system's plugin. Only through enabled memberships and valid licences, and only in
/// one tenant if one is given.
pub async fn study_claims(
    cx: &mut ReadCtx,
    user: &Id,
    software: Option<&Id>,
    tenant: Option<&Id>,
) -> Result<Vec<Value>, Error> {
    let query =
        cx.db().await?.query("SELECT g.tenant_id, g.software_id, g.study_id, s.study_code, w.web_code, g.claims");
    let found: Vec<StudyClaim> = standing::counting(query.sql(standing::FROM))
        .push(" AND g.user_id = ", user.clone())
        .push_if(" AND g.software_id = ", software.cloned())
        .push_if(" AND g.tenant_id = ", tenant.cloned())
        .push(" ORDER BY s.study_code, g.id LIMIT ", MAX_ROWS)
        .all()
        .await?;
    let mut licensed: BTreeMap<(Id, Id), bool> = BTreeMap::new();
    let mut entries = Vec::new();
    for row in found {
        let licence = (row.tenant_id, row.software_id);
        let valid = match licensed.get(&licence) {
            Some(known) => *known,
            None => licences::standing(cx, &licence.0, &licence.1).await? == LicenceStatus::Valid,
        };
        let tenant_id = licence.0.clone();
        licensed.insert(licence, valid);
        if !valid {
            continue;
        }
        let mut entry = json!({
            "tenant_id": tenant_id, "study_id": row.study_id, "study": row.study_code, "software": row.web_code,
        });
        for (name, value) in row.claims.0 {
            // A plugin cannot replace the server's own members of the study.
            if entry.get(&name).is_none() {
                entry[name] = value;
            }
        }
        entries.push(entry);
    }
    Ok(entries)
}
