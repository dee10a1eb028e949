//! Which IP addresses are public.
//!
//! Based on IANA's special-purpose registries (RFC 6890 and its updates), and the one metadata
//! server that a cloud has on a public address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Non-public networks, as (network, prefix length).
const NOT_PUBLIC_V4: [(Ipv4Addr, u32); 16] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Carrier-grade NAT, and a cloud's metadata server.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local, with most clouds' metadata servers.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    // Protocol assignments, and a cloud's metadata server.
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast, then reserved.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
    // Azure's host agent.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
];

/// Global unicast. Loopback, link-local, unique local, multicast, IPv4-mapped (`::ffff:0:0/96`) and
/// NAT64 (`64:ff9b::/96`, `64:ff9b:1::/48`) addresses are outside of it.
const PUBLIC_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Networks within it that are not public.
const NOT_PUBLIC_V6: [(Ipv6Addr, u32); 4] = [
    // Protocol assignments, including Teredo.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0x0db8, 0, 0, 0, 0, 0, 0), 32),
    // 6to4, which wraps an IPv4 address.
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether an address is public.
pub fn is_public_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let lies_in = |(network, prefix): (Ipv4Addr, u32)| {
                (address.to_bits() ^ network.to_bits()).leading_zeros() >= prefix
            };
            !NOT_PUBLIC_V4.into_iter().any(lies_in)
        }
        IpAddr::V6(address) => {
            let lies_in = |(network, prefix): (Ipv6Addr, u32)| {
                (address.to_bits() ^ network.to_bits()).leading_zeros() >= prefix
            };
            lies_in(PUBLIC_V6) && !NOT_PUBLIC_V6.into_iter().any(lies_in)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_networks_and_metadata_servers_are_not_public() {
        let texts = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 \
            100.127.255.255 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 \
            192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 \
            203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 168.63.129.16 :: ::1 \
            ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808 \
            64:ff9b:1::1 100::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 2001::1 \
            2001:1ff:ffff::1 2001:db8::1 2002:7f00:1:: 3fff::1";
        for text in texts.split_whitespace() {
            assert!(!is_public_address(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn all_other_addresses_are_public() {
        let texts = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 \
            126.255.255.255 128.0.0.1 169.253.255.255 169.255.0.1 172.15.255.255 172.32.0.1 \
            192.0.1.1 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1 223.255.255.255 \
            168.63.129.17 2001:200::1 2606:4700::1111 2a00:1450::1 3ffe::1 2001:4860:4860::8888";
        for text in texts.split_whitespace() {
            assert!(is_public_address(text.parse().unwrap()), "{text}");
        }
    }
}
