//! Revokes, suspends and resumes grants.
//!
//! A revocation takes effect at once: in its own transaction the study leaves the person's claims, the seat becomes
//! free, and the person's tokens at the system end if none of their grants there is still in effect. A separate batch
//! tells the trial system, and is retried until the system has confirmed ([`super::telling`]): a system that is down
//! delays no revocation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures::future::BoxFuture;
use serde::Deserialize;
use utoipa::ToSchema;

use super::batches;
use super::blinding;
use super::changes::{self, Change, Operation, Transition, Which};
use super::model::{Batch, Held, Item};
use super::store::{self, CHUNK};
use crate::kernel::ctx::{Act, Audited as _, Ctx, Event, Permission, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::resources::licences::Seats;
use crate::resources::software::{self, Software};
use crate::resources::users::reason_of;
use crate::resources::{Became, FollowPeople, members};

/// Ends tokens. Implemented by `provider`, a layer above.
pub trait EndTokens: Send + Sync + std::fmt::Debug {
    /// Ends, in the transaction of `cx`, a person's tokens in a tenant at the clients of a system, or of all clients
    /// if no system is given.
    fn end_tokens<'a>(
        &'a self,
        cx: &'a mut Ctx,
        user: &'a Id,
        tenant: &'a Id,
        software: Option<&'a Id>,
    ) -> BoxFuture<'a, Result<(), Error>>;
}

/// Grants to revoke.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RevokeRequest {
    /// The tenant.
    pub tenant_id: Id,
    /// The grants, of this system, at most 500.
    pub ids: Vec<Id>,
    /// The reason, in at most 200 characters.
    pub reason: String,
}

impl RevokeRequest {
    /// The ids, each once, and the reason.
    pub fn checked(&self) -> Result<(Vec<Id>, String), Error> {
        let ids = self.check()?;
        Ok((ids.into_iter().collect(), reason_of(&self.reason)?))
    }

    fn check(&self) -> Result<BTreeSet<Id>, Error> {
        let mut p = Problems::default();
        p.check(!self.ids.is_empty(), "ids", "请选择一个用户", "please select at least one user");
        p.check(self.ids.len() <= CHUNK, "ids", "一次最多取消500项授权", "at most 500 authorisations at once");
        p.into_result()?;
        Ok(self.ids.iter().cloned().collect())
    }
}

/// The system whose grants are viewed or revoked, even if its licence has ended.
pub async fn concerned(cx: &mut ReadCtx, tenant: &Id, software_id: &Id, act: Act) -> Result<Software, Error> {
    cx.require_in(Permission::UserAllowed, act, tenant)?;
    software::get(cx, software_id).await?.ok_or_else(|| Error::new(Code::NotFound))
}

static OWN: Text = Text::new("不能取消自己的授权", "nobody changes their own authorisation");

/// Revokes grants, and returns the batch that tells the trial system. Grants that are revoked already stay as they
/// are.
///
/// Errors: [`Code::NotFound`] where one of them is not a grant of this system in this tenant; nothing is revoked
/// then.
pub async fn revoke(
    cx: &mut Ctx,
    tokens: &dyn EndTokens,
    software: &Software,
    ask: &RevokeRequest,
) -> Result<Id, Error> {
    let (ids, reason) = ask.checked()?;
    let found = changes::by_ids(cx, &ids).await?;
    let there = |held: &Held| held.tenant_id == ask.tenant_id && held.software_id == software.id;
    if found.len() != ids.len() || !found.iter().all(there) {
        return Err(Error::new(Code::NotFound));
    }
    if matches!(&cx.who, Who::Person(person) if found.iter().any(|held| held.user_id == person.id)) {
        return Err(Error::new(Code::Forbidden).message(OWN.clone()));
    }
    let turned = changes::transition(cx, Which::Ids(&ids), Transition::Revoked).await?;
    let why = Why { cause: "administrator", reason: &reason, again: false };
    match ended(cx, tokens, Transition::Revoked, turned, why).await?.into_iter().next() {
        Some(batch) => Ok(batch),
        // All of them were revoked before.
        None => changes::batch_of(cx, &ids[0]).await?.ok_or_else(|| Error::new(Code::NotFound)),
    }
}

/// The reason for a change.
#[derive(Clone, Copy, Debug)]
pub struct Why<'a> {
    /// The cause, for programs.
    pub cause: &'static str,
    /// The reason, for people.
    pub reason: &'a str,
    /// Nothing changed; the trial system is told once more.
    pub again: bool,
}

/// Completes a change of grants: audit, end of tokens, the records of the changes, and the batches that tell the
/// trial systems.
async fn ended(
    cx: &mut Ctx,
    tokens: &dyn EndTokens,
    transition: Transition,
    turned: Vec<Held>,
    why: Why<'_>,
) -> Result<Vec<Id>, Error> {
    let mut whose = BTreeSet::new();
    for held in &turned {
        let mut before = Held { version: held.version - 1, ..held.clone() };
        match transition {
            Transition::Revoked => before.revoked_at = None,
            Transition::Suspended | Transition::Resumed => before.suspended_at = None,
        }
        cx.audit_event(Event {
            action: transition.action(),
            resource: Held::RESOURCE,
            record: held.id.to_string(),
            tenant: Some(held.tenant_id.clone()),
            // The time of the suspension is no longer known.
            before: if transition == Transition::Resumed { None } else { Some(serde_json::to_value(&before)?) },
            after: Some(serde_json::to_value(held)?),
            reason: Some(if why.reason.is_empty() { why.cause } else { why.reason }.to_owned()),
            ..Event::default()
        });
        whose.insert((held.user_id.clone(), held.tenant_id.clone(), held.software_id.clone()));
    }
    if transition != Transition::Resumed {
        for (user, tenant, software) in &whose {
            if !changes::any_stands(cx, user, tenant, software).await? {
                tokens.end_tokens(cx, user, tenant, Some(software)).await?;
            }
        }
    }
    tell(cx, transition, &turned, why).await
}

/// Stores the batches that tell the trial systems, one for each tenant and system; the runner executes them.
pub async fn tell(cx: &mut Ctx, transition: Transition, turned: &[Held], why: Why<'_>) -> Result<Vec<Id>, Error> {
    let mut by_system: BTreeMap<(&Id, &Id), Vec<&Held>> = BTreeMap::new();
    for held in turned {
        by_system.entry((&held.tenant_id, &held.software_id)).or_default().push(held);
    }
    let mut batches = Vec::with_capacity(by_system.len());
    for ((tenant, software), grants) in by_system {
        let batch = Batch { reason: why.reason.to_owned(), ..batches::new(cx, transition.batch(), tenant, software) };
        let mut items = Vec::with_capacity(grants.len());
        for some in grants.chunks(CHUNK) {
            let people = store::people(cx, some.iter().map(|held| held.user_id.clone())).await?;
            items.extend(some.iter().map(|held| {
                let label = people.get(&held.user_id).map(store::Candidate::label).unwrap_or_default();
                item(held, label)
            }));
        }
        batches::insert(cx, &batch, &items).await?;
        for held in grants {
            let change = Change {
                kind: transition.kind(),
                cause: why.cause,
                operation: if why.again { Operation::ToldAgain } else { transition.operation() },
                about: None,
                reason: why.reason,
                batch: Some(&batch),
                told_at: None,
            };
            changes::note(cx, held, change).await?;
        }
        batches.push(batch.id);
    }
    Ok(batches)
}

/// Makes the trial system be told of a grant's present state again.
pub async fn tell_again(cx: &mut Ctx, id: &Id, cause: &'static str) -> Result<(), Error> {
    let held = changes::renew(cx, id).await?;
    let transition = match (held.revoked_at, held.suspended_at) {
        (Some(_), _) => Transition::Revoked,
        (None, Some(_)) => Transition::Suspended,
        (None, None) => Transition::Resumed,
    };
    tell(cx, transition, &[held], Why { cause, reason: "", again: true }).await.map(drop)
}

/// Revokes a grant saved in this transaction: the trial system accepted it, but its person may no longer have it.
pub async fn undo(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let turned = changes::transition(cx, Which::Ids(std::slice::from_ref(id)), Transition::Revoked).await?;
    for held in &turned {
        cx.audit("grant.revoked", held)?;
    }
    tell(cx, Transition::Revoked, &turned, Why { cause: "overtaken", reason: "", again: false }).await.map(drop)
}

/// The item that reports a version of a grant. Its number is unique to the version, so that a trial system that
/// remembers item numbers never takes one version for another.
pub fn item(held: &Held, label: String) -> Item {
    Item {
        grant_id: Some(held.id.clone()),
        grant_version: held.version,
        ..Item::waiting(format!("{}-{}", held.id, held.version), &held.study_software_id, &held.user_id, label)
    }
}

/// A person's suspended grants that have a seat, in effect again. Those of a full licence stay suspended, until the
/// person is authorised again when there is a seat; the audit says so.
async fn resumed(cx: &mut Ctx, user: &Id, tenant: Option<&Id>) -> Result<Vec<Held>, Error> {
    let mut turned = Vec::new();
    for ((tenant, software), grants) in changes::suspended(cx, user, tenant).await? {
        let mut seats = Seats::hold(cx, &tenant, &software).await?;
        let full = seats.take(cx, user).await?;
        if let Some(full) = full {
            for grant in &grants {
                stays_suspended(cx, &tenant, grant, &full);
            }
            continue;
        }
        let judge = blinding::Judge::of(cx, &tenant).await?;
        // Where there are rules one by one: each is judged beside those that stand again already.
        for some in grants.chunks(if judge.is_empty() { CHUNK } else { 1 }) {
            match some {
                [grant] if !blinding::may_resume(cx, &judge, grant).await? => {
                    stays_suspended(cx, &tenant, grant, &blinding::REFUSED);
                }
                _ => turned.extend(changes::transition(cx, Which::Ids(some), Transition::Resumed).await?),
            }
        }
    }
    Ok(turned)
}

fn stays_suspended(cx: &mut Ctx, tenant: &Id, grant: &Id, why: &Text) {
    cx.audit_event(Event {
        action: "grant.not_resumed",
        resource: Held::RESOURCE,
        record: grant.to_string(),
        tenant: Some(tenant.clone()),
        reason: Some(why.in_locale(cx.locale()).to_owned()),
        ..Event::default()
    });
}

/// Changes a person's grants when the person's account or membership changes.
#[derive(Clone, Debug)]
pub struct Followed(pub Arc<dyn EndTokens>);

impl Followed {
    async fn followed(&self, cx: &mut Ctx, user: &Id, became: &Became, reason: &str) -> Result<(), Error> {
        let (transition, tenant, cause) = match became {
            Became::Left(tenant) => (Transition::Revoked, Some(tenant), "left"),
            Became::Removed => (Transition::Revoked, None, "removed"),
            Became::Locked => (Transition::Suspended, None, "locked"),
            Became::Unlocked => (Transition::Resumed, None, "unlocked"),
            Became::Disabled(tenant) => (Transition::Suspended, Some(tenant), "disabled"),
            Became::Enabled(tenant) => (Transition::Resumed, Some(tenant), "enabled"),
        };
        // A grant that is being saved now is either saved first, or finds that its person may no longer have it.
        members::wait_for(cx, user, tenant).await?;
        let turned = match transition {
            Transition::Resumed => resumed(cx, user, tenant).await?,
            _ => changes::transition(cx, Which::Of(user, tenant), transition).await?,
        };
        ended(cx, self.0.as_ref(), transition, turned, Why { cause, reason, again: false }).await?;
        match became {
            Became::Left(tenant) | Became::Disabled(tenant) => self.0.end_tokens(cx, user, tenant, None).await,
            _ => Ok(()),
        }
    }
}

impl FollowPeople for Followed {
    fn follow<'a>(
        &'a self,
        cx: &'a mut Ctx,
        user: &'a Id,
        became: &'a Became,
        reason: &'a str,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(self.followed(cx, user, became, reason))
    }
}
