//! A part of figures that took long to compute, kept over restarts.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "stored_figure")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// What the figures are, such as `purchase_plan`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// The write that the part belongs to: two servers may store the same figures at once.
    #[sea_orm(primary_key, auto_increment = false)]
    pub write_id: Uuid,
    /// From 0.
    #[sea_orm(primary_key, auto_increment = false)]
    pub part: i32,
    /// How many parts the figures have.
    pub parts: i32,
    /// What the content depends on, such as a hash of the settings and the program, and the data version.
    pub version: String,
    pub content: Vec<u8>,
    pub stored_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
