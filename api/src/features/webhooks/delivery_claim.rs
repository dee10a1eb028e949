//! Claims a due delivery for one server, and reads what it sends.

use crate::db::{Access, Database, DbError, DueWebhookDelivery, TenantDb};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{webhook_delivery, webhook_endpoint};
use sea_orm::{ColumnTrait, ExprTrait};

/// A server that has not reported the result of an attempt after this time is considered dead. Much
/// longer than an attempt.
const CLAIM_TIMEOUT: TimeDelta = TimeDelta::minutes(1);

/// A delivery that this server has claimed.
pub(super) struct ClaimedDelivery {
    pub(super) access: Access,
    pub(super) endpoint: webhook_endpoint::Model,
    pub(super) delivery: webhook_delivery::Model,
}

/// Claims the delivery by raising its epoch. `None` if another server was faster, or if it is no
/// longer due.
pub(super) async fn claim_delivery(
    database: &Database,
    due: DueWebhookDelivery,
    now: DateTime<Utc>,
) -> Result<Option<ClaimedDelivery>, DbError> {
    use webhook_delivery::Column;
    let db = database.begin_write(&due.access).await?;
    let Some(endpoint) = find_enabled_endpoint(&db, &due).await? else {
        return Ok(None);
    };
    let of_due = Column::EndpointId
        .eq(due.endpoint)
        .and(Column::Position.eq(due.position));
    let Some(mut delivery) = db
        .find::<webhook_delivery::Entity>()
        .filter(of_due.clone())
        .filter(Column::State.eq("pending"))
        .filter(Column::DueAt.lte(now))
        .one()
        .await?
    else {
        return Ok(None);
    };
    let was_claimed = db
        .update::<webhook_delivery::Entity>()
        .set(Column::Epoch, delivery.epoch + 1)
        .set(Column::Attempts, delivery.attempts + 1)
        .set(Column::DueAt, now + CLAIM_TIMEOUT)
        .set(Column::LastAttemptAt, now)
        .filter(of_due)
        .filter(Column::Epoch.eq(delivery.epoch))
        .filter(Column::State.eq("pending"))
        .exec()
        .await?
        == 1;
    db.commit().await?;
    delivery.epoch += 1;
    delivery.attempts += 1;
    Ok(was_claimed.then_some(ClaimedDelivery {
        access: due.access,
        endpoint,
        delivery,
    }))
}

async fn find_enabled_endpoint(
    db: &TenantDb,
    due: &DueWebhookDelivery,
) -> Result<Option<webhook_endpoint::Model>, DbError> {
    db.find::<webhook_endpoint::Entity>()
        .filter(webhook_endpoint::Column::Id.eq(due.endpoint))
        .filter(webhook_endpoint::Column::State.eq("enabled"))
        .one()
        .await
}
