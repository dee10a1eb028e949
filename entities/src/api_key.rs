//! A key by which a program uses the API in its maker's name.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "api_key")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Later ones sort after earlier ones. Stands in the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub name: String,
    /// SHA-256, hex, of the whole token.
    pub token_hash: String,
    /// Names such as `sales.read`, separated by spaces.
    pub permissions: String,
    /// The person whose permissions bound the key's.
    pub made_by: Uuid,
    /// As they were called then.
    pub made_by_name: String,
    pub created_at: DateTimeUtc,
    pub expires_at: Option<DateTimeUtc>,
    /// To the minute.
    pub last_used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
