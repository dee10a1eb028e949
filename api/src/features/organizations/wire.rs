//! Request and response types of the organization operations.

use crate::auth::permission::Role;
use crate::db::Access;
use crate::ids::TenantId;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// An organization of the person.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct OwnOrganization {
    pub id: Uuid,
    /// Unique, in lowercase.
    pub slug: String,
    pub name: String,
    /// The person's role in it.
    pub role: Role,
    /// ISO 4217 code of the currency of its figures. Absent: the currency of most purchase lines.
    pub currency: Option<String>,
    /// IANA name of its time zone; determines "today" for its figures.
    pub time_zone: String,
    /// The first day of its weeks.
    pub week_start: FirstWeekday,
    /// The month in which its fiscal years start, 1 to 12.
    pub fiscal_year_start: u8,
    /// Whether the current session works in it.
    pub current: bool,
    /// True for the demo organization.
    pub sample: bool,
    /// True while an operator has suspended it, otherwise absent.
    pub suspended: Option<bool>,
    /// True if its members must set up MFA to access it, otherwise absent.
    pub mfa_required: Option<bool>,
}

/// The organizations of the person.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct OwnOrganizations {
    /// All organizations, in the order in which the person joined them.
    pub items: Vec<OwnOrganization>,
    /// The maximum number of organizations of a person.
    pub max: u64,
}

/// A new organization.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct NewOrganization {
    /// The organization's name.
    pub name: String,
    /// IANA name such as `America/Chicago`; determines "today". Defaults to UTC.
    pub time_zone: Option<String>,
    /// ISO 4217 code such as `USD`. Defaults to the currency of most purchase lines.
    pub currency: Option<String>,
}

impl Example for NewOrganization {
    fn example() -> Self {
        Self {
            name: "Prairie Seed & Supply West".to_owned(),
            time_zone: Some("America/Denver".to_owned()),
            currency: Some("USD".to_owned()),
        }
    }
}

/// Changes to an organization.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct OrganizationPatch {
    /// The organization's name.
    pub name: Option<String>,
    /// IANA name such as `America/Chicago`. Schedules use it from now on.
    pub time_zone: Option<String>,
    /// ISO 4217 code such as `USD`. Empty: the currency of most purchase lines.
    pub currency: Option<String>,
    /// The first day of weeks.
    pub week_start: Option<FirstWeekday>,
    /// The month in which fiscal years start.
    #[oai(validator(minimum(value = "1"), maximum(value = "12")))]
    pub fiscal_year_start: Option<u8>,
}

/// The first day of weeks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum FirstWeekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl FirstWeekday {
    const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    /// 1 (Monday) to 7.
    pub(super) fn number(self) -> i16 {
        (1..)
            .zip(Self::ALL)
            .find(|(_, day)| *day == self)
            .map_or(1, |(number, _)| number)
    }

    fn from_number(number: u8) -> Self {
        let place = usize::from(number).saturating_sub(1);
        Self::ALL.get(place).copied().unwrap_or(Self::Monday)
    }
}

impl Example for OrganizationPatch {
    fn example() -> Self {
        Self {
            name: Some("Prairie Seed & Supply".to_owned()),
            time_zone: Some("America/Chicago".to_owned()),
            currency: Some("USD".to_owned()),
            week_start: Some(FirstWeekday::Sunday),
            fiscal_year_start: Some(7),
        }
    }
}

/// Confirms the deletion of the organization.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct OrganizationDeletion {
    /// The exact name of the organization.
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// The current password.
    pub password: String,
    /// Needed if MFA is enabled: the six-digit code of the authenticator app, or a recovery code.
    #[oai(validator(max_length = 64))]
    pub otp: Option<String>,
}

impl Example for OrganizationDeletion {
    fn example() -> Self {
        Self {
            name: "Prairie Seed & Supply".to_owned(),
            password: "a long pass phrase".to_owned(),
            otp: None,
        }
    }
}

impl OwnOrganization {
    /// The organization of `access`, for a session that works in `current`.
    pub(super) fn from_access(access: &Access, current: TenantId) -> Self {
        let organization = access.organization();
        Self {
            id: organization.id.0,
            slug: organization.slug.clone(),
            name: organization.name.clone(),
            role: Role::from_stored(access.role()),
            currency: organization.currency.clone(),
            time_zone: organization.time_zone.name().to_owned(),
            week_start: FirstWeekday::from_number(organization.calendar.week_start),
            fiscal_year_start: organization.calendar.fiscal_year_start,
            current: organization.id == current,
            sample: organization.is_demo,
            suspended: organization.suspension.is_some().then_some(true),
            mfa_required: organization.mfa_required.then_some(true),
        }
    }
}
