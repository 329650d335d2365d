//! The reverse proxies that are trusted to tell where a request comes from.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The networks of the reverse proxies in front of the server; by default none.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Arc<[IpNet]>);

impl From<Vec<IpNet>> for Proxies {
    fn from(nets: Vec<IpNet>) -> Self {
        Self(nets.into())
    }
}

impl Proxies {
    /// Whether a peer is one of these proxies.
    #[must_use]
    pub fn are_ours(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.0.iter().any(|net| net.contains(&peer))
    }

    /// The caller's address: the peer's own, unless the peer is one of these proxies. Then `X-Forwarded-For` is read
    /// from its end, back to the first address that is not one of these proxies. The entries before that one come
    /// from the caller, who can write anything.
    #[must_use]
    pub fn caller(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut caller = peer.to_canonical();
        let lines = headers.get_all(FORWARDED_FOR).iter().rev();
        let mut said =
            lines.flat_map(|line| line.to_str().unwrap_or("?").rsplit(',')).map(|entry| address(entry.trim()));
        while self.are_ours(caller) {
            // Where the entry is missing or cannot be parsed, the last known proxy is the caller.
            let Some(Some(before)) = said.next() else { break };
            caller = before;
        }
        caller
    }
}

/// An address as proxies write it: alone, or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = || text.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare().or_else(with_port).map(|ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    fn caller(trusted: &[&str], peer: &str, lines: &[&str]) -> String {
        let nets: Vec<IpNet> = trusted.iter().map(|net| net.parse().unwrap()).collect();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_str(line).unwrap());
        }
        Proxies::from(nets).caller(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_a_proxy_of_ours_is_believed() {
        let ours = ["10.0.0.0/8", "fd00::/8"];
        for (trusted, peer, lines, want) in [
            (&[][..], "192.0.2.7", &["203.0.113.9"][..], "192.0.2.7"),
            (&ours, "192.0.2.7", &["203.0.113.9"], "192.0.2.7"),
            (&ours, "10.1.2.3", &[], "10.1.2.3"),
            (&ours, "10.1.2.3", &["203.0.113.9"], "203.0.113.9"),
            (&ours, "::ffff:10.1.2.3", &["203.0.113.9"], "203.0.113.9"),
            // The caller wrote the first entry, our proxy the second.
            (&ours, "10.1.2.3", &["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
            (&ours, "10.1.2.3", &["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
            (&ours, "10.1.2.3", &["203.0.113.9, 10.9.9.9,10.8.8.8"], "203.0.113.9"),
            (&ours, "10.1.2.3", &["10.9.9.9"], "10.9.9.9"),
            (&ours, "fd00::1", &["[2001:db8::5]:4711"], "2001:db8::5"),
            (&ours, "10.1.2.3", &["203.0.113.9:4711"], "203.0.113.9"),
            (&ours, "10.1.2.3", &["203.0.113.9, unknown"], "10.1.2.3"),
            (&ours, "10.1.2.3", &["203.0.113.9, "], "10.1.2.3"),
            (&ours, "10.1.2.3", &["127.0.0.1"], "127.0.0.1"),
        ] {
            assert_eq!(caller(trusted, peer, lines), want, "{peer} {lines:?}");
        }
    }

    proptest! {
        /// The proxy's entry decides, for any entries that the caller writes.
        #[test]
        fn nobody_talks_themselves_elsewhere(said in "[ -~]{0,80}") {
            let line = format!("{said}, 203.0.113.9");
            prop_assert_eq!(caller(&["10.0.0.0/8"], "10.1.2.3", &[&line]), "203.0.113.9");
            prop_assert_eq!(caller(&[], "192.0.2.7", &[&said]), "192.0.2.7");
        }
    }
}
