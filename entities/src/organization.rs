//! An organization: one tenant of the product.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "organization")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Unique, lower-case, for the command line and addresses.
    pub slug: String,
    /// Shown to people; also the account's `farmName`.
    pub name: String,
    /// ISO 4217; absent means the currency of most purchase lines.
    pub currency: Option<String>,
    /// IANA name; decides what "today" is for the organization's figures.
    pub time_zone: String,
    /// The generated demo tenant: every answer of it is marked as sample data.
    pub is_demo: bool,
    /// Raised whenever synced rows changed; part of every cache key.
    pub data_version: i64,
    pub created_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
