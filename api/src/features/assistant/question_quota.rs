//! Counts questions against the organization's monthly plan limit, before they are answered. There
//! are no tokens to count, as no language model is used.

use crate::auth::Scope;
use crate::db::{DbError, month_in_zone};
use chrono::{DateTime, Utc};

/// Why a question was not counted.
#[derive(Debug, thiserror::Error)]
pub(super) enum QuotaError {
    /// The organization has used all questions of this month.
    #[error("the plan allows {limit} questions per month")]
    Exhausted {
        /// The number of questions that the plan allows per month.
        limit: u64,
    },
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A counted question.
pub(super) struct QuestionCharge {
    month: String,
}

/// Counts a question. Fails if the plan limit is reached; a new month begins in the organization's
/// time zone.
pub(super) async fn charge_question(
    scope: &Scope,
    now: DateTime<Utc>,
) -> Result<QuestionCharge, QuotaError> {
    let month = month_in_zone(now, scope.access().organization().time_zone);
    let db = scope.metering_db().await?;
    let limit = db.load_limits().await?.max_monthly_questions;
    if db.consume_question(&month, limit).await? {
        db.commit().await?;
        return Ok(QuestionCharge { month });
    }
    Err(QuotaError::Exhausted {
        limit: limit.unwrap_or_default(),
    })
}

impl QuestionCharge {
    /// Returns the answer, and uncounts the question if the answer is an error.
    pub(super) async fn refund_on_error<T, E: From<DbError>>(
        self,
        scope: &Scope,
        answer: Result<T, E>,
    ) -> Result<T, E> {
        if answer.is_err() {
            let db = scope.metering_db().await?;
            db.refund_question(&self.month).await?;
            db.commit().await?;
        }
        answer
    }
}
