//! Finds and deletes stored requests with idempotency keys.

use super::PlatformDb;
use crate::db::idempotency::retention_cutoff;
use crate::db::{DbError, RequestKey};
use chrono::{DateTime, Utc};
use entities::idempotent_request::{Column, Entity, Model};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

impl PlatformDb {
    /// The unexpired row of an earlier request with the same caller, operation and key.
    pub async fn find_idempotent_request(
        &self,
        asked: &RequestKey,
    ) -> Result<Option<Model>, DbError> {
        let found = Entity::find()
            .filter(asked.row_filter())
            .filter(Column::CreatedAt.gt(retention_cutoff(asked.requested_at)));
        Ok(found.one(&self.connection).await?)
    }

    /// Deletes expired requests and returns their number.
    pub async fn delete_expired_idempotent_requests(
        &self,
        now: DateTime<Utc>,
    ) -> Result<u64, DbError> {
        Ok(Entity::delete_many()
            .filter(Column::CreatedAt.lte(retention_cutoff(now)))
            .exec(&self.connection)
            .await?
            .rows_affected)
    }
}
