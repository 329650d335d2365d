//! Compares `htu` with the address of the endpoint (RFC 9449, section 4.3, point 9).

use url::Url;

/// Whether both name the same resource: query and fragment are ignored, and the spelling is normalised as in RFC
/// 3986, sections 6.2.2 and 6.2.3 (case of scheme and host, default port, dot segments, needless percent-encoding).
pub fn same(htu: &str, endpoint: &str) -> bool {
    match (normal(htu), normal(endpoint)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

fn normal(text: &str) -> Option<String> {
    // `Url` tolerates text that is no URI: white space around it, backslashes.
    if !text.bytes().all(|b| b.is_ascii_graphic() && b != b'\\') {
        return None;
    }
    let url = Url::parse(text).ok()?;
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    Some(format!("{}{}", url.origin().ascii_serialization(), unreserved_decoded(url.path())))
}

/// The path with unreserved characters decoded and the other escapes in capitals (RFC 3986, section 6.2.2).
fn unreserved_decoded(path: &str) -> String {
    let mut normal = String::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('%') {
        normal.push_str(before);
        let code = after.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        rest = match code {
            Some(code) if code.is_ascii_alphanumeric() || b"-._~".contains(&code) => {
                normal.push(char::from(code));
                &after[2..]
            }
            Some(_) => {
                normal.push('%');
                normal.push_str(&after[..2].to_ascii_uppercase());
                &after[2..]
            }
            None => {
                normal.push('%');
                after
            }
        };
    }
    normal.push_str(rest);
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_does_not_count_and_everything_else_does() {
        let endpoint = "https://id.example.org/oauth2/token";
        for htu in [
            endpoint,
            "HTTPS://ID.EXAMPLE.ORG/oauth2/token",
            "https://id.example.org:443/oauth2/token",
            "https://id.example.org/oauth2/token?a=b#c",
            "https://id.example.org/x/../oauth2/./token",
            "https://id.example.org/%6Fauth2/token",
        ] {
            assert!(same(htu, endpoint), "{htu}");
        }
        for htu in [
            "http://id.example.org/oauth2/token",
            "https://id.example.org:8443/oauth2/token",
            "https://id.example.org/oauth2/Token",
            "https://id.example.org/oauth2/token/",
            "https://id.example.org/oauth2%2Ftoken",
            "https://id.example.org.evil.example/oauth2/token",
            "https://id.example.org@evil.example/oauth2/token",
            "https://user@id.example.org/oauth2/token",
            "https:\\\\id.example.org\\oauth2\\token",
            " https://id.example.org/oauth2/token",
            "/oauth2/token",
            "",
            "urn:x",
        ] {
            assert!(!same(htu, endpoint), "{htu}");
        }
        assert!(same("https://a.example/%2f%7e%zz", "https://a.example/%2F~%zz"));
    }
}
