//! What a run is asked to do, checked.

use super::wire::{FullSync, TableSync};
use crate::http::ApiError;

/// Which tables a run reads, and whether removals were confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Remove rows that the source no longer has, however many.
    pub confirm_removals: bool,
}

impl Plan {
    /// Every table.
    pub fn full(request: &FullSync) -> Result<Self, ApiError> {
        Ok(Self { confirm_removals: request.options.confirm_removals.unwrap_or(false) })
    }

    /// One table.
    pub fn table(request: &TableSync) -> Result<Self, ApiError> {
        Ok(Self { confirm_removals: request.options.confirm_removals.unwrap_or(false) })
    }
}
