//! Executes batches: chunk by chunk through the plugin, each person's result and grant in one transaction.

use std::collections::{BTreeMap, BTreeSet};

use futures::StreamExt as _;
use sqlx::types::Json;

use super::Authorisation;
use super::batches;
use super::blinding::{self, Wanted};
use super::carrying::{
    CHUNK, GONE, UNKNOWN, Version, answered, call, carrier, complete, give_back, lease, person, whole_failure,
};
use super::context::{context, picked_sites};
use super::model::{Batch, Held, Item};
use super::screening::{FULL, seated, unblinded};
use super::selection::{joined, places_of, rows_of, staying};
use super::service::projects_column;
use super::shown::{self, Shown};
use super::store::{self, Candidate};
use super::{changes, drift, revocation, telling};
use crate::host::model::{self, CallContext, Claims, Grant, Outcome, Projection};
use crate::host::{HostError, Phase};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::resources::domains::{self, StudyBinding};
use crate::resources::licences::Seats;
use crate::resources::{members, software};

pub(super) use super::carrying::claim;

/// Attempts to compute claims before the study is left without roles.
const CLAIMS_TRIES: usize = 3;
/// Most batches that one node runs at once: a trial system that does not answer delays no other.
const AT_ONCE: usize = 4;

/// Runs every batch that is due: new ones, and those whose runner died. Returns how many it took up. A batch that
/// stops does not keep the others from running.
pub async fn run_due(authorisation: &Authorisation) -> Result<usize, Error> {
    let due = batches::due(&mut ReadCtx::system(&authorisation.kernel).autocommit()).await?;
    let runs = futures::stream::iter(due).map(|id| async move { run(authorisation, &id).await });
    let ended: Vec<Result<bool, Error>> = runs.buffer_unordered(AT_ONCE).collect().await;
    ended.into_iter().try_fold(0, |taken, run| Ok(taken + usize::from(run?)))
}

/// Runs one batch to its end; false where another runner has it, or it is done.
pub async fn run(authorisation: &Authorisation, id: &Id) -> Result<bool, Error> {
    let Some(batch) = claim(authorisation, id).await? else { return Ok(false) };
    let carried = match batch.kind.as_str() {
        "grant" => carry(authorisation, &batch).await,
        "reconcile" => drift::carrying::carry(authorisation, &batch).await,
        _ => telling::carry(authorisation, &batch).await,
    };
    match carried {
        Ok(()) => Ok(true),
        Err(error) => {
            give_back(authorisation, &batch).await;
            Err(error)
        }
    }
}

/// Starts a batch in a task of its own: it continues when the browser disconnects.
pub fn begin(authorisation: &Authorisation, batch: &Id) {
    let (authorisation, id) = (authorisation.clone(), batch.clone());
    tokio::spawn(async move {
        if let Err(error) = run(&authorisation, &id).await {
            tracing::error!(batch = id.as_str(), source = ?error.source, %error, "a batch stopped; it will be taken up again");
        }
    });
}

/// Works through a claimed batch. Stops if the lease is lost: the batch is another runner's then.
pub(super) async fn carry(authorisation: &Authorisation, batch: &Batch) -> Result<(), Error> {
    loop {
        let items =
            batches::waiting(&mut ReadCtx::system(&authorisation.kernel).autocommit(), &batch.id, CHUNK).await?;
        let Some(binding) = items.first().and_then(|i| i.study_software_id.clone()) else { break };
        if !chunk(authorisation, batch, &binding, items).await? {
            return Ok(());
        }
    }
    let mut cx = carrier(authorisation, batch);
    if batches::keep(&mut cx, batch, "done", Time(0)).await? {
        blinding::release_all(&mut cx, batch).await?;
        cx.audit("authorisation.done", &Batch { state: "done".into(), ..batch.clone() })?;
    }
    cx.commit().await
}

/// The data of one plugin call.
struct Work {
    bound: StudyBinding,
    rows: Vec<Grant>,
    shown: Vec<Shown>,
    /// Whether the rows replace all that the people have in the study.
    replaces: bool,
    people: BTreeMap<Id, Candidate>,
    before: BTreeMap<Id, Held>,
    /// The people of whom the trial system is still to be told another change.
    being_told: BTreeSet<Id>,
    context: CallContext,
    slot: String,
}

impl Work {
    /// A person's selections when this is done.
    fn after(&self, user: &Id) -> Vec<Grant> {
        joined(self.staying_of(user).map_or(&[][..], |held| &held.selection.0), &self.rows)
    }

    /// The grant of which something may stay.
    fn staying_of(&self, user: &Id) -> Option<&Held> {
        self.before.get(user).filter(|_| !self.replaces)
    }

    /// What the people of items would have.
    fn wanted(&self, items: &[Item]) -> Wanted {
        let users = items.iter().filter_map(|item| item.user_id.clone());
        users.map(|user| (user.clone(), self.after(&user))).collect()
    }

    /// The names of its picks.
    fn shown_after(&self, user: &Id) -> Vec<Shown> {
        let Some(held) = self.staying_of(user) else { return self.shown.clone() };
        let stays = staying(&held.selection.0, &self.rows);
        let mut all = shown::of_study(&held.shown, &stays, self.bound.id.as_str());
        all.extend(self.shown.iter().map(|one| Shown { row: one.row + stays.len(), ..one.clone() }));
        all
    }
}

async fn prepare(
    authorisation: &Authorisation,
    batch: &Batch,
    binding: &Id,
    items: &[Item],
) -> Result<Option<Work>, Error> {
    let mut cx = ReadCtx::system(&authorisation.kernel);
    let Some(bound) = store::bound(&mut cx, &batch.tenant_id, &batch.software_id, binding).await? else {
        return Ok(None);
    };
    let Some(software) = software::get(&mut cx, &batch.software_id).await? else { return Ok(None) };
    let users = || items.iter().filter_map(|i| i.user_id.clone());
    let people = store::people(&mut cx, users()).await?;
    let before = store::held(&mut cx, binding, users()).await?;
    let being_told = batches::being_told(&mut cx, binding, users()).await?;
    let sites = picked_sites(batch.selection.0.iter().chain(before.iter().flat_map(|held| &held.selection.0)));
    let mut context = context(&mut cx, &bound, &sites).await?;
    complete(&mut context, batch, std::iter::once((&batch.user_role, &batch.user_type_id)));
    let before = before.into_iter().map(|held| (held.user_id.clone(), held)).collect();
    Ok(Some(Work {
        bound,
        rows: batch.selection.0.clone(),
        shown: Vec::new(),
        replaces: batch.replaces,
        people,
        before,
        being_told,
        context,
        slot: software.web_code,
    }))
}

/// One chunk: the plugin call, then all its results in one transaction. False: the lease was lost.
async fn chunk(authorisation: &Authorisation, batch: &Batch, binding: &Id, items: Vec<Item>) -> Result<bool, Error> {
    let Some(mut work) = prepare(authorisation, batch, binding, &items).await? else {
        return settle(
            authorisation,
            batch,
            None,
            items.into_iter().map(|i| (i.failed("not-found", &GONE), None)).collect(),
        )
        .await;
    };
    let (mut items, mut results) = seated(authorisation, batch, items).await?;
    if items.is_empty() {
        return settle(authorisation, batch, None, results).await;
    }
    let version = Version::of(authorisation, batch, &work.slot);
    let target = version.target();
    let panel = authorisation.host.describe(target, work.context.clone()).await;
    let (phase, outcome) = match panel {
        Ok(panel) => {
            let key = projects_column(&panel).map(|c| c.key.clone());
            let places = places_of(&work.rows, key.as_deref(), binding);
            work.shown = shown::of_study(&batch.shown, &places, binding.as_str());
            work.rows = rows_of(&work.rows, key.as_deref(), binding);
            let refused;
            (items, refused) = unblinded(authorisation, batch, &work.bound, &work.wanted(&items), items).await?;
            results.extend(refused);
            if items.is_empty() {
                return settle(authorisation, batch, Some(&work), results).await;
            }
            (Phase::Apply, authorisation.host.apply(target, work.context.clone(), told(batch, &work, &items)).await)
        }
        Err(error) => (Phase::Describe, Err(error)),
    };
    match outcome {
        Ok(outcome) => {
            for item in items {
                results.push(result(authorisation, batch, &work, &version, item, &outcome).await);
            }
        }
        Err(error) => {
            authorisation.note_failure(&carrier(authorisation, batch), &version.call(batch, phase), &error).await;
            let (reason, text) = whole_failure(error);
            results.extend(items.into_iter().map(|item| (item.failed(reason, &text), None)));
        }
    }
    settle(authorisation, batch, Some(&work), results).await
}

fn told(batch: &Batch, work: &Work, items: &[Item]) -> model::Batch {
    let items = items.iter().filter_map(|item| {
        let id = item.user_id.as_ref()?;
        Some(model::Item {
            item_id: item.number.clone(),
            person: person(id, work.people.get(id)),
            before: work.before.get(id).map(|held| held.selection.0.clone()).unwrap_or_default(),
            after: work.after(id),
        })
    });
    call(batch, items)
}

/// An item's result, with its grant if the trial system accepted it.
async fn result(
    authorisation: &Authorisation,
    batch: &Batch,
    work: &Work,
    version: &Version,
    item: Item,
    outcome: &Outcome,
) -> (Item, Option<Held>) {
    let (success, user) = match (answered(&item, outcome), item.user_id.clone()) {
        (Ok(success), Some(user)) => (success, user),
        (Ok(_), None) => return (item.failed("unknown", &UNKNOWN), None),
        (Err((reason, text)), _) => return (item.failed(reason, &text), None),
    };
    let grant = Held {
        id: Id::new(authorisation.kernel.now(), authorisation.kernel.entropy()),
        version: 1,
        tenant_id: work.bound.tenant_id.clone(),
        software_id: work.bound.software_id.clone(),
        study_software_id: work.bound.id.clone(),
        user_id: user.clone(),
        user_role: batch.user_role.clone(),
        user_type_id: batch.user_type_id.clone(),
        selection: Json(work.after(&user)),
        shown: Json(work.shown_after(&user)),
        claims: Json(claims(authorisation, batch, work, version, &user).await),
        plugin_digest: version.digest.clone(),
        external_ref: success.external_ref.clone(),
        updated_at: authorisation.kernel.now(),
        suspended_at: None,
        revoked_at: None,
    };
    (item.succeeded(), Some(grant))
}

/// The claims of the token. If the plugin fails, the study is left without roles, which grants nothing.
async fn claims(authorisation: &Authorisation, batch: &Batch, work: &Work, version: &Version, user: &Id) -> Claims {
    let projection = Projection { subject: user.to_string(), grants: work.after(user), scopes: Vec::new() };
    let mut answer = Err(HostError::Busy("claims"));
    for _ in 0..CLAIMS_TRIES {
        answer = authorisation.host.project(version.target(), work.context.clone(), projection.clone()).await;
        // On a busy machine a plugin may be charged for time that it did not get. The call is pure: it is safe to
        // repeat.
        if !matches!(answer, Err(HostError::CpuBudget(_) | HostError::WallClock(_) | HostError::Busy(_))) {
            break;
        }
    }
    match answer {
        Ok(claims) => claims,
        Err(error) => {
            authorisation
                .note_failure(&carrier(authorisation, batch), &version.call(batch, Phase::Claims), &error)
                .await;
            tracing::error!(user = user.as_str(), study = work.bound.study_code, %error, "claims were not projected");
            Claims::new()
        }
    }
}

/// Writes results and grants, and extends the lease. False: the lease was lost, and nothing was written.
async fn settle(
    authorisation: &Authorisation,
    batch: &Batch,
    work: Option<&Work>,
    results: Vec<(Item, Option<Held>)>,
) -> Result<bool, Error> {
    let mut cx = carrier(authorisation, batch);
    let until = lease(&cx);
    if !batches::keep(&mut cx, batch, "running", until).await? {
        return Ok(false);
    }
    let granted = work.filter(|_| results.iter().any(|(_, grant)| grant.is_some()));
    let there_still = match granted {
        Some(work) => domains::bound_kept(&mut cx, &work.bound.id).await?.is_some(),
        None => false,
    };
    let users: Vec<Id> = results.iter().filter_map(|(_, grant)| Some(grant.as_ref()?.user_id.clone())).collect();
    let members = members::hold(&mut cx, &batch.tenant_id, &users).await?;
    let mut there = BTreeMap::new();
    let mut seats = None;
    let mut conflicts = BTreeSet::new();
    if let Some(work) = work {
        let given = results.iter().filter_map(|(_, grant)| grant.as_ref());
        let given = given.map(|grant| (grant.user_id.clone(), grant.selection.0.clone())).collect();
        conflicts = blinding::judge(&mut cx, batch, &work.bound, &given).await?;
        let all: Vec<Id> = results.iter().filter_map(|(item, _)| item.user_id.clone()).collect();
        blinding::release(&mut cx, batch, &work.bound, &all).await?;
    }
    if let Some(work) = granted {
        // Behind the people, and before the grants: everybody locks in this order.
        seats = Some(Seats::hold(&mut cx, &batch.tenant_id, &batch.software_id).await?);
        let held = store::hold(&mut cx, &work.bound.id, users).await?;
        there.extend(held.into_iter().map(|held| (held.user_id.clone(), held)));
    }
    for (item, grant) in results {
        let item = match (grant, granted, &mut seats) {
            (Some(grant), Some(work), Some(seats)) => {
                let before = there.get(&grant.user_id);
                // A person who left in the meantime and came back has no grant until it is granted again.
                let joined = members.get(&grant.user_id).is_some_and(|joined| *joined <= batch.created_at);
                let refusal = if !joined || !there_still || revoked_since(before, &item) {
                    Some(("not-found", OVERTAKEN.clone()))
                } else if conflicts.contains(&grant.user_id) {
                    Some((blinding::BLINDING, blinding::REFUSED.clone()))
                } else {
                    seats.take(&mut cx, &grant.user_id).await?.map(|full| (FULL, full))
                };
                save(&mut cx, batch, work, item, &grant, (before, refusal)).await?
            }
            _ => item,
        };
        batches::settle(&mut cx, &batch.id, &item).await?;
    }
    cx.commit().await?;
    Ok(true)
}

/// Whether the grant was revoked after this one was requested.
fn revoked_since(before: Option<&Held>, item: &Item) -> bool {
    before.is_some_and(|held| held.revoked_at.is_some() && held.version > item.grant_version)
}

/// Saves a grant that the trial system accepted. If its person may no longer have it, or the last seat went to somebody
/// else meanwhile, it is not saved, and the trial system is told so.
async fn save(
    cx: &mut Ctx,
    batch: &Batch,
    work: &Work,
    item: Item,
    grant: &Held,
    (before, refusal): (Option<&Held>, Option<(&'static str, Text)>),
) -> Result<Item, Error> {
    if let (Some((reason, text)), Some(before)) = (&refusal, before) {
        revocation::tell_again(cx, &before.id, "overtaken").await?;
        return Ok(item.failed(reason, text));
    }
    let now = cx.now();
    let saved = store::save(cx, &work.bound, grant).await?;
    cx.audit("grant.saved", &saved)?;
    changes::granted(cx, &saved, before, Some(batch), Some(now)).await?;
    if let Some((reason, text)) = refusal {
        revocation::undo(cx, &saved.id).await?;
        return Ok(item.failed(reason, &text));
    }
    if work.being_told.contains(&saved.user_id) {
        revocation::tell_again(cx, &saved.id, "overtaken").await?;
    }
    Ok(item)
}

static OVERTAKEN: Text = Text::new(
    "处理期间该用户已离开租户、被锁定或授权被取消",
    "meanwhile the user left the tenant or was locked, or the authorisation was revoked",
);
