//! Executes a batch that puts people right in a trial system: chunk by chunk through the plugin, each person's result and
//! audit row in one transaction.
//!
//! What is told is the grant as it stands when the system is called, never what it was when somebody asked. The grants do
//! not change by it. Whoever is being changed by another batch is left alone; whoever changes during the call is told
//! again, as the order in which the system heard the two is unknown.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::blinding::{self, Wanted};
use super::super::carrying::{CHUNK, GONE, Version, answered, call, carrier, complete, lease, person, whole_failure};
use super::super::context::{context, picked_sites};
use super::super::model::{Batch, Found, Held, Item};
use super::super::screening::{seated, unblinded};
use super::super::store::{self as grants};
use super::super::{Authorisation, batches, revocation};
use crate::host::Phase;
use crate::host::model::{self, CallContext, Outcome, Person};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Audited as _, Ctx, Event, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::resources::domains::StudyBinding;
use crate::resources::software;

static BUSY: Text = Text::new(
    "该用户的授权正在变更，请稍后再次对账",
    "this person's authorisation is being changed; compare again in a while",
);

/// Works through a claimed batch. Stops if the lease is lost.
pub async fn carry(authorisation: &Authorisation, batch: &Batch) -> Result<(), Error> {
    loop {
        let items =
            batches::waiting(&mut ReadCtx::system(&authorisation.kernel).autocommit(), &batch.id, CHUNK).await?;
        let Some(binding) = items.first().and_then(|item| item.study_software_id.clone()) else { break };
        if !chunk(authorisation, batch, &binding, items).await? {
            return Ok(());
        }
    }
    let mut cx = carrier(authorisation, batch);
    if batches::keep(&mut cx, batch, "done", Time(0)).await? {
        blinding::release_all(&mut cx, batch).await?;
        cx.audit("authorisation.reconciled", &Batch { state: "done".into(), ..batch.clone() })?;
    }
    cx.commit().await
}

/// The data of one call.
struct Work {
    bound: StudyBinding,
    slot: String,
    people: BTreeMap<Id, grants::Candidate>,
    /// The grants in effect.
    held: BTreeMap<Id, Held>,
}

impl Work {
    fn held_of(&self, item: &Item) -> Option<&Held> {
        self.held.get(item.user_id.as_ref()?)
    }
}

/// Reads what the people have now. The second part: those who are left alone, with the reason.
async fn prepare(
    authorisation: &Authorisation,
    batch: &Batch,
    binding: &Id,
    items: Vec<Item>,
) -> Result<(Option<Work>, Vec<Item>, Vec<Item>), Error> {
    let mut cx = ReadCtx::system(&authorisation.kernel);
    let fail = |items: Vec<Item>, reason: &str, text: &Text| -> Vec<Item> {
        items.into_iter().map(|item| item.failed(reason, text)).collect()
    };
    let bound = grants::bound(&mut cx, &batch.tenant_id, &batch.software_id, binding).await?;
    let software = software::get(&mut cx, &batch.software_id).await?;
    let (Some(bound), Some(software)) = (bound, software) else {
        return Ok((None, Vec::new(), fail(items, "not-found", &GONE)));
    };
    let users: Vec<Id> = items.iter().filter_map(|item| item.user_id.clone()).collect();
    // First who is under way, then what they have: a change that ends in between is seen in the second.
    let busy = batches::under_way(&mut cx, binding, users.iter().cloned(), Some(batch)).await?;
    let held = grants::held(&mut cx, binding, users.iter().cloned()).await?;
    let held = held.into_iter().filter(Held::stands).map(|one| (one.user_id.clone(), one)).collect();
    let people = grants::people(&mut cx, users).await?;
    let is_busy = |item: &Item| item.user_id.as_ref().is_some_and(|user| busy.contains(user));
    let (left, items): (Vec<Item>, Vec<Item>) = items.into_iter().partition(is_busy);
    let work = Work { bound, slot: software.web_code, people, held };
    Ok((Some(work), items, fail(left, "conflict", &BUSY)))
}

/// One chunk. False: the lease was lost.
async fn chunk(authorisation: &Authorisation, batch: &Batch, binding: &Id, items: Vec<Item>) -> Result<bool, Error> {
    let (work, items, mut results) = prepare(authorisation, batch, binding, items).await?;
    let Some(work) = work else { return settle(authorisation, batch, None, results).await };
    // What is taken away needs no seat and breaks no rule.
    let (giving, taking): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|item| work.held_of(item).is_some());
    let (giving, refused) = seated(authorisation, batch, giving).await?;
    results.extend(refused.into_iter().map(|(item, _)| item));
    let wanted: Wanted = giving
        .iter()
        .filter_map(|item| work.held_of(item))
        .map(|h| (h.user_id.clone(), h.selection.0.clone()))
        .collect();
    let (giving, refused) = unblinded(authorisation, batch, &work.bound, &wanted, giving).await?;
    results.extend(refused.into_iter().map(|(item, _)| item));
    let items: Vec<Item> = giving.into_iter().chain(taking).collect();
    if items.is_empty() {
        return settle(authorisation, batch, Some(&work), results).await;
    }
    let version = Version::of(authorisation, batch, &work.slot);
    let about = about(authorisation, batch, &work, &items).await?;
    match authorisation.host.apply(version.target(), about, changes(batch, &work, &items)).await {
        Ok(outcome) => results.extend(items.into_iter().map(|item| told(item, &outcome))),
        Err(error) => {
            let failed = version.call(batch, Phase::Apply);
            authorisation.note_failure(&carrier(authorisation, batch), &failed, &error).await;
            let (reason, text) = whole_failure(error);
            results.extend(items.into_iter().map(|item| item.failed(reason, &text)));
        }
    }
    settle(authorisation, batch, Some(&work), results).await
}

async fn about(
    authorisation: &Authorisation,
    batch: &Batch,
    work: &Work,
    items: &[Item],
) -> Result<CallContext, Error> {
    let mut cx = ReadCtx::system(&authorisation.kernel);
    let found = items.iter().filter_map(|item| item.found.as_ref()).flat_map(|found| &found.grants);
    let sites = picked_sites(work.held.values().flat_map(|held| &held.selection.0).chain(found));
    let mut context = context(&mut cx, &work.bound, &sites).await?;
    let held = items.iter().filter_map(|item| work.held_of(item));
    complete(&mut context, batch, held.map(|held| (&held.user_role, &held.user_type_id)));
    Ok(context)
}

fn changes(batch: &Batch, work: &Work, items: &[Item]) -> model::Batch {
    let items = items.iter().map(|item| {
        let found = item.found.as_ref().map(|found| found.0.clone()).unwrap_or_default();
        let subject = item.subject.clone().unwrap_or_default();
        let who = match &item.user_id {
            Some(user) => person(user, work.people.get(user)),
            None => Person { id: subject, login: found.login, email: String::new(), display_name: found.name },
        };
        model::Item {
            item_id: item.number.clone(),
            person: who,
            before: found.grants,
            after: work.held_of(item).map(|held| held.selection.0.clone()).unwrap_or_default(),
        }
    });
    call(batch, items)
}

fn told(item: Item, outcome: &Outcome) -> Item {
    match answered(&item, outcome) {
        Ok(_) => item.succeeded(),
        Err((reason, text)) => item.failed(reason, &text),
    }
}

/// Writes the results, and extends the lease. False: the lease was lost, and nothing was written.
async fn settle(
    authorisation: &Authorisation,
    batch: &Batch,
    work: Option<&Work>,
    results: Vec<Item>,
) -> Result<bool, Error> {
    let mut cx = carrier(authorisation, batch);
    let until = lease(&cx);
    if !batches::keep(&mut cx, batch, "running", until).await? {
        return Ok(false);
    }
    let users: Vec<Id> = results.iter().filter_map(|item| item.user_id.clone()).collect();
    let mut now = BTreeMap::new();
    if let Some(work) = work {
        blinding::release(&mut cx, batch, &work.bound, &users).await?;
        let held = grants::hold(&mut cx, &work.bound.id, users).await?;
        now.extend(held.into_iter().map(|held| (held.user_id.clone(), held)));
    }
    for item in results {
        if let Some(work) = work {
            note(&mut cx, batch, work, &item);
            let told = work.held_of(&item).map(|held| held.version);
            let changed = item.user_id.as_ref().and_then(|user| now.get(user)).filter(|held| match told {
                Some(version) => held.version != version,
                None => held.stands(),
            });
            if let Some(held) = changed {
                revocation::tell_again(&mut cx, &held.id, "overtaken").await?;
            }
        }
        batches::settle(&mut cx, &batch.id, &item).await?;
    }
    cx.commit().await?;
    Ok(true)
}

/// The audit of one person: what the system was found to hold, and what it holds now.
fn note(cx: &mut Ctx, batch: &Batch, work: &Work, item: &Item) {
    if item.state != "succeeded" {
        return;
    }
    let held = work.held_of(item);
    let found = item.found.as_ref().map(|found| &found.0);
    let about = |rows: Option<&Vec<model::Grant>>| json!({ "studyUrlId": work.bound.id, "subject": item.subject, "batchId": batch.id, "selection": rows });
    cx.audit_event(Event {
        action: "grant.reconciled",
        resource: Held::RESOURCE,
        record: held.map(|held| held.id.to_string()).or_else(|| item.subject.clone()).unwrap_or_default(),
        tenant: Some(batch.tenant_id.clone()),
        before: Some(about(found.map(|Found { grants, .. }| grants))),
        after: Some(about(held.map(|held| &held.selection.0))),
        reason: Some(batch.reason.clone()),
        ..Event::default()
    });
}
