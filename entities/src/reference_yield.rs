//! A public crop yield of a region that was fetched after this version was built.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reference_yield")]
pub struct Model {
    /// The name of a US state, or `US`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub region: String,
    /// `corn`, `soybeans` or `wheat`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub crop: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub year: i32,
    /// Bushels per acre. Scaled by 10^4.
    pub bu_per_ac_e4: i64,
    /// When the yield was fetched.
    pub fetched_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
