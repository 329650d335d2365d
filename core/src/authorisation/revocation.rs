//! Grants end, rest, and stand again.
//!
//! What ends here ends at once: in the transaction that says so, the study is out of the person's claims, their seat
//! is free, and where nothing of theirs stands in the system any more, their tokens there are over. The trial system
//! is told by a batch of its own, which is carried out until it knows ([`super::telling`]): a system that is away
//! delays nobody's end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures::future::BoxFuture;
use serde::Deserialize;
use utoipa::ToSchema;

use super::changes::{self, Change, Transition, Which};
use super::context::actor;
use super::model::{Batch, Held, Item};
use super::store::{self, CHUNK};
use crate::kernel::ctx::{Act, Audited as _, Ctx, Event, Permission, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::resources::software::{self, Software};
use crate::resources::users::reason_of;
use crate::resources::{Became, FollowPeople, members};

/// Ends tokens. Implemented by `provider`, a layer above.
pub trait EndTokens: Send + Sync + std::fmt::Debug {
    /// Ends, in the transaction of `cx`, what somebody holds in a tenant at the clients of a system; of all clients,
    /// where none is named.
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
    /// Why, in at most 200 characters.
    pub reason: String,
}

impl RevokeRequest {
    fn check(&self) -> Result<BTreeSet<Id>, Error> {
        let mut p = Problems::default();
        p.check(!self.ids.is_empty(), "ids", "请选择一个用户", "please select at least one user");
        p.check(self.ids.len() <= CHUNK, "ids", "一次最多取消500项授权", "at most 500 authorisations at once");
        p.into_result()?;
        Ok(self.ids.iter().cloned().collect())
    }
}

/// The system whose grants are looked at or revoked: also after its licence ended.
pub async fn concerned(cx: &mut ReadCtx, tenant: &Id, software_id: &Id, act: Act) -> Result<Software, Error> {
    cx.require_in(Permission::UserAllowed, act, tenant)?;
    software::get(cx, software_id).await?.ok_or_else(|| Error::new(Code::NotFound))
}

static OWN: Text = Text::new("不能取消自己的授权", "nobody changes their own authorisation");

/// Revokes grants, and says which batch tells the trial system. What is revoked already stays as it is.
///
/// Errors: [`Code::NotFound`] where one of them is not a grant of this system in this tenant; nothing is revoked then.
pub async fn revoke(
    cx: &mut Ctx,
    tokens: &dyn EndTokens,
    software: &Software,
    ask: &RevokeRequest,
) -> Result<Id, Error> {
    let ids: Vec<Id> = ask.check()?.into_iter().collect();
    let reason = reason_of(&ask.reason)?;
    let found = changes::by_ids(cx, &ids).await?;
    let there = |held: &Held| held.tenant_id == ask.tenant_id && held.software_id == software.id;
    if found.len() != ids.len() || !found.iter().all(there) {
        return Err(Error::new(Code::NotFound));
    }
    if matches!(&cx.who, Who::Person(person) if found.iter().any(|held| held.user_id == person.id)) {
        return Err(Error::new(Code::Forbidden).message(OWN.clone()));
    }
    let turned = changes::transition(cx, Which::Ids(&ids), Transition::Revoked).await?;
    let why = Why { cause: "administrator", reason: &reason };
    match ended(cx, tokens, Transition::Revoked, turned, why).await?.into_iter().next() {
        Some(batch) => Ok(batch),
        // Somebody else did, a moment or a year ago.
        None => changes::batch_of(cx, &ids[0]).await?.ok_or_else(|| Error::new(Code::NotFound)),
    }
}

/// What brought a change about.
#[derive(Clone, Copy, Debug)]
pub struct Why<'a> {
    /// For programs.
    pub cause: &'static str,
    /// For people.
    pub reason: &'a str,
}

/// What follows for grants that were turned: changes and audit, tokens, and the batches that tell.
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
            // Since when it rested is not known any more.
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

/// Writes down that trial systems are to be told, a batch for each tenant and system; the runner does it.
pub async fn tell(cx: &mut Ctx, transition: Transition, turned: &[Held], why: Why<'_>) -> Result<Vec<Id>, Error> {
    let mut by_system: BTreeMap<(&Id, &Id), Vec<&Held>> = BTreeMap::new();
    for held in turned {
        by_system.entry((&held.tenant_id, &held.software_id)).or_default().push(held);
    }
    let mut batches = Vec::with_capacity(by_system.len());
    for ((tenant, software), grants) in by_system {
        let batch = Batch {
            id: cx.new_id(),
            tenant_id: tenant.clone(),
            software_id: software.clone(),
            actor: actor(cx),
            actor_name: cx.person().map(|person| person.user_name.clone()).unwrap_or_default(),
            request_id: cx.request.id.clone(),
            user_role: String::new(),
            user_type_id: String::new(),
            selection: sqlx::types::Json(Vec::new()),
            plugin_digest: String::new(),
            state: "queued".into(),
            attempt: 0,
            kind: transition.batch().to_owned(),
            reason: why.reason.to_owned(),
            created_at: cx.now(),
        };
        let mut items = Vec::with_capacity(grants.len());
        for some in grants.chunks(CHUNK) {
            let people = store::people(cx, some.iter().map(|held| held.user_id.clone())).await?;
            items.extend(some.iter().map(|held| {
                let label = people.get(&held.user_id).map(store::Candidate::label).unwrap_or_default();
                item(held, label)
            }));
        }
        store::insert_batch(cx, &batch, &items).await?;
        for held in grants {
            let (kind, cause, batch) = (transition.kind(), why.cause, Some(&batch.id));
            changes::note(cx, held, Change { kind, cause, reason: why.reason, batch, told_at: None }).await?;
        }
        batches.push(batch.id);
    }
    Ok(batches)
}

/// Has the trial system told of a grant as it is now, once more.
pub async fn tell_again(cx: &mut Ctx, id: &Id, cause: &'static str) -> Result<(), Error> {
    let held = changes::renew(cx, id).await?;
    let transition = match (held.revoked_at, held.suspended_at) {
        (Some(_), _) => Transition::Revoked,
        (None, Some(_)) => Transition::Suspended,
        (None, None) => Transition::Resumed,
    };
    tell(cx, transition, &[held], Why { cause, reason: "" }).await.map(drop)
}

/// Revokes a grant that was saved in this transaction: the trial system took it, and its person may not have it.
pub async fn undo(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let turned = changes::transition(cx, Which::Ids(std::slice::from_ref(id)), Transition::Revoked).await?;
    for held in &turned {
        cx.audit("grant.revoked", held)?;
    }
    tell(cx, Transition::Revoked, &turned, Why { cause: "overtaken", reason: "" }).await.map(drop)
}

/// What tells of a version of a grant. Its number is its own, so that a trial system which remembers what it was told
/// under a number never takes one version for another.
pub fn item(held: &Held, label: String) -> Item {
    Item {
        grant_id: Some(held.id.clone()),
        grant_version: held.version,
        ..Item::waiting(format!("{}-{}", held.id, held.version), &held.study_software_id, &held.user_id, label)
    }
}

/// A person's grants follow what becomes of the person.
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
        // A grant that is being saved at this moment is saved first, or finds that its person may not have it.
        members::wait_for(cx, user, tenant).await?;
        let turned = changes::transition(cx, Which::Of(user, tenant), transition).await?;
        ended(cx, self.0.as_ref(), transition, turned, Why { cause, reason }).await?;
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
