//! The parts that batches of every kind share.

use super::Authorisation;
use super::batches;
use super::failures::{Call, plugin_error};
use super::model::{Batch, Item};
use super::store::Candidate;
use crate::host::model::{self, CallContext, Outcome, Person, Reason, Success};
use crate::host::{HostError, Phase, Target};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx, Who};
use crate::kernel::error::{Error, Text};
use crate::kernel::http::Request;
use crate::kernel::id::Id;

/// Most people in one call of the plugin.
pub const CHUNK: i64 = 200;
/// Seconds without a sign of a runner after which another takes over; longer than a chunk can take.
const LEASE_SECONDS: i64 = 180;
/// Seconds that a batch waits after an internal error, such as a database that did not answer.
const PAUSE_SECONDS: i64 = 30;

/// A study's binding is not there any more.
pub static GONE: Text = Text::new("该项目与系统的绑定已被删除", "the study is no longer connected to this system");
/// The trial system did not say what it did.
pub static UNKNOWN: Text = Text::new("无法确认业务系统是否已处理", "it is not known whether the trial system did it");

/// The server's own context, with the id of the original request.
pub fn carrier(authorisation: &Authorisation, batch: &Batch) -> Ctx {
    let request = Request::internal(batch.request_id.clone());
    Ctx::new(authorisation.kernel.clone(), Who::System("authorisation"), request)
}

/// The end of a lease that begins now.
pub fn lease(cx: &ReadCtx) -> Time {
    cx.now().plus_seconds(LEASE_SECONDS)
}

/// Claims a batch, so that no other runner takes it while the lease lasts.
pub async fn claim(authorisation: &Authorisation, id: &Id) -> Result<Option<Batch>, Error> {
    let mut cx = Ctx::system(&authorisation.kernel, "authorisation");
    let until = lease(&cx);
    let batch = batches::claim(&mut cx, id, until).await?;
    cx.commit().await?;
    Ok(batch)
}

/// Releases a batch after an internal error, to be taken up soon instead of after its lease.
pub async fn give_back(authorisation: &Authorisation, batch: &Batch) {
    let mut cx = carrier(authorisation, batch);
    let soon = cx.now().plus_seconds(PAUSE_SECONDS);
    let given = match batches::keep(&mut cx, batch, "running", soon).await {
        Ok(_) => cx.commit().await,
        Err(error) => Err(error),
    };
    if let Err(error) = given {
        tracing::warn!(batch = batch.id.as_str(), %error, "a stopped batch rests until its lease ends");
    }
}

/// The plugin version of a chunk.
pub struct Version {
    slot: String,
    /// Its digest.
    pub digest: String,
    pinned: bool,
}

impl Version {
    /// The version that checked the administrator's selection, if it is still loaded; else the active one.
    pub fn of(authorisation: &Authorisation, batch: &Batch, slot: &str) -> Self {
        let active = authorisation.host.active(slot).map(|info| info.digest);
        let pinned = authorisation.host.is_loaded(&batch.plugin_digest);
        let digest = active.filter(|_| !pinned).unwrap_or_else(|| batch.plugin_digest.clone());
        Self { slot: slot.to_owned(), digest, pinned }
    }

    /// For a call of the host.
    pub fn target(&self) -> Target<'_> {
        if self.pinned { Target::Digest(&self.digest) } else { Target::Slot(&self.slot) }
    }

    /// For the audit of a call.
    pub fn call<'a>(&'a self, batch: &'a Batch, phase: Phase) -> Call<'a> {
        Call { tenant: &batch.tenant_id, web_code: &self.slot, digest: Some(&self.digest), phase }
    }
}

/// Completes the context of a batch's call: with its request, its actor, and the role and user type that its people are
/// given. A call has one role for all of them; where theirs differ, it has none.
pub fn complete<'a>(
    context: &mut CallContext,
    batch: &Batch,
    mut given: impl Iterator<Item = (&'a String, &'a String)>,
) {
    context.request_id.clone_from(&batch.request_id);
    context.actor.clone_from(&batch.actor);
    if let Some((role, kind)) = given.next()
        && given.all(|other| other == (role, kind))
    {
        let settings = [("grant.user_role", role), ("grant.user_type_id", kind)];
        context.study.settings.extend(settings.map(|(name, value)| (name.to_owned(), value.clone())));
    }
}

/// What the plugin is told of a chunk.
pub fn call(batch: &Batch, items: impl Iterator<Item = model::Item>) -> model::Batch {
    let attempt = u32::try_from(batch.attempt).unwrap_or(u32::MAX);
    model::Batch { batch_id: batch.id.to_string(), attempt, items: items.collect() }
}

/// What the trial system said of an item: that it did it, or the word and the sentence of why not.
pub fn answered<'o>(item: &Item, outcome: &'o Outcome) -> Result<&'o Success, (&'static str, Text)> {
    if let Some(failure) = outcome.failed.iter().find(|failure| failure.item_id == item.number) {
        return Err((reason_word(failure.reason), Text::made(failure.message.clone(), failure.message.clone())));
    }
    let done = outcome.succeeded.iter().find(|success| success.item_id == item.number);
    done.ok_or_else(|| ("unknown", UNKNOWN.clone()))
}

/// The reason for every item of a call that failed as a whole.
pub fn whole_failure(error: HostError) -> (&'static str, Text) {
    let reason = if error.is_retryable() { "unavailable" } else { "unknown" };
    let error = plugin_error(error);
    tracing::warn!(source = ?error.source, code = error.code.slug(), "a chunk of an authorisation failed");
    (reason, error.text())
}

/// A person as described to the trial system.
pub fn person(id: &Id, known: Option<&Candidate>) -> Person {
    let text = |f: fn(&Candidate) -> &String| known.map(f).cloned().unwrap_or_default();
    Person {
        id: id.to_string(),
        login: text(|p| &p.user_name),
        email: text(|p| &p.email),
        display_name: text(|p| &p.full_name),
    }
}

/// The stable word for a reason.
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
