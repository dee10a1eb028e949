//! Rejects callers of a suspended organization, with the operator's reason.

use crate::db::Suspension;
use crate::http::ApiError;
use poem::http::StatusCode;

/// The organization is suspended. The message is for users.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{organization} is suspended. {reason} Its data is kept but cannot be read or changed. Contact \
        the operator of this service."
)]
pub struct SuspensionError {
    organization: String,
    /// The operator's reason, as a sentence.
    reason: String,
}

impl From<SuspensionError> for ApiError {
    fn from(error: SuspensionError) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "organization_suspended",
            error.to_string(),
        )
    }
}

/// Rejects requests for a suspended organization.
pub fn refuse_suspended(
    organization: &str,
    suspension: Option<&Suspension>,
) -> Result<(), SuspensionError> {
    let Some(Suspension { reason, .. }) = suspension else {
        return Ok(());
    };
    let stop = if reason.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    Err(SuspensionError {
        organization: organization.to_owned(),
        reason: format!("{reason}{stop}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    #[test]
    fn message_contains_the_reason_as_a_sentence() {
        let message = |reason: &str| {
            let suspension = Suspension {
                since: DateTime::UNIX_EPOCH,
                reason: reason.to_owned(),
            };
            refuse_suspended("Prairie", Some(&suspension))
                .unwrap_err()
                .to_string()
        };
        let rest = "Its data is kept but cannot be read or changed. Contact the operator of this \
                    service.";
        assert_eq!(
            message("Unpaid since May"),
            format!("Prairie is suspended. Unpaid since May. {rest}")
        );
        assert_eq!(
            message("Call us!"),
            format!("Prairie is suspended. Call us! {rest}")
        );
        assert!(refuse_suspended("Prairie", None).is_ok());
    }
}
