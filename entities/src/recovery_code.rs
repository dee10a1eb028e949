//! The hash of an MFA recovery code, which works once.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "recovery_code")]
pub struct Model {
    /// SHA-256 of the code, in hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub person_id: Uuid,
    pub used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
