//! SQL of what becomes of grants: each version has a row that says who made it so, when, why, and when the trial system
//! confirmed it.

use sqlx::types::Json;

use super::model::Held;
use super::store::{CHUNK, COLUMNS};
use crate::host::model::Grant;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx, Who};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// What becomes of a grant that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// It is over, until somebody grants again.
    Revoked,
    /// It rests.
    Suspended,
    /// It stands again.
    Resumed,
}

impl Transition {
    /// In the table of changes.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Revoked => "revoked",
            Self::Suspended => "suspended",
            Self::Resumed => "resumed",
        }
    }

    /// The kind of the batch that tells of it.
    pub const fn batch(self) -> &'static str {
        match self {
            Self::Revoked => "revoke",
            Self::Suspended => "suspend",
            Self::Resumed => "resume",
        }
    }

    /// In the audit.
    pub const fn action(self) -> &'static str {
        match self {
            Self::Revoked => "grant.revoked",
            Self::Suspended => "grant.suspended",
            Self::Resumed => "grant.resumed",
        }
    }
}

/// Which grants.
#[derive(Clone, Copy, Debug)]
pub enum Which<'a> {
    /// These.
    Ids(&'a [Id]),
    /// A person's, in one tenant or in all.
    Of(&'a Id, Option<&'a Id>),
}

/// Turns those of the grants that are not turned yet, and says which: of any number of callers at once, one turns
/// each. At most [`CHUNK`] ids.
pub async fn transition(cx: &mut Ctx, which: Which<'_>, transition: Transition) -> Result<Vec<Held>, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE grants SET version = version + 1").push(", updated_at = ", now);
    let query = match transition {
        Transition::Revoked => query.push(", revoked_at = ", now).sql(" WHERE revoked_at IS NULL"),
        Transition::Suspended => {
            query.push(", suspended_at = ", now).sql(" WHERE revoked_at IS NULL AND suspended_at IS NULL")
        }
        // Several things may have put it to rest; it stands again when the last of them is gone.
        Transition::Resumed => query.sql(
            ", suspended_at = NULL WHERE revoked_at IS NULL AND suspended_at IS NOT NULL \
             AND EXISTS (SELECT 1 FROM memberships m WHERE m.tenant_id = grants.tenant_id \
             AND m.user_id = grants.user_id AND m.enabled = 0) AND EXISTS (SELECT 1 FROM users u \
             WHERE u.id = grants.user_id AND u.status = 0 AND u.deleted_at IS NULL)",
        ),
    };
    let query = match which {
        Which::Ids(ids) => query.push_in(" AND id", ids.iter().cloned()),
        Which::Of(user, tenant) => {
            query.push(" AND user_id = ", user.clone()).push_if(" AND tenant_id = ", tenant.cloned())
        }
    };
    Ok(query.sql(" RETURNING ").sql(COLUMNS).all().await?)
}

/// Gives a grant its next version without changing it, so that the trial system is told of it anew.
pub async fn renew(cx: &mut Ctx, id: &Id) -> Result<Held, Error> {
    let query = cx.db().await?.write("UPDATE grants SET version = version + 1").push(" WHERE id = ", id.clone());
    Ok(query.sql(" RETURNING ").sql(COLUMNS).one().await?)
}

/// These grants, whatever became of them.
pub async fn by_ids(cx: &mut ReadCtx, ids: &[Id]) -> Result<Vec<Held>, Error> {
    let mut found = Vec::with_capacity(ids.len());
    for some in ids.chunks(CHUNK) {
        let query = cx.db().await?.query("SELECT ").sql(COLUMNS).sql(" FROM grants");
        found.extend(query.push_in(" WHERE id", some.iter().cloned()).all::<Held>().await?);
    }
    Ok(found)
}

/// Whether anything of somebody's stands in a system of a tenant.
pub async fn any_stands(cx: &mut ReadCtx, user: &Id, tenant: &Id, software: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM grants WHERE revoked_at IS NULL AND suspended_at IS NULL");
    let query = query.push(" AND user_id = ", user.clone()).push(" AND software_id = ", software.clone());
    Ok(query.push(" AND tenant_id = ", tenant.clone()).sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// A change to note.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// `granted`, or what it turned to.
    pub kind: &'static str,
    /// What brought it about.
    pub cause: &'static str,
    /// Why, as whoever asked said.
    pub reason: &'a str,
    /// In which the trial system is told.
    pub batch: Option<&'a Id>,
    /// When it confirmed; none: not yet.
    pub told_at: Option<Time>,
}

/// Notes a change, under the grant's version.
pub async fn note(cx: &mut Ctx, held: &Held, change: Change<'_>) -> Result<(), Error> {
    let (actor, actor_name) = match &cx.who {
        Who::Person(person) => (person.id.to_string(), person.user_name.clone()),
        Who::System(part) => (format!("system:{part}"), String::new()),
        Who::Nobody | Who::Ended(_) => (String::new(), String::new()),
    };
    let selection: Json<Vec<Grant>> = if held.stands() { held.selection.clone() } else { Json(Vec::new()) };
    let now = cx.now();
    let query = cx.db().await?.write(
        "INSERT INTO grant_changes (grant_id, version, kind, cause, at, actor, actor_name, reason, selection, \
         plugin_digest, batch_id, told_at, external_ref) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    );
    query
        .bind(held.id.clone())
        .bind(held.version)
        .bind(change.kind.to_owned())
        .bind(change.cause.to_owned())
        .bind(now)
        .bind(actor)
        .bind(actor_name)
        .bind(change.reason.to_owned())
        .bind(selection)
        .bind(held.plugin_digest.clone())
        .bind(change.batch.cloned())
        .bind(change.told_at)
        .bind(held.external_ref.clone())
        .execute()
        .await?;
    Ok(())
}

/// Notes that a grant was saved: by whom it was asked for, and when the trial system took it.
pub async fn granted(cx: &mut Ctx, held: &Held, batch: Option<&Id>, told_at: Option<Time>) -> Result<(), Error> {
    note(cx, held, Change { kind: "granted", cause: "administrator", reason: "", batch, told_at }).await
}

/// The batch that tells of a grant's latest change.
pub async fn batch_of(cx: &mut ReadCtx, id: &Id) -> Result<Option<Id>, Error> {
    let query = cx.db().await?.query("SELECT batch_id FROM grant_changes").push(" WHERE grant_id = ", id.clone());
    let row: Option<(Option<Id>,)> = query.sql(" ORDER BY version DESC LIMIT 1").optional().await?;
    Ok(row.and_then(|(batch,)| batch))
}

/// Keeps the trial system's receipt.
pub async fn told(cx: &mut Ctx, id: &Id, version: i64, external_ref: Option<String>) -> Result<(), Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE grant_changes SET").push(" told_at = ", now);
    let query = query.push(", external_ref = ", external_ref).push(" WHERE grant_id = ", id.clone());
    query.push(" AND version = ", version).execute().await?;
    Ok(())
}
