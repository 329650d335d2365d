//! The host against guests that misbehave. The tests check outcomes and the counters of budgets, never the time that
//! a test takes.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use super::{configured::Sent, model::*, *};
use cardea_outbound::Outbound;

mod adversarial;
mod calls;
mod configured;
mod downstream;
mod foreign;
mod golden;
mod loading;
mod requests;
mod rules;
mod shipped;

use cardea_guests::{self as guest, Guest};

/// A host of its own for a test, and its clock.
struct World {
    host: PluginHost,
    now: Arc<AtomicU64>,
}

/// Budgets that suffice on any busy machine; a test that exhausts a budget sets it.
fn roomy() -> HostSettings {
    let budget = Budget { cpu_ticks: 6_000, wall: Duration::from_mins(2) };
    HostSettings {
        budgets: Budgets { panel: budget, options: budget, apply: budget, claims: budget },
        ..HostSettings::default()
    }
}

impl World {
    fn new() -> Self {
        Self::with(roomy())
    }

    fn with(settings: HostSettings) -> Self {
        Self::behind(settings, &Outbound::new(vec!["127.0.0.0/8".parse().unwrap()]))
    }

    fn behind(settings: HostSettings, outbound: &Outbound) -> Self {
        let now = Arc::new(AtomicU64::new(1_000_000));
        let clock = Arc::clone(&now);
        let host = PluginHost::new(settings, outbound, Arc::new(move || clock.load(Ordering::SeqCst)));
        Self { host: host.unwrap(), now }
    }

    /// Loads a guest and activates it in the slot of its id.
    async fn add(&self, guest: &Guest) -> PluginInfo {
        let loaded = self.host.load(guest.bundle(), trust()).await.unwrap();
        self.host.activate(guest.id, &loaded)
    }

    fn stats(&self, id: &str, phase: Phase) -> ExportStats {
        let mut stats = self.host.metrics();
        stats.remove(&(id.to_owned(), phase)).unwrap_or_default()
    }

    async fn options(&self, slot: &str) -> Result<Page, HostError> {
        let target = Target::Slot(slot);
        self.host.options(target, study(), Query::default()).await
    }

    async fn validate(&self, slot: &str, grants: Vec<Grant>) -> Result<Vec<Issue>, HostError> {
        self.host.validate(Target::Slot(slot), study(), grants).await
    }
}

fn trust() -> Trust {
    Trust { keys: TrustedKeys::from_iter([guest::key().public_key()]), ..Trust::default() }
}

fn study() -> CallContext {
    CallContext {
        request_id: "r1".into(),
        locale: Locale::En,
        study: Study { id: "study-1".into(), code: "ABC".into(), settings: vec![] },
        actor: "u0".into(),
        endpoints: Endpoints::default(),
        configured: Configured::default(),
    }
}

fn batch(items: u32) -> Batch {
    let item = |n| Item {
        item_id: format!("i{n}"),
        person: Person {
            id: format!("u{n}"),
            login: format!("login{n}"),
            email: format!("p{n}@example.org"),
            display_name: format!("Person {n}"),
        },
        before: vec![],
        after: vec![Grant::default()],
    };
    Batch { batch_id: "b1".into(), attempt: 1, items: (0..items).map(item).collect() }
}
