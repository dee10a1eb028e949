//! A customer of the tenant: a farm that buys inputs.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "customers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: String,
    pub customer_name: String,
    pub state: Option<String>,
    pub county: Option<String>,
    /// Scaled by 10^4.
    pub acres_e4: Option<i64>,
    /// Separated by `;`: `corn`, `soybeans`, `wheat`.
    pub crops: Option<String>,
    pub salesperson: Option<String>,
    pub email: Option<String>,
    pub customer_since: Option<Date>,
    pub updated_at: DateTimeUtc,
    /// When a complete read of the source no longer found the row. Deleted rows are not part of any
    /// figure.
    pub deleted_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
