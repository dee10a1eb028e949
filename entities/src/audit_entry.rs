//! Something that was done in an organization. Rows are added and never changed.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_entry")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// 1, 2, 3 and so on, without gaps.
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    pub at: DateTimeUtc,
    /// `person`, `api_key` or `sprout`.
    pub author_kind: String,
    /// Of the person or the key.
    pub author_id: Option<Uuid>,
    /// As they were called then.
    pub author_name: String,
    /// Such as `source.set`.
    pub action: String,
    /// What it was done to, such as `draft`.
    pub target_kind: Option<String>,
    pub target_id: Option<String>,
    /// As it was called then.
    pub target_name: Option<String>,
    /// JSON text of what was there before.
    pub before: Option<String>,
    /// JSON text of what is there since.
    pub after: Option<String>,
    /// Where the caller called from.
    pub address: Option<String>,
    /// What the caller's program says of itself.
    pub user_agent: Option<String>,
    pub request_id: Option<String>,
    /// SHA-256, hex, of the hash before and all fields of this row.
    pub hash: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
