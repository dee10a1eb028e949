//! Queries of alerts and notifications.

use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::{DbError, Page, TenantDb};
use entities::{alert_state, notification};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};

/// The maximum number of returned alerts.
const MAX_OPEN_ALERTS: u64 = 100;

/// What the notification page shows.
pub(super) struct NotificationRows {
    /// Oldest first.
    pub(super) open_alerts: Vec<alert_state::Model>,
    /// Newest first.
    pub(super) notifications: Page<notification::Model>,
}

/// The open alerts, and a page of notifications that are older than `before`.
pub(super) async fn list_notifications(
    db: &TenantDb,
    _permission: &Proof<SyncRead>,
    limit: u32,
    before: Option<Uuid>,
) -> Result<NotificationRows, DbError> {
    let filter = before.map_or_else(Condition::all, |before| {
        Condition::all().add(notification::Column::Id.lt(before))
    });
    let newest = db
        .find::<notification::Entity>()
        .filter(filter)
        .order_by_desc(notification::Column::Id);
    let notifications = newest.page(limit, |last| last.id.to_string()).await?;
    let open = db
        .find::<alert_state::Entity>()
        .filter(alert_state::Column::State.eq("firing"));
    let open = open
        .order_by_asc(alert_state::Column::ChangedAt)
        .order_by_asc(alert_state::Column::Topic)
        .limit(MAX_OPEN_ALERTS)
        .all()
        .await?;
    Ok(NotificationRows {
        open_alerts: open,
        notifications,
    })
}
