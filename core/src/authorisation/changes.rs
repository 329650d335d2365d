//! SQL of the changes of grants: each version has a row with who made it, when, why, and when the trial system
//! confirmed it.

use std::collections::BTreeMap;

use sqlx::types::Json;

use super::model::{Batch, Held};
use super::shown::{self, Shown};
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

    /// The operation in the history.
    pub const fn operation(self) -> Operation {
        match self {
            Self::Revoked | Self::Suspended => Operation::Taken,
            Self::Resumed => Operation::Added,
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

/// What a change is in the history (specification, section 9: 1 add, 2 cancel).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Nothing changed; the trial system is told once more. Not in the history.
    ToldAgain = 0,
    /// Something was given, or stands again.
    Added = 1,
    /// Something was taken, or no longer stands.
    Taken = 2,
}

/// A change to record.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// `granted`, `changed`, or a kind of [`Transition`].
    pub kind: &'static str,
    /// The cause of the change.
    pub cause: &'static str,
    /// What it is in the history.
    pub operation: Operation,
    /// What was given or taken, where that is not all that is held.
    pub about: Option<&'a [Shown]>,
    /// The reason given by the user.
    pub reason: &'a str,
    /// The batch that tells the trial system; who asked for it is the operator.
    pub batch: Option<&'a Batch>,
    /// When the trial system confirmed; `None` if it has not yet.
    pub told_at: Option<Time>,
}

/// The rest of a change's row: the names that the ids have now.
const NAMES: &str = " FROM study_software b JOIN studies s ON s.id = b.study_id JOIN tenants t ON t.id = s.tenant_id \
     JOIN software w ON w.id = b.software_id CROSS JOIN users u WHERE";

/// Records a change, under the grant's version, in the transaction that makes it.
pub async fn note(cx: &mut Ctx, held: &Held, change: Change<'_>) -> Result<(), Error> {
    let (actor, actor_name) = match &cx.who {
        Who::Person(person) => (person.id.to_string(), person.user_name.clone()),
        Who::System(part) => (format!("system:{part}"), String::new()),
        Who::Nobody | Who::Ended(_) => (String::new(), String::new()),
    };
    // The server's own work on somebody's behalf is theirs.
    let (operator, operator_name) = match change.batch {
        Some(batch) => (batch.actor.clone(), batch.actor_name.clone()),
        None => (cx.person().map(|p| p.id.to_string()).unwrap_or_default(), actor_name.clone()),
    };
    let selection: Json<Vec<Grant>> = if held.stands() { held.selection.clone() } else { Json(Vec::new()) };
    let about = change.about.unwrap_or(&held.shown);
    let sites = shown::site_names(about);
    let now = cx.now();
    let query = cx
        .db()
        .await?
        .write(
            "INSERT INTO grant_changes (tenant_id, study_id, software_id, study_software_id, tenant_name, \
             software_name, study_code, study_name, study_key, user_id, user_name, full_name, email, email_key, \
             person_key, operator_full_name, grant_id, version, kind, cause, at, recorded_at, told_at, answer, \
             actor, actor_name, operator_id, operator_name, reason, operation, selection, plugin_digest, batch_id, \
             external_ref, user_role, user_type_id, shown, role_names, site_key, site_names) \
             SELECT s.tenant_id, s.id, b.software_id, b.id, t.tenant_name, w.software_name, s.study_code, \
             s.study_name, s.code_key || ' ' || s.name_key, u.id, u.user_name, u.full_name, u.email, u.email_key, \
             u.full_name_key || ' ' || u.user_name_key",
        )
        .push(", COALESCE((SELECT o.full_name FROM users o WHERE o.id = ", operator.clone())
        .push("), ''), ", held.id.clone())
        .push(", ", held.version)
        .push(", ", change.kind.to_owned())
        .push(", ", change.cause.to_owned())
        .push(", ", now)
        .push(", ", now)
        .push(", ", change.told_at)
        .push(", ", if change.told_at.is_some() { CONFIRMED } else { "" }.to_owned());
    let query = query
        .push(", ", actor)
        .push(", ", actor_name)
        .push(", ", operator)
        .push(", ", operator_name)
        .push(", ", change.reason.to_owned())
        .push(", ", change.operation as i64)
        .push(", ", selection)
        .push(", ", held.plugin_digest.clone())
        .push(", ", change.batch.map(|batch| batch.id.clone()))
        .push(", ", held.external_ref.clone())
        .push(", ", held.user_role.clone())
        .push(", ", held.user_type_id.clone())
        .push(", ", held.shown.clone())
        .push(", ", shown::role_names(about))
        .push(", ", shown::key(&sites))
        .push(", ", sites)
        .sql(NAMES)
        .push(" b.id = ", held.study_software_id.clone())
        .push(" AND u.id = ", held.user_id.clone());
    // A change that is not on record must not happen.
    if query.execute().await? == 1 { Ok(()) } else { Err(Error::internal("a grant's study or person has no row")) }
}

/// The word for a change that the trial system confirmed.
const CONFIRMED: &str = "confirmed";

/// Records that a grant was saved, and when the trial system accepted it: as a new one, or in place of `before`.
pub async fn granted(
    cx: &mut Ctx,
    held: &Held,
    before: Option<&Held>,
    batch: Option<&Batch>,
    told_at: Option<Time>,
) -> Result<(), Error> {
    let before = before.filter(|before| before.stands());
    let taken = before.and_then(|before| shown::taken(&before.shown, &held.shown));
    let change = Change {
        kind: if before.is_some() { "changed" } else { "granted" },
        cause: "administrator",
        operation: if taken.is_some() { Operation::Taken } else { Operation::Added },
        about: taken.as_deref(),
        reason: batch.map_or("", |batch| batch.reason.as_str()),
        batch,
        told_at,
    };
    note(cx, held, change).await
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
    let query = query.push(", answer = ", CONFIRMED.to_owned()).push(", external_ref = ", external_ref);
    let query = query.push(" WHERE told_at IS NULL AND grant_id = ", id.clone());
    query.push(" AND version = ", version).execute().await?;
    Ok(())
}

/// Records that the trial system did not confirm, and that it is not told any more.
pub async fn untold(cx: &mut Ctx, id: &Id, version: i64, reason: &'static str) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE grant_changes SET").push(" answer = ", reason.to_owned());
    let query = query.push(" WHERE told_at IS NULL AND grant_id = ", id.clone());
    query.push(" AND version = ", version).execute().await?;
    Ok(())
}
