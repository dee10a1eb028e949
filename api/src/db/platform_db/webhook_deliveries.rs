//! The deliveries of webhooks that are due, for all organizations.

use super::PlatformDb;
use crate::db::{Access, DbError};
use chrono::{DateTime, Utc};
use entities::webhook_delivery;
use sea_orm::prelude::Uuid;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Statement,
};

/// The due deliveries, the first of each organization before the second of any. A delivery to an
/// ordered endpoint waits for those before it.
const LIST_DUE: &str = r"
    select tenant_id, endpoint_id, position
    from (
        select
            delivery.tenant_id,
            delivery.endpoint_id,
            delivery.position,
            delivery.due_at,
            row_number() over (
                partition by delivery.tenant_id
                order by delivery.due_at, delivery.position
            ) as turn
        from webhook_delivery delivery
        join webhook_endpoint endpoint
            on endpoint.tenant_id = delivery.tenant_id
            and endpoint.id = delivery.endpoint_id
        join organization
            on organization.id = delivery.tenant_id
        where delivery.state = 'pending'
          and delivery.due_at <= $1
          and endpoint.state = 'enabled'
          and organization.suspended_at is null
          and organization.deletion_started_at is null
          and (
              not endpoint.is_ordered
              or not exists (
                  select 1
                  from webhook_delivery earlier
                  where earlier.tenant_id = delivery.tenant_id
                    and earlier.endpoint_id = delivery.endpoint_id
                    and earlier.position < delivery.position
                    and earlier.state = 'pending'
              )
          )
    ) due
    where turn <= $2
    order by turn, due_at
    limit $3
";

/// A delivery that is due.
#[derive(Clone, Debug)]
pub struct DueWebhookDelivery {
    /// Access to the organization for the server.
    pub access: Access,
    /// The endpoint.
    pub endpoint: Uuid,
    /// The position in the endpoint's sequence.
    pub position: i64,
}

#[derive(FromQueryResult)]
struct DueRow {
    tenant_id: Uuid,
    endpoint_id: Uuid,
    position: i64,
}

impl PlatformDb {
    /// The due deliveries of organizations that are active, at most `limit` and at most
    /// `per_tenant` of each organization, in fair turns.
    pub async fn list_due_webhook_deliveries(
        &self,
        now: DateTime<Utc>,
        per_tenant: u32,
        limit: u32,
    ) -> Result<Vec<DueWebhookDelivery>, DbError> {
        let statement = Statement::from_sql_and_values(
            self.connection.get_database_backend(),
            LIST_DUE,
            [
                now.into(),
                i64::from(per_tenant).into(),
                i64::from(limit).into(),
            ],
        );
        let rows = DueRow::find_by_statement(statement)
            .all(&self.connection)
            .await?;
        let owners = self
            .load_server_access(rows.iter().map(|row| row.tenant_id))
            .await?;
        Ok(rows
            .into_iter()
            .filter_map(|row| {
                Some(DueWebhookDelivery {
                    access: owners.get(&row.tenant_id)?.clone(),
                    endpoint: row.endpoint_id,
                    position: row.position,
                })
            })
            .collect())
    }

    /// Deletes the deliveries of events before `before`. Those that are still pending belong to
    /// disabled endpoints.
    pub async fn delete_old_webhook_deliveries(
        &self,
        before: DateTime<Utc>,
    ) -> Result<u64, DbError> {
        let deleted = webhook_delivery::Entity::delete_many()
            .filter(webhook_delivery::Column::CreatedAt.lt(before))
            .filter(webhook_delivery::Column::RetrySince.lt(before))
            .exec(&self.connection)
            .await?;
        Ok(deleted.rows_affected)
    }

    /// The number of pending deliveries, and the time of the oldest.
    pub(super) async fn count_pending_webhook_deliveries(
        &self,
    ) -> Result<(i64, Option<DateTime<Utc>>), DbError> {
        let pending = webhook_delivery::Entity::find()
            .filter(webhook_delivery::Column::State.eq("pending"))
            .select_only()
            .expr(webhook_delivery::Column::Id.count())
            .expr(webhook_delivery::Column::CreatedAt.min())
            .into_tuple()
            .one(&self.connection)
            .await?;
        Ok(pending.unwrap_or_default())
    }
}
