//! Subjects and plain-text bodies of notification emails.

use crate::features::notifications::NotificationText;
use email_content::format_subject;
use localization::{Language, fill_text};

/// The subject, such as `Prairie Co-op: sales_transactions failed to sync`. It is always
/// one line.
pub(super) fn email_subject(
    organization: &str,
    items: &[NotificationText],
    language: Language,
) -> String {
    let what = match items {
        [one] => one.title.clone(),
        several => {
            let count = language.format_count(several.len());
            fill_text(language.texts().several_notifications, &[("count", &count)])
        }
    };
    format_subject(&language.format_pair(organization, &what))
}

/// The body: what happened, when, where to look, why the email was sent, and how to get no more.
pub(super) fn email_body(
    organization: &str,
    items: &[NotificationText],
    (public_url, unsubscribe_url): (&str, &str),
    language: Language,
) -> String {
    let texts = language.texts();
    let mut text = String::new();
    for NotificationText {
        title,
        moment,
        body,
        url,
    } in items
    {
        text += &format!("{title}\n{moment}\n\n{body}\n\n");
        if let Some(url) = url {
            text += &format!("{}\n\n", language.format_pair(texts.open_figures, url));
        }
    }
    let reason = if items.iter().any(|item| item.url.is_some()) {
        texts.alert_email_reason
    } else {
        let url = format!("{public_url}/data-sync");
        text += &format!("{}\n\n", language.format_pair(texts.open_data_sync, &url));
        texts.sync_email_reason
    };
    let url = format!("{public_url}/notifications");
    let reason = fill_text(reason, &[("organization", organization), ("url", &url)]);
    let unsubscribe = language.format_pair(texts.unsubscribe, unsubscribe_url);
    format!("{text}-- \n{reason}\n{unsubscribe}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn email_item(title: &str) -> NotificationText {
        notification_text(title, None)
    }

    fn notification_text(title: &str, link: Option<&str>) -> NotificationText {
        NotificationText {
            title: title.to_owned(),
            moment: "16 June 2026 at 10:00 (America/Chicago)".to_owned(),
            body: "The folder is gone.".to_owned(),
            url: link.map(|link| format!("https://sprout.example.com{link}")),
        }
    }

    #[test]
    fn body_has_event_time_and_link() {
        let text = email_body(
            "Prairie",
            &[email_item("Data Sync failed")],
            (
                "https://sprout.example.com",
                "https://sprout.example.com/unsubscribe#token=x",
            ),
            Language::English,
        );
        assert_eq!(
            text,
            "Data Sync failed\n16 June 2026 at 10:00 (America/Chicago)\n\nThe folder is \
                gone.\n\nOpen Data Sync: https://sprout.example.com/data-sync\n\n-- \nSprout \
                sends this to all members of Prairie who may run syncs.\nUnsubscribe: \
                https://sprout.example.com/unsubscribe#token=x\n"
        );
    }

    #[test]
    fn alert_email_links_to_the_figures() {
        let alert = notification_text("Margin", Some("/explore?measures=revenue"));
        let url = "https://sprout.example.com";
        let urls = (url, "https://u.example");
        let text = email_body("Prairie", &[alert], urls, Language::English);
        assert!(text.contains("Open the figures: https://sprout.example.com/explore?measures="));
        assert!(!text.contains("/data-sync"), "{text}");
    }

    #[test]
    fn subject_is_one_line() {
        assert_eq!(
            email_subject(
                "Prairie\r\nBcc: x@y.example",
                &[email_item("Data Sync failed")],
                Language::English
            ),
            "Prairie  Bcc: x@y.example: Data Sync failed"
        );
        assert_eq!(
            email_subject(
                "Prairie",
                &[email_item("a"), email_item("b")],
                Language::German
            ),
            "Prairie: 2 Benachrichtigungen von Sprout"
        );
    }
}
