//! The host's cache, one for each plugin and study. Lossy: an entry may disappear at any time.

use crate::host;

/// The value of a key, if it is still cached.
pub fn get(key: &str) -> Option<Vec<u8>> {
    host::cache_get(key)
}

/// Caches a value for at most `ttl_s` seconds. Returns whether the host accepted it.
pub fn put(key: &str, value: &[u8], ttl_s: u32) -> bool {
    host::cache_put(key, value, ttl_s)
}
