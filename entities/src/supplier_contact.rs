//! Where an organization sends its orders to a supplier.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "supplier_contact")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub supplier_id: String,
    pub email: String,
    pub contact_name: Option<String>,
    /// The language of orders, such as `de`.
    pub language: String,
    /// The name of the person who last changed it.
    pub updated_by: String,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
