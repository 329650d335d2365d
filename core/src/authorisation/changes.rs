//! SQL of the changes of grants: each version has a row with who made it, when, why, and when the trial system
//! confirmed it.

use std::collections::BTreeMap;

use sqlx::types::Json;

use super::model::Held;
use super::store::{CHUNK, COLUMNS};
use crate::host::model::Grant;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx, Who};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// A change of an existing grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// Ended, until it is granted again.
    Revoked,
    /// Suspended.
    Suspended,
    /// In effect again.
    Resumed,
}

impl Transition {
    /// The kind in the table of changes.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Revoked => "revoked",
            Self::Suspended => "suspended",
            Self::Resumed => "resumed",
        }
    }

    /// The kind of the batch that reports it.
    pub const fn batch(self) -> &'static str {
        match self {
            Self::Revoked => "revoke",
            Self::Suspended => "suspend",
            Self::Resumed => "resume",
        }
    }

    /// The action in the audit.
    pub const fn action(self) -> &'static str {
        match self {
            Self::Revoked => "grant.revoked",
            Self::Suspended => "grant.suspended",
            Self::Resumed => "grant.resumed",
        }
    }
}

/// The selection of grants.
#[derive(Clone, Copy, Debug)]
pub enum Which<'a> {
    /// Grants by their ids.
    Ids(&'a [Id]),
    /// The grants of a person, in one tenant or in all.
    Of(&'a Id, Option<&'a Id>),
}

/// Changes the grants that are not in this state yet, and returns them: of concurrent callers, only one changes each.
/// At most [`CHUNK`] ids.
pub async fn transition(cx: &mut Ctx, which: Which<'_>, transition: Transition) -> Result<Vec<Held>, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE grants SET version = version + 1").push(", updated_at = ", now);
    let query = match transition {
        Transition::Revoked => query.push(", revoked_at = ", now).sql(" WHERE revoked_at IS NULL"),
        Transition::Suspended => {
            query.push(", suspended_at = ", now).sql(" WHERE revoked_at IS NULL AND suspended_at IS NULL")
        }
        // A grant may have been suspended for several reasons; it resumes when the last one is gone.
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

/// A person's suspended grants, in one tenant or in all, by tenant and system.
pub async fn suspended(cx: &mut ReadCtx, user: &Id, tenant: Option<&Id>) -> Result<BTreeMap<(Id, Id), Vec<Id>>, Error> {
    let query = cx.db().await?.query("SELECT id, tenant_id, software_id FROM grants WHERE revoked_at IS NULL");
    let query = query.sql(" AND suspended_at IS NOT NULL").push(" AND user_id = ", user.clone());
    let rows: Vec<(Id, Id, Id)> = query.push_if(" AND tenant_id = ", tenant.cloned()).all().await?;
    let mut found: BTreeMap<(Id, Id), Vec<Id>> = BTreeMap::new();
    for (id, tenant, software) in rows {
        found.entry((tenant, software)).or_default().push(id);
    }
    Ok(found)
}

/// Raises a grant's version without changing it, so that the trial system is told of it again.
pub async fn renew(cx: &mut Ctx, id: &Id) -> Result<Held, Error> {
    let query = cx.db().await?.write("UPDATE grants SET version = version + 1").push(" WHERE id = ", id.clone());
    Ok(query.sql(" RETURNING ").sql(COLUMNS).one().await?)
}

/// These grants, in any state.
pub async fn by_ids(cx: &mut ReadCtx, ids: &[Id]) -> Result<Vec<Held>, Error> {
    let mut found = Vec::with_capacity(ids.len());
    for some in ids.chunks(CHUNK) {
        let query = cx.db().await?.query("SELECT ").sql(COLUMNS).sql(" FROM grants");
        found.extend(query.push_in(" WHERE id", some.iter().cloned()).all::<Held>().await?);
    }
    Ok(found)
}

/// Whether a person has a grant in effect in a system of a tenant.
pub async fn any_stands(cx: &mut ReadCtx, user: &Id, tenant: &Id, software: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM grants WHERE revoked_at IS NULL AND suspended_at IS NULL");
    let query = query.push(" AND user_id = ", user.clone()).push(" AND software_id = ", software.clone());
    Ok(query.push(" AND tenant_id = ", tenant.clone()).sql(" LIMIT 1").optional::<(i32,)>().await?.is_some())
}

/// A change to record.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// `granted`, or a kind of [`Transition`].
    pub kind: &'static str,
    /// The cause of the change.
    pub cause: &'static str,
    /// The reason given by the user.
    pub reason: &'a str,
    /// The batch that tells the trial system.
    pub batch: Option<&'a Id>,
    /// When the trial system confirmed; `None` if it has not yet.
    pub told_at: Option<Time>,
}

/// Records a change, under the grant's version.
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

/// Records that a grant was saved: the batch that requested it, and when the trial system accepted it.
pub async fn granted(cx: &mut Ctx, held: &Held, batch: Option<&Id>, told_at: Option<Time>) -> Result<(), Error> {
    note(cx, held, Change { kind: "granted", cause: "administrator", reason: "", batch, told_at }).await
}

/// The batch that reports a grant's latest change.
pub async fn batch_of(cx: &mut ReadCtx, id: &Id) -> Result<Option<Id>, Error> {
    let query = cx.db().await?.query("SELECT batch_id FROM grant_changes").push(" WHERE grant_id = ", id.clone());
    let row: Option<(Option<Id>,)> = query.sql(" ORDER BY version DESC LIMIT 1").optional().await?;
    Ok(row.and_then(|(batch,)| batch))
}

/// Records the trial system's confirmation.
pub async fn told(cx: &mut Ctx, id: &Id, version: i64, external_ref: Option<String>) -> Result<(), Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE grant_changes SET").push(" told_at = ", now);
    let query = query.push(", external_ref = ", external_ref).push(" WHERE grant_id = ", id.clone());
    query.push(" AND version = ", version).execute().await?;
    Ok(())
}
