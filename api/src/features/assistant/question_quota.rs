//! Counts questions against the organization's monthly plan limit, before they are answered. There
//! are no tokens to count, as no language model is used.

use crate::auth::Scope;
use crate::db::month_in_zone;
use crate::http::ApiError;
use chrono::{DateTime, Utc};

/// A counted question.
pub(super) struct QuestionCharge {
    month: String,
}

/// Counts a question. Fails if the plan limit is reached; a new month begins in the organization's
/// time zone.
pub(super) async fn charge_question(
    scope: &Scope,
    now: DateTime<Utc>,
) -> Result<QuestionCharge, ApiError> {
    let month = month_in_zone(now, scope.access().organization().time_zone);
    let db = scope.metering_db().await?;
    let limit = db.load_limits().await?.max_monthly_questions;
    if db.consume_question(&month, limit).await? {
        db.commit().await?;
        return Ok(QuestionCharge { month });
    }
    let limit = limit.unwrap_or_default();
    Err(ApiError::plan_limit_reached(format!(
        "Your organization has used all {limit} Sprout AI questions that its plan includes per \
            month. Wait until next month, or ask the operator of this service for a higher limit. \
            All figures remain available on their pages."
    )))
}

impl QuestionCharge {
    /// Returns the answer, and uncounts the question if the answer is an error.
    pub(super) async fn refund_on_error<T>(
        self,
        scope: &Scope,
        answer: Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        if answer.is_err() {
            let db = scope.metering_db().await?;
            db.refund_question(&self.month).await?;
            db.commit().await?;
        }
        answer
    }
}
