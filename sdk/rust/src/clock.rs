//! The host's clock.

use crate::host;

/// Milliseconds since 1970-01-01T00:00:00Z, the same throughout a call, so that a replay of the
/// call is exact.
pub fn now_ms() -> u64 {
    host::now_ms()
}
