//! Tells public Internet addresses from special ones, after the IANA special-purpose address registries (RFC 6890)
//! and the clouds' metadata services.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 blocks without public services: (first address, prefix length).
const SPECIAL_V4: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::UNSPECIFIED, 8),            // this network (RFC 791)
    (Ipv4Addr::new(10, 0, 0, 0), 8),       // private (RFC 1918)
    (Ipv4Addr::new(100, 64, 0, 0), 10),    // carrier-grade NAT (RFC 6598)
    (Ipv4Addr::new(127, 0, 0, 0), 8),      // loopback
    (Ipv4Addr::new(168, 63, 129, 16), 32), // a cloud's wire server, on a public address
    (Ipv4Addr::new(169, 254, 0, 0), 16),   // link-local and metadata (RFC 3927)
    (Ipv4Addr::new(172, 16, 0, 0), 12),    // private (RFC 1918)
    (Ipv4Addr::new(192, 0, 0, 0), 24),     // protocol assignments (RFC 6890)
    (Ipv4Addr::new(192, 0, 2, 0), 24),     // documentation (RFC 5737)
    (Ipv4Addr::new(192, 88, 99, 0), 24),   // 6to4 relay (RFC 7526)
    (Ipv4Addr::new(192, 168, 0, 0), 16),   // private (RFC 1918)
    (Ipv4Addr::new(198, 18, 0, 0), 15),    // benchmarking (RFC 2544)
    (Ipv4Addr::new(198, 51, 100, 0), 24),  // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),   // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),      // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),      // reserved and broadcast
];

/// The only IPv6 block in global use (RFC 4291). Loopback, v4-mapped, NAT64, unique local, link-local
/// and multicast addresses all lie outside of it.
const GLOBAL_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Blocks within [`GLOBAL_V6`] that are not for public services, or that embed an IPv4 address.
const SPECIAL_V6: &[(Ipv6Addr, u32)] = &[
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments, Teredo
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4 (RFC 3056)
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation (RFC 9637)
];

/// Whether `address` is a public unicast address.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !SPECIAL_V4.iter().any(|block| within_v4(v4, *block)),
        IpAddr::V6(v6) => within_v6(v6, GLOBAL_V6) && !SPECIAL_V6.iter().any(|block| within_v6(v6, *block)),
    }
}

fn within_v4(address: Ipv4Addr, (first, prefix): (Ipv4Addr, u32)) -> bool {
    (address.to_bits() ^ first.to_bits()) >> (32 - prefix) == 0
}

fn within_v6(address: Ipv6Addr, (first, prefix): (Ipv6Addr, u32)) -> bool {
    (address.to_bits() ^ first.to_bits()) >> (128 - prefix) == 0
}
