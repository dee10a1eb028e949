//! A refresh token's hash; the chain of a session's tokens is its family.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refresh_token")]
pub struct Model {
    /// SHA-256 of the opaque token, hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub session_id: Uuid,
    pub issued_at: DateTimeUtc,
    /// Idle end of this token.
    pub expires_at: DateTimeUtc,
    /// Set once, by the rotation that replaced it.
    pub used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
