//! Limits for invitation emails, per sender and per recipient.

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
    /// Counts an invitation email from `sender` to `recipient`, or 429.
    pub async fn throttle_invitation(
        &self,
        sender: PersonId,
        recipient: &str,
    ) -> Result<(), ApiError> {
        let (sent, received) = (
            self.bucket_key(SENT_INVITATION_BUCKET, &[&sender.to_string()]),
            self.bucket_key(RECEIVED_INVITATION_BUCKET, &[recipient]),
        );
        let full_at = self
            .database
            .platform()
            .load_rate_limit_buckets(&[sent.clone(), received.clone()])
            .await?;
        let now = self.now_ms();
        let wait = |bucket: BucketKind, name: &String| {
            full_at
                .get(name)
                .map_or(0, |full_at| bucket.wait_ms(*full_at, now))
        };
        let (sender_wait, recipient_wait) = (
            wait(SENT_INVITATION_BUCKET, &sent),
            wait(RECEIVED_INVITATION_BUCKET, &received),
        );
        if recipient_wait > 0 {
            return Err(ApiError::too_many_attempts(
                "This address has received too many invitations.",
                recipient_wait,
            ));
        }
        if sender_wait > 0 {
            return Err(ApiError::too_many_attempts(
                "You have sent too many invitations.",
                sender_wait,
            ));
        }
        self.record_attempts(&[
            (SENT_INVITATION_BUCKET, &sent),
            (RECEIVED_INVITATION_BUCKET, &received),
        ])
        .await
    }
}
