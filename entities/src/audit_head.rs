//! The end of an organization's audit log: one row per tenant. A writer locks it until its
//! transaction ends.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_head")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// The number of entries.
    pub seq: i64,
    /// The hash of the last entry.
    pub hash: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
