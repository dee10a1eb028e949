//! What came of a call to a customer, at most one per day.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "call_outcome")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub called_on: Date,
    /// `reached`, `ordered`, `lost` or `later`.
    pub outcome: String,
    pub note: Option<String>,
    /// The name of the user or API key.
    pub recorded_by: String,
    pub recorded_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
