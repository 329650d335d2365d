//! The blinding guard: nobody has a blinded and an unblinded role in one study, in whichever of its systems.
//!
//! A change is judged before a trial system is told of it, and the side that it gives is held until the system has
//! answered, so that two batches for systems of one study never give both; it is judged again where it is saved, as
//! rules may have changed meanwhile, and where a suspended grant resumes. People are locked by their memberships, as
//! everywhere here: of two who judge the same person, the second sees what the first decided.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::changes;
use super::model::{Batch, Held};
use super::store::CHUNK;
use crate::host::model::{Cell, Grant};
use crate::kernel::ctx::{Audited as _, Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::resources::blinding_rules::{self, BlindingRule, Side};
use crate::resources::domains::{self, StudyBinding};
use crate::resources::members;

/// The word for a refusal, for programs.
pub const BLINDING: &str = "blinding";

/// The sentence for it.
pub static REFUSED: Text = Text::new(
    "同一项目中不能同时拥有盲态角色和非盲角色",
    "nobody may have a blinded and an unblinded role in the same study",
);

/// The sides that somebody has, or would get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    blinded: bool,
    unblinded: bool,
}

impl Sides {
    /// Adds a side.
    fn add(&mut self, side: Side) {
        match side {
            Side::Blinded => self.blinded = true,
            Side::Unblinded => self.unblinded = true,
        }
    }

    /// These and those together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self { blinded: self.blinded || other.blinded, unblinded: self.unblinded || other.unblinded }
    }

    /// Whether both sides are there.
    #[must_use]
    pub const fn conflict(self) -> bool {
        self.blinded && self.unblinded
    }

    /// Whether neither is.
    #[must_use]
    pub const fn none(self) -> bool {
        !self.blinded && !self.unblinded
    }

    /// The one side that is there.
    const fn one(self) -> Option<Side> {
        match (self.blinded, self.unblinded) {
            (true, false) => Some(Side::Blinded),
            (false, true) => Some(Side::Unblinded),
            _ => None,
        }
    }
}

/// The rules that count in a tenant, by system, column and role.
#[derive(Debug, Default)]
pub struct Judge(BTreeMap<(Id, String, String), (Side, String)>);

impl Judge {
    /// With the tenant's rules and the platform's.
    pub async fn of(cx: &mut ReadCtx, tenant: &Id) -> Result<Self, Error> {
        Ok(Self::with(blinding_rules::in_tenant(cx, tenant).await?))
    }

    /// With these rules; the last one counts of several for one role.
    #[must_use]
    pub fn with(rules: Vec<BlindingRule>) -> Self {
        let rule =
            |rule: BlindingRule| ((rule.software_id, rule.column_key, rule.role_id), (rule.side, rule.role_name));
        Self(rules.into_iter().map(rule).collect())
    }

    /// Adds a rule for a role: system, column and the role's id there.
    pub fn add(&mut self, role: (Id, String, String), side: Side, name: String) {
        self.0.insert(role, (side, name));
    }

    /// The roles in rows of a system's panel for which there are rules: side and name of each.
    pub fn roles<'a>(&'a self, software: &'a Id, rows: &'a [Grant]) -> impl Iterator<Item = (Side, &'a str)> {
        rows.iter().flat_map(move |row| {
            row.cells.iter().flat_map(move |(column, cell)| {
                let ids: Vec<&String> = match cell {
                    Cell::Picks(ids) => ids.iter().collect(),
                    Cell::Pairs(pairs) => pairs.iter().map(|pair| &pair.role).collect(),
                    Cell::Flag(_) => Vec::new(),
                };
                ids.into_iter().filter_map(move |id| {
                    let (side, name) = self.0.get(&(software.clone(), column.clone(), id.clone()))?;
                    Some((*side, name.as_str()))
                })
            })
        })
    }

    /// The sides that rows of a system's panel give.
    #[must_use]
    pub fn gives(&self, software: &Id, rows: &[Grant]) -> Sides {
        let mut sides = Sides::default();
        self.roles(software, rows).for_each(|(side, _)| sides.add(side));
        sides
    }

    /// Whether there are no rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Another grant of somebody in a study.
#[derive(sqlx::FromRow)]
struct Other {
    user_id: Id,
    software_id: Id,
    selection: sqlx::types::Json<Vec<Grant>>,
}

/// The sides that people have in a study beside one binding of it: by their standing grants, and by what other batches
/// hold for them.
async fn had(
    cx: &mut ReadCtx,
    judge: &Judge,
    bound: &StudyBinding,
    batch: &Id,
    users: &[Id],
) -> Result<BTreeMap<Id, Sides>, Error> {
    let mut found: BTreeMap<Id, Sides> = BTreeMap::new();
    for some in users.chunks(CHUNK) {
        let query = cx.db().await?.query(
            "SELECT user_id, software_id, selection FROM grants WHERE revoked_at IS NULL AND suspended_at IS NULL",
        );
        let query = query.push(" AND study_id = ", bound.study_id.clone());
        let query = query.push(" AND study_software_id <> ", bound.id.clone());
        let rows: Vec<Other> = query.push_in(" AND user_id", some.iter().cloned()).all().await?;
        for Other { user_id, software_id, selection } in rows {
            let sides = found.entry(user_id).or_default();
            *sides = sides.with(judge.gives(&software_id, &selection.0));
        }
        let query = cx.db().await?.query("SELECT user_id, side FROM blinding_holds");
        let query = query.push(" WHERE study_id = ", bound.study_id.clone()).push(" AND batch_id <> ", batch.clone());
        let rows: Vec<(Id, Side)> = query.push_in(" AND user_id", some.iter().cloned()).all().await?;
        for (user, side) in rows {
            found.entry(user).or_default().add(side);
        }
    }
    Ok(found)
}

/// What people would have of a system in a study: the rows of each.
pub type Wanted = BTreeMap<Id, Vec<Grant>>;

/// Whether anybody would have a side: otherwise nothing has to be judged.
pub async fn concerns(cx: &mut ReadCtx, bound: &StudyBinding, wanted: &Wanted) -> Result<bool, Error> {
    let judge = Judge::of(cx, &bound.tenant_id).await?;
    Ok(!sided(&judge, bound, wanted).is_empty())
}

/// Whether rows of a system's panel, others beside them in the study, and what the person has there by other systems,
/// give both sides. Nothing is held: whoever carries them out asks again.
pub async fn would_conflict(
    cx: &mut ReadCtx,
    bound: &StudyBinding,
    user: Option<&Id>,
    rows: &[Grant],
    beside: &[(Id, Vec<Grant>)],
) -> Result<bool, Error> {
    let judge = Judge::of(cx, &bound.tenant_id).await?;
    let asked = judge.gives(&bound.software_id, rows);
    if asked.none() {
        return Ok(false);
    }
    let mut sides = beside.iter().fold(asked, |all, (software, rows)| all.with(judge.gives(software, rows)));
    if let Some(user) = user {
        let had = had(cx, &judge, bound, &Id::from(""), std::slice::from_ref(user)).await?;
        sides = sides.with(had.get(user).copied().unwrap_or_default());
    }
    Ok(sides.conflict())
}

/// Judges what a batch is about to give people in a study, and holds the side for those who may have it. Returns those
/// who may not. The caller commits before the trial system is told.
pub async fn admit(cx: &mut Ctx, batch: &Batch, bound: &StudyBinding, wanted: &Wanted) -> Result<BTreeSet<Id>, Error> {
    let judge = Judge::of(cx, &bound.tenant_id).await?;
    let sided = sided(&judge, bound, wanted);
    if sided.is_empty() {
        return Ok(BTreeSet::new());
    }
    let users: Vec<Id> = sided.keys().cloned().collect();
    members::hold(cx, &bound.tenant_id, &users).await?;
    let had = had(cx, &judge, bound, &batch.id, &users).await?;
    let (refused, admitted): (Vec<_>, Vec<_>) =
        sided.into_iter().partition(|(user, asked)| had.get(user).copied().unwrap_or_default().with(*asked).conflict());
    for (user, asked) in admitted {
        let Some(side) = asked.one() else { continue };
        let hold = cx.db().await?.write(
            "INSERT INTO blinding_holds (study_id, user_id, batch_id, side) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (study_id, user_id, batch_id) DO UPDATE SET side = excluded.side",
        );
        let hold = hold.bind(bound.study_id.clone()).bind(user).bind(batch.id.clone()).bind(side);
        hold.execute().await?;
    }
    for (user, _) in &refused {
        cx.audit_event(Event {
            action: "grant.refused",
            resource: Held::RESOURCE,
            record: user.to_string(),
            tenant: Some(bound.tenant_id.clone()),
            after: Some(json!({ "studyUrlId": bound.id, "userId": user, "batchId": batch.id })),
            reason: Some(BLINDING.to_owned()),
            outcome: Some(Outcome::Refused),
            ..Event::default()
        });
    }
    Ok(refused.into_iter().map(|(user, _)| user).collect())
}

/// Judges again what a batch has given in a study, once its people are locked. Returns those who may not have it: a
/// rule was made meanwhile.
pub async fn judge(cx: &mut Ctx, batch: &Batch, bound: &StudyBinding, given: &Wanted) -> Result<BTreeSet<Id>, Error> {
    let judge = Judge::of(cx, &bound.tenant_id).await?;
    let sided = sided(&judge, bound, given);
    let users: Vec<Id> = sided.keys().cloned().collect();
    let had = had(cx, &judge, bound, &batch.id, &users).await?;
    let conflicts = |(user, asked): &(Id, Sides)| had.get(user).copied().unwrap_or_default().with(*asked).conflict();
    Ok(sided.into_iter().filter(conflicts).map(|(user, _)| user).collect())
}

/// Those who would have a side, with it.
fn sided(judge: &Judge, bound: &StudyBinding, wanted: &Wanted) -> BTreeMap<Id, Sides> {
    let sides = wanted.iter().map(|(user, rows)| (user.clone(), judge.gives(&bound.software_id, rows)));
    sides.filter(|(_, sides)| !sides.none()).collect()
}

/// Ends what a batch held for people in a study: the trial system has answered, or its answer is lost.
pub async fn release(cx: &mut Ctx, batch: &Batch, bound: &StudyBinding, users: &[Id]) -> Result<(), Error> {
    for some in users.chunks(CHUNK) {
        let query =
            cx.db().await?.write("DELETE FROM blinding_holds").push(" WHERE study_id = ", bound.study_id.clone());
        let query = query.push(" AND batch_id = ", batch.id.clone());
        query.push_in(" AND user_id", some.iter().cloned()).execute().await?;
    }
    Ok(())
}

/// Ends all that a batch still holds: it is done.
pub async fn release_all(cx: &mut Ctx, batch: &Batch) -> Result<(), Error> {
    let query = cx.db().await?.write("DELETE FROM blinding_holds").push(" WHERE batch_id = ", batch.id.clone());
    query.execute().await?;
    Ok(())
}

/// Whether a person's suspended grant may resume beside what stands of theirs in the study. The person is locked.
pub async fn may_resume(cx: &mut Ctx, judge: &Judge, grant: &Id) -> Result<bool, Error> {
    let Some(held) = changes::by_ids(cx, std::slice::from_ref(grant)).await?.pop() else { return Ok(true) };
    let back = judge.gives(&held.software_id, &held.selection.0);
    if back.none() {
        return Ok(true);
    }
    let Some(bound) = domains::bound(cx, &held.study_software_id).await? else { return Ok(true) };
    let had = had(cx, judge, &bound, &Id::from(""), std::slice::from_ref(&held.user_id)).await?;
    Ok(!had.get(&held.user_id).copied().unwrap_or_default().with(back).conflict())
}
