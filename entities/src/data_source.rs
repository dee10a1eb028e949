//! Where a tenant's rows come from.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "data_source")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// `files`.
    pub kind: String,
    /// For `files`: the folder, absolute or relative to the warehouse root.
    pub location: String,
    /// New whenever the source is set; rows read under another revision do not count as lost.
    pub revision: Uuid,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
