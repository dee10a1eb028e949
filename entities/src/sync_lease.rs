//! The lease of the run that currently syncs a tenant. At most one run holds it.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sync_lease")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    pub run_id: Uuid,
    /// Incremented by every takeover, so that the previous holder can tell.
    pub epoch: i64,
    pub expires_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
