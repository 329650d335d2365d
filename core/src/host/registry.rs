//! Which plugin is in which slot.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Weak};

use arc_swap::ArcSwap;

use super::lock::lock;
use super::plugin::Plugin;

/// A slot's versions.
#[derive(Clone)]
struct Slot {
    current: Arc<Plugin>,
    previous: Option<Arc<Plugin>>,
}

/// Slots by name. Reading takes no lock; a call in flight keeps the version it started with.
#[derive(Default)]
pub(super) struct Registry {
    slots: ArcSwap<BTreeMap<String, Slot>>,
    /// Every version that somebody still holds, by digest: a batch goes on with the version it
    /// started with, also after that has left its slot.
    loaded: Mutex<BTreeMap<String, Weak<Plugin>>>,
}

impl Registry {
    /// The active version of a slot.
    pub(super) fn active(&self, slot: &str) -> Option<Arc<Plugin>> {
        self.slots.load().get(slot).map(|slot| Arc::clone(&slot.current))
    }

    /// A version by digest, in a slot or held by somebody.
    pub(super) fn by_digest(&self, digest: &str) -> Option<Arc<Plugin>> {
        lock(&self.loaded).get(digest)?.upgrade()
    }

    /// Every slot with its active version.
    pub(super) fn all(&self) -> Vec<(String, Arc<Plugin>)> {
        self.slots.load().iter().map(|(name, slot)| (name.clone(), Arc::clone(&slot.current))).collect()
    }

    /// Puts a version into a slot and keeps the one before. The same version again changes nothing.
    pub(super) fn activate(&self, slot: &str, plugin: &Arc<Plugin>) {
        {
            let mut loaded = lock(&self.loaded);
            loaded.retain(|_, held| held.strong_count() > 0);
            loaded.insert(plugin.info.digest.clone(), Arc::downgrade(plugin));
        }
        self.slots.rcu(|slots| {
            let mut slots = BTreeMap::clone(slots);
            let before = slots.get(slot);
            let previous = match before {
                Some(before) if before.current.info.digest == plugin.info.digest => before.previous.clone(),
                Some(before) => Some(Arc::clone(&before.current)),
                None => None,
            };
            let current = Arc::clone(plugin);
            slots.insert(slot.to_owned(), Slot { current, previous });
            slots
        });
    }

    /// Exchanges a slot's active version with the one before. None: there is none before.
    pub(super) fn rollback(&self, slot: &str) -> Option<Arc<Plugin>> {
        let mut active = None;
        self.slots.rcu(|slots| {
            let mut slots = BTreeMap::clone(slots);
            active = None;
            if let Some(slot) = slots.get_mut(slot)
                && let Some(previous) = slot.previous.take()
            {
                slot.previous = Some(std::mem::replace(&mut slot.current, Arc::clone(&previous)));
                active = Some(previous);
            }
            slots
        });
        active
    }

    /// Empties a slot. Calls in flight finish.
    pub(super) fn deactivate(&self, slot: &str) -> Option<Arc<Plugin>> {
        let before = self.slots.rcu(|slots| {
            let mut slots = BTreeMap::clone(slots);
            slots.remove(slot);
            slots
        });
        before.get(slot).map(|slot| Arc::clone(&slot.current))
    }
}
