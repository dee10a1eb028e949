//! Queries of alerts and notifications.

use super::wire::{Notification, NotificationKind, NotificationList, OpenAlert};
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::TenantDb;
use crate::http::{ApiError, parse_id_cursor};
use entities::{alert_state, notification};
use sea_orm::{ColumnTrait, Condition};

/// The maximum number of returned alerts.
const MAX_OPEN_ALERTS: u64 = 100;

/// The open alerts, oldest first, and a page of notifications, newest first.
pub(super) async fn list_notifications(
    db: &TenantDb,
    _permission: &Proof<SyncRead>,
    limit: u32,
    cursor: Option<&str>,
    email_enabled: bool,
) -> Result<NotificationList, ApiError> {
    let before = parse_id_cursor(cursor)?;
    let filter = before.map_or_else(Condition::all, |before| {
        Condition::all().add(notification::Column::Id.lt(before))
    });
    let newest = db
        .find::<notification::Entity>()
        .filter(filter)
        .order_by_desc(notification::Column::Id);
    let (rows, next_cursor) = newest.page(limit, |last| last.id.to_string()).await?;
    let open = db
        .find::<alert_state::Entity>()
        .filter(alert_state::Column::State.eq("firing"));
    let open = open
        .order_by_asc(alert_state::Column::ChangedAt)
        .order_by_asc(alert_state::Column::Topic)
        .limit(MAX_OPEN_ALERTS)
        .all()
        .await?;
    Ok(NotificationList {
        open_alerts: open.into_iter().map(alert_from_row).collect(),
        items: rows.into_iter().map(notification_from_row).collect(),
        next_cursor,
        email_enabled,
    })
}

fn alert_from_row(row: alert_state::Model) -> OpenAlert {
    OpenAlert {
        topic: row.topic,
        title: row.title,
        message: row.message,
        since: row.changed_at,
    }
}

fn notification_from_row(row: notification::Model) -> Notification {
    let kind = if row.kind == "resolved" {
        NotificationKind::Resolved
    } else {
        NotificationKind::Firing
    };
    Notification {
        id: row.id,
        topic: row.topic,
        kind,
        title: row.title,
        body: row.body,
        created_at: row.created_at,
    }
}
