//! The email address that a person has verified by following a link.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "verified_email")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person_id: Uuid,
    /// The address at that time. Valid while it is still the person's address.
    pub email: String,
    pub verified_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
