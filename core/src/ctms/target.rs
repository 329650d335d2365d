//! The address of a call: below the configured address, and nowhere else.

use url::Url;
use url::form_urlencoded::{Serializer, parse};

use crate::kernel::error::{Error, Text};

/// Most characters of a path, and of a query.
const MOST: usize = 2000;
/// Most segments of a path.
const PARTS: usize = 16;

/// The address of a call: `base`, the segments of `path`, and the pairs of `query`.
///
/// A path is split and built again: its segments have unreserved characters of RFC 3986 only, so it has no `..`, no
/// double slash, no percent-encoding, no scheme and no host. A query is parsed and written again. Errors: a path or
/// query that does not fit this.
pub fn below(base: &Url, path: &str, query: Option<&str>) -> Result<Url, Error> {
    let parts: Vec<&str> = path.split('/').collect();
    if path.len() > MOST || parts.len() > PARTS || !parts.iter().all(|part| is_plain(part)) {
        return Err(Error::field("path", Text::new("接口路径不正确", "this is not a path of the interface")));
    }
    let wrong = || Error::field("query", Text::new("查询参数不正确", "the query cannot be read"));
    let mut url = base.clone();
    url.path_segments_mut().map_err(|()| wrong())?.pop_if_empty().extend(parts);
    let query = query.unwrap_or_default();
    let pairs: Vec<_> = parse(query.as_bytes()).collect();
    let odd = |text: &str| text.chars().any(|c| c.is_control() || c == char::REPLACEMENT_CHARACTER);
    if query.len() > MOST || pairs.iter().any(|(name, value)| odd(name) || odd(value)) {
        return Err(wrong());
    }
    if !pairs.is_empty() {
        url.set_query(Some(&Serializer::new(String::new()).extend_pairs(pairs).finish()));
    }
    Ok(url)
}

/// Whether a segment has unreserved characters only, and not only dots.
fn is_plain(part: &str) -> bool {
    let unreserved = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~');
    !part.is_empty() && part.bytes().all(unreserved) && part.bytes().any(|b| b != b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(base: &str, path: &str, query: Option<&str>) -> Option<String> {
        below(&Url::parse(base).unwrap(), path, query).ok().map(String::from)
    }

    #[test]
    fn a_call_stays_below_the_base() {
        for base in ["https://ctms.example.org/api", "https://ctms.example.org/api/"] {
            assert_eq!(at(base, "login/info", None).as_deref(), Some("https://ctms.example.org/api/login/info"));
        }
        let root = at("https://ctms.example.org", "a.b/c~d-e_f", Some("q=%E5%BC%A0 x&r=1%2B1"));
        assert_eq!(root.as_deref(), Some("https://ctms.example.org/a.b/c~d-e_f?q=%E5%BC%A0+x&r=1%2B1"));
        for path in [
            "",
            "/",
            "a//b",
            "..",
            "a/../b",
            ".",
            "a/.",
            "%2e%2e",
            "a%2fb",
            "a\\b",
            "a;b",
            "a@b",
            "a:b",
            "//evil.example",
            "http://evil.example",
            "https:",
            "a?b",
            "a#b",
            "a b",
            "a\r\nHost: x",
            "a\0",
            "张",
            "...",
            "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17",
        ] {
            assert_eq!(at("https://ctms.example.org/api", path, None), None, "{path:?}");
        }
        let long = "a".repeat(MOST + 1);
        assert_eq!(at("https://ctms.example.org", &long, None), None);
        for query in ["a=%00", "a=%0D%0AX:y", "a=%FF", "%0a=b", long.as_str()] {
            assert_eq!(at("https://ctms.example.org", "a", Some(query)), None, "{query:.20}");
        }
    }
}
