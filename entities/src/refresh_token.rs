//! The hash of a refresh token. All tokens of a session form one family.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refresh_token")]
pub struct Model {
    /// SHA-256 of the token, in hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub session_id: Uuid,
    pub issued_at: DateTimeUtc,
    /// When the token expires without use.
    pub expires_at: DateTimeUtc,
    /// Set once, by the rotation that replaces the token.
    pub used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
