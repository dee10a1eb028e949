//! A signed-in browser or device. Its access tokens become invalid with it.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "session")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub person_id: Uuid,
    /// The current organization of the session.
    pub tenant_id: Uuid,
    pub user_agent: Option<String>,
    pub created_at: DateTimeUtc,
    pub refreshed_at: DateTimeUtc,
    /// The absolute end. Token rotation does not extend it.
    pub expires_at: DateTimeUtc,
    pub revoked_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
