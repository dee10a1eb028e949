//! An entry of an organization's audit log, which is append-only.

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
    pub occurred_at: DateTimeUtc,
    /// `person`, `api_key`, `operator` or `system`.
    pub actor_kind: String,
    /// The person or the API key.
    pub actor_id: Option<Uuid>,
    /// The name at that time.
    pub actor_name: String,
    /// Such as `data_source.updated`.
    pub action: String,
    /// The kind of object, such as `order_draft`.
    pub target_kind: Option<String>,
    pub target_id: Option<String>,
    /// The name at that time.
    pub target_name: Option<String>,
    /// The values before the change, as JSON.
    pub before: Option<String>,
    /// The values after the change, as JSON.
    pub after: Option<String>,
    /// The client's IP address.
    pub ip_address: Option<String>,
    /// The client's user agent.
    pub user_agent: Option<String>,
    pub request_id: Option<String>,
    /// SHA-256 of the previous hash and all fields of this row, in hex.
    pub hash: String,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
