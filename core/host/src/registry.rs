//! The plugins in the slots.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Weak};

use arc_swap::ArcSwap;

use super::lock::lock;
use super::plugin::Plugin;

/// The versions in a slot.
#[derive(Clone)]
struct Slot {
    current: Arc<Plugin>,
    previous: Option<Arc<Plugin>>,
}

/// The slots by name. Reading takes no lock; a running call keeps the version that it started with.
#[derive(Default)]
pub(super) struct Registry {
    slots: ArcSwap<BTreeMap<String, Slot>>,
    /// Every version that is still held, by digest: a batch continues with the version that it started with, even
    /// after that has left its slot.
    loaded: Mutex<BTreeMap<String, Weak<Plugin>>>,
}

impl Registry {
    /// The active version of a slot.
    pub(super) fn active(&self, slot: &str) -> Option<Arc<Plugin>> {
        self.slots.load().get(slot).map(|slot| Arc::clone(&slot.current))
    }

    /// A version by digest, in a slot or otherwise held.
    pub(super) fn by_digest(&self, digest: &str) -> Option<Arc<Plugin>> {
        lock(&self.loaded).get(digest)?.upgrade()
    }

    /// Every slot with its active version.
    pub(super) fn all(&self) -> Vec<(String, Arc<Plugin>)> {
        self.slots.load().iter().map(|(name, slot)| (name.clone(), Arc::clone(&slot.current))).collect()
    }

    /// Puts a version into a slot and keeps the one before. Activating the same version again changes nothing.
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

    /// Swaps a slot's active version with the one before; none if there is none before.
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

    /// Empties a slot. Running calls finish.
    pub(super) fn deactivate(&self, slot: &str) -> Option<Arc<Plugin>> {
        let before = self.slots.rcu(|slots| {
            let mut slots = BTreeMap::clone(slots);
            slots.remove(slot);
            slots
        });
        before.get(slot).map(|slot| Arc::clone(&slot.current))
    }
}
