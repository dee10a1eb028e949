//! An API key, which acts on behalf of the person who created it.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "api_key")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered. Part of the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub name: String,
    /// SHA-256 of the token, in hex.
    pub token_hash: String,
    /// Names such as `sales.read`, separated by spaces.
    pub permissions: String,
    /// The person whose permissions limit those of the key.
    pub created_by: Uuid,
    /// The name at that time.
    pub created_by_name: String,
    pub created_at: DateTimeUtc,
    pub expires_at: Option<DateTimeUtc>,
    /// Precise to the minute.
    pub last_used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
