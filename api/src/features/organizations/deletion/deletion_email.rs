//! The letter that tells members that their organization is gone, in words.

use crate::email::{Email, EmailKind};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;

/// How long it is worth telling somebody.
const EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// To one of the others. The organization stands in the words alone, which are forgotten when they
/// were sent; the letter is its reader's and stays.
pub(super) fn organization_deleted_email<'a>(
    member: &'a person::Model,
    organization: &str,
    by: &str,
    now: DateTime<Utc>,
) -> Email<'a> {
    let text = format!(
        "Hello {},\n\nthe organization {organization} on Sprout was deleted by {by} on {}. All of \
            it is gone for good: the rows that were synced, settings, drafts, corrections, \
            conversations with Sprout AI, API keys, invitations and the audit log. Nobody enters \
            it any more.\n\nYour account stays as it is, and so do your other organizations. \
            Where this was the only one you can sign in still, to create another one, to take \
            your data along or to delete your account.\n\nIf you did not expect this, ask {by} \
            or your colleagues: whoever runs this installation can bring it back from a backup \
            at most.\n\n-- \nSprout sends this to the address of your account.\n",
        member.name,
        now.format("%-d %B %Y at %H:%M UTC"),
    );
    Email {
        kind: EmailKind::OrganizationDeleted,
        to: &member.email,
        name: &member.name,
        person: Some(PersonId(member.id)),
        organization: None,
        subject: "An organization of yours on Sprout was deleted".to_owned(),
        text,
        expires_at: now + EMAIL_LIFETIME,
    }
}
