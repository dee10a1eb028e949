//! What a question costs: one of those that the organization's plan allows in a month, counted
//! before it is answered. No language model takes part, so there are no tokens to count.

use crate::auth::Scope;
use crate::db::month_in_zone;
use crate::http::ApiError;
use chrono::{DateTime, Utc};

/// A question that was counted.
pub(super) struct QuestionCharge {
    month: String,
}

/// Counts a question, or refuses it: the plan's limit is reached until the next month begins in the
/// organization's time zone.
pub(super) async fn charge_question(
    scope: &Scope,
    now: DateTime<Utc>,
) -> Result<QuestionCharge, ApiError> {
    let month = month_in_zone(now, scope.access().organization().time_zone);
    let db = scope.metering_db().await?;
    let most = db.load_limits().await?.max_monthly_questions;
    if db.consume_question(&month, most).await? {
        db.commit().await?;
        return Ok(QuestionCharge { month });
    }
    let most = most.unwrap_or_default();
    Err(ApiError::plan_limit_reached(format!(
        "The organization's plan allows {most} questions to Sprout AI a month, and they are used \
            up. Ask again from the first of next month on, or ask the operator of this service \
            for more. Every figure is on its own page as before."
    )))
}

impl QuestionCharge {
    /// Hands the answer on. A question that could not be answered is not counted.
    pub(super) async fn refund_on_error<T>(
        self,
        scope: &Scope,
        answered: Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        if answered.is_err() {
            let db = scope.metering_db().await?;
            db.refund_question(&self.month).await?;
            db.commit().await?;
        }
        answered
    }
}
