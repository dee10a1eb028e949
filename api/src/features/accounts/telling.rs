//! Letters that tell people what happened to their account; nothing is to be done by their link but
//! to look.

use super::account_emails::EmailContent;
use crate::email::{Email, EmailKind};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;

/// How long it is worth telling somebody.
const SECURITY_EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// A letter to a person about what has just happened.
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
