//! What the operations about organizations take and give.

use crate::db::Access;
use crate::ids::TenantId;
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// An organization that the person belongs to.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct OwnOrganization {
    pub id: Uuid,
    /// Unique, lower-case.
    pub slug: String,
    pub name: String,
    /// The person's role there: `owner`, `admin`, `member` or `viewer`.
    pub role: String,
    /// ISO 4217 code of the amounts that are added up. Left out where it is that of most purchase
    /// lines.
    pub currency: Option<String>,
    /// IANA name; decides what "today" is for its figures.
    pub time_zone: String,
    /// Whether the session that asks works in it.
    pub current: bool,
    /// True for the generated demo organization.
    pub sample: bool,
    /// True while an operator lets nobody work in it; left out otherwise.
    pub suspended: Option<bool>,
    /// True where its members reach nothing of it before they have set up two-step sign-in; left
    /// out otherwise.
    pub second_step_required: Option<bool>,
}

/// Where the person belongs.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct OwnOrganizations {
    /// All of them, the one that was joined first at the front.
    pub items: Vec<OwnOrganization>,
    /// To how many one person may belong.
    pub most: u64,
}

/// An organization to be made.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct NewOrganization {
    /// The business's name, as people will see it.
    pub name: String,
    /// IANA name such as `America/Chicago`; decides what "today" is. UTC where it is left out.
    pub time_zone: Option<String>,
    /// ISO 4217 code such as `USD`. Where it is left out, amounts are in the currency of most
    /// purchase lines.
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

/// What may be changed about an organization.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct OrganizationPatch {
    /// The business's name, as people see it.
    pub name: Option<String>,
    /// IANA name such as `America/Chicago`. Schedules go by it from now on.
    pub time_zone: Option<String>,
    /// ISO 4217 code such as `USD`; empty for that of most purchase lines.
    pub currency: Option<String>,
}

impl Example for OrganizationPatch {
    fn example() -> Self {
        Self {
            name: Some("Prairie Seed & Supply".to_owned()),
            time_zone: Some("America/Chicago".to_owned()),
            currency: Some("USD".to_owned()),
        }
    }
}

impl OwnOrganization {
    /// What the person of `access` sees, from a session that works in `current`.
    pub(super) fn from_access(access: &Access, current: TenantId) -> Self {
        let organization = access.organization();
        Self {
            id: organization.id.0,
            slug: organization.slug.clone(),
            name: organization.name.clone(),
            role: access.role().to_owned(),
            currency: organization.currency.clone(),
            time_zone: organization.time_zone.name().to_owned(),
            current: organization.id == current,
            sample: organization.is_demo,
            suspended: organization.suspension.is_some().then_some(true),
            second_step_required: organization.mfa_required.then_some(true),
        }
    }
}
