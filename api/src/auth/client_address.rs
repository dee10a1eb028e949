//! The client's IP address: that of the connection, or the one in `X-Forwarded-For` if the proxy is
//! trusted.

use poem::Addr;
use poem::http::HeaderMap;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// The address that attempts are counted for. IPv6 addresses are reduced to their /64 network,
/// which one client usually controls entirely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientAddress(String);

/// The proxies whose `X-Forwarded-For` header is trusted; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(ProxyTrust);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum ProxyTrust {
    #[default]
    NoProxies,
    /// This many proxies in front, each of which appends the address of its client.
    Hops(usize),
    /// The proxies with these addresses.
    Networks(Vec<Network>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Network {
    address: IpAddr,
    prefix_len: u8,
}

/// The setting is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "SPROUT_TRUSTED_PROXIES is \"{0}\": use the number of proxies in front (1 to 16), or their \
         addresses and networks, such as 127.0.0.1,10.0.0.0/8"
)]
pub struct TrustedProxiesError(String);

impl ClientAddress {
    fn from_ip(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self(v4.to_string()),
            IpAddr::V6(v6) => Self(format!(
                "{}/64",
                Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))
            )),
        }
    }

    pub(in crate::auth) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TrustedProxies {
    /// Whether connections from `peer` may be those of a proxy, which has many clients.
    pub fn may_be_proxy(&self, peer: IpAddr) -> bool {
        match &self.0 {
            ProxyTrust::NoProxies => false,
            ProxyTrust::Hops(_) => true,
            ProxyTrust::Networks(networks) => networks.iter().any(|network| network.contains(peer)),
        }
    }

    /// The client's address of a request that arrived from `peer`.
    pub fn client_address(&self, peer: &Addr, headers: &HeaderMap) -> ClientAddress {
        let Addr::SocketAddr(peer) = peer else {
            return self.resolve_client(None, headers);
        };
        self.resolve_client(Some(peer.ip().to_canonical()), headers)
    }

    fn resolve_client(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> ClientAddress {
        let named = match &self.0 {
            ProxyTrust::NoProxies => None,
            // Each proxy appends one entry. The entries before those were written by the client.
            ProxyTrust::Hops(hops) => forwarded_addresses(headers)
                .nth(hops.saturating_sub(1))
                .flatten(),
            ProxyTrust::Networks(networks) => {
                let trusted =
                    |address: IpAddr| networks.iter().any(|network| network.contains(address));
                let mut farthest = None;
                if peer.is_some_and(trusted) {
                    for address in forwarded_addresses(headers).map_while(|address| address) {
                        farthest = Some(address);
                        if !trusted(address) {
                            break;
                        }
                    }
                }
                farthest
            }
        };
        named.or(peer).map_or_else(
            || ClientAddress("unknown".to_owned()),
            ClientAddress::from_ip,
        )
    }
}

/// The addresses of `X-Forwarded-For`, last first; `None` for an invalid entry.
fn forwarded_addresses(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    let lines = headers
        .get_all("x-forwarded-for")
        .iter()
        .map(|line| line.to_str().unwrap_or("?"));
    let mut all: Vec<_> = lines
        .flat_map(|line| line.split(','))
        .map(|entry| parse_forwarded_address(entry.trim()))
        .collect();
    all.reverse();
    all.into_iter()
}

/// Parses an address, with or without a port.
fn parse_forwarded_address(text: &str) -> Option<IpAddr> {
    let plain = text.parse().ok().or_else(|| {
        text.parse::<std::net::SocketAddr>()
            .ok()
            .map(|with_port| with_port.ip())
    });
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    plain
        .or_else(bracketed)
        .map(|address| address.to_canonical())
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        let same = |ours: u128, theirs: u128, length: u32| {
            let rest = length.saturating_sub(u32::from(self.prefix_len));
            ours.checked_shr(rest).unwrap_or(0) == theirs.checked_shr(rest).unwrap_or(0)
        };
        match (self.address, address) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => {
                same(ours.to_bits().into(), theirs.to_bits().into(), 32)
            }
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => same(ours.to_bits(), theirs.to_bits(), 128),
            _ => false,
        }
    }

    fn parse_network(text: &str) -> Option<Self> {
        let (address, bits) = text
            .split_once('/')
            .map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().ok()?;
        let max_bits = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(max_bits), |bits| {
            bits.parse().ok().filter(|bits| *bits <= max_bits)
        })?;
        Some(Self {
            address,
            prefix_len: bits,
        })
    }
}

impl FromStr for TrustedProxies {
    type Err = TrustedProxiesError;

    fn from_str(text: &str) -> Result<Self, TrustedProxiesError> {
        let wrong = || TrustedProxiesError(text.to_owned());
        let text = text.trim();
        if text.is_empty() {
            return Ok(Self::default());
        }
        if let Ok(hops) = text.parse::<usize>() {
            return if (1..=16).contains(&hops) {
                Ok(Self(ProxyTrust::Hops(hops)))
            } else {
                Err(wrong())
            };
        }
        let networks: Option<Vec<_>> = text
            .split(',')
            .map(|each| Network::parse_network(each.trim()))
            .collect();
        networks
            .map(|networks| Self(ProxyTrust::Networks(networks)))
            .ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The client's address of a request from `peer` with these `X-Forwarded-For` lines.
    fn client(setting: &str, peer: &str, lines: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let peer = Addr::SocketAddr(peer.parse().unwrap());
        setting
            .parse::<TrustedProxies>()
            .unwrap()
            .client_address(&peer, &headers)
            .0
    }

    #[test]
    fn ignores_the_header_by_default() {
        assert_eq!(
            client("", "203.0.113.9:4711", &["198.51.100.1"]),
            "203.0.113.9"
        );
        assert_eq!(client("", "127.0.0.1:4711", &["198.51.100.1"]), "127.0.0.1");
    }

    #[test]
    fn hop_count_selects_an_entry_from_the_end() {
        let spoofed = ["1.1.1.1, 2.2.2.2", "198.51.100.7"];
        assert_eq!(client("1", "127.0.0.1:1", &spoofed), "198.51.100.7");
        assert_eq!(client("2", "127.0.0.1:1", &spoofed), "2.2.2.2");
        // Fewer entries than proxies: the request bypassed one of them.
        assert_eq!(client("2", "127.0.0.1:1", &["198.51.100.7"]), "127.0.0.1");
        assert_eq!(
            client("1", "127.0.0.1:1", &["198.51.100.7, unknown"]),
            "127.0.0.1"
        );
        assert_eq!(client("1", "127.0.0.1:1", &[]), "127.0.0.1");
    }

    #[test]
    fn trusts_only_named_proxies() {
        let setting = "127.0.0.1, 10.0.0.0/8, 2001:db8::/32";
        assert_eq!(
            client(setting, "127.0.0.1:1", &["1.1.1.1, 198.51.100.7, 10.2.3.4"]),
            "198.51.100.7"
        );
        assert_eq!(
            client(setting, "[2001:db8::1]:1", &["198.51.100.7:5050"]),
            "198.51.100.7"
        );
        assert_eq!(
            client(setting, "[::ffff:10.0.0.1]:1", &["198.51.100.7"]),
            "198.51.100.7"
        );
        assert_eq!(
            client(setting, "198.51.100.9:1", &["1.1.1.1"]),
            "198.51.100.9"
        );
        assert_eq!(client(setting, "127.0.0.1:1", &["10.0.0.7"]), "10.0.0.7");
        assert_eq!(
            client(setting, "127.0.0.1:1", &["1.1.1.1, nonsense, 10.0.0.7"]),
            "10.0.0.7"
        );
        assert_eq!(client(setting, "127.0.0.1:1", &[]), "127.0.0.1");
        assert_eq!(
            client("0.0.0.0/0", "127.0.0.1:1", &["1.1.1.1, 2.2.2.2"]),
            "1.1.1.1"
        );
    }

    #[test]
    fn ipv6_addresses_of_one_network_are_one_client() {
        assert_eq!(
            client("", "[2001:db8:1:2:3:4:5:6]:1", &[]),
            client("", "[2001:db8:1:2:ffff::1]:1", &[])
        );
        assert_ne!(
            client("", "[2001:db8:1:2::1]:1", &[]),
            client("", "[2001:db8:1:3::1]:1", &[])
        );
        assert_eq!(client("", "[::ffff:203.0.113.9]:1", &[]), "203.0.113.9");
    }

    #[test]
    fn rejects_invalid_settings() {
        for wrong in [
            "0",
            "17",
            "-1",
            "proxy.example",
            "10.0.0.0/33",
            "10.0.0.1,",
            "::1/129",
            "true",
        ] {
            assert!(wrong.parse::<TrustedProxies>().is_err(), "{wrong}");
        }
    }
}
