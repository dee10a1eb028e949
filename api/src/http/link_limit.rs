//! Rate limits of what people can do without an account, and of what leaves the server.

use super::ApiError;
use crate::clock::Clock;
use crate::db::{Database, RateLimitCost};

/// How often something can be done: `max` times at once, then once per `refill_ms`.
#[derive(Clone, Copy, Debug)]
pub struct LinkLimit {
    /// The size of the bucket.
    pub max: i64,
    /// The time in which one attempt is refilled, in milliseconds.
    pub refill_ms: i64,
}

impl LinkLimit {
    /// Takes one attempt out of a bucket, or refuses with 429.
    pub async fn consume(
        self,
        bucket: &str,
        database: &Database,
        clock: &Clock,
    ) -> Result<(), ApiError> {
        let cost = RateLimitCost {
            now_ms: clock.now().timestamp_millis(),
            refill_ms: self.refill_ms,
            full_refill_ms: self.refill_ms * self.max,
        };
        let platform = database.platform();
        if platform.try_consume_rate_limit(bucket, cost).await? {
            Ok(())
        } else {
            Err(ApiError::too_many_requests(self.refill_ms))
        }
    }
}
