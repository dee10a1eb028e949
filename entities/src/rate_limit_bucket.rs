//! What is left of a limit on attempts; a bucket that is full again has no row.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "attempt_bucket")]
pub struct Model {
    /// Keyed hash of whose attempts it counts.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// When it will be full again, in milliseconds of the epoch.
    pub full_at_ms: i64,
}

impl ActiveModelBehavior for ActiveModel {}
