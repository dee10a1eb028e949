//! Rejects callers of a suspended organization, with the operator's reason.

use crate::db::Suspension;
use crate::http::ApiError;
use poem::http::StatusCode;

/// Rejects requests for a suspended organization with 403.
pub fn refuse_suspended(
    organization: &str,
    suspension: Option<&Suspension>,
) -> Result<(), ApiError> {
    let Some(Suspension { reason, .. }) = suspension else {
        return Ok(());
    };
    let stop = if reason.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    let message = format!(
        "{organization} is suspended. {reason}{stop} Its data is kept but cannot be read or \
         changed. Contact the operator of this service."
    );
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "organization_suspended",
        message,
    ))
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
                .message()
                .to_owned()
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
