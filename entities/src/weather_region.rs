//! A region of an organization whose weather is shown after the four that everyone sees.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "weather_region")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// The place in the list, from 0.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    pub name: String,
    /// Degrees north, scaled by 10^4.
    pub latitude_e4: i64,
    /// Degrees east, scaled by 10^4.
    pub longitude_e4: i64,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
