//! An invitation to an organization. It is sent to one address and accepted once.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invitation")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// Time-ordered.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Trimmed and in lower case.
    pub email: String,
    /// `owner`, `admin`, `member` or `viewer`.
    pub role: String,
    /// The invitation becomes invalid when this person may no longer invite.
    pub invited_by: Uuid,
    /// The name at that time.
    pub invited_by_name: String,
    pub created_at: DateTimeUtc,
    /// When the last email was sent.
    pub sent_at: DateTimeUtc,
    /// When the link in the last email expires.
    pub expires_at: DateTimeUtc,
    pub accepted_at: Option<DateTimeUtc>,
    pub revoked_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
