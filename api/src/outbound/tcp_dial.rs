//! Connects to a server that speaks something else than HTTP, under the same rule: what a name
//! leads to is judged once, and the connection goes there.

use super::resolver::{NameResolver, SystemResolver};
use super::{CONNECT_TIMEOUT, NetworkPolicy, is_public_address};
use std::io;
use std::net::SocketAddr;
use tokio::net::TcpStream;

/// Why there is no connection. The text follows the name of the server: `db.example.com cannot be
/// found: ...`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DialError {
    #[error("cannot be found: check the name of the server.")]
    UnknownName,
    #[error("has an address in a private network, which this installation does not call.")]
    PrivateAddress,
    #[error(
        "refuses connections on port {0}: check the port, and that the server runs and lets this \
            machine in."
    )]
    Refused(u16),
    #[error(
        "did not answer within {0} seconds: check the port, and that no firewall stands in between."
    )]
    TimedOut(u64),
    #[error("cannot be reached from here.")]
    Unreachable,
}

/// A connection to `port` of the first address of `host` that answers.
pub async fn dial_tcp(reach: NetworkPolicy, host: &str, port: u16) -> Result<TcpStream, DialError> {
    dial_tcp_with(SystemResolver, reach, host, port).await
}

async fn dial_tcp_with(
    names: impl NameResolver,
    reach: NetworkPolicy,
    host: &str,
    port: u16,
) -> Result<TcpStream, DialError> {
    let call = async {
        let found = names
            .resolve_addresses(host.to_owned())
            .await
            .map_err(|_| DialError::UnknownName)?;
        if found.is_empty() {
            return Err(DialError::UnknownName);
        }
        if reach == NetworkPolicy::PublicOnly
            && !found.iter().all(|address| is_public_address(address.ip()))
        {
            return Err(DialError::PrivateAddress);
        }
        let mut last = DialError::Unreachable;
        for address in found {
            match TcpStream::connect(SocketAddr::new(address.ip(), port)).await {
                Ok(stream) => return Ok(stream),
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                    last = DialError::Refused(port);
                }
                Err(_) => {}
            }
        }
        Err(last)
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
            let found = self
                .0
                .iter()
                .map(|address| SocketAddr::new(*address, 0))
                .collect();
            Box::pin(async move { Ok(found) })
        }
    }

    const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn the_connection_goes_to_what_was_judged() {
        let listener = TcpListener::bind((LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let stream = dial_tcp_with(
            FixedResolver(vec![LOCALHOST]),
            NetworkPolicy::Anywhere,
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
                NetworkPolicy::Anywhere,
                "db.example",
                port
            )
            .await
            .unwrap_err(),
            DialError::Refused(port)
        );
    }

    #[tokio::test]
    async fn somebody_elses_tenants_do_not_look_around_here() {
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
                dial_tcp(NetworkPolicy::PublicOnly, host, 5432)
                    .await
                    .unwrap_err(),
                DialError::PrivateAddress,
                "{host}"
            );
        }
        let both = FixedResolver(vec!["8.8.8.8".parse().unwrap(), LOCALHOST]);
        assert_eq!(
            dial_tcp_with(both, NetworkPolicy::PublicOnly, "db.example", 1)
                .await
                .unwrap_err(),
            DialError::PrivateAddress
        );
        assert_eq!(
            dial_tcp_with(
                FixedResolver(Vec::new()),
                NetworkPolicy::PublicOnly,
                "db.example",
                1
            )
            .await
            .unwrap_err(),
            DialError::UnknownName
        );
    }
}
