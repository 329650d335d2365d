//! The guests' cache: bounded, short-lived, and allowed to drop entries. Each (plugin version, study) has a shelf of
//! its own, so that no data leaks from one study to another.

use std::collections::HashMap;
use std::sync::Mutex;

use super::lock::lock;

/// The most bytes of one shelf, keys included.
const SHELF_BYTES: usize = 1 << 20;
/// The most entries of one shelf.
const SHELF_ENTRIES: usize = 256;
/// The most shelves. Beyond it, the least recently used one is dropped.
const SHELVES: usize = 128;
/// The longest key, in bytes.
const MAX_KEY: usize = 256;
/// The longest time to live, in seconds.
const MAX_TTL_S: u32 = 24 * 60 * 60;

/// The owner of a shelf: the plugin's digest, and the study's id with the scope of the plugin's settings.
pub(super) type Owner = (String, String);

#[derive(Debug)]
struct Entry {
    value: Vec<u8>,
    expires: u64,
}

#[derive(Debug, Default)]
struct Shelf {
    entries: HashMap<String, Entry>,
    bytes: usize,
    used: u64,
}

impl Shelf {
    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= key.len() + entry.value.len();
        }
    }

    fn drop_expired(&mut self, now: u64) {
        self.entries.retain(|key, entry| {
            let keep = entry.expires > now;
            if !keep {
                self.bytes -= key.len() + entry.value.len();
            }
            keep
        });
    }

    /// Makes room for `size` bytes; the entries that expire first are dropped first.
    fn make_room(&mut self, size: usize, now: u64) {
        let full = |shelf: &Self| shelf.bytes + size > SHELF_BYTES || shelf.entries.len() >= SHELF_ENTRIES;
        if full(self) {
            self.drop_expired(now);
        }
        while full(self) {
            let first = self.entries.iter().min_by_key(|(_, entry)| entry.expires).map(|(key, _)| key.clone());
            match first {
                Some(key) => self.remove(&key),
                None => return,
            }
        }
    }
}

/// All shelves, and a counter of uses that orders them by recent use.
#[derive(Debug, Default)]
pub(super) struct LossyCache {
    shelves: Mutex<(u64, HashMap<Owner, Shelf>)>,
}

impl LossyCache {
    /// The value under `key`, unless it has expired or been dropped.
    pub(super) fn get(&self, owner: &Owner, key: &str, now: u64) -> Option<Vec<u8>> {
        let mut guard = lock(&self.shelves);
        let (uses, shelves) = &mut *guard;
        *uses += 1;
        let mine = shelves.get_mut(owner)?;
        mine.used = *uses;
        let entry = mine.entries.get(key)?;
        (entry.expires > now).then(|| entry.value.clone())
    }

    /// Stores `value` for at most `ttl_s` seconds. False if it is too large, or the time is zero.
    pub(super) fn put(&self, owner: &Owner, key: String, value: Vec<u8>, ttl_s: u32, now: u64) -> bool {
        let size = key.len() + value.len();
        if key.len() > MAX_KEY || size > SHELF_BYTES / 4 || ttl_s == 0 {
            return false;
        }
        let mut guard = lock(&self.shelves);
        let (uses, shelves) = &mut *guard;
        *uses += 1;
        if !shelves.contains_key(owner) && shelves.len() >= SHELVES {
            let oldest = shelves.iter().min_by_key(|(_, shelf)| shelf.used);
            if let Some(oldest) = oldest.map(|(owner, _)| owner.clone()) {
                shelves.remove(&oldest);
            }
        }
        let mine = shelves.entry(owner.clone()).or_default();
        mine.used = *uses;
        mine.remove(&key);
        mine.make_room(size, now);
        mine.bytes += size;
        let expires = now.saturating_add(u64::from(ttl_s.min(MAX_TTL_S)) * 1000);
        mine.entries.insert(key, Entry { value, expires });
        true
    }
}
