//! German texts of emails about an account.

use super::EmailTexts;

pub(super) const TEXTS: EmailTexts = EmailTexts {
    greeting: "Guten Tag {name},",
    footer: "Sprout hat diese E-Mail an die Adresse Ihres Kontos gesendet.",
    former_footer: "Sprout hat diese E-Mail an die Adresse Ihres früheren Kontos gesendet.",
    password_reset_subject: "Setzen Sie Ihr Sprout-Passwort zurück",
    password_reset: "jemand möchte das Passwort Ihres Sprout-Kontos zurücksetzen. Wenn Sie es waren, \
        verwenden Sie innerhalb von 30 Minuten diesen Link:\n\n{link}\n\nDer Link \
        funktioniert einmal und ersetzt jeden früheren. Wenn Sie es nicht waren, ignorieren \
        Sie diese E-Mail: Ihr Passwort bleibt unverändert.",
    password_changed_subject: "Ihr Sprout-Passwort wurde geändert",
    password_was_reset: "das Passwort Ihres Sprout-Kontos wurde mit einem Link zurückgesetzt, der an diese \
        Adresse gesendet wurde. Sie sind überall abgemeldet.\n\nWenn Sie es nicht waren, \
        kann jemand anderes Ihre E-Mails lesen. Sichern Sie zuerst Ihr Postfach und setzen \
        Sie dann Ihr Passwort zurück:\n\n{link}",
    password_changed: "das Passwort Ihres Sprout-Kontos wurde auf der Kontoseite geändert. Ihre anderen \
        Sitzungen sind abgemeldet.\n\nWenn Sie es nicht waren, setzen Sie Ihr Passwort jetzt \
        zurück:\n\n{link}",
    mfa_on_subject: "MFA für Sprout wurde aktiviert",
    mfa_on: "die Multi-Faktor-Authentifizierung (MFA) Ihres Sprout-Kontos wurde aktiviert. Zur \
        Anmeldung brauchen Sie jetzt einen Code aus Ihrer Authenticator-App.\n\nWenn Sie es \
        nicht waren, ändern Sie Ihr Passwort und prüfen Sie Ihre Sitzungen:\n\n{link}",
    mfa_off_subject: "MFA für Sprout wurde deaktiviert",
    mfa_off: "die Multi-Faktor-Authentifizierung (MFA) Ihres Sprout-Kontos wurde deaktiviert. Zur \
        Anmeldung brauchen Sie jetzt nur noch Ihr Passwort.\n\nWenn Sie es nicht waren, \
        ändern Sie Ihr Passwort und prüfen Sie Ihre Sitzungen:\n\n{link}",
    mfa_reset: "ein Betreiber dieses Sprout-Servers hat die Multi-Faktor-Authentifizierung (MFA) \
        Ihres Kontos deaktiviert. Das geschieht für Personen, die ihre Authenticator-App und \
        ihre Wiederherstellungscodes verloren haben. Sie sind überall abgemeldet. Bis Sie \
        MFA auf der Kontoseite wieder einrichten, brauchen Sie zur Anmeldung nur Ihr \
        Passwort.\n\nWenn Sie nicht darum gebeten haben, setzen Sie Ihr Passwort jetzt \
        zurück:\n\n{link}",
    account_deleted_subject: "Ihr Sprout-Konto wurde gelöscht",
    account_deleted: "Ihr Sprout-Konto und alle Ihre persönlichen Daten darin wurden gelöscht. Das lässt \
        sich nicht rückgängig machen. Dies ist die letzte E-Mail von Sprout.\n\nWenn Sie es \
        nicht waren, kannte jemand Ihr Passwort: Ändern Sie es überall, wo Sie es sonst \
        verwenden.",
    registration_attempt_subject: "Registrierungsversuch mit Ihrer E-Mail-Adresse",
    registration_attempt: "jemand wollte sich bei Sprout mit dieser E-Mail-Adresse registrieren, die bereits \
        ein Konto hat. Nichts wurde geändert.\n\nWenn Sie es waren, melden Sie sich \
        stattdessen an:\n\n{sign_in_page}\n\nOder setzen Sie Ihr Passwort zurück, wenn Sie \
        es nicht kennen:\n\n{reset_page}\n\nWenn Sie es nicht waren, ignorieren Sie diese \
        E-Mail. Höchstens eine solche E-Mail wird pro Tag gesendet.",
    verification_subject: "Bestätigen Sie Ihre E-Mail-Adresse für Sprout",
    verification: "diese E-Mail-Adresse wurde für ein Sprout-Konto eingegeben. Wenn Sie es waren, \
        bestätigen Sie sie innerhalb von 3 Tagen mit diesem Link:\n\n{link}\n\nWenn Sie es \
        nicht waren, ignorieren Sie diese E-Mail.",
};
