//! Turns names into addresses that may be called: where a name has an address that may not, the
//! name may not be called at all.

use std::io;
use std::net::SocketAddr;

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::{NetworkPolicy, is_public_address};

/// Looks names up.
pub(super) trait NameResolver: Send + Sync + Clone + 'static {
    /// The addresses of `name`; their port does not matter.
    fn resolve_addresses(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>>;
}

/// The machine's own resolver.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemResolver;

impl NameResolver for SystemResolver {
    fn resolve_addresses(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
    }
}

/// A name leads into a network that may not be called.
#[derive(Debug, thiserror::Error)]
#[error("the name has an address that may not be called")]
pub(super) struct PrivateAddressError;

/// Looks names up and judges what it finds. The connection is made to these very addresses: a name
/// that changes its mind afterwards is too late.
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
        let reach = self.policy;
        Box::pin(async move {
            let addresses = addresses.await?;
            if reach == NetworkPolicy::PublicOnly
                && !addresses
                    .iter()
                    .all(|address| is_public_address(address.ip()))
            {
                return Err(PrivateAddressError.into());
            }
            let addresses: Addrs = Box::new(addresses.into_iter());
            Ok(addresses)
        })
    }
}
