//! A harvest of a region that was learned of since the program was built: public, and nobody's own.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reference_yield")]
pub struct Model {
    /// A state's name, or `US`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub region: String,
    /// `corn`, `soybeans` or `wheat`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub crop: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub year: i32,
    /// Bushels per acre. Scaled by 10^4.
    pub bu_per_ac_e4: i64,
    /// When the source was asked.
    pub learned_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
