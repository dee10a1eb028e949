//! Writes events of webhooks and messages to channels in the transaction of what they report, so
//! that no crash loses one.

use super::{DbError, TenantDb};
use crate::ids::TenantId;
use chrono::{DateTime, Utc};
use entities::{webhook_delivery, webhook_endpoint};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, IntoActiveModel,
    QueryFilter, QueryOrder, QuerySelect,
};
use webhooks::{Event, EventType};

impl TenantDb {
    /// Queues an event for each enabled webhook that subscribes to it. Call it before
    /// [`TenantDb::append_audit_entry`]: both wait for other writers until the commit, and a fixed
    /// order avoids deadlocks.
    pub async fn enqueue_webhook_event(
        &self,
        at: DateTime<Utc>,
        event: &Event,
    ) -> Result<(), DbError> {
        enqueue_event(self.raw_transaction(), self.tenant(), at, event).await
    }

    /// Queues an event for one enabled webhook, whatever it subscribes to. Returns the id of the
    /// delivery, or `None` if the webhook is not enabled.
    pub async fn enqueue_webhook_event_for(
        &self,
        endpoint: Uuid,
        at: DateTime<Utc>,
        event: &Event,
    ) -> Result<Option<Uuid>, DbError> {
        let content = (event.event_type(), event.to_body(at));
        enqueue_delivery(self.raw_transaction(), self.tenant(), endpoint, at, content).await
    }

    /// Queues a message to one enabled channel, whose body the sender composes from `payload`.
    /// Returns whether the channel is enabled.
    pub async fn enqueue_channel_message(
        &self,
        channel: Uuid,
        at: DateTime<Utc>,
        event_type: EventType,
        payload: String,
    ) -> Result<bool, DbError> {
        let content = (event_type, payload);
        let id =
            enqueue_delivery(self.raw_transaction(), self.tenant(), channel, at, content).await?;
        Ok(id.is_some())
    }
}

/// Queues an event for each enabled webhook of the tenant that subscribes to it.
pub(in crate::db) async fn enqueue_event(
    connection: &impl ConnectionTrait,
    tenant: TenantId,
    at: DateTime<Utc>,
    event: &Event,
) -> Result<(), DbError> {
    use webhook_endpoint::Column;
    let subscribed: Vec<Uuid> = webhook_endpoint::Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::TenantId.eq(tenant.0))
        .filter(Column::State.eq("enabled"))
        .filter(Column::EventTypes.contains(event.event_type().name()))
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    for endpoint in subscribed {
        let content = (event.event_type(), event.to_body(at));
        enqueue_delivery(connection, tenant, endpoint, at, content).await?;
    }
    Ok(())
}

/// Takes the next position of the endpoint, which makes other writers wait until the commit, so
/// that positions are in the order of the commits.
async fn enqueue_delivery(
    connection: &impl ConnectionTrait,
    tenant: TenantId,
    endpoint: Uuid,
    at: DateTime<Utc>,
    (event_type, body): (EventType, String),
) -> Result<Option<Uuid>, DbError> {
    use webhook_endpoint::{Column, Entity};
    let taken = Entity::update_many()
        .col_expr(Column::LastPosition, Expr::col(Column::LastPosition).add(1))
        .filter(Column::TenantId.eq(tenant.0))
        .filter(Column::Id.eq(endpoint))
        .filter(Column::State.eq("enabled"))
        .exec(connection)
        .await?;
    if taken.rows_affected == 0 {
        return Ok(None);
    }
    let Some(row) = Entity::find_by_id((tenant.0, endpoint))
        .one(connection)
        .await?
    else {
        return Ok(None);
    };
    let id = Event::delivery_id(endpoint, row.last_position);
    let delivery = webhook_delivery::Model {
        tenant_id: tenant.0,
        endpoint_id: endpoint,
        position: row.last_position,
        id,
        event_type: event_type.name().to_owned(),
        body,
        state: "pending".to_owned(),
        attempts: 0,
        epoch: 0,
        created_at: at,
        due_at: at,
        retry_since: at,
        last_attempt_at: None,
        last_status: None,
        last_error: None,
        last_error_code: None,
        last_error_value: None,
        last_duration_ms: None,
        finished_at: None,
    };
    webhook_delivery::Entity::insert(delivery.into_active_model().reset_all())
        .exec_without_returning(connection)
        .await?;
    Ok(Some(id))
}
