//! How many connections there may be, in all and from one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// The open connections.
#[derive(Debug)]
pub(super) struct ConnectionLimits {
    max_total: usize,
    max_per_address: usize,
    open: Mutex<OpenConnections>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The place of an open connection.
#[derive(Debug)]
pub(super) struct ConnectionPlace {
    limits: Arc<ConnectionLimits>,
    address: Option<IpAddr>,
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut open = self
            .limits
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        if let Some(address) = self.address
            && let Some(count) = open.by_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

impl ConnectionLimits {
    pub(super) fn new(max_total: usize, max_per_address: usize) -> Arc<Self> {
        Arc::new(Self {
            max_total,
            max_per_address,
            open: Mutex::default(),
        })
    }

    /// A place for a connection. `None` if there are too many. `is_proxy` exempts it from the limit
    /// of an address.
    pub(super) fn admit(
        self: &Arc<Self>,
        address: IpAddr,
        is_proxy: bool,
    ) -> Option<ConnectionPlace> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.total >= self.max_total {
            return None;
        }
        let counted = (!is_proxy).then(|| client_network(address));
        if let Some(network) = counted {
            let count = open.by_address.entry(network).or_default();
            if *count >= self.max_per_address {
                return None;
            }
            *count += 1;
        }
        open.total += 1;
        Some(ConnectionPlace {
            limits: Arc::clone(self),
            address: counted,
        })
    }
}

/// The address that connections are counted for: of IPv6 the /64 network, which one client usually
/// has.
fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
        IpAddr::V4(v4) => IpAddr::V4(v4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_all_and_those_of_an_address() {
        let limits = ConnectionLimits::new(4, 2);
        let admit = |text: &str, is_proxy| limits.admit(text.parse().unwrap(), is_proxy);
        let first = admit("192.0.2.1", false);
        let second = admit("::ffff:192.0.2.1", false);
        assert!(first.is_some() && second.is_some());
        assert!(admit("192.0.2.1", false).is_none());
        let proxy = admit("192.0.2.1", true);
        assert!(proxy.is_some());
        let other = admit("2001:db8::1", false);
        assert!(other.is_some());
        // All places are taken.
        assert!(admit("2001:db8::2", false).is_none());
        drop(first);
        assert!(admit("192.0.2.1", false).is_some());
        drop((second, proxy, other));
        assert!(limits.open.lock().unwrap().by_address.is_empty());
        assert_eq!(limits.open.lock().unwrap().total, 0);
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let limits = ConnectionLimits::new(10, 1);
        let first = limits.admit("2001:db8::1".parse().unwrap(), false);
        assert!(first.is_some());
        assert!(
            limits
                .admit("2001:db8::2".parse().unwrap(), false)
                .is_none()
        );
        assert!(
            limits
                .admit("2001:db8:0:1::2".parse().unwrap(), false)
                .is_some()
        );
    }
}
