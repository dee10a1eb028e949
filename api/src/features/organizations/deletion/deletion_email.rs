//! The email to members of a deleted organization.

use crate::email::{Email, EmailKind};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;

/// How long delivery is attempted.
const EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// The email to another member. It belongs to the member, not to the organization, so that it is
/// not deleted with the organization.
pub(super) fn organization_deleted_email<'a>(
    member: &'a person::Model,
    organization: &str,
    by: &str,
    now: DateTime<Utc>,
) -> Email<'a> {
    let text = format!(
        "Hello {},\n\n{by} deleted the organization {organization} on Sprout on {}. All of its \
            data is permanently deleted: synced rows, settings, drafts, corrections, conversations \
            with Sprout AI, API keys, invitations and the audit log. Nobody can access it \
            anymore.\n\nYour account and your other organizations are unchanged. If this was your \
            only organization, you can still sign in to create another one, export your data or \
            delete your account.\n\nIf you did not expect this, ask {by}. Only the operator of \
            this server may be able to restore the organization from a backup.\n\n-- \nSprout sent \
            this to the email address of your account.\n",
        member.name,
        now.format("%-d %B %Y at %H:%M UTC"),
    );
    Email {
        kind: EmailKind::OrganizationDeleted,
        to: &member.email,
        name: &member.name,
        person: Some(PersonId(member.id)),
        organization: None,
        subject: "One of your organizations on Sprout was deleted".to_owned(),
        text,
        expires_at: now + EMAIL_LIFETIME,
    }
}
