//! Carries batches out: chunk by chunk through the plugin, each person's result and grant in one transaction.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::types::Json;

use super::Authorisation;
use super::context::context;
use super::failures::{Call, plugin_error};
use super::model::{Batch, Held, Item};
use super::service::projects_column;
use super::store::{self, Candidate, rows_of};
use crate::host::model::{self, CallContext, Claims, Grant, Outcome, Person, Projection, Reason};
use crate::host::{HostError, Phase, Target};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Who};
use crate::kernel::error::{Error, Text};
use crate::kernel::http::Request;
use crate::kernel::id::Id;
use crate::rooms::domains::StudyBinding;
use crate::rooms::software;

/// People in one call of the plugin.
const CHUNK: i64 = 200;
/// How long a runner may be silent before another takes over; longer than a chunk can take.
const LEASE_SECONDS: i64 = 180;
/// How often claims are asked for before the study goes without roles.
const CLAIMS_TRIES: usize = 3;
/// How long a batch rests after an error of the server's own, such as a database that did not answer.
const PAUSE_SECONDS: i64 = 30;

/// Carries out every batch that is due: new ones, and those whose runner died. Returns how many it took up.
pub async fn run_due(room: &Authorisation) -> Result<usize, Error> {
    let due = store::due(&mut Ctx::new_reading(&room.kernel)).await?;
    let mut taken = 0;
    for id in due {
        taken += usize::from(run(room, &id).await?);
    }
    Ok(taken)
}

/// Carries one batch out to its end. False: somebody else has it, or it is done.
pub async fn run(room: &Authorisation, id: &Id) -> Result<bool, Error> {
    let Some(batch) = claim(room, id).await? else { return Ok(false) };
    match carry(room, &batch).await {
        Ok(()) => Ok(true),
        Err(error) => {
            give_back(room, &batch).await;
            Err(error)
        }
    }
}

/// Lets a batch that stopped on an error of the server's own be taken up soon, without waiting for its lease.
async fn give_back(room: &Authorisation, batch: &Batch) {
    let mut cx = carrier(room, batch);
    let soon = cx.now().plus_seconds(PAUSE_SECONDS);
    let given = match store::keep(&mut cx, batch, "running", soon).await {
        Ok(_) => cx.commit().await,
        Err(error) => Err(error),
    };
    if let Err(error) = given {
        tracing::warn!(batch = batch.id.as_str(), %error, "a stopped batch rests until its lease ends");
    }
}

/// Takes a batch up, so that no other runner does while the lease lasts.
pub(super) async fn claim(room: &Authorisation, id: &Id) -> Result<Option<Batch>, Error> {
    let mut cx = Ctx::system(&room.kernel, "authorisation");
    let until = lease(&cx);
    let batch = store::claim(&mut cx, id, until).await?;
    cx.commit().await?;
    Ok(batch)
}

/// Goes through a claimed batch. It stops where the lease was lost: the batch is another runner's then.
pub(super) async fn carry(room: &Authorisation, batch: &Batch) -> Result<(), Error> {
    loop {
        let items = store::waiting(&mut Ctx::new_reading(&room.kernel), &batch.id, CHUNK).await?;
        let Some(binding) = items.first().and_then(|i| i.study_software_id.clone()) else { break };
        if !chunk(room, batch, &binding, items).await? {
            return Ok(());
        }
    }
    let mut cx = carrier(room, batch);
    if store::keep(&mut cx, batch, "done", Time(0)).await? {
        cx.audit("authorisation.done", &Batch { state: "done".into(), ..batch.clone() })?;
    }
    cx.commit().await
}

/// The server's own context, under the id of the request that it carries out.
fn carrier(room: &Authorisation, batch: &Batch) -> Ctx {
    let request = Request::internal(batch.request_id.clone());
    Ctx::new(room.kernel.clone(), Who::System("authorisation"), request, false)
}

fn lease(cx: &Ctx) -> Time {
    cx.now().plus_seconds(LEASE_SECONDS)
}

/// What one call of the plugin works on.
struct Work {
    bound: StudyBinding,
    rows: Vec<Grant>,
    people: BTreeMap<Id, Candidate>,
    before: BTreeMap<Id, Held>,
    context: CallContext,
    slot: String,
}

async fn prepare(room: &Authorisation, batch: &Batch, binding: &Id, items: &[Item]) -> Result<Option<Work>, Error> {
    let mut cx = Ctx::new_reading(&room.kernel);
    let Some(bound) = store::bound(&mut cx, &batch.tenant_id, &batch.software_id, binding).await? else {
        return Ok(None);
    };
    let Some(software) = software::get(&mut cx, &batch.software_id).await? else { return Ok(None) };
    let users = || items.iter().filter_map(|i| i.user_id.clone());
    let people = store::people(&mut cx, users()).await?;
    let before = store::held(&mut cx, binding, users()).await?;
    let sites: BTreeSet<Id> = batch
        .selection
        .0
        .iter()
        .chain(before.iter().flat_map(|held| &held.selection.0))
        .flat_map(|grant| grant.cells.values())
        .filter_map(|cell| if let model::Cell::Picks(ids) = cell { Some(ids) } else { None })
        .flatten()
        // Picks of the plugin's own columns are here too; what cannot be an id is no site.
        .filter_map(|id| Id::try_from(id.clone()).ok())
        .collect();
    let sites: Vec<Id> = sites.into_iter().collect();
    let mut context = context(&mut cx, &bound, &sites).await?;
    context.request_id.clone_from(&batch.request_id);
    context.actor.clone_from(&batch.actor);
    let before = before.into_iter().map(|held| (held.user_id.clone(), held)).collect();
    Ok(Some(Work { bound, rows: batch.selection.0.clone(), people, before, context, slot: software.web_code }))
}

/// One chunk: the call, then everything that came of it in one transaction. False: the lease was lost.
async fn chunk(room: &Authorisation, batch: &Batch, binding: &Id, items: Vec<Item>) -> Result<bool, Error> {
    let Some(mut work) = prepare(room, batch, binding, &items).await? else {
        let gone = Text::new("该项目与系统的绑定已被删除", "the study is no longer connected to this system");
        return settle(room, batch, None, items.into_iter().map(|i| (i.failed("not-found", &gone), None)).collect())
            .await;
    };
    let version = Version::of(room, batch, &work);
    let target = version.target();
    let panel = room.host.describe(target, work.context.clone()).await;
    let (phase, outcome) = match panel {
        Ok(panel) => {
            let key = projects_column(&panel).map(|c| c.key.clone());
            work.rows = rows_of(&work.rows, key.as_deref(), binding);
            (Phase::Apply, room.host.apply(target, work.context.clone(), call(batch, &work, &items)).await)
        }
        Err(error) => (Phase::Describe, Err(error)),
    };
    let mut results = Vec::with_capacity(items.len());
    match outcome {
        Ok(outcome) => {
            for item in items {
                results.push(result(room, batch, &work, &version, item, &outcome).await);
            }
        }
        Err(error) => {
            room.note_failure(&carrier(room, batch), &version.call(batch, phase), &error).await;
            let (reason, text) = whole_failure(error);
            results.extend(items.into_iter().map(|item| (item.failed(reason, &text), None)));
        }
    }
    settle(room, batch, Some(&work.bound), results).await
}

/// The version of the plugin that a chunk goes through.
struct Version {
    slot: String,
    digest: String,
    pinned: bool,
}

impl Version {
    /// The one that the administrator's selection was checked with, as long as it is there; then the active one.
    fn of(room: &Authorisation, batch: &Batch, work: &Work) -> Self {
        let active = room.host.active(&work.slot).map(|info| info.digest);
        let pinned = room.host.is_loaded(&batch.plugin_digest);
        let digest = active.filter(|_| !pinned).unwrap_or_else(|| batch.plugin_digest.clone());
        Self { slot: work.slot.clone(), digest, pinned }
    }

    fn target(&self) -> Target<'_> {
        if self.pinned { Target::Digest(&self.digest) } else { Target::Slot(&self.slot) }
    }

    fn call<'a>(&'a self, batch: &'a Batch, phase: Phase) -> Call<'a> {
        Call { tenant: &batch.tenant_id, web_code: &self.slot, digest: Some(&self.digest), phase }
    }
}

fn whole_failure(error: HostError) -> (&'static str, Text) {
    let reason = if error.is_retryable() { "unavailable" } else { "unknown" };
    let error = plugin_error(error);
    tracing::warn!(source = ?error.source, code = error.code.slug(), "a chunk of an authorisation failed");
    (reason, error.text())
}

fn call(batch: &Batch, work: &Work, items: &[Item]) -> model::Batch {
    let person = |id: &Id| {
        let known = work.people.get(id);
        let text = |f: fn(&Candidate) -> &String| known.map(f).cloned().unwrap_or_default();
        Person {
            id: id.to_string(),
            login: text(|p| &p.user_name),
            email: text(|p| &p.email),
            display_name: text(|p| &p.full_name),
        }
    };
    let items = items.iter().filter_map(|item| {
        let id = item.user_id.as_ref()?;
        Some(model::Item {
            item_id: item.number.clone(),
            person: person(id),
            before: work.before.get(id).map(|held| held.selection.0.clone()).unwrap_or_default(),
            after: work.rows.clone(),
        })
    });
    model::Batch {
        batch_id: batch.id.to_string(),
        attempt: u32::try_from(batch.attempt).unwrap_or(u32::MAX),
        items: items.collect(),
    }
}

/// An item's result; with its grant, where the trial system took it.
async fn result(
    room: &Authorisation,
    batch: &Batch,
    work: &Work,
    version: &Version,
    mut item: Item,
    outcome: &Outcome,
) -> (Item, Option<Held>) {
    if let Some(failure) = outcome.failed.iter().find(|f| f.item_id == item.number) {
        let text = Text::made(failure.message.clone(), failure.message.clone());
        return (item.failed(reason_word(failure.reason), &text), None);
    }
    let (Some(success), Some(user)) =
        (outcome.succeeded.iter().find(|s| s.item_id == item.number), item.user_id.clone())
    else {
        let text = Text::new("无法确认业务系统是否已处理", "it is not known whether the trial system did it");
        return (item.failed("unknown", &text), None);
    };
    let grant = Held {
        id: Id::new(room.kernel.now(), room.kernel.entropy()),
        version: 1,
        tenant_id: work.bound.tenant_id.clone(),
        study_software_id: work.bound.id.clone(),
        user_id: user.clone(),
        user_role: batch.user_role.clone(),
        user_type_id: batch.user_type_id.clone(),
        selection: Json(work.rows.clone()),
        claims: Json(claims(room, batch, work, version, &user).await),
        plugin_digest: version.digest.clone(),
        external_ref: success.external_ref.clone(),
        updated_at: room.kernel.now(),
    };
    item.state = "succeeded".into();
    (item, Some(grant))
}

/// What the token will say. A plugin that cannot tell leaves the study without roles, which grants nothing.
async fn claims(room: &Authorisation, batch: &Batch, work: &Work, version: &Version, user: &Id) -> Claims {
    let projection = Projection { subject: user.to_string(), grants: work.rows.clone(), scopes: Vec::new() };
    let mut answer = Err(HostError::Busy("claims"));
    for _ in 0..CLAIMS_TRIES {
        answer = room.host.project(version.target(), work.context.clone(), projection.clone()).await;
        // A busy machine charges a guest for time it did not get. The call is pure: asking again is safe.
        if !matches!(answer, Err(HostError::CpuBudget(_) | HostError::WallClock(_) | HostError::Busy(_))) {
            break;
        }
    }
    match answer {
        Ok(claims) => claims,
        Err(error) => {
            room.note_failure(&carrier(room, batch), &version.call(batch, Phase::Claims), &error).await;
            tracing::error!(user = user.as_str(), study = work.bound.study_code, %error, "claims were not projected");
            Claims::new()
        }
    }
}

const fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Rejected => "rejected",
        Reason::Conflict => "conflict",
        Reason::NotFound => "not-found",
        Reason::Unauthorised => "unauthorised",
        Reason::Throttled => "throttled",
        Reason::Unavailable => "unavailable",
        Reason::Unknown => "unknown",
    }
}

/// Writes results and grants, and keeps the lease. False: the lease was lost, and nothing was written.
async fn settle(
    room: &Authorisation,
    batch: &Batch,
    bound: Option<&StudyBinding>,
    results: Vec<(Item, Option<Held>)>,
) -> Result<bool, Error> {
    let mut cx = carrier(room, batch);
    let until = lease(&cx);
    if !store::keep(&mut cx, batch, "running", until).await? {
        return Ok(false);
    }
    for (item, grant) in results {
        store::settle(&mut cx, &batch.id, &item).await?;
        if let (Some(grant), Some(bound)) = (grant, bound) {
            let saved = store::save(&mut cx, bound, &grant).await?;
            cx.audit("grant.saved", &saved)?;
        }
    }
    cx.commit().await?;
    Ok(true)
}
