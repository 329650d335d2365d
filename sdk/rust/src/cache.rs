//! The host's cache, one for each plugin and study. Lossy: what was put may be gone at any time.

use crate::host;

/// What was put under a key, if it is still there.
pub fn get(key: &str) -> Option<Vec<u8>> {
    host::cache_get(key)
}

/// Keeps a value for at most `ttl_s` seconds. Answers whether the host took it.
pub fn put(key: &str, value: &[u8], ttl_s: u32) -> bool {
    host::cache_put(key, value, ttl_s)
}
