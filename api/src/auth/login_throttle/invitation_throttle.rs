//! How many letters of invitation one person may have written, and one address may get.

use super::{BucketKind, LoginThrottle};
use crate::http::ApiError;
use crate::ids::PersonId;

const SENT_INVITATION_BUCKET: BucketKind = BucketKind {
    name: "invitations written",
    capacity: 40,
    refill_ms: 60_000,
};
const RECEIVED_INVITATION_BUCKET: BucketKind = BucketKind {
    name: "invitations received",
    capacity: 5,
    refill_ms: 600_000,
};

impl LoginThrottle {
    /// Counts a letter of invitation that `by` has written to `to`, or 429.
    pub async fn throttle_invitation(&self, by: PersonId, to: &str) -> Result<(), ApiError> {
        let (written, received) = (
            self.bucket_key(SENT_INVITATION_BUCKET, &[&by.to_string()]),
            self.bucket_key(RECEIVED_INVITATION_BUCKET, &[to]),
        );
        let full_at = self
            .database
            .platform()
            .load_rate_limit_buckets(&[written.clone(), received.clone()])
            .await?;
        let now = self.now_ms();
        let wait = |bucket: BucketKind, name: &String| {
            full_at
                .get(name)
                .map_or(0, |full_at| bucket.wait_ms(*full_at, now))
        };
        let (most_written, most_received) = (
            wait(SENT_INVITATION_BUCKET, &written),
            wait(RECEIVED_INVITATION_BUCKET, &received),
        );
        if most_received > 0 {
            return Err(ApiError::too_many_attempts(
                "This address was sent many invitations.",
                most_received,
            ));
        }
        if most_written > 0 {
            return Err(ApiError::too_many_attempts(
                "You have sent many invitations.",
                most_written,
            ));
        }
        self.record_attempts(&[
            (SENT_INVITATION_BUCKET, &written),
            (RECEIVED_INVITATION_BUCKET, &received),
        ])
        .await
    }
}
