//! The largest total that members with a role may order without approval. A role without a row has
//! no limit.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "approval_limit")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// `member` or `admin`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub role: String,
    /// Scaled by 10^4.
    pub amount_e4: i64,
    /// ISO 4217.
    pub currency: String,
    /// The name of the person who last changed the limits.
    pub updated_by: String,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
