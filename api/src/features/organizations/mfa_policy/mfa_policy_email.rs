//! The letter that tells members that their organization demands two-step sign-in, in words.

use crate::db::Organization;
use crate::email::{Email, EmailKind};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::person;

/// How long it is worth telling somebody.
const EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// To a member who has not set it up.
pub(super) fn mfa_required_email<'a>(
    member: &'a person::Model,
    organization: &Organization,
    by: &str,
    account_page: &str,
    now: DateTime<Utc>,
) -> Email<'a> {
    let text = format!(
        "Hello {},\n\n{by} has turned two-step sign-in on for everybody who belongs to {} on \
            Sprout. You reach nothing of it before you have set up yours: an app on your phone \
            shows a code, which you type beside your password. It takes a \
            minute:\n\n{account_page}\n\nAPI keys that you have made go on working.\n\n-- \
            \nSprout sends this to the address of your account.\n",
        member.name, organization.name,
    );
    Email {
        kind: EmailKind::MfaRequired,
        to: &member.email,
        name: &member.name,
        person: Some(PersonId(member.id)),
        organization: Some(organization.id),
        subject: format!("{} asks for two-step sign-in", organization.name),
        text,
        expires_at: now + EMAIL_LIFETIME,
    }
}
