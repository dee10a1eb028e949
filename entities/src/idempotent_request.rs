//! A request that carried a key, with the answer that it was given.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotent_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    /// The person, or the API key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub asked_by: Uuid,
    /// SHA-256, hex, of the method, the path and the key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// SHA-256, hex, of the method, the address and the body.
    pub request_hash: String,
    /// What whoever asked was allowed: names such as `sales.read`, separated by spaces.
    pub permissions: String,
    /// The run of Data Sync that answers for it as long as there is no answer.
    pub run_id: Option<Uuid>,
    /// Of the answer, together with `answer`.
    pub status: Option<i32>,
    /// The body, sealed for this row.
    pub answer: Option<String>,
    pub created_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
