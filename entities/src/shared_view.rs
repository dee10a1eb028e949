//! A link under which people outside of the organization see the figures of a view.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shared_view")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The saved view. Deleting it deletes the link.
    pub view_id: Uuid,
    /// The name of the view when the link was created.
    pub name: String,
    /// The metric query as JSON. The link answers no other one.
    pub query: String,
    /// SHA-256 of the token, in hex.
    pub token_hash: String,
    /// The person whose permissions the link has.
    pub created_by: Uuid,
    /// The name at that time.
    pub created_by_name: String,
    pub created_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    /// How often the figures were read.
    pub use_count: i64,
    pub last_used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
