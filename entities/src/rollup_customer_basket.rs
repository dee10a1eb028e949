//! All that a customer has ordered of each item, on all days, in one text, because it is read all
//! at once. Returns are not taken off.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rollup_customer_basket")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub customer_id: String,
    /// Each item as `5:CS-12bag 3 0 1250 1 7500000/`: the number of characters of its id, the id,
    /// its unit, lines, and quantity and amount in two parts.
    #[sea_orm(column_type = "Text")]
    pub basket: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
