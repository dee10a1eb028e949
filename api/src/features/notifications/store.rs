//! What is wrong now, and a page of what was told.

use super::wire::{Notification, NotificationKind, NotificationList, OpenAlert};
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::TenantDb;
use crate::http::{ApiError, parse_id_cursor};
use entities::{alert_state, notification};
use sea_orm::{ColumnTrait, Condition};

/// More things than this are not watched.
const MAX_OPEN_ALERTS: u64 = 100;

/// The open problems, the oldest first, and a page of notices, the newest first.
pub(super) async fn list_notifications(
    db: &TenantDb,
    _may: &Proof<SyncRead>,
    limit: u32,
    cursor: Option<&str>,
    by_mail: bool,
) -> Result<NotificationList, ApiError> {
    let before = parse_id_cursor(cursor)?;
    let narrowed = before.map_or_else(Condition::all, |before| {
        Condition::all().add(notification::Column::Id.lt(before))
    });
    let newest = db
        .find::<notification::Entity>()
        .filter(narrowed)
        .order_by_desc(notification::Column::Id);
    let (rows, next_cursor) = newest.page(limit, |last| last.id.to_string()).await?;
    let open = db
        .find::<alert_state::Entity>()
        .filter(alert_state::Column::State.eq("bad"));
    let open = open
        .order_by_asc(alert_state::Column::Since)
        .order_by_asc(alert_state::Column::Topic)
        .limit(MAX_OPEN_ALERTS)
        .all()
        .await?;
    Ok(NotificationList {
        open: open.into_iter().map(alert_from_row).collect(),
        items: rows.into_iter().map(notification_from_row).collect(),
        next_cursor,
        by_mail,
    })
}

fn alert_from_row(row: alert_state::Model) -> OpenAlert {
    OpenAlert {
        topic: row.topic,
        title: row.title,
        words: row.words,
        since: row.since,
    }
}

fn notification_from_row(row: notification::Model) -> Notification {
    let kind = if row.kind == "recovered" {
        NotificationKind::Recovered
    } else {
        NotificationKind::Raised
    };
    Notification {
        id: row.id,
        topic: row.topic,
        kind,
        title: row.title,
        body: row.body,
        at: row.at,
    }
}
