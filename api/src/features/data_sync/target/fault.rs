//! Why a table did not land, and whose turn it is to do something about it.

use crate::db::DbError;
use crate::features::data_sync::source::SourceError;

/// Why nothing of a table changed.
#[derive(Debug, thiserror::Error)]
pub(in crate::features::data_sync) enum TableFault {
    /// The source could not be read, or holds what cannot be used.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The application database did not do as asked.
    #[error(transparent)]
    Database(#[from] DbError),
    /// The source's columns are not those that it had, and that is not accepted; in words.
    #[error("{0}")]
    Drift(String),
    /// Another run has taken the tenant over.
    #[error("another run has taken over")]
    LeaseLost,
    /// The target does not hold what was brought in.
    #[error("the target counts {live} rows, at least {least} and at most {most:?} were expected")]
    Miscounted {
        live: u64,
        least: u64,
        most: Option<u64>,
    },
    /// The organization would hold more rows than its plan allows.
    #[error("the plan allows {most} rows, there would be {would}")]
    OverPlan { most: u64, would: u64 },
    /// Somebody wished that the run end.
    #[error("the run was cancelled")]
    Cancelled,
    /// A part of the run ended without a word.
    #[error("a part of the run broke off")]
    BrokenOff,
}

/// What a fault means for whoever asked for the run, the gravest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::features::data_sync) enum Blame {
    /// Nobody: it was wished.
    Nobody,
    /// The rows or the source's setting: changing them helps.
    Source,
    /// The organization's plan: whoever runs the service can allow more.
    Plan,
    /// Something cannot be reached: trying again may help.
    Reach,
    /// We are at fault.
    Ours,
}

impl TableFault {
    pub(super) fn broken_off() -> Self {
        Self::BrokenOff
    }

    /// Who can do something about it.
    pub(in crate::features::data_sync) fn blame(&self) -> Blame {
        match self {
            Self::Cancelled => Blame::Nobody,
            Self::Source(SourceError::Unusable(_)) | Self::Drift(_) => Blame::Source,
            Self::OverPlan { .. } => Blame::Plan,
            Self::Source(SourceError::Unreachable(_))
            | Self::Database(DbError::Unavailable(_) | DbError::Busy(_) | DbError::Full(_))
            | Self::LeaseLost => Blame::Reach,
            Self::Database(_) | Self::Miscounted { .. } | Self::BrokenOff => Blame::Ours,
        }
    }

    /// Whether the same may go well a little later, with nobody doing anything about it.
    pub(in crate::features::data_sync) fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Database(DbError::Unavailable(_) | DbError::Busy(_))
        )
    }

    /// The fault for people. What only the log may know is left out.
    pub(in crate::features::data_sync) fn words(&self) -> String {
        match self {
            Self::Source(error) => error.to_string(),
            Self::Drift(words) => words.clone(),
            Self::Database(DbError::Unavailable(_)) => {
                "The application database could not be reached. Nothing of this table changed; \
                    sync again in a moment."
                    .to_owned()
            }
            Self::Database(DbError::Busy(_)) => {
                "Something else holds the application database's rows for too long. Nothing of \
                    this table changed; sync again in a moment."
                    .to_owned()
            }
            Self::Database(DbError::Full(_)) => {
                "The application database has no room left. Nothing of this table changed. Tell \
                    whoever runs the server; sync again once there is room."
                    .to_owned()
            }
            Self::LeaseLost => "This run went silent for too long and another one has taken over. \
                Nothing of this table changed."
                .to_owned(),
            Self::Miscounted { live, least, most } => {
                let expected = most.map_or_else(
                    || format!("at least {least}"),
                    |most| {
                        if most == *least {
                            least.to_string()
                        } else {
                            format!("{least} to {most}")
                        }
                    },
                );
                format!(
                    "After writing, the application database counts {live} rows where {expected} \
                        should be. Nothing of this table changed. Something else writes to this \
                        table or keeps rows out of it: tell whoever runs the server."
                )
            }
            Self::OverPlan { most, would } => format!(
                "The organization's plan allows {most} rows, and with this table there would be \
                    {would}. Nothing of this table changed: what was there can be read as \
                    before. Sync fewer rows, or ask the operator of this service for more."
            ),
            Self::Cancelled => "The run was cancelled. Nothing of this table changed.".to_owned(),
            Self::Database(_) | Self::BrokenOff => {
                "The rows could not be written: a fault on our side, which has been logged. \
                    Nothing of this table changed."
                    .to_owned()
            }
        }
    }
}
