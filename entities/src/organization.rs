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
    /// Since when nobody may work in it, by the word of an operator.
    pub suspended_at: Option<DateTimeUtc>,
    /// Why, in words for its people.
    pub suspended_reason: Option<String>,
    /// How many people may belong to it; absent for as many as like.
    pub most_people: Option<i64>,
    /// How many rows its source tables may hold together; absent for no limit.
    pub most_rows: Option<i64>,
    /// How many questions it may ask in a month; absent for no limit.
    pub most_questions: Option<i64>,
    /// Since when it is being deleted: nobody enters it any more, and it does not come back.
    pub deleting_at: Option<DateTimeUtc>,
    /// Whether its members reach nothing of it before they have set up two-step sign-in.
    pub second_step_required: bool,
}

impl ActiveModelBehavior for ActiveModel {}
