//! A token bucket of a rate limit. A full bucket has no row.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rate_limit_bucket")]
pub struct Model {
    /// Keyed hash of the limited subject, such as an address.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// When the bucket is full again, in milliseconds since the Unix epoch.
    pub full_at_ms: i64,
}

impl ActiveModelBehavior for ActiveModel {}
