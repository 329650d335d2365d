//! Redirect addresses: the rules for registration, and the comparison with registered ones.

use url::{Host, Url};

/// Longest address accepted, in octets.
const MAX: usize = 2000;

/// The reason why an address cannot be registered, for the operator; `None` when it can.
///
/// Absolute, without fragment and user information (RFC 6749, section 3.1.2; RFC 9700, section 4.1), https,
/// or http on loopback, or a private-use scheme with a dot in it (RFC 8252, section 7.1).
#[must_use]
pub fn registrable(text: &str) -> Option<&'static str> {
    let url = match absolute(text) {
        Ok(url) => url,
        Err(why) => return Some(why),
    };
    match url.scheme() {
        _ if text.contains('#') => Some(FRAGMENT),
        _ if text.contains('@') => Some("must not hold user information"),
        "https" => None,
        "http" if is_loopback(&url) => None,
        "http" => Some("must be https, or http on loopback"),
        scheme if scheme.contains('.') => None,
        _ => Some("must be https, http on loopback, or a private-use scheme such as com.example.app"),
    }
}

/// The further rules for the kind of client, for an address that is [`registrable`]: a website has no scheme of its
/// own, and nobody can prove https on the person's own device (OpenID Connect Dynamic Client Registration 1.0,
/// section 2; RFC 8252, section 7).
#[must_use]
pub fn fits(text: &str, native: bool) -> Option<&'static str> {
    let url = Url::parse(text).ok()?;
    match url.scheme() {
        "https" if native && is_loopback(&url) => Some("must be http on loopback for a native client"),
        "https" | "http" => None,
        _ if native => None,
        _ => Some("must be https, or http on loopback, for a web client"),
    }
}

/// The reason why this cannot be the address of an endpoint that the server calls, or sends the browser to: it must
/// be https, or http on loopback. A fragment is refused unless it is a hash that names the content (`fragment`).
#[must_use]
pub fn endpoint(text: &str, fragment: bool) -> Option<&'static str> {
    let url = match absolute(text) {
        Ok(url) => url,
        Err(why) => return Some(why),
    };
    match url.scheme() {
        _ if text.contains('#') && !fragment => Some(FRAGMENT),
        "https" => None,
        "http" if is_loopback(&url) => None,
        _ => Some("must be https, or http on loopback"),
    }
}

/// The reason why this cannot be the address of a page for people; the server never fetches those.
#[must_use]
pub fn page(text: &str) -> Option<&'static str> {
    match absolute(text) {
        Ok(url) if matches!(url.scheme(), "https" | "http") => None,
        Ok(_) => Some("must be a web address"),
        Err(why) => Some(why),
    }
}

/// The reason why this cannot name a resource (RFC 8707, section 2): it must be an absolute URI without a fragment.
#[must_use]
pub fn resource(text: &str) -> Option<&'static str> {
    if text.contains('#') { Some(FRAGMENT) } else { absolute(text).err() }
}

const FRAGMENT: &str = "must not have a fragment";

fn absolute(text: &str) -> Result<Url, &'static str> {
    if text.len() > MAX {
        return Err("is too long");
    }
    // A parser tolerates these, and then reads another address than a browser would go to.
    if !text.bytes().all(|b| b.is_ascii_graphic()) || text.contains('\\') {
        return Err("must consist of the characters of RFC 3986");
    }
    let url = Url::parse(text).map_err(|_| "must be an absolute address")?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("must not hold user information");
    }
    let web = matches!(url.scheme(), "http" | "https");
    if web && !text.get(url.scheme().len()..).is_some_and(|rest| rest.starts_with("://")) {
        return Err("must be an absolute address");
    }
    Ok(url)
}

/// Whether scheme, host and port are the same.
#[must_use]
pub fn same_origin(one: &str, other: &str) -> bool {
    match (Url::parse(one), Url::parse(other)) {
        (Ok(one), Ok(other)) => one.origin().is_tuple() && one.origin() == other.origin(),
        _ => false,
    }
}

/// Scheme, host and port of a web address, as written before the path.
#[must_use]
pub fn origin(text: &str) -> Option<String> {
    let origin = Url::parse(text).ok()?.origin();
    origin.is_tuple().then(|| origin.ascii_serialization())
}

/// The host of an address, in its canonical form; `None` where it has none.
#[must_use]
pub fn host(text: &str) -> Option<String> {
    Url::parse(text).ok()?.host_str().filter(|host| !host.is_empty()).map(str::to_owned)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

/// Whether a requested address equals this registered one, character for character (RFC 9700, section 2.1). For
/// native clients the port of a loopback IP literal may differ, as the operating system assigns it (RFC 8252, section
/// 7.3). Nothing is parsed or normalised, so this cannot disagree with a browser.
#[must_use]
pub fn matches(registered: &str, requested: &str, native: bool) -> bool {
    if registered == requested {
        return true;
    }
    native
        && ["http://127.0.0.1", "http://[::1]"].into_iter().any(|origin| {
            let rest = |address| after_port(str::strip_prefix(address, origin)?);
            matches!((rest(registered), rest(requested)), (Some(a), Some(b)) if a == b)
        })
}

/// The text after an optional port; `None` unless it is empty, a path or a query.
fn after_port(text: &str) -> Option<&str> {
    let rest = match text.strip_prefix(':') {
        None => text,
        Some(port) => {
            let digits = port.bytes().take_while(u8::is_ascii_digit).count();
            port[..digits].parse::<u16>().ok()?;
            &port[digits..]
        }
    };
    (rest.is_empty() || rest.starts_with(['/', '?'])).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_may_be_registered() {
        for good in [
            "https://edc.example.org/callback",
            "https://edc.example.org:8443/callback?tenant=1",
            "http://127.0.0.1:9001/callback",
            "http://[::1]/callback",
            "http://localhost:3000/cb",
            "com.example.app:/callback",
        ] {
            assert_eq!(registrable(good), None, "{good}");
        }
        for bad in [
            "",
            "/callback",
            "//edc.example.org/callback",
            "https:edc.example.org",
            "https:/edc.example.org",
            "http://edc.example.org/callback",
            "http://127.0.0.1.example.org/callback",
            "http://localhost.example.org/",
            "https://edc.example.org/callback#x",
            "https://edc.example.org/callback#",
            "https://user@edc.example.org/",
            "https://user:pass@edc.example.org/",
            "https://edc.example.org\\@evil.example/",
            "https://edc.example.org/ callback",
            "https://edc.example.org/\ncallback",
            "https://",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "https://例.example/cb",
        ] {
            assert!(registrable(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn only_native_clients_choose_the_port_of_a_loopback_literal() {
        let registered = "http://127.0.0.1/callback";
        assert!(matches(registered, "http://127.0.0.1:51004/callback", true));
        assert!(matches("http://[::1]:1/cb", "http://[::1]:51004/cb", true));
        assert!(matches("http://127.0.0.1:1", "http://127.0.0.1:2", true));
        for other in [
            "http://127.0.0.1:51004/callback/",
            "http://127.0.0.1:51004/Callback",
            "http://127.0.0.1:51004@evil.example/callback",
            "http://127.0.0.1.evil.example/callback",
            "http://127.0.0.1:/callback",
            "http://127.0.0.1:99999/callback",
            "http://127.0.0.1:5x/callback",
            "http://127.0.0.2:51004/callback",
            "http://localhost:51004/callback",
            "https://127.0.0.1:51004/callback",
            "http://[::1]:51004/callback",
        ] {
            assert!(!matches(registered, other, true), "{other}");
        }
        assert!(!matches(registered, "http://127.0.0.1:51004/callback", false));
        assert!(!matches("http://localhost/cb", "http://localhost:51004/cb", true));
        assert!(!matches("https://edc.example.org/cb", "https://edc.example.org:8443/cb", true));
    }

    #[test]
    fn a_website_has_no_scheme_of_its_own_and_a_device_proves_no_https() {
        for (address, web, native) in [
            ("https://edc.example.org/cb", true, true),
            ("http://localhost:3000/cb", true, true),
            ("com.example.app:/cb", false, true),
            ("https://localhost/cb", true, false),
            ("https://127.0.0.1/cb", true, false),
        ] {
            assert_eq!((fits(address, false).is_none(), fits(address, true).is_none()), (web, native), "{address}");
        }
    }

    #[test]
    fn endpoints_pages_and_resources() {
        for (address, is_endpoint, is_page, is_resource) in [
            ("https://a.example/x?y=1", true, true, true),
            ("http://localhost:1/x", true, true, true),
            ("http://a.example/", false, true, true),
            ("https://a.example/@somebody", true, true, true),
            ("https://a.example/#x", false, true, false),
            ("urn:example:api", false, false, true),
            ("com.example.app:/x", false, false, true),
            ("https://u@a.example/", false, false, false),
            ("https:a.example", false, false, false),
            ("https://a.example\\b", false, false, false),
            ("/x", false, false, false),
            ("", false, false, false),
        ] {
            assert_eq!(endpoint(address, false).is_none(), is_endpoint, "{address}");
            assert_eq!(page(address).is_none(), is_page, "{address}");
            assert_eq!(resource(address).is_none(), is_resource, "{address}");
        }
        assert_eq!(endpoint("https://a.example/r#hash", true), None);
        assert!(same_origin("https://a.example/x", "https://A.example:443/y"));
        for other in ["http://a.example/", "https://a.example:444/", "https://b.example/", "com.example:/"] {
            assert!(!same_origin("https://a.example/", other), "{other}");
        }
        assert!(!same_origin("com.example:/", "com.example:/"), "no origin is like no other");
    }

    proptest! {
        #[test]
        fn anything_else_than_the_address_itself_is_refused(other in "\\PC{0,40}") {
            let registered = "https://edc.example.org/callback";
            prop_assert_eq!(matches(registered, &other, true), other == registered);
            let longer = format!("{registered}{other}");
            prop_assert_eq!(matches(registered, &longer, true), other.is_empty());
        }
    }
}
