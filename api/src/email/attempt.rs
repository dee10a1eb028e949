//! What became of an attempt to send an email from a queue of a feature.

use super::SendError;

/// The result of an attempt. `E` is how an email of the queue can end.
pub enum Attempt<E> {
    /// There will be no other attempt.
    End(E),
    /// Another attempt can succeed. The flag is whether other emails can be sent now.
    Retry(String, bool),
}

impl<E> Attempt<E> {
    /// The result of a sending: `sent`, or what `failed` makes of the reason.
    pub fn from_sending(
        result: Result<(), SendError>,
        sent: E,
        failed: impl FnOnce(String) -> E,
    ) -> Self {
        match result {
            Ok(()) => Self::End(sent),
            Err(SendError::Rejected(reason)) => Self::End(failed(reason)),
            Err(SendError::Deferred(reason)) => Self::Retry(reason, true),
            Err(SendError::Unreachable(reason)) => Self::Retry(reason, false),
        }
    }

    /// The end of an email whose attempts are used up. `reason` is that of the last one.
    pub fn out_of_attempts(reason: Option<&str>, failed: impl FnOnce(String) -> E) -> Self {
        let unknown = "Every server that tried to send it stopped before the end.";
        Self::End(failed(reason.unwrap_or(unknown).to_owned()))
    }
}
