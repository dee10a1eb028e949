//! The hash of a token that works once.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "one_time_token")]
pub struct Model {
    /// SHA-256 of the token, in hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    /// What the token allows, such as `password_reset`.
    pub purpose: String,
    /// The owner. Null if the recipient may have no account.
    pub person_id: Option<Uuid>,
    /// The object of the token, such as an invitation.
    pub subject_id: Option<Uuid>,
    /// The address that the token was sent to.
    pub email: String,
    pub created_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    /// Set once, by its use or by a newer token that replaces it.
    pub used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
