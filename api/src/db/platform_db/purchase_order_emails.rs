//! Emails that send purchase orders to suppliers: what is due, and whose order a link opens.

use super::PlatformDb;
use super::due_queue::{QueueColumns, select_longest_due};
use crate::db::{Access, DbError};
use chrono::{DateTime, Utc};
use entities::purchase_order_email::{Column, Entity, Model};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

/// The email of an order, with access to its organization for the server.
#[derive(Clone, Debug)]
pub struct OrderEmail {
    /// Access to the organization.
    pub access: Access,
    /// The email.
    pub row: Model,
}

const QUEUE: QueueColumns<Column> = QueueColumns {
    tenant: Column::TenantId,
    state: Column::State,
    due_at: Column::DueAt,
    id: Column::Id,
};

impl PlatformDb {
    /// The email with an order that has been due longest.
    pub async fn find_due_order_email(
        &self,
        now: DateTime<Utc>,
    ) -> Result<Option<OrderEmail>, DbError> {
        let due = select_longest_due::<Entity>(&QUEUE, now)
            .one(&self.connection)
            .await?;
        self.with_access(due).await
    }

    /// The order whose link has a token with this hash. None if the organization is suspended.
    pub async fn find_order_of_link(
        &self,
        token_hash: &str,
    ) -> Result<Option<OrderEmail>, DbError> {
        let found = Entity::find()
            .filter(Column::TokenHash.eq(token_hash))
            .one(&self.connection)
            .await?;
        let order = self.with_access(found).await?;
        Ok(order.filter(|order| order.access.organization().suspension.is_none()))
    }

    async fn with_access(&self, row: Option<Model>) -> Result<Option<OrderEmail>, DbError> {
        let Some(row) = row else {
            return Ok(None);
        };
        let access = self.find_server_access(row.tenant_id).await?;
        Ok(access.map(|access| OrderEmail { access, row }))
    }
}
