//! The email to members whose organization now requires MFA.

use crate::db::Organization;
use crate::email::{Email, EmailKind};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;
use localization::{Language, fill_text};

/// How long delivery is attempted.
const EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// The email to a member without MFA.
pub(super) fn mfa_required_email<'a>(
    member: &'a person::Model,
    organization: &Organization,
    (by, account_page): (&str, &str),
    (language, now): (Language, DateTime<Utc>),
) -> Email<'a> {
    let texts = language.texts();
    let values = [
        ("name", member.name.as_str()),
        ("person", by),
        ("organization", &organization.name),
        ("link", account_page),
    ];
    Email {
        kind: EmailKind::MfaRequired,
        to: &member.email,
        name: &member.name,
        person: Some(PersonId(member.id)),
        organization: Some(organization.id),
        subject: fill_text(texts.mfa_required_subject, &values),
        text: texts.compose_letter(texts.mfa_required, texts.footer, &values),
        expires_at: now + EMAIL_LIFETIME,
    }
}
