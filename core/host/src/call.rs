//! One call of a guest, from its permits to its outcome.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::task::{JoinError, JoinHandle};
use tracing::{Instrument as _, Span, field};
use wasmtime::{PoolConcurrencyLimitError, Store, Trap, UpdateDeadline};

use super::admission::Permits;
use super::breaker::{Pass, Verdict};
use super::configured::{self, Configured, Sent};
use super::convert::{self, Texts};
use super::error::HostError;
use super::exports::Export;
use super::inner::Inner;
use super::model::CallContext;
use super::plugin::Plugin;
use super::settings::{Budget, Phase};
use super::state::{CallState, Stop};

/// The most handles that a guest may hold at once. The interface has no resources.
const MAX_HANDLES: usize = 16;
/// The longest description of a trap in the log, in characters.
const MAX_REASON: usize = 500;

/// What happens to a call when its caller stops waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhenDropped {
    /// It is cancelled at the guest's next tick.
    Cancel,
    /// It continues: its effects outside cannot be undone, and must be known.
    Detach,
}

impl Inner {
    /// Checks the breaker and the semaphores, then runs the call on the guests' threads.
    pub(super) async fn run<E: Export>(
        &self,
        plugin: Arc<Plugin>,
        mut context: CallContext,
        export: E,
        when_dropped: WhenDropped,
    ) -> Result<E::Answer, HostError> {
        let given = context.configured.of(&plugin.info);
        if let Some(label) = given.missing {
            let said = configured::not_filled_in(&label, &plugin.catalogues, context.locale);
            return Err(HostError::BadConfig(said));
        }
        context.study.settings.extend(given.pairs);
        let size = export.size() + context_size(&context);
        if size > self.settings.max_input {
            return Err(HostError::InputTooLarge(self.settings.max_input));
        }
        let pass = self
            .breakers
            .admit((plugin.info.digest.clone(), E::PHASE))
            .map_err(|retry_after_ms| HostError::Suspended { retry_after_ms })?;
        let permits = self.admission.try_enter(&plugin.info.id, &context.study.id)?;
        let call = self.prepare(plugin, (context, given.sent), export, Some(pass), Some(permits))?;
        let task = self.runtime.spawn(call);
        let task = Waiting { task, abort: when_dropped == WhenDropped::Cancel };
        task.await.unwrap_or_else(|error| Err(HostError::Host(error.to_string())))
    }

    /// Runs a call of a plugin that is still being loaded, without breaker and permits.
    pub(super) async fn try_out<E: Export>(&self, plugin: Arc<Plugin>, export: E) -> Result<E::Answer, HostError> {
        let given = Configured::default().of(&plugin.info);
        let mut context = CallContext::default();
        context.study.settings.extend(given.pairs);
        let call = self.prepare(plugin, (context, given.sent), export, None, None)?;
        let task = Waiting { task: self.runtime.spawn(call), abort: true };
        task.await.unwrap_or_else(|error| Err(HostError::Host(error.to_string())))
    }

    /// The call as a future that borrows nothing from its caller.
    fn prepare<E: Export>(
        &self,
        plugin: Arc<Plugin>,
        (context, sent): (CallContext, Sent),
        export: E,
        pass: Option<Pass<(String, Phase)>>,
        permits: Option<Permits>,
    ) -> Result<impl Future<Output = Result<E::Answer, HostError>> + Send + use<E>, HostError> {
        let span = tracing::info_span!(
            "plugin.call",
            plugin = %plugin.info.id,
            version = %plugin.info.version,
            export = E::PHASE.export(),
            request_id = %context.request_id,
            study = %context.study.id,
            outcome = field::Empty,
            cpu_ticks = field::Empty,
            memory_peak = field::Empty,
            host_calls = field::Empty,
        );
        let budget = self.settings.budgets.of(E::PHASE);
        let store = self.store(&plugin, (context, sent), E::PHASE, pass)?;
        let max_memory = self.settings.max_memory;
        let call = async move {
            let _permits = permits;
            let mut store = store;
            let result = execute(&plugin, &mut store, &export, budget, max_memory).await;
            finish(&mut store, result.as_ref().err());
            result
        };
        Ok(call.instrument(span))
    }

    /// A fresh store with every limit set.
    pub(super) fn store(
        &self,
        plugin: &Plugin,
        (context, sent): (CallContext, Sent),
        phase: Phase,
        pass: Option<Pass<(String, Phase)>>,
    ) -> Result<Store<CallState>, HostError> {
        let state = CallState {
            cache_owner: (plugin.info.digest.clone(), format!("{}\u{0}{}", context.study.id, sent.scope)),
            headers: sent.headers,
            plugin: plugin.info.id.clone(),
            context: Arc::new(context),
            phase,
            pass,
            started: (self.shared.clock)(),
            cpu_budget: self.settings.budgets.of(phase).cpu_ticks,
            max_memory: self.settings.max_memory,
            log_left: self.settings.max_log,
            usage: super::metrics::Usage::default(),
            memory: 0,
            outcome: "cancelled",
            shared: Arc::clone(&self.shared),
        };
        let mut store = Store::try_new(&self.engine, state).map_err(|error| HostError::Host(error.to_string()))?;
        store.limiter(|state| state);
        store.set_hostcall_fuel(self.settings.hostcall_fuel);
        store.set_max_component_handles(MAX_HANDLES);
        store.set_epoch_deadline(1);
        // Yields at every tick, so that guests take turns and a cancelled call ends.
        store.epoch_deadline_callback(|mut store| {
            if store.data_mut().tick() { Ok(UpdateDeadline::Yield(1)) } else { Err(Stop::Cpu.into()) }
        });
        Ok(store)
    }
}

/// Calls the guest within its wall-clock limit, and checks its answer.
async fn execute<E: Export>(
    plugin: &Plugin,
    store: &mut Store<CallState>,
    export: &E,
    budget: Budget,
    max_memory: usize,
) -> Result<E::Answer, HostError> {
    let context = Arc::clone(&store.data().context);
    let texts = Texts { catalogues: &plugin.catalogues, locale: context.locale };
    let given = convert::context(&context);
    let call = export.call(plugin, store, &given);
    let returned =
        tokio::time::timeout(budget.wall, call).await.map_err(|_| HostError::WallClock(millis(budget.wall)))?;
    match returned {
        Ok(Ok(raw)) => export.accept(raw, texts),
        Ok(Err(fault)) => Err(convert::fault(fault, texts)),
        Err(error) => Err(trapped(&error, budget, max_memory)),
    }
}

/// Records how the call ended, for its breaker, the metrics and the log.
fn finish(store: &mut Store<CallState>, error: Option<&HostError>) {
    let state = store.data_mut();
    state.outcome = error.map_or("ok", HostError::code);
    if let Some(pass) = &mut state.pass {
        pass.settle(match error {
            Some(error) if error.is_guest_failure() => Verdict::Bad,
            // In the second case, too, the guest worked correctly.
            None | Some(HostError::BadConfig(_) | HostError::Downstream(_) | HostError::Rejected(_)) => Verdict::Good,
            Some(_) => Verdict::None,
        });
    }
    Span::current()
        .record("outcome", state.outcome)
        .record("cpu_ticks", state.usage.cpu_ticks)
        .record("memory_peak", state.usage.memory_peak)
        .record("host_calls", state.usage.host_calls);
    match error {
        None => tracing::debug!("plugin call"),
        Some(error) => tracing::warn!(%error, "plugin call failed"),
    }
}

/// The reason why the runtime stopped a guest.
fn trapped(error: &wasmtime::Error, budget: Budget, max_memory: usize) -> HostError {
    if let Some(stop) = error.downcast_ref::<Stop>() {
        return match stop {
            Stop::Cpu => HostError::CpuBudget(budget.cpu_ticks),
            Stop::Memory => HostError::Memory(max_memory),
            Stop::Table => HostError::Trapped(stop.to_string()),
        };
    }
    if error.is::<PoolConcurrencyLimitError>() {
        return HostError::Busy("pool");
    }
    let reason = match error.downcast_ref::<Trap>() {
        Some(trap) => trap.to_string(),
        None => format!("{error:#}"),
    };
    HostError::Trapped(reason.chars().take(MAX_REASON).collect())
}

fn context_size(context: &CallContext) -> usize {
    let settings = context.study.settings.iter();
    settings.map(|(name, value)| name.len() + value.len() + 16).sum()
}

fn millis(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// A call on the guests' threads, which is aborted or continues when its caller stops waiting.
struct Waiting<T> {
    task: JoinHandle<T>,
    abort: bool,
}

impl<T> Future for Waiting<T> {
    type Output = Result<T, JoinError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.task).poll(context)
    }
}

impl<T> Drop for Waiting<T> {
    fn drop(&mut self) {
        if self.abort {
            self.task.abort();
        }
    }
}
