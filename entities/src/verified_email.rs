//! The address at which a person was reached: they used a link that was sent there.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "verified_address")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person_id: Uuid,
    /// As it was then: of use as long as it is the person's.
    pub email: String,
    pub verified_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
