//! The sums of each item that a customer ordered, over all days. Returns are not subtracted.

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
    /// The items, each as `5:CS-12bag 3 0 1250 1 7500000/`: the number of characters of its id, the
    /// id, its unit, the number of lines, and quantity and amount as high and low parts.
    #[sea_orm(column_type = "Text")]
    pub basket: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
