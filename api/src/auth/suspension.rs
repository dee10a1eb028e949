//! What people hear whose organization an operator has suspended: why, and whom to ask.

use crate::db::Suspension;
use crate::http::ApiError;
use poem::http::StatusCode;

/// Refuses whatever concerns an organization in which nobody works.
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
    let words = format!(
        "{organization} is suspended. {reason}{stop} Its rows are kept, and nothing can be read \
            or changed. Ask the operator of this service about it."
    );
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "organization_suspended",
        words,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    #[test]
    fn the_reason_is_told_in_a_sentence_of_its_own() {
        let told = |reason: &str| {
            let suspension = Suspension {
                since: DateTime::UNIX_EPOCH,
                reason: reason.to_owned(),
            };
            refuse_suspended("Prairie", Some(&suspension))
                .unwrap_err()
                .message()
                .to_owned()
        };
        let rest = "Its rows are kept, and nothing can be read or changed. Ask the operator of \
            this service about it.";
        assert_eq!(
            told("Unpaid since May"),
            format!("Prairie is suspended. Unpaid since May. {rest}")
        );
        assert_eq!(
            told("Call us!"),
            format!("Prairie is suspended. Call us! {rest}")
        );
        assert!(refuse_suspended("Prairie", None).is_ok());
    }
}
