//! A request with an idempotency key, and its response.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotent_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// The person or the API key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub caller_id: Uuid,
    /// SHA-256 of the method, the path and the key, in hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// SHA-256 of the method, the URL and the body, in hex.
    pub request_hash: String,
    /// The caller's permissions at that time: names such as `sales.read`, separated by spaces.
    pub permissions: String,
    /// The sync run that provides the response until one is stored.
    pub run_id: Option<Uuid>,
    /// The HTTP status. Set together with `response_body`.
    pub response_status: Option<i32>,
    /// The body, encrypted for this row.
    pub response_body: Option<String>,
    pub created_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
