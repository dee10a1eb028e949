//! An action of an operator. The table is append-only.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "operator_audit_entry")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub occurred_at: DateTimeUtc,
    /// Null for the command line of the server.
    pub operator_id: Option<Uuid>,
    /// The name at that time.
    pub operator_name: String,
    /// Such as `email.read`.
    pub action: String,
    pub target_id: Option<String>,
    /// The name at that time.
    pub target_name: Option<String>,
    /// The client's IP address.
    pub ip_address: Option<String>,
    /// The request id of the response and the server log.
    pub request_id: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
