//! Subjects and plain-text bodies of emails about an account.

/// The subject and the body of an email.
pub(super) type EmailContent = (String, String);

const FOOTER: &str = "\n-- \nSprout sent this to the email address of your account.\n";

/// A link to reset the password.
pub(super) fn password_reset_email(name: &str, link: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nsomeone asked to reset the password of your Sprout account. If it was \
            you, use this link within 30 minutes:\n\n{link}\n\nThe link works once and replaces \
            any earlier one. If it was not you, ignore this email: your password stays the \
            same.\n{FOOTER}"
    );
    ("Reset your Sprout password".to_owned(), text)
}

/// The password was reset by a link.
pub(super) fn password_was_reset_email(name: &str, reset_page: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nthe password of your Sprout account was reset with a link that was sent \
            to this address. You are signed out everywhere.\n\nIf it was not you, someone else \
            can read your email. Secure your mailbox first, then reset your \
            password:\n\n{reset_page}\n{FOOTER}"
    );
    ("Your Sprout password was changed".to_owned(), text)
}

/// The password was changed with the current password.
pub(super) fn password_changed_email(name: &str, reset_page: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nthe password of your Sprout account was changed on the account page. \
            Your other sessions are signed out.\n\nIf it was not you, reset your password \
            now:\n\n{reset_page}\n{FOOTER}"
    );
    ("Your Sprout password was changed".to_owned(), text)
}

/// MFA was enabled or disabled.
pub(super) fn mfa_changed_email(name: &str, enabled: bool, account_page: &str) -> EmailContent {
    let (state, effect) = if enabled {
        (
            "on",
            "You now need a code from your authenticator app to sign in.",
        )
    } else {
        ("off", "You now need only your password to sign in.")
    };
    let text = format!(
        "Hello {name},\n\nmulti-factor authentication (MFA) of your Sprout account was turned \
            {state}. {effect}\n\nIf it was not you, change your password and check your \
            sessions:\n\n{account_page}\n{FOOTER}"
    );
    (format!("MFA for Sprout was turned {state}"), text)
}

/// An operator disabled MFA for someone who lost it.
pub(super) fn mfa_reset_email(name: &str, reset_page: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nan operator of this Sprout server turned off multi-factor authentication \
            (MFA) of your account, which is done for people who lost their authenticator app and \
            their recovery codes. You are signed out everywhere. Until you set it up again on the \
            account page, you need only your password to sign in.\n\nIf you did not ask for this, \
            reset your password now:\n\n{reset_page}\n{FOOTER}"
    );
    ("MFA for Sprout was turned off".to_owned(), text)
}

/// The account was deleted: the last email to its address.
pub(super) fn account_deleted_email(name: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nyour Sprout account and all your personal data in it were deleted. This \
            can't be undone. This is the last email from Sprout.\n\nIf it was not you, someone \
            knew your password: change it wherever else you use it.\n\n-- \nSprout sent this to \
            the email address of your former account.\n"
    );
    ("Your Sprout account was deleted".to_owned(), text)
}

/// Someone tried to register with the email address of an account.
pub(super) fn registration_attempt_email(
    name: &str,
    sign_in_page: &str,
    reset_page: &str,
) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nsomeone tried to register at Sprout with this email address, which \
            already has an account. Nothing was changed.\n\nIf it was you, sign in \
            instead:\n\n{sign_in_page}\n\nOr reset your password if you don't know \
            it:\n\n{reset_page}\n\nIf it was not you, ignore this email. At most one such email \
            is sent a day.\n{FOOTER}"
    );
    (
        "Someone tried to register with your email address".to_owned(),
        text,
    )
}

/// A link to verify an email address.
pub(super) fn verification_email(name: &str, link: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nthis email address was entered for a Sprout account. If it was you, \
            verify it with this link within 3 days:\n\n{link}\n\nIf it was not you, ignore this \
            email.\n{FOOTER}"
    );
    ("Verify your email address for Sprout".to_owned(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puts_links_on_their_own_line() {
        let link = "https://sprout.example/reset-password#token=abc";
        for (subject, text) in [
            password_reset_email("Ada", link),
            verification_email("Ada", link),
            password_was_reset_email("Ada", link),
            mfa_changed_email("Ada", true, link),
            mfa_reset_email("Ada", link),
        ] {
            assert!(
                text.lines().any(|line| line == link) && text.starts_with("Hello Ada,\n"),
                "{text}"
            );
            assert!(
                subject.contains("Sprout") && subject.len() < 60,
                "{subject}"
            );
        }
    }
}
