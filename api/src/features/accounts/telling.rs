//! Letters that tell people what happened to their account; nothing is to be done by their link but
//! to look.

use super::letters::Words;
use crate::ids::PersonId;
use crate::mail::{Letter, LetterKind};
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;

/// How long it is worth telling somebody.
const NEWS: TimeDelta = TimeDelta::days(3);

/// A letter to a person about what has just happened.
pub(super) fn news(
    person: &person::Model,
    kind: LetterKind,
    (subject, text): Words,
    now: DateTime<Utc>,
) -> Letter<'_> {
    let id = Some(PersonId(person.id));
    Letter {
        kind,
        to: &person.email,
        name: &person.name,
        person: id,
        organization: None,
        subject,
        text,
        expires_at: now + NEWS,
    }
}
