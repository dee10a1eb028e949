//! The email to members of a deleted organization.

use crate::email::{Email, EmailKind};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;
use localization::Locale;

/// How long delivery is attempted.
const EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// The email to another member. It belongs to the member, not to the organization, so that it is
/// not deleted with the organization.
pub(super) fn organization_deleted_email<'a>(
    member: &'a person::Model,
    organization: &str,
    by: &str,
    (locale, now): (Locale, DateTime<Utc>),
) -> Email<'a> {
    let texts = locale.language.texts();
    let values = [
        ("name", member.name.as_str()),
        ("person", by),
        ("organization", organization),
        ("moment", &locale.format_moment(now)),
    ];
    Email {
        kind: EmailKind::OrganizationDeleted,
        to: &member.email,
        name: &member.name,
        person: Some(PersonId(member.id)),
        organization: None,
        subject: texts.organization_deleted_subject.to_owned(),
        text: texts.compose_letter(texts.organization_deleted, texts.footer, &values),
        expires_at: now + EMAIL_LIFETIME,
    }
}
