//! An organization: a tenant.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "organization")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Unique, in lower case, for the command line and URLs.
    pub slug: String,
    /// The display name; also the `farmName` of the account.
    pub name: String,
    /// ISO 4217. Null means the currency of most purchase lines.
    pub currency: Option<String>,
    /// IANA name. Defines "today" for the organization's figures.
    pub time_zone: String,
    /// Whether this is the generated demo organization. Its answers are marked as sample data.
    pub is_demo: bool,
    /// Incremented when synced rows change. Part of every cache key.
    pub data_version: i64,
    pub created_at: DateTimeUtc,
    /// Since when an operator has suspended the organization.
    pub suspended_at: Option<DateTimeUtc>,
    /// The reason, shown to members.
    pub suspended_reason: Option<String>,
    /// The maximum number of members. Null for no limit.
    pub max_members: Option<i64>,
    /// The maximum number of rows in the source tables together. Null for no limit.
    pub max_rows: Option<i64>,
    /// The maximum number of questions to the assistant in a month. Null for no limit.
    pub max_monthly_questions: Option<i64>,
    /// Since when the organization is being deleted. No user can sign in to it, and it cannot be
    /// restored.
    pub deletion_started_at: Option<DateTimeUtc>,
    /// Whether members must set up MFA to access the organization.
    pub mfa_required: bool,
    /// Whether folders of the whole warehouse root may be its source, except those of other
    /// organizations: the first organization of an installation of one business.
    pub owns_warehouse_root: bool,
    /// The first day of its weeks: 1 (Monday) to 7.
    pub week_start: i16,
    /// The month in which its fiscal years start: 1 to 12.
    pub fiscal_year_start: i16,
}

impl ActiveModelBehavior for ActiveModel {}
