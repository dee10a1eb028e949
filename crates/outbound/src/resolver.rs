//! Name resolution with the network policy: if one address of a name is not allowed, the name is
//! rejected.

use std::io;
use std::net::SocketAddr;

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::NetworkPolicy;

/// Resolves names.
pub(super) trait NameResolver: Send + Sync + Clone + 'static {
    /// The addresses of `name`; their port is ignored.
    fn resolve_addresses(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>>;
}

/// The system's resolver.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemResolver;

impl NameResolver for SystemResolver {
    fn resolve_addresses(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
    }
}

/// A name resolves to an address that may not be called.
#[derive(Debug, thiserror::Error)]
#[error("the name resolves to an address that may not be called")]
pub(super) struct PrivateAddressError;

/// Resolves names and checks the result. Connections use exactly these addresses, so that DNS
/// rebinding has no effect.
pub(super) struct PolicyResolver<N> {
    resolver: N,
    policy: NetworkPolicy,
}

impl<N: NameResolver> PolicyResolver<N> {
    pub(super) fn new(resolver: N, policy: NetworkPolicy) -> Self {
        Self { resolver, policy }
    }
}

impl<N: NameResolver> Resolve for PolicyResolver<N> {
    fn resolve(&self, name: Name) -> Resolving {
        let addresses = self.resolver.resolve_addresses(name.as_str().to_owned());
        let policy = self.policy;
        Box::pin(async move {
            let addresses = addresses.await?;
            if !addresses.iter().all(|address| policy.allows(address.ip())) {
                return Err(PrivateAddressError.into());
            }
            let addresses: Addrs = Box::new(addresses.into_iter());
            Ok(addresses)
        })
    }
}
