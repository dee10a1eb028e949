//! The email to members whose organization now requires MFA.

use crate::db::Organization;
use crate::email::{Email, EmailKind};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;

/// How long delivery is attempted.
const EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// The email to a member without MFA.
pub(super) fn mfa_required_email<'a>(
    member: &'a person::Model,
    organization: &Organization,
    by: &str,
    account_page: &str,
    now: DateTime<Utc>,
) -> Email<'a> {
    let text = format!(
        "Hello {},\n\n{by} now requires multi-factor authentication (MFA) for all members of {} on \
            Sprout. You can't access the organization until you set it up: an app on your phone \
            shows a code, which you enter with your password. It takes a \
            minute:\n\n{account_page}\n\nAPI keys that you created keep working.\n\n-- \nSprout \
            sent this to the email address of your account.\n",
        member.name, organization.name,
    );
    Email {
        kind: EmailKind::MfaRequired,
        to: &member.email,
        name: &member.name,
        person: Some(PersonId(member.id)),
        organization: Some(organization.id),
        subject: format!("{} requires MFA", organization.name),
        text,
        expires_at: now + EMAIL_LIFETIME,
    }
}
