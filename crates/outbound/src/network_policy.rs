//! Which addresses may be called: public ones, and the networks that the operator allows.

use super::is_public_address;
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// The maximum number of allowed networks.
const MAX_NETWORKS: usize = 12;

/// The networks that may be called: all public ones over https, and allowed ones that are not
/// public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkPolicy {
    allowed: [Option<IpNet>; MAX_NETWORKS],
}

/// The setting is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkPolicyError {
    /// An entry is not a network.
    #[error("\"{0}\" is not a network: use addresses and networks such as 127.0.0.1,10.0.0.0/8")]
    InvalidNetwork(String),
    /// There are too many entries.
    #[error("there are more than {MAX_NETWORKS} networks: combine some")]
    TooManyNetworks,
}

impl NetworkPolicy {
    /// Public addresses only.
    pub const PUBLIC_ONLY: Self = Self {
        allowed: [None; MAX_NETWORKS],
    };

    /// Also loopback addresses and private networks (RFC 1918 and RFC 4193). Link-local addresses
    /// are not allowed, because clouds have their metadata servers there.
    pub const WITH_PRIVATE: Self = {
        const fn v4(address: Ipv4Addr, prefix: u8) -> IpNet {
            IpNet::V4(Ipv4Net::new_assert(address, prefix))
        }
        const fn v6(address: Ipv6Addr, prefix: u8) -> IpNet {
            IpNet::V6(Ipv6Net::new_assert(address, prefix))
        }
        let mut allowed = [None; MAX_NETWORKS];
        allowed[0] = Some(v4(Ipv4Addr::new(127, 0, 0, 0), 8));
        allowed[1] = Some(v4(Ipv4Addr::new(10, 0, 0, 0), 8));
        allowed[2] = Some(v4(Ipv4Addr::new(172, 16, 0, 0), 12));
        allowed[3] = Some(v4(Ipv4Addr::new(192, 168, 0, 0), 16));
        allowed[4] = Some(v6(Ipv6Addr::LOCALHOST, 128));
        allowed[5] = Some(v6(Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7));
        Self { allowed }
    };

    /// Whether no network is allowed that is not public. Then connections must be encrypted.
    pub fn is_public_only(&self) -> bool {
        self.allowed.iter().all(Option::is_none)
    }

    /// Whether the address may be called.
    pub fn allows(&self, address: IpAddr) -> bool {
        let canonical = address.to_canonical();
        is_public_address(address)
            || self
                .allowed
                .iter()
                .flatten()
                .any(|network| network.contains(&canonical))
    }
}

impl FromStr for NetworkPolicy {
    type Err = NetworkPolicyError;

    /// Parses a comma-separated list of addresses and networks, which may be empty.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut policy = Self::PUBLIC_ONLY;
        let mut free = policy.allowed.iter_mut();
        for entry in text
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            let network = entry
                .parse::<IpNet>()
                .or_else(|_| entry.parse::<IpAddr>().map(IpNet::from))
                .map_err(|_| NetworkPolicyError::InvalidNetwork(entry.to_owned()))?;
            *free.next().ok_or(NetworkPolicyError::TooManyNetworks)? = Some(network);
        }
        Ok(policy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(policy: NetworkPolicy, address: &str) -> bool {
        policy.allows(address.parse().unwrap())
    }

    #[test]
    fn allows_listed_networks_and_public_addresses() {
        let policy: NetworkPolicy = " 10.1.0.0/16, 127.0.0.1,fd00:1::/32 ".parse().unwrap();
        for address in [
            "8.8.8.8",
            "2606:4700::1111",
            "10.1.2.3",
            "::ffff:10.1.2.3",
            "127.0.0.1",
            "fd00:1::5",
        ] {
            assert!(allows(policy, address), "{address}");
        }
        for address in [
            "10.2.0.1",
            "::ffff:10.2.0.1",
            "127.0.0.2",
            "fd00:2::5",
            "::1",
            "169.254.169.254",
        ] {
            assert!(!allows(policy, address), "{address}");
        }
        assert!(!policy.is_public_only());
    }

    #[test]
    fn an_empty_list_allows_public_addresses_only() {
        let policy: NetworkPolicy = "".parse().unwrap();
        assert_eq!(policy, NetworkPolicy::PUBLIC_ONLY);
        assert!(policy.is_public_only());
        assert!(!allows(policy, "127.0.0.1"));
    }

    #[test]
    fn private_networks_leave_out_metadata_servers() {
        for address in [
            "127.9.9.9",
            "10.0.0.1",
            "172.31.0.1",
            "192.168.1.1",
            "::1",
            "fd12::1",
        ] {
            assert!(allows(NetworkPolicy::WITH_PRIVATE, address), "{address}");
        }
        for address in [
            "169.254.169.254",
            "100.100.100.200",
            "168.63.129.16",
            "0.0.0.0",
            "fe80::1",
        ] {
            assert!(!allows(NetworkPolicy::WITH_PRIVATE, address), "{address}");
        }
    }

    #[test]
    fn rejects_other_texts_and_long_lists() {
        for text in ["localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0", "*"] {
            assert_eq!(
                text.parse::<NetworkPolicy>(),
                Err(NetworkPolicyError::InvalidNetwork(text.to_owned()))
            );
        }
        let long = ["10.0.0.1"; MAX_NETWORKS + 1].join(",");
        assert_eq!(
            long.parse::<NetworkPolicy>(),
            Err(NetworkPolicyError::TooManyNetworks)
        );
    }
}
