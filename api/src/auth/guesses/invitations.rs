//! How many letters of invitation one person may have written, and one address may get.

use super::{Bucket, Guesses};
use crate::http::ApiError;
use crate::ids::PersonId;

const WRITTEN: Bucket = Bucket {
    kind: "invitations written",
    holds: 40,
    step_ms: 60_000,
};
const RECEIVED: Bucket = Bucket {
    kind: "invitations received",
    holds: 5,
    step_ms: 600_000,
};

impl Guesses {
    /// Counts a letter of invitation that `by` has written to `to`, or 429.
    pub async fn count_invitation(&self, by: PersonId, to: &str) -> Result<(), ApiError> {
        let (written, received) = (
            self.name(WRITTEN, &[&by.to_string()]),
            self.name(RECEIVED, &[to]),
        );
        let full_at = self
            .database
            .platform()
            .attempt_buckets(&[written.clone(), received.clone()])
            .await?;
        let now = self.now();
        let wait = |bucket: Bucket, name: &String| {
            full_at
                .get(name)
                .map_or(0, |full_at| bucket.wait(*full_at, now))
        };
        let (most_written, most_received) = (wait(WRITTEN, &written), wait(RECEIVED, &received));
        if most_received > 0 {
            return Err(ApiError::too_many(
                "This address was sent many invitations.",
                most_received,
            ));
        }
        if most_written > 0 {
            return Err(ApiError::too_many(
                "You have sent many invitations.",
                most_written,
            ));
        }
        self.take(&[(WRITTEN, &written), (RECEIVED, &received)])
            .await
    }
}
