//! Queries of alerts and notifications.

use super::message::visible_access;
use crate::auth::Proof;
use crate::auth::permission::{Permissions, SyncRead};
use crate::db::{DbError, Page, TenantDb};
use crate::ids::PersonId;
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

/// Who lists notifications.
pub(super) struct Reader {
    pub(super) permissions: Permissions,
    /// None for API keys.
    pub(super) person: Option<PersonId>,
}

/// The open alerts, and a page of notifications that the reader may see
/// and that are older than `before`.
pub(super) async fn list_notifications(
    db: &TenantDb,
    _permission: &Proof<SyncRead>,
    reader: &Reader,
    limit: u32,
    before: Option<Uuid>,
) -> Result<NotificationRows, DbError> {
    use notification::Column;
    let readable = Condition::any()
        .add(Column::RequiredAccess.is_null())
        .add(Column::RequiredAccess.is_in(visible_access(reader.permissions)));
    let addressed = Condition::any()
        .add(Column::PersonId.is_null())
        .add_option(reader.person.map(|person| Column::PersonId.eq(person.0)));
    let filter = Condition::all()
        .add(readable)
        .add(addressed)
        .add_option(before.map(|before| Column::Id.lt(before)));
    let newest = db
        .find::<notification::Entity>()
        .filter(filter)
        .order_by_desc(Column::Id);
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
