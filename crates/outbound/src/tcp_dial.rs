//! TCP connections for other protocols than HTTP, with the same checks: names are resolved and
//! checked once, and the connection uses the checked address.

use super::resolver::{NameResolver, SystemResolver};
use super::{CONNECT_TIMEOUT, NetworkPolicy};
use std::io;
use std::net::SocketAddr;
use tokio::net::TcpStream;

/// Why a connection failed. The message follows the server's name: `db.example.com cannot be found:
/// ...`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DialError {
    #[error("cannot be found: check the server name.")]
    UnknownName,
    #[error("has an address in a private network, which this installation does not call.")]
    PrivateAddress,
    #[error(
        "refuses connections on port {0}: check the port, and that the server is running and \
         allows connections from here."
    )]
    Refused(u16),
    #[error("did not answer within {0} seconds: check the port and the firewalls.")]
    TimedOut(u64),
    #[error("cannot be reached.")]
    Unreachable,
}

/// Connects to `port` on the first address of `host` that accepts.
pub async fn dial_tcp(
    policy: NetworkPolicy,
    host: &str,
    port: u16,
) -> Result<TcpStream, DialError> {
    dial_tcp_with(SystemResolver, policy, host, port).await
}

async fn dial_tcp_with(
    resolver: impl NameResolver,
    policy: NetworkPolicy,
    host: &str,
    port: u16,
) -> Result<TcpStream, DialError> {
    let call = async {
        let addresses = resolver
            .resolve_addresses(host.to_owned())
            .await
            .map_err(|_| DialError::UnknownName)?;
        if addresses.is_empty() {
            return Err(DialError::UnknownName);
        }
        if !addresses.iter().all(|address| policy.allows(address.ip())) {
            return Err(DialError::PrivateAddress);
        }
        let mut last_error = DialError::Unreachable;
        for address in addresses {
            match TcpStream::connect(SocketAddr::new(address.ip(), port)).await {
                Ok(stream) => return Ok(stream),
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                    last_error = DialError::Refused(port);
                }
                Err(_) => {}
            }
        }
        Err(last_error)
    };
    tokio::time::timeout(CONNECT_TIMEOUT, call)
        .await
        .unwrap_or(Err(DialError::TimedOut(CONNECT_TIMEOUT.as_secs())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::BoxFuture;
    use std::net::{IpAddr, Ipv4Addr};
    use tokio::net::TcpListener;

    #[derive(Clone)]
    struct FixedResolver(Vec<IpAddr>);

    impl NameResolver for FixedResolver {
        fn resolve_addresses(&self, _: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
            let addresses = self
                .0
                .iter()
                .map(|address| SocketAddr::new(*address, 0))
                .collect();
            Box::pin(async move { Ok(addresses) })
        }
    }

    const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn connects_to_the_checked_address() {
        let listener = TcpListener::bind((LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let stream = dial_tcp_with(
            FixedResolver(vec![LOCALHOST]),
            NetworkPolicy::WITH_PRIVATE,
            "db.example",
            port,
        )
        .await
        .unwrap();
        assert_eq!(
            stream.peer_addr().unwrap(),
            SocketAddr::new(LOCALHOST, port)
        );
        drop(listener);
        assert_eq!(
            dial_tcp_with(
                FixedResolver(vec![LOCALHOST]),
                NetworkPolicy::WITH_PRIVATE,
                "db.example",
                port
            )
            .await
            .unwrap_err(),
            DialError::Refused(port)
        );
    }

    #[tokio::test]
    async fn public_only_rejects_private_addresses() {
        for host in [
            "127.0.0.1",
            "localhost",
            "127.1",
            "0x7f000001",
            "::1",
            "10.0.0.1",
            "169.254.169.254",
            "0",
        ] {
            assert_eq!(
                dial_tcp(NetworkPolicy::PUBLIC_ONLY, host, 5432)
                    .await
                    .unwrap_err(),
                DialError::PrivateAddress,
                "{host}"
            );
        }
        let both = FixedResolver(vec!["8.8.8.8".parse().unwrap(), LOCALHOST]);
        assert_eq!(
            dial_tcp_with(both, NetworkPolicy::PUBLIC_ONLY, "db.example", 1)
                .await
                .unwrap_err(),
            DialError::PrivateAddress
        );
        assert_eq!(
            dial_tcp_with(
                FixedResolver(Vec::new()),
                NetworkPolicy::PUBLIC_ONLY,
                "db.example",
                1
            )
            .await
            .unwrap_err(),
            DialError::UnknownName
        );
    }
}
