//! The words of a mail about notices, in plain text.

use crate::features::notifications::time_text::format_moment;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// One notice as a mail tells it.
pub(super) struct EmailItem {
    pub(super) title: String,
    pub(super) body: String,
    pub(super) at: DateTime<Utc>,
}

/// `Prairie Co-op: sales_transactions did not land`. One line, whatever the organization is called.
pub(super) fn email_subject(organization: &str, told: &[EmailItem]) -> String {
    let what = match told {
        [one] => one.title.clone(),
        several => format!("{} notices from Sprout", several.len()),
    };
    format!("{organization}: {what}")
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// What happened, when in the organization's zone, where to look, and why it was sent.
pub(super) fn email_body(
    organization: &str,
    zone: Tz,
    told: &[EmailItem],
    public_url: &str,
) -> String {
    let mut text = String::new();
    for EmailItem { title, body, at } in told {
        text += &format!("{title}\n{}\n\n{body}\n\n", format_moment(*at, zone));
    }
    text += &format!(
        "See Data Sync: {public_url}/data-sync\n\n-- \nSprout sends this to everybody who may \
            start syncs of {organization}.\n"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn email_item(title: &str) -> EmailItem {
        EmailItem {
            title: title.to_owned(),
            body: "The folder is gone.".to_owned(),
            at: "2026-06-16T15:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn a_mail_says_what_when_and_where_to_look() {
        let text = email_body(
            "Prairie",
            chrono_tz::America::Chicago,
            &[email_item("Data Sync failed")],
            "https://sprout.example.com",
        );
        assert_eq!(
            text,
            "Data Sync failed\n16 June 2026 at 10:00 (America/Chicago)\n\nThe folder is \
                gone.\n\nSee Data Sync: https://sprout.example.com/data-sync\n\n-- \nSprout \
                sends this to everybody who may start syncs of Prairie.\n"
        );
    }

    #[test]
    fn a_subject_is_one_line() {
        assert_eq!(
            email_subject(
                "Prairie\r\nBcc: x@y.example",
                &[email_item("Data Sync failed")]
            ),
            "Prairie  Bcc: x@y.example: Data Sync failed"
        );
        assert_eq!(
            email_subject("Prairie", &[email_item("a"), email_item("b")]),
            "Prairie: 2 notices from Sprout"
        );
    }
}
