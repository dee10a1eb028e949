//! Turns names into addresses that may be called: where a name has an address that may not, the
//! name may not be called at all.

use std::io;
use std::net::SocketAddr;

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::{Reach, is_public};

/// Looks names up.
pub(super) trait Names: Send + Sync + Clone + 'static {
    /// The addresses of `name`; their port does not matter.
    fn addresses(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>>;
}

/// The machine's own resolver.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemNames;

impl Names for SystemNames {
    fn addresses(&self, name: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
    }
}

/// A name leads into a network that may not be called.
#[derive(Debug, thiserror::Error)]
#[error("the name has an address that may not be called")]
pub(super) struct PrivateAddress;

/// Looks names up and judges what it finds. The connection is made to these very addresses: a name
/// that changes its mind afterwards is too late.
pub(super) struct JudgedNames<N> {
    names: N,
    reach: Reach,
}

impl<N: Names> JudgedNames<N> {
    pub(super) fn new(names: N, reach: Reach) -> Self {
        Self { names, reach }
    }
}

impl<N: Names> Resolve for JudgedNames<N> {
    fn resolve(&self, name: Name) -> Resolving {
        let addresses = self.names.addresses(name.as_str().to_owned());
        let reach = self.reach;
        Box::pin(async move {
            let addresses = addresses.await?;
            if reach == Reach::PublicOnly
                && !addresses.iter().all(|address| is_public(address.ip()))
            {
                return Err(PrivateAddress.into());
            }
            let addresses: Addrs = Box::new(addresses.into_iter());
            Ok(addresses)
        })
    }
}
