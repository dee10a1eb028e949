//! Emails that report a security-relevant change of an account to its owner.

use super::account_emails::EmailContent;
use crate::email::{Email, EmailKind};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;

/// How long delivery is attempted.
const SECURITY_EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// An email to a person about a change of their account.
pub(super) fn build_security_email(
    person: &person::Model,
    kind: EmailKind,
    (subject, text): EmailContent,
    now: DateTime<Utc>,
) -> Email<'_> {
    let id = Some(PersonId(person.id));
    Email {
        kind,
        to: &person.email,
        name: &person.name,
        person: id,
        organization: None,
        subject,
        text,
        expires_at: now + SECURITY_EMAIL_LIFETIME,
    }
}
