//! Tells trial systems of changed grants through `apply`: people with a grant in effect are provisioned there, and
//! people without one are removed, by an item with an empty `after`.
//!
//! A batch is retried, with growing pauses, until the trial system has confirmed, for about two days. It reports the
//! grant's present state, and not the state when the batch was stored: of two changes, either one that is reported
//! last tells the same.

use std::collections::BTreeMap;

use serde_json::json;

use super::Authorisation;
use super::carrying::{CHUNK, GONE, Version, answered, call, carrier, complete, lease, person, whole_failure};
use super::changes;
use super::context::{context, picked_sites};
use super::model::{Batch, Held, Item};
use super::revocation::item;
use super::{batches, store};
use crate::host::Phase;
use crate::host::model::{self, CallContext, Outcome};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Audited as _, Ctx, Event, Outcome as Ended, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::resources::software;

/// Seconds to wait after a first attempt that did not reach everybody; doubles up to the longest pause.
const PAUSE_SECONDS: i64 = 15;
const LONGEST_PAUSE_SECONDS: i64 = 3600;
/// Attempts, of which most are an hour apart.
const ATTEMPTS: i64 = 56;

/// Seconds that a batch waits after its n-th attempt.
fn pause(attempt: i64) -> i64 {
    let doublings = u32::try_from(attempt.clamp(1, 20) - 1).unwrap_or_default();
    (PAUSE_SECONDS << doublings).min(LONGEST_PAUSE_SECONDS)
}

/// Goes once through the items that a claimed batch still has to report. Stops if the lease is lost.
pub async fn carry(authorisation: &Authorisation, batch: &Batch) -> Result<(), Error> {
    loop {
        let items = batches::untold(&mut ReadCtx::system(&authorisation.kernel).autocommit(), batch, CHUNK).await?;
        let Some(binding) = items.first().and_then(|i| i.study_software_id.clone()) else { break };
        if !chunk(authorisation, batch, &binding, items).await? {
            return Ok(());
        }
    }
    let mut cx = carrier(authorisation, batch);
    if batches::has_waiting(&mut cx, &batch.id).await? {
        let later = cx.now().plus_seconds(pause(batch.attempt));
        batches::keep(&mut cx, batch, "running", later).await?;
    } else if batches::keep(&mut cx, batch, "done", Time(0)).await? {
        cx.audit("authorisation.told", &Batch { state: "done".into(), ..batch.clone() })?;
    }
    cx.commit().await
}

/// The result of an item.
enum Told {
    /// Nothing to report: a later version has its own item, or the system never knew of the grant.
    Needless,
    /// The trial system confirmed.
    Yes(Option<String>),
    /// Not confirmed; it will be retried.
    NotYet(&'static str, Text),
    /// Not confirmed, and it cannot be retried.
    Never(&'static str, Text),
}

/// One chunk: the plugin call, then all its results in one transaction. False: the lease was lost.
async fn chunk(authorisation: &Authorisation, batch: &Batch, binding: &Id, items: Vec<Item>) -> Result<bool, Error> {
    let mut cx = ReadCtx::system(&authorisation.kernel);
    let ids: Vec<Id> = items.iter().filter_map(|item| item.grant_id.clone()).collect();
    let grants: BTreeMap<Id, Held> =
        changes::by_ids(&mut cx, &ids).await?.into_iter().map(|held| (held.id.clone(), held)).collect();
    let current = |item: &Item| {
        let held = item.grant_id.as_ref().and_then(|id| grants.get(id));
        held.filter(|held| held.version == item.grant_version && !held.plugin_digest.is_empty())
    };
    let (to_tell, needless): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|item| current(item).is_some());
    let mut results: Vec<(Item, Told)> = needless.into_iter().map(|item| (item, Told::Needless)).collect();
    if !to_tell.is_empty() {
        let told: Vec<&Held> = to_tell.iter().filter_map(current).collect();
        if let Some(answers) = ask(authorisation, cx, batch, binding, &to_tell, &told).await? {
            results.extend(to_tell.into_iter().zip(answers));
        } else {
            results.extend(to_tell.into_iter().map(|item| (item, Told::Never("not-found", GONE.clone()))));
        }
    }
    settle(authorisation, batch, results).await
}

/// Tells the trial system. `None`: the study is no longer connected to it.
async fn ask(
    authorisation: &Authorisation,
    mut cx: ReadCtx,
    batch: &Batch,
    binding: &Id,
    items: &[Item],
    grants: &[&Held],
) -> Result<Option<Vec<Told>>, Error> {
    let Some(bound) = store::bound(&mut cx, &batch.tenant_id, &batch.software_id, binding).await? else {
        return Ok(None);
    };
    let Some(software) = software::get(&mut cx, &batch.software_id).await? else { return Ok(None) };
    let people = store::people(&mut cx, grants.iter().map(|held| held.user_id.clone())).await?;
    let sites = picked_sites(grants.iter().flat_map(|held| &held.selection.0));
    let mut context: CallContext = context(&mut cx, &bound, &sites).await?;
    complete(&mut context, batch, grants.iter().map(|held| (&held.user_role, &held.user_type_id)));
    // No database connection is held while the plugin runs.
    drop(cx);
    let items_told = items.iter().zip(grants).map(|(item, held)| {
        let (had, has) = (held.selection.0.clone(), Vec::new());
        let (before, after) = if held.stands() { (has, had) } else { (had, has) };
        let person = person(&held.user_id, people.get(&held.user_id));
        model::Item { item_id: item.number.clone(), person, before, after }
    });
    let call = call(batch, items_told);
    let version = Version::of(authorisation, batch, &software.web_code);
    match authorisation.host.apply(version.target(), context, call).await {
        Ok(outcome) => Ok(Some(items.iter().map(|item| told(item, &outcome)).collect())),
        Err(error) => {
            authorisation
                .note_failure(&carrier(authorisation, batch), &version.call(batch, Phase::Apply), &error)
                .await;
            let (reason, text) = whole_failure(error);
            Ok(Some(items.iter().map(|_| Told::NotYet(reason, text.clone())).collect()))
        }
    }
}

fn told(item: &Item, outcome: &Outcome) -> Told {
    match answered(item, outcome) {
        Ok(success) => Told::Yes(success.external_ref.clone()),
        Err((reason, text)) => Told::NotYet(reason, text),
    }
}

/// Writes the results, and extends the lease. False: the lease was lost, and nothing was written.
async fn settle(authorisation: &Authorisation, batch: &Batch, results: Vec<(Item, Told)>) -> Result<bool, Error> {
    let mut cx = carrier(authorisation, batch);
    let until = lease(&cx);
    if !batches::keep(&mut cx, batch, "running", until).await? {
        return Ok(false);
    }
    let mut asked = Vec::new();
    for (item, told) in results {
        if !matches!(told, Told::Needless) {
            asked.push(item.clone());
        }
        match told {
            Told::Needless => batches::settle(&mut cx, &batch.id, &item.succeeded()).await?,
            Told::Yes(external_ref) => {
                if let Some(id) = &item.grant_id {
                    changes::told(&mut cx, id, item.grant_version, external_ref).await?;
                }
                batches::settle(&mut cx, &batch.id, &item.succeeded()).await?;
            }
            Told::NotYet(reason, text) if batch.attempt < ATTEMPTS => {
                let item = Item { state: "waiting".into(), ..item.failed(reason, &text) };
                batches::postpone(&mut cx, batch, &item).await?;
            }
            Told::NotYet(reason, text) | Told::Never(reason, text) => {
                note_untold(&mut cx, batch, &item, reason);
                if let Some(id) = &item.grant_id {
                    changes::untold(&mut cx, id, item.grant_version, reason).await?;
                }
                batches::settle(&mut cx, &batch.id, &item.failed(reason, &text)).await?;
            }
        }
    }
    overtaken(&mut cx, batch, &asked).await?;
    cx.commit().await?;
    Ok(true)
}

/// Reports again the grants that changed during the call, as the order in which the trial system received the two is
/// unknown.
async fn overtaken(cx: &mut Ctx, batch: &Batch, asked: &[Item]) -> Result<(), Error> {
    let ids: Vec<Id> = asked.iter().filter_map(|item| item.grant_id.clone()).collect();
    let now: BTreeMap<Id, Held> =
        changes::by_ids(cx, &ids).await?.into_iter().map(|held| (held.id.clone(), held)).collect();
    let newer = asked.iter().filter_map(|told| {
        let held = now.get(told.grant_id.as_ref()?).filter(|held| held.version != told.grant_version)?;
        Some(item(held, told.label.clone()))
    });
    let newer: Vec<Item> = newer.collect();
    batches::insert_items(cx, &batch.id, &newer).await
}

fn note_untold(cx: &mut Ctx, batch: &Batch, item: &Item, reason: &'static str) {
    cx.audit_event(Event {
        action: "grant.untold",
        resource: Held::RESOURCE,
        record: item.grant_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        tenant: Some(batch.tenant_id.clone()),
        after: Some(json!({ "batchId": batch.id, "userId": item.user_id, "version": item.grant_version })),
        reason: Some(reason.to_owned()),
        outcome: Some(Ended::Failed),
        ..Event::default()
    });
}
