//! The delivery of an event to an endpoint.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_delivery")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub endpoint_id: Uuid,
    /// Counts the deliveries of the endpoint in the order of their transactions.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    /// Sent as `webhook-id`, the same in every attempt.
    pub id: Uuid,
    pub event_type: String,
    /// The JSON body of the request.
    pub body: String,
    /// `pending`, `delivered` or `failed`.
    pub state: String,
    /// Since the event or its last replay.
    pub attempts: i32,
    /// Incremented by the server that claims the delivery, so that only one server sends it.
    pub epoch: i64,
    pub created_at: DateTimeUtc,
    /// When the next attempt is due.
    pub due_at: DateTimeUtc,
    /// The time of the event or of its last replay, from which attempts are made for three days.
    pub retry_since: DateTimeUtc,
    pub last_attempt_at: Option<DateTimeUtc>,
    /// The HTTP status of the last response.
    pub last_status: Option<i32>,
    /// Why the last attempt failed, in English.
    pub last_error: Option<String>,
    /// The code of the error.
    pub last_error_code: Option<String>,
    /// The status, the seconds or the KiB that the error states.
    pub last_error_value: Option<String>,
    pub last_duration_ms: Option<i64>,
    /// When it was delivered or given up.
    pub finished_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
