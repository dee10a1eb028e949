//! Figures across organizations for monitoring: emails and webhook deliveries that wait,
//! and the age of synced tables.

use super::PlatformDb;
use crate::db::DbError;
use chrono::{DateTime, Utc};
use entities::{email_outbox, table_sync_state};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

/// The figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerFigures {
    /// The number of emails that are neither sent nor given up.
    pub pending_emails: u64,
    /// When the oldest of them was written.
    pub oldest_email: Option<DateTime<Utc>>,
    /// The number of synced source tables.
    pub synced_tables: u64,
    /// When the table that was synced longest ago was synced.
    pub oldest_sync: Option<DateTime<Utc>>,
    /// The number of webhook deliveries that are neither delivered nor given up.
    pub pending_webhooks: u64,
    /// When the oldest of their events happened.
    pub oldest_webhook: Option<DateTime<Utc>>,
}

type CountAndTime = (i64, Option<DateTime<Utc>>);

impl PlatformDb {
    /// Loads the figures.
    pub async fn load_server_figures(&self) -> Result<ServerFigures, DbError> {
        let emails: Option<CountAndTime> = email_outbox::Entity::find()
            .filter(email_outbox::Column::SentAt.is_null())
            .filter(email_outbox::Column::FailedAt.is_null())
            .select_only()
            .expr(email_outbox::Column::Id.count())
            .expr(email_outbox::Column::CreatedAt.min())
            .into_tuple()
            .one(&self.connection)
            .await?;
        let tables: Option<CountAndTime> = table_sync_state::Entity::find()
            .select_only()
            .expr(table_sync_state::Column::SourceTable.count())
            .expr(table_sync_state::Column::SyncedAt.min())
            .into_tuple()
            .one(&self.connection)
            .await?;
        let webhooks = self.count_pending_webhook_deliveries().await?;
        let (emails, tables) = (emails.unwrap_or_default(), tables.unwrap_or_default());
        Ok(ServerFigures {
            pending_emails: u64::try_from(emails.0).unwrap_or_default(),
            oldest_email: emails.1,
            synced_tables: u64::try_from(tables.0).unwrap_or_default(),
            oldest_sync: tables.1,
            pending_webhooks: u64::try_from(webhooks.0).unwrap_or_default(),
            oldest_webhook: webhooks.1,
        })
    }
}
