//! What a question costs: one of those that the organization's plan allows in a month, counted
//! before it is answered. No language model takes part, so there are no tokens to count.

use crate::auth::Scope;
use crate::db::month_of;
use crate::http::ApiError;
use chrono::{DateTime, Utc};

/// A question that was counted.
pub(super) struct Spent {
    month: String,
}

/// Counts a question, or refuses it: the plan's limit is reached until the next month begins in the
/// organization's time zone.
pub(super) async fn spend(scope: &Scope, now: DateTime<Utc>) -> Result<Spent, ApiError> {
    let month = month_of(now, scope.access().organization().time_zone);
    let db = scope.counting_db().await?;
    let most = db.plan().await?.questions;
    if db.spend_question(&month, most).await? {
        db.commit().await?;
        return Ok(Spent { month });
    }
    let most = most.unwrap_or_default();
    Err(ApiError::plan_limit(format!(
        "The organization's plan allows {most} questions to Sprout AI a month, and they are used \
            up. Ask again from the first of next month on, or ask the operator of this service \
            for more. Every figure is on its own page as before."
    )))
}

impl Spent {
    /// Hands the answer on. A question that could not be answered is not counted.
    pub(super) async fn on<T>(
        self,
        scope: &Scope,
        answered: Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        if answered.is_err() {
            let db = scope.counting_db().await?;
            db.give_question_back(&self.month).await?;
            db.commit().await?;
        }
        answered
    }
}
