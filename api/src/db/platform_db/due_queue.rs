//! Selects what is due first from the queues of all organizations.

use super::suspended_organization_ids;
use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Select};

/// The columns of a queue whose waiting rows have the state `pending`.
pub(super) struct QueueColumns<C> {
    pub(super) tenant: C,
    pub(super) state: C,
    pub(super) due_at: C,
    pub(super) id: C,
}

/// The rows that are due, the one that has waited longest first. Suspended organizations wait.
pub(super) fn select_longest_due<E: EntityTrait>(
    queue: &QueueColumns<E::Column>,
    now: DateTime<Utc>,
) -> Select<E> {
    E::find()
        .filter(queue.state.eq("pending"))
        .filter(queue.due_at.lte(now))
        .filter(queue.tenant.not_in_subquery(suspended_organization_ids()))
        .order_by_asc(queue.due_at)
        .order_by_asc(queue.id)
}
