//! The words of letters about one's own account, in plain text.

/// A letter's subject and words.
pub(super) type EmailContent = (String, String);

const FOOTER: &str = "\n-- \nSprout sends this to the address of your account.\n";

/// A link to choose a new password under.
pub(super) fn password_reset_email(name: &str, link: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nsomebody asked to choose a new password for your account at Sprout. If \
            it was you, use this link within 30 minutes:\n\n{link}\n\nIt works once, and \
            replaces any that was sent before. If it was not you, do nothing: your password \
            stays as it is.\n{FOOTER}"
    );
    ("Choose a new password for Sprout".to_owned(), text)
}

/// A new password was chosen by such a link.
pub(super) fn password_was_reset_email(name: &str, reset_page: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\na new password was chosen for your account at Sprout by a link that was \
            sent to this address. You were signed out everywhere.\n\nIf it was not you, somebody \
            else reads your mail. Secure your mailbox first, then choose another \
            password:\n\n{reset_page}\n{FOOTER}"
    );
    ("Your password for Sprout was changed".to_owned(), text)
}

/// The password was changed by somebody who knew it.
pub(super) fn password_changed_email(name: &str, reset_page: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nthe password of your account at Sprout was changed on the account page. \
            Your other sessions were ended.\n\nIf it was not you, choose another one at \
            once:\n\n{reset_page}\n{FOOTER}"
    );
    ("Your password for Sprout was changed".to_owned(), text)
}

/// Two-step sign-in was turned on or off.
pub(super) fn mfa_changed_email(name: &str, on: bool, account_page: &str) -> EmailContent {
    let (turned, what) = if on {
        (
            "on",
            "Signing in asks for a code of your authenticator app from now on.",
        )
    } else {
        (
            "off",
            "Signing in asks for your password alone from now on.",
        )
    };
    let text = format!(
        "Hello {name},\n\ntwo-step sign-in of your account at Sprout was turned {turned}. \
            {what}\n\nIf it was not you, change your password and look at your \
            sessions:\n\n{account_page}\n{FOOTER}"
    );
    (
        format!("Two-step sign-in for Sprout was turned {turned}"),
        text,
    )
}

/// The operator has turned two-step sign-in off for somebody who has lost it.
pub(super) fn mfa_reset_email(name: &str, reset_page: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nwhoever runs this installation of Sprout has turned two-step sign-in of \
            your account off, as for somebody who has lost their authenticator app and their \
            recovery codes. You were signed out everywhere. Signing in asks for your password \
            alone until you set it up again on the account page.\n\nIf you have not asked for \
            it, choose another password at once:\n\n{reset_page}\n{FOOTER}"
    );
    (
        "Two-step sign-in for Sprout was turned off".to_owned(),
        text,
    )
}

/// An account was deleted: the last letter to its address.
pub(super) fn account_deleted_email(name: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nyour account at Sprout was deleted just now, with everything in it that \
            was yours alone. This cannot be undone, and this letter is the last one.\n\nIf it \
            was not you, somebody knew your password: change it wherever else you use it.\n\n-- \
            \nSprout sent this to the address of your former account.\n"
    );
    ("Your account at Sprout was deleted".to_owned(), text)
}

/// Somebody tried to register with the address of an account.
pub(super) fn registration_attempt_email(
    name: &str,
    sign_in_page: &str,
    reset_page: &str,
) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nsomebody tried to register at Sprout with this address, which has an \
            account already. Nothing was changed.\n\nIf it was you, sign in \
            instead:\n\n{sign_in_page}\n\nOr choose a new password, if you do not know yours any \
            more:\n\n{reset_page}\n\nIf it was not you, do nothing. At most one such letter is \
            sent in a day.\n{FOOTER}"
    );
    (
        "Somebody tried to register with your address".to_owned(),
        text,
    )
}

/// A link that shows that an address is its reader's own.
pub(super) fn verification_email(name: &str, link: &str) -> EmailContent {
    let text = format!(
        "Hello {name},\n\nthis address was given for an account at Sprout. If it was you, confirm \
            it with this link within 3 days:\n\n{link}\n\nIf it was not you, do \
            nothing.\n{FOOTER}"
    );
    ("Confirm your address for Sprout".to_owned(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stand_alone_on_their_line() {
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
