//! Request and response types of the account operations.

mod account_deletion;
mod mfa;
mod open_invitations;
mod password_reset;
mod preferences;

pub(super) use account_deletion::{
    AccountDeletion, MAX_NAMED_ORGANIZATIONS, UnaffiliatedCredentials,
};
pub(super) use mfa::{
    MfaConfirmation, MfaDisableRequest, MfaEnrollmentRequest, MfaRecoveryCodes, MfaSecret,
    MfaStatus,
};
pub(super) use open_invitations::{OpenInvitation, OpenInvitations};
pub(super) use password_reset::{
    AcceptedResponse, PasswordReset, PasswordResetRequest, ResultMessage,
};
pub(super) use preferences::{
    CurrencyStyle, FormatLocale, LanguageChoice, Preferences, PreferencesPatch, YieldUnits,
};

use crate::auth::permission::{Permission, Role};
use crate::auth::{SignInResult, SwitchedSession};
use crate::db::Access;
use chrono::{DateTime, Utc};
use entities::person;
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// Registers a new organization with its owner, or a person who joins by invitation.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct RegistrationRequest {
    /// The organization's name. Omit with an invitation.
    pub organization: Option<String>,
    /// The person's name.
    pub name: String,
    /// The email address, also used to sign in.
    pub email: String,
    /// 8 to 256 characters of any kind. Common passwords, and passwords made of the names and the
    /// email address of this request, are rejected.
    pub password: String,
    /// IANA name such as `America/Chicago`; determines "today". Defaults to UTC.
    pub time_zone: Option<String>,
    /// The token of an invitation: the part of its link after `#token=`. Joins that organization
    /// instead of creating one.
    #[oai(validator(max_length = 200))]
    pub invitation: Option<String>,
    /// The MFA code, as at sign-in. Needed only for an existing account with MFA that no longer
    /// belongs to an organization.
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

/// The credentials to sign in with.
#[derive(Object)]
#[oai(
    deny_unknown_fields,
    rename_all = "camelCase",
    example,
    skip_serializing_if_is_none
)]
pub(super) struct LoginRequest {
    /// The email address of the account.
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// The password.
    #[oai(validator(max_length = 256))]
    pub password: String,
    /// Needed if MFA is enabled: the six-digit code of the authenticator app, or a recovery code.
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

/// A new or refreshed session. The refresh token is sent in a cookie that scripts can't read.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features) struct Session {
    /// The access token; send it as `Authorization: Bearer`.
    pub token: String,
    /// When the token expires.
    pub expires_at: DateTime<Utc>,
    /// The signed-in person.
    pub user: User,
    /// The organization that the session works in.
    pub organization: Organization,
}

/// A signed-in person.
#[derive(Object)]
pub(in crate::features) struct User {
    pub id: Uuid,
    pub name: String,
    pub email: String,
}

/// An organization, as one of its members sees it.
#[derive(Object)]
pub(in crate::features) struct Organization {
    pub id: Uuid,
    /// Unique, in lowercase.
    pub slug: String,
    pub name: String,
    /// The person's role.
    pub role: Role,
}

/// The suspension of an organization.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct OrganizationSuspension {
    /// When it was suspended.
    pub since: DateTime<Utc>,
    /// The reason that the operator gave.
    pub reason: String,
}

/// The account of the signed-in person.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct Account {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    /// Whether the email address is verified; always true if the server sends no email.
    pub email_verified: bool,
    /// The organization's name.
    pub farm_name: String,
    pub organization: Organization,
    /// IANA name of the organization's time zone; determines "today" for its figures.
    pub time_zone: String,
    /// The permissions of the role.
    pub permissions: Vec<Permission>,
    /// True in the demo organization.
    pub sample: bool,
    /// True for operators of the installation, otherwise absent.
    pub operator: Option<bool>,
    /// Absent unless the organization is suspended.
    pub suspension: Option<OrganizationSuspension>,
    /// True while the organization requires MFA and the person has not set it up, which blocks
    /// access to the organization. Otherwise absent.
    pub mfa_setup_required: Option<bool>,
    /// The person's preferences, which apply in every organization.
    pub preferences: Preferences,
}

/// Changes to the account.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct AccountPatch {
    /// The name that others see.
    pub name: Option<String>,
}

impl Example for AccountPatch {
    fn example() -> Self {
        Self {
            name: Some("Ada Larsen".to_owned()),
        }
    }
}

/// A session of the person.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct AccountSession {
    /// The session's id.
    pub id: Uuid,
    /// The device, derived from the user agent, such as `Firefox on Windows`.
    pub device: String,
    /// When the person signed in.
    pub created_at: DateTime<Utc>,
    /// When the session was last refreshed, which happens every 10 minutes while it is used.
    pub last_used_at: DateTime<Utc>,
    /// Whether this is the session of the request.
    pub current: bool,
}

/// The sessions of the person.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct AccountSessions {
    /// The most recently used sessions, at most 100, always including the current one.
    pub items: Vec<AccountSession>,
    /// Whether there are more sessions.
    pub has_more: bool,
}

/// The result of a revocation.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct RevokedSessions {
    /// How many other sessions were revoked.
    pub revoked_sessions: u64,
    /// A message for the user.
    pub message: String,
}

/// Reauthentication to revoke other sessions.
#[derive(Object)]
#[oai(
    deny_unknown_fields,
    rename_all = "camelCase",
    example,
    skip_serializing_if_is_none
)]
pub(super) struct SessionRevocation {
    /// The current password. Not needed within 5 minutes of signing in.
    #[oai(validator(max_length = 256))]
    pub password: Option<String>,
}

impl Example for SessionRevocation {
    fn example() -> Self {
        Self { password: None }
    }
}

/// A password change.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct PasswordChange {
    /// The current password.
    pub current_password: String,
    /// 8 to 256 characters of any kind. Common passwords, and passwords made of the person's name,
    /// email address or organization, are rejected.
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

/// A token from the link of a verification email.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct EmailVerification {
    /// The part of the link after `#token=`.
    #[oai(validator(max_length = 128))]
    pub token: String,
}

impl Example for EmailVerification {
    fn example() -> Self {
        Self {
            token: "4Zr1yqSxuL0jVfE2Qk3bGm8N5cTtW7dHpA9XoYiRzBs".to_owned(),
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
            role: Role::from_stored(access.role()),
        }
    }
}

impl Session {
    /// A session that switched to another organization.
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
