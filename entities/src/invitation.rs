//! An invitation into an organization: sent to one address, accepted once, by nobody else.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invitation")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Later ones sort after earlier ones.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Trimmed and lower-case, as people's addresses are.
    pub email: String,
    /// `owner`, `admin`, `member` or `viewer`.
    pub role: String,
    /// Whoever invited: the invitation ends when they may not invite any more.
    pub invited_by: Uuid,
    /// A name.
    pub invited_by_name: String,
    pub created_at: DateTimeUtc,
    /// When the newest letter was written.
    pub sent_at: DateTimeUtc,
    /// When the link in the newest letter stops working.
    pub expires_at: DateTimeUtc,
    pub accepted_at: Option<DateTimeUtc>,
    pub revoked_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
