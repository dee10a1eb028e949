//! Scheduled reports that are due, across organizations.

use super::due_queue::{QueueColumns, select_longest_due};
use super::{PlatformDb, suspended_organization_ids};
use crate::db::{Access, DbError};
use chrono::{DateTime, Utc};
use entities::{report_delivery, report_recipient};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

/// A recipient to whom a report is due.
#[derive(Clone, Debug)]
pub struct DueReportRecipient {
    /// Access to the organization for the server.
    pub access: Access,
    /// The recipient.
    pub recipient: report_recipient::Model,
}

/// An email with a report that is due.
#[derive(Clone, Debug)]
pub struct DueReportDelivery {
    /// Access to the organization for the server.
    pub access: Access,
    /// The email.
    pub delivery: report_delivery::Model,
}

const DELIVERY_QUEUE: QueueColumns<report_delivery::Column> = QueueColumns {
    tenant: report_delivery::Column::TenantId,
    state: report_delivery::Column::State,
    due_at: report_delivery::Column::DueAt,
    id: report_delivery::Column::Id,
};

impl PlatformDb {
    /// The recipients to whom reports are due, longest overdue first, at most `limit`.
    pub async fn list_due_report_recipients(
        &self,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<DueReportRecipient>, DbError> {
        use report_recipient::{Column, Entity};
        let due = Entity::find()
            .filter(Column::DueAt.lte(now))
            .filter(Column::TenantId.not_in_subquery(suspended_organization_ids()))
            .order_by_asc(Column::DueAt)
            .limit(limit)
            .all(&self.connection)
            .await?;
        let owners = self
            .load_server_access(due.iter().map(|recipient| recipient.tenant_id))
            .await?;
        let due = due.into_iter().filter_map(|recipient| {
            Some(DueReportRecipient {
                access: owners.get(&recipient.tenant_id)?.clone(),
                recipient,
            })
        });
        Ok(due.collect())
    }

    /// The email with a report that has been due longest.
    pub async fn find_due_report_delivery(
        &self,
        now: DateTime<Utc>,
    ) -> Result<Option<DueReportDelivery>, DbError> {
        let Some(delivery) = select_longest_due::<report_delivery::Entity>(&DELIVERY_QUEUE, now)
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let access = self.find_server_access(delivery.tenant_id).await?;
        Ok(access.map(|access| DueReportDelivery { access, delivery }))
    }
}
