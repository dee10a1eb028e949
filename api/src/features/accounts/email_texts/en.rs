//! English texts of emails about an account.

use super::EmailTexts;

pub(super) const TEXTS: EmailTexts = EmailTexts {
    greeting: "Hello {name},",
    footer: "Sprout sent this to the email address of your account.",
    former_footer: "Sprout sent this to the email address of your former account.",
    password_reset_subject: "Reset your Sprout password",
    password_reset: "someone asked to reset the password of your Sprout account. If it was you, use this \
        link within 30 minutes:\n\n{link}\n\nThe link works once and replaces any earlier \
        one. If it was not you, ignore this email: your password stays the same.",
    password_changed_subject: "Your Sprout password was changed",
    password_was_reset: "the password of your Sprout account was reset with a link that was sent to this \
        address. You are signed out everywhere.\n\nIf it was not you, someone else can read \
        your email. Secure your mailbox first, then reset your password:\n\n{link}",
    password_changed: "the password of your Sprout account was changed on the account page. Your other \
        sessions are signed out.\n\nIf it was not you, reset your password now:\n\n{link}",
    mfa_on_subject: "MFA for Sprout was turned on",
    mfa_on: "multi-factor authentication (MFA) of your Sprout account was turned on. You now need \
        a code from your authenticator app to sign in.\n\nIf it was not you, change your \
        password and check your sessions:\n\n{link}",
    mfa_off_subject: "MFA for Sprout was turned off",
    mfa_off: "multi-factor authentication (MFA) of your Sprout account was turned off. You now \
        need only your password to sign in.\n\nIf it was not you, change your password and \
        check your sessions:\n\n{link}",
    mfa_reset: "an operator of this Sprout server turned off multi-factor authentication (MFA) of \
        your account, which is done for people who lost their authenticator app and their \
        recovery codes. You are signed out everywhere. Until you set it up again on the \
        account page, you need only your password to sign in.\n\nIf you did not ask for \
        this, reset your password now:\n\n{link}",
    account_deleted_subject: "Your Sprout account was deleted",
    account_deleted: "your Sprout account and all your personal data in it were deleted. This can't be \
        undone. This is the last email from Sprout.\n\nIf it was not you, someone knew your \
        password: change it wherever else you use it.",
    registration_attempt_subject: "Someone tried to register with your email address",
    registration_attempt: "someone tried to register at Sprout with this email address, which already has an \
        account. Nothing was changed.\n\nIf it was you, sign in \
        instead:\n\n{sign_in_page}\n\nOr reset your password if you don't know \
        it:\n\n{reset_page}\n\nIf it was not you, ignore this email. At most one such email \
        is sent a day.",
    verification_subject: "Verify your email address for Sprout",
    verification: "this email address was entered for a Sprout account. If it was you, verify it with \
        this link within 3 days:\n\n{link}\n\nIf it was not you, ignore this email.",
};
