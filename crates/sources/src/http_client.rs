//! The client with which readers call servers.

use crate::SourceError;
use outbound::{NetworkPolicy, OutboundClient};

/// A client within a network policy.
pub(super) fn open_client(network: NetworkPolicy) -> Result<OutboundClient, SourceError> {
    OutboundClient::new(network).map_err(|error| {
        tracing::error!(%error, "servers of sources cannot be called");
        SourceError::Unreachable(
            "This server cannot open secure connections. Contact its operator.".to_owned(),
        )
    })
}
