//! What the account operations take and give.

mod account_deletion;
mod email;
mod mfa;
mod open_invitations;
mod password_reset;
mod preferences;

pub(super) use account_deletion::{
    AccountDeletion, MAX_NAMED_ORGANIZATIONS, UnaffiliatedCredentials,
};
pub(super) use email::EmailVerification;
pub(super) use mfa::{
    MfaConfirmation, MfaDisableRequest, MfaEnrollmentRequest, MfaRecoveryCodes, MfaSecret,
    MfaStatus,
};
pub(super) use open_invitations::{OpenInvitation, OpenInvitations};
pub(super) use password_reset::{
    AcceptedResponse, PasswordReset, PasswordResetRequest, ResultMessage,
};
pub(super) use preferences::{
    CurrencyStyle, FormatLocale, Preferences, PreferencesPatch, YieldUnits,
};

use crate::auth::{SignInResult, SwitchedSession};
use crate::db::Access;
use chrono::{DateTime, Utc};
use entities::person;
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// A new organization with its owner, or somebody who joins one by invitation.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct RegistrationRequest {
    /// The business's name, as people will see it. Left out with an invitation.
    pub organization: Option<String>,
    /// The person's own name.
    pub name: String,
    /// Where the person can be reached; also the sign-in name.
    pub email: String,
    /// 8 to 256 characters; nothing about their kinds. Common passwords are refused, and those made
    /// of the names and the address given here.
    pub password: String,
    /// IANA name such as `America/Chicago`; decides what "today" is. UTC where it is left out.
    pub time_zone: Option<String>,
    /// The token of an invitation, which stands behind `#token=` in its link: joins that
    /// organization instead of making one.
    #[oai(validator(max_length = 200))]
    pub invitation: Option<String>,
    /// Where somebody returns who belongs to no organization any more and has two-step sign-in on:
    /// a code, as at sign-in.
    #[oai(validator(max_length = 64))]
    pub otp: Option<String>,
}

impl Example for RegistrationRequest {
    fn example() -> Self {
        Self {
            organization: Some("Prairie Seed & Supply".to_owned()),
            name: "Ada Larsen".to_owned(),
            email: "ada@prairie.example".to_owned(),
            password: "a long pass phrase".to_owned(),
            time_zone: Some("America/Chicago".to_owned()),
            invitation: None,
            otp: None,
        }
    }
}

/// Who wants to sign in.
#[derive(Object)]
#[oai(
    deny_unknown_fields,
    rename_all = "camelCase",
    example,
    skip_serializing_if_is_none
)]
pub(super) struct LoginRequest {
    /// The address that was registered.
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// The password.
    #[oai(validator(max_length = 256))]
    pub password: String,
    /// Where two-step sign-in is on: the six digits that the person's app shows, or one of their
    /// recovery codes.
    #[oai(validator(max_length = 64))]
    pub otp: Option<String>,
}

impl Example for LoginRequest {
    fn example() -> Self {
        Self {
            email: "demo@sprout.example".to_owned(),
            password: "sprout-demo".to_owned(),
            otp: None,
        }
    }
}

/// A session that was opened or refreshed. The refresh token travels in a cookie that scripts
/// cannot read.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features) struct Session {
    /// The access token; send it as `Authorization: Bearer`.
    pub token: String,
    /// When the token stops being valid.
    pub expires_at: DateTime<Utc>,
    /// Who is signed in.
    pub user: User,
    /// Where they work.
    pub organization: Organization,
}

/// Somebody who is signed in.
#[derive(Object)]
pub(in crate::features) struct User {
    pub id: Uuid,
    pub name: String,
    pub email: String,
}

/// An organization as one of its people sees it.
#[derive(Object)]
pub(in crate::features) struct Organization {
    pub id: Uuid,
    /// Unique, lower-case.
    pub slug: String,
    pub name: String,
    /// The person's role: `owner`, `admin`, `member` or `viewer`.
    pub role: String,
}

/// Why nobody works in the organization at the moment.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct OrganizationSuspension {
    /// Since when.
    pub since: DateTime<Utc>,
    /// Why, as the operator of the service has said it.
    pub reason: String,
}

/// The account of whoever is signed in.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct Account {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    /// Whether the address is known to have reached the person; true for everybody where the server
    /// sends no mail.
    pub email_verified: bool,
    /// The organization's name.
    pub farm_name: String,
    pub organization: Organization,
    /// IANA name; decides what "today" is for the organization's figures.
    pub time_zone: String,
    /// What the role allows, such as `sync.run`.
    pub permissions: Vec<String>,
    /// True in the generated demo organization.
    pub sample: bool,
    /// True for somebody who runs the installation; left out for everybody else.
    pub operator: Option<bool>,
    /// Left out where everybody may work in the organization.
    pub suspended: Option<OrganizationSuspension>,
    /// True while the organization demands two-step sign-in and the person has not set it up:
    /// nothing of it can be reached before. Left out otherwise.
    pub second_step_missing: Option<bool>,
}

/// What a person may change about themselves.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct AccountPatch {
    /// The name others see.
    pub name: Option<String>,
}

impl Example for AccountPatch {
    fn example() -> Self {
        Self {
            name: Some("Ada Larsen".to_owned()),
        }
    }
}

/// A browser or program that is signed in as the person.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct AccountSession {
    /// Names the session.
    pub id: Uuid,
    /// What it was opened with, in words, as it says of itself: such as `Firefox on Windows`.
    pub device: String,
    /// When it was opened.
    pub created_at: DateTime<Utc>,
    /// When it last renewed itself, which it does every 10 minutes while it is used.
    pub last_used_at: DateTime<Utc>,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// Where the person is signed in.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct AccountSessions {
    /// The sessions used last, at most 100; the one that asks is always among them.
    pub items: Vec<AccountSession>,
    /// Whether there are more than these.
    pub more: bool,
}

/// What was ended.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct RevokedSessions {
    /// How many other sessions were ended.
    pub ended_sessions: u64,
    /// What happened, for people.
    pub message: String,
}

/// Shows that it is the person who ends sessions elsewhere.
#[derive(Object)]
#[oai(
    deny_unknown_fields,
    rename_all = "camelCase",
    example,
    skip_serializing_if_is_none
)]
pub(super) struct SessionRevocation {
    /// The password that is valid now. Not needed within 5 minutes of signing in.
    #[oai(validator(max_length = 256))]
    pub password: Option<String>,
}

impl Example for SessionRevocation {
    /// Right after signing in.
    fn example() -> Self {
        Self { password: None }
    }
}

/// A new password, and the one that it replaces.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct PasswordChange {
    /// The password that is valid now.
    pub current_password: String,
    /// 8 to 256 characters; nothing about their kinds. Common passwords are refused, and those made
    /// of one's own name, address or organization.
    pub new_password: String,
}

impl Example for PasswordChange {
    fn example() -> Self {
        Self {
            current_password: "a long pass phrase".to_owned(),
            new_password: "another long pass phrase".to_owned(),
        }
    }
}

impl Organization {
    pub(super) fn from_access(access: &Access) -> Self {
        let organization = access.organization();
        Self {
            id: organization.id.0,
            slug: organization.slug.clone(),
            name: organization.name.clone(),
            role: access.role().to_owned(),
        }
    }
}

impl Session {
    /// The same session, at work in another organization.
    pub(in crate::features) fn from_switched(switched: SwitchedSession) -> Self {
        let person::Model {
            id, name, email, ..
        } = switched.person;
        let organization = Organization::from_access(&switched.access);
        Self {
            token: switched.token,
            expires_at: switched.expires_at,
            user: User { id, name, email },
            organization,
        }
    }

    pub(super) fn from_sign_in(signed_in: SignInResult) -> Self {
        let person::Model {
            id, name, email, ..
        } = signed_in.person;
        Self {
            token: signed_in.token,
            expires_at: signed_in.expires_at,
            user: User { id, name, email },
            organization: Organization::from_access(&signed_in.access),
        }
    }
}
