//! Subjects and plain-text bodies of emails about an account.

use localization::Texts;

/// The subject and the body of an email.
pub(super) type EmailContent = (String, String);

/// An email to the address of the account.
fn compose_email(
    texts: &Texts,
    subject: &str,
    text: &str,
    values: &[(&str, &str)],
) -> EmailContent {
    let body = texts.compose_letter(text, texts.footer, values);
    (subject.to_owned(), body)
}

/// A link to reset the password.
pub(super) fn password_reset_email(texts: &Texts, name: &str, link: &str) -> EmailContent {
    let values = [("name", name), ("link", link)];
    compose_email(
        texts,
        texts.password_reset_subject,
        texts.password_reset,
        &values,
    )
}

/// The password was reset by a link.
pub(super) fn password_was_reset_email(
    texts: &Texts,
    name: &str,
    reset_page: &str,
) -> EmailContent {
    let values = [("name", name), ("link", reset_page)];
    compose_email(
        texts,
        texts.password_changed_subject,
        texts.password_was_reset,
        &values,
    )
}

/// The password was changed with the current password.
pub(super) fn password_changed_email(texts: &Texts, name: &str, reset_page: &str) -> EmailContent {
    let values = [("name", name), ("link", reset_page)];
    compose_email(
        texts,
        texts.password_changed_subject,
        texts.password_changed,
        &values,
    )
}

/// MFA was enabled or disabled.
pub(super) fn mfa_changed_email(
    texts: &Texts,
    name: &str,
    enabled: bool,
    account_page: &str,
) -> EmailContent {
    let (subject, text) = if enabled {
        (texts.mfa_on_subject, texts.mfa_on)
    } else {
        (texts.mfa_off_subject, texts.mfa_off)
    };
    compose_email(
        texts,
        subject,
        text,
        &[("name", name), ("link", account_page)],
    )
}

/// An operator disabled MFA for someone who lost it.
pub(super) fn mfa_reset_email(texts: &Texts, name: &str, reset_page: &str) -> EmailContent {
    let values = [("name", name), ("link", reset_page)];
    compose_email(texts, texts.mfa_off_subject, texts.mfa_reset, &values)
}

/// The account was deleted: the last email to its address.
pub(super) fn account_deleted_email(texts: &Texts, name: &str) -> EmailContent {
    let (text, reason) = (texts.account_deleted, texts.former_footer);
    let body = texts.compose_letter(text, reason, &[("name", name)]);
    (texts.account_deleted_subject.to_owned(), body)
}

/// Someone tried to register with the email address of an account.
pub(super) fn registration_attempt_email(
    texts: &Texts,
    name: &str,
    sign_in_page: &str,
    reset_page: &str,
) -> EmailContent {
    let values = [
        ("name", name),
        ("sign_in_page", sign_in_page),
        ("reset_page", reset_page),
    ];
    let subject = texts.registration_attempt_subject;
    compose_email(texts, subject, texts.registration_attempt, &values)
}

/// A link to verify an email address.
pub(super) fn verification_email(texts: &Texts, name: &str, link: &str) -> EmailContent {
    let values = [("name", name), ("link", link)];
    compose_email(
        texts,
        texts.verification_subject,
        texts.verification,
        &values,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use localization::{Language, fill_text};

    #[test]
    fn puts_links_on_their_own_line() {
        let link = "https://sprout.example/reset-password#token=abc";
        for language in Language::ALL {
            let texts = language.texts();
            let greeting = fill_text(texts.greeting, &[("name", "Ada")]);
            for (subject, text) in [
                password_reset_email(texts, "Ada", link),
                verification_email(texts, "Ada", link),
                password_was_reset_email(texts, "Ada", link),
                password_changed_email(texts, "Ada", link),
                mfa_changed_email(texts, "Ada", true, link),
                mfa_changed_email(texts, "Ada", false, link),
                mfa_reset_email(texts, "Ada", link),
            ] {
                assert!(
                    text.lines().any(|line| line == link) && text.starts_with(&greeting),
                    "{text}"
                );
                assert!(
                    subject.contains("Sprout") && subject.chars().count() < 60,
                    "{subject}"
                );
            }
        }
    }
}
