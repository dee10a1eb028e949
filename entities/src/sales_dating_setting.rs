//! What the dates of an organization's sales are. Without a row, what the sales themselves show.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sales_dating_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// `booking` or `delivery`.
    pub dating: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
