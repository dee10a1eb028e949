//! Why the names that questions can contain were not loaded.

use crate::db::DbError;
use crate::features::metrics::MetricError;
use tokio::task::JoinError;

/// Why the names that questions can contain were not loaded.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The members of a dimension were not listed.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The names could not be indexed.
    #[error("the names could not be indexed")]
    Index(#[from] JoinError),
}
