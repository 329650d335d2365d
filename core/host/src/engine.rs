//! The engine, the threads that guests run on, and the clock that interrupts them.

use std::{future::Future, thread};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use tokio::{
    runtime::{Builder, Handle, Runtime},
    task::JoinHandle,
};
use wasmtime::{Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use super::settings::{HostSettings, TICK};

/// The stack of the guest's own code, in bytes. Deeper recursion traps.
const GUEST_STACK: usize = 512 << 10;
/// The stack of one call: the guest's, and the host functions' above it.
const CALL_STACK: usize = 1 << 20;
/// Instances beyond the permits, for trying out a plugin that is being loaded.
const SPARE: u32 = 2;
/// The most core instances, memories and tables of one component. A compiler for a language that is interpreted makes a
/// module of every part of its runtime: the 42 of Python are the most that is known.
pub(super) const MAX_INSTANCES: u32 = 64;
pub(super) const MAX_MEMORIES: u32 = 4;
pub(super) const MAX_TABLES: u32 = 16;
/// How much guests and their compiler step back behind the server's own threads.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// The engine of the host. Its epoch advances for as long as it lives.
///
/// # Errors
/// The platform cannot run the engine, or no thread can be started.
pub(super) fn engine(settings: &HostSettings) -> wasmtime::Result<Engine> {
    let calls = settings.concurrency.overall.saturating_add(SPARE);
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(calls)
        .total_core_instances(calls.saturating_mul(MAX_INSTANCES))
        .total_memories(calls.saturating_mul(MAX_MEMORIES))
        .total_tables(calls.saturating_mul(MAX_TABLES))
        .total_stacks(calls)
        .max_core_instances_per_component(MAX_INSTANCES)
        .max_memories_per_component(MAX_MEMORIES)
        .max_tables_per_component(MAX_TABLES)
        .max_memory_size(settings.max_memory)
        .linear_memory_keep_resident(256 << 10)
        .table_keep_resident(32 << 10)
        .async_stack_keep_resident(64 << 10);
    let mut config = Config::new();
    config
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool))
        .epoch_interruption(true)
        .max_wasm_stack(GUEST_STACK)
        .async_stack_size(CALL_STACK)
        .wasm_memory64(false);
    let engine = Engine::new(&config)?;
    let weak = engine.weak();
    // A plain thread: on a runtime's timer, guests could delay the very tick that stops them.
    thread::Builder::new().name("plugin-epoch".into()).spawn(move || {
        while let Some(engine) = weak.upgrade() {
            engine.increment_epoch();
            drop(engine);
            thread::sleep(TICK);
        }
    })?;
    Ok(engine)
}

/// The threads that compile, apart from those that rayon shares with others: half of the processors, so that the server
/// has the rest while a large plugin is compiled.
///
/// # Errors
/// No thread can be started.
pub(super) fn compilers() -> Result<ThreadPool, ThreadPoolBuildError> {
    let half = thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2));
    ThreadPoolBuilder::new()
        .num_threads(half)
        .thread_name(|n| format!("plugin-compile-{n}"))
        .start_handler(|_| step_back())
        .build()
}

/// Lets the server's own threads go first where processors are scarce. On Linux a thread has a priority of its own; on
/// other systems the whole process would step back.
fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICE) {
        tracing::warn!(%error, "plugins run at the server's own priority");
    }
}

/// The runtime of guests, apart from the server's: a guest that spins delays other guests only.
pub(super) struct GuestRuntime(Option<Runtime>);

impl GuestRuntime {
    /// Starts `threads` threads.
    pub(super) fn new(threads: usize) -> std::io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(threads.max(1))
            .thread_name("plugin")
            // A guest that spins holds its thread for a whole tick. With the default intervals, timers, network
            // answers and new calls would wait for dozens of such ticks.
            .event_interval(1)
            .global_queue_interval(1)
            .on_thread_start(step_back)
            .enable_all()
            .build()?;
        Ok(Self(Some(runtime)))
    }

    /// Runs a call.
    pub(super) fn spawn<F>(&self, call: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send + 'static> + Send + 'static,
    {
        self.handle().spawn(call)
    }

    /// Runs blocking work, such as compiling.
    pub(super) fn spawn_blocking<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        self.handle().spawn_blocking(work)
    }

    fn handle(&self) -> Handle {
        // Only `drop` takes the runtime.
        self.0.as_ref().map_or_else(Handle::current, |runtime| runtime.handle().clone())
    }
}

impl Drop for GuestRuntime {
    /// Does not wait: a runtime must not be dropped on another runtime's thread.
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
