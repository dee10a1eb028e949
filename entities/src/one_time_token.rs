//! A token that opens one thing once: its hash, never itself.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "one_time_token")]
pub struct Model {
    /// SHA-256 of the token, hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    /// What it opens, such as `password_reset`; it opens nothing else.
    pub purpose: String,
    /// Whose it is; nobody's where its reader may have no account yet.
    pub person_id: Option<Uuid>,
    /// The row that it is about, such as an invitation.
    pub subject: Option<Uuid>,
    /// The address that it was sent to.
    pub email: String,
    pub created_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    /// Set once, by its use or by a newer token that replaces it.
    pub used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
