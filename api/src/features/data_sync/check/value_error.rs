//! Why a value is invalid.

use sources::RejectCode;

/// Why a value is invalid: for programs, and as a predicate that follows the column name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ValueError {
    pub code: RejectCode,
    pub reason: String,
}

impl ValueError {
    pub(super) fn new(code: RejectCode, reason: impl Into<String>) -> Self {
        Self {
            code,
            reason: reason.into(),
        }
    }
}
