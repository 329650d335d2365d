//! `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.

use chrono::DateTime;
use http::{HeaderMap, header};

/// The wait if the server gives no time.
const UNSAID_MS: u32 = 1_000;
/// The longest wait that is accepted.
const MAX_MS: u32 = 60 * 60 * 1000;

/// The milliseconds to wait, counted from `now` in Unix milliseconds.
pub(super) fn retry_after_ms(headers: &HeaderMap, now: u64) -> u32 {
    let said = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::trim);
    let Some(said) = said else { return UNSAID_MS };
    let ms = if let Ok(seconds) = said.parse::<u64>() {
        seconds.saturating_mul(1000)
    } else if let Ok(date) = DateTime::parse_from_rfc2822(said) {
        u64::try_from(date.timestamp_millis()).map_or(0, |at| at.saturating_sub(now))
    } else {
        UNSAID_MS.into()
    };
    u32::try_from(ms).unwrap_or(MAX_MS).min(MAX_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(value: &str) -> u32 {
        let mut headers = HeaderMap::new();
        headers.insert(header::RETRY_AFTER, value.parse().unwrap());
        retry_after_ms(&headers, 784_111_777_000) // Sun, 06 Nov 1994 08:49:37 GMT
    }

    #[test]
    fn reads_both_forms_and_believes_no_nonsense() {
        assert_eq!(wait("7"), 7_000);
        assert_eq!(wait("Sun, 06 Nov 1994 08:50:07 GMT"), 30_000);
        assert_eq!(wait("Sun, 06 Nov 1994 08:00:00 GMT"), 0);
        assert_eq!(wait("99999999999999999999"), UNSAID_MS);
        assert_eq!(wait("999999999"), MAX_MS);
        assert_eq!(wait("soon"), UNSAID_MS);
        assert_eq!(retry_after_ms(&HeaderMap::new(), 0), UNSAID_MS);
    }
}
