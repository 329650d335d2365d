//! Resolves a guest's path below an endpoint, to an address that cannot leave the endpoint.

use percent_encoding::percent_decode_str;
use url::Url;

/// The longest path and the longest whole address, in bytes.
const MAX_PATH: usize = 2048;
const MAX_ADDRESS: usize = 8192;
/// The layers of percent-encoding that are decoded. A path with more is refused.
const MAX_LAYERS: usize = 4;

/// The address of `path` below `base`.
///
/// # Errors
/// The reason why the path is refused, for the guest.
pub(super) fn resolve(base: &Url, path: &str, query: &[(String, String)]) -> Result<Url, &'static str> {
    check_path(path)?;
    let relative = path.strip_prefix('/').unwrap_or(path);
    let root = base.path().trim_end_matches('/').to_owned() + "/";
    let mut url = base.clone();
    url.set_fragment(None);
    url.set_path(&format!("{root}{relative}"));
    {
        let mut pairs = url.query_pairs_mut();
        pairs.extend_pairs(query);
    }
    if url.query() == Some("") {
        url.set_query(None);
    }
    // The checks above should make this impossible. Security rests on it, so it is also checked on the address that
    // will be dialled.
    let same_place = url.origin() == base.origin()
        && url.path().starts_with(&root)
        && url.username().is_empty()
        && url.password().is_none();
    if !same_place {
        return Err("the path leaves its endpoint");
    }
    if url.as_str().len() > MAX_ADDRESS {
        return Err("the address is too long");
    }
    Ok(url)
}

/// Refuses a path that an intermediary or the trial system might resolve to another place: written plainly, or behind
/// percent-encodings.
fn check_path(path: &str) -> Result<(), &'static str> {
    if path.len() > MAX_PATH {
        return Err("the path is too long");
    }
    if !path.bytes().all(is_path_byte) {
        return Err("the path has a character that must be percent-encoded");
    }
    let mut seen = path.to_owned();
    for _ in 0..MAX_LAYERS {
        check_decoded(&seen)?;
        let decoded = percent_decode_str(&seen).decode_utf8().map_err(|_| "the path is not UTF-8")?.into_owned();
        if decoded == seen {
            return Ok(());
        }
        seen = decoded;
    }
    Err("the path is percent-encoded too often")
}

fn check_decoded(path: &str) -> Result<(), &'static str> {
    if path.contains("//") || path.contains('\\') {
        return Err("the path has an empty segment or a backslash");
    }
    if path.split('/').any(|segment| matches!(segment, "." | "..")) || path.contains("..") {
        return Err("the path climbs");
    }
    if path.contains(['@', '?', '#']) || path.chars().any(char::is_control) {
        return Err("the path has a forbidden character");
    }
    Ok(())
}

/// `pchar` and `/` of RFC 3986, section 3.3. A later check refuses `@`.
const fn is_path_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'/' | b'%'
                | b'-'
                | b'.'
                | b'_'
                | b'~'
                | b'!'
                | b'$'
                | b'&'
                | b'\''
                | b'('
                | b')'
                | b'*'
                | b'+'
                | b','
                | b';'
                | b'='
                | b':'
                | b'@'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Url {
        Url::parse("https://edc.example/api/v2").unwrap()
    }

    #[test]
    fn stays_below_the_endpoint() {
        let pairs = [("q".to_owned(), "a&b=1".to_owned())];
        for (path, want) in [
            ("roles", "https://edc.example/api/v2/roles?q=a%26b%3D1"),
            ("/a%20b/c", "https://edc.example/api/v2/a%20b/c?q=a%26b%3D1"),
            ("", "https://edc.example/api/v2/?q=a%26b%3D1"),
        ] {
            assert_eq!(resolve(&base(), path, &pairs).unwrap().as_str(), want);
        }
        assert_eq!(resolve(&base(), "roles", &[]).unwrap().as_str(), "https://edc.example/api/v2/roles");
    }

    #[test]
    fn refuses_every_trick() {
        for path in [
            "//evil.example/x",
            "/%2f%2fevil.example",
            "/%252f%252fevil.example",
            "a//b",
            "../admin",
            "a/../../admin",
            "a/%2e%2e/admin",
            "a/%2E%2e%2fadmin",
            "a/%252e%252e/admin",
            "a/.%2e/admin",
            "./x",
            "a\\b",
            "a%5cb",
            "@evil.example",
            "%40evil.example",
            "a?b=1",
            "a%3fb",
            "a#b",
            "a\nb",
            "a%0d%0aHost:%20x",
            "a%00",
            "a b",
            "ä",
            "%ff",
            "%25252525252e",
        ] {
            assert!(resolve(&base(), path, &[]).is_err(), "{path}");
        }
    }

    proptest::proptest! {
        #[test]
        fn whatever_passes_keeps_origin_and_root(path in "[a-zA-Z0-9/%.:@~\\\\ _-]{0,40}") {
            if let Ok(url) = resolve(&base(), &path, &[]) {
                proptest::prop_assert_eq!(url.origin(), base().origin());
                proptest::prop_assert!(url.path().starts_with("/api/v2/"));
                proptest::prop_assert!(!url.path().contains(".."));
            }
        }
    }
}
