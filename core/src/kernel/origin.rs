//! The origin of a caller, for counting: a new address is cheap, a new network less so.

use std::net::IpAddr;

use super::request::Request;

/// A caller's address and its network.
///
/// For IPv4, the address itself and its /24. For IPv6, the /64, which is the least that one connection has (RFC
/// 6177), and the /48, which is what one customer may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The address, without the bits that its owner chooses freely.
    pub address: IpAddr,
    /// The first address of the network.
    pub network: IpAddr,
}

impl Origin {
    /// The origin of an address.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self { address: v4.into(), network: masked_v4(v4.to_bits()) },
            IpAddr::V6(v6) => {
                let cut = |bits: u32| IpAddr::V6((v6.to_bits() >> bits << bits).into());
                Self { address: cut(64), network: cut(80) }
            }
        }
    }

    /// The origin of a request; none for the server's own.
    #[must_use]
    pub fn of_request(request: &Request) -> Option<Self> {
        request.address.map(Self::of)
    }
}

fn masked_v4(bits: u32) -> IpAddr {
    IpAddr::V4((bits & 0xffff_ff00).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_shares_a_network_counts_together() {
        let of = |text: &str| {
            let Origin { address, network } = Origin::of(text.parse().unwrap());
            (address.to_string(), network.to_string())
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(of("192.0.2.77"), pair("192.0.2.77", "192.0.2.0"));
        assert_eq!(of("::ffff:192.0.2.77"), pair("192.0.2.77", "192.0.2.0"));
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), pair("2001:db8:1:2::", "2001:db8:1::"));
    }
}
