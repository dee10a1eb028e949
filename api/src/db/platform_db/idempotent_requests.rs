//! Requests that carried a key: what became of one, and forgetting those of yesterday.

use super::PlatformDb;
use crate::db::idempotency::retention_cutoff;
use crate::db::{DbError, RequestKey};
use chrono::{DateTime, Utc};
use entities::idempotent_request::{Column, Entity, Model};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

impl PlatformDb {
    /// The row of an earlier request of the same caller for the same operation under the same key,
    /// unless it is too old.
    pub async fn find_idempotent_request(
        &self,
        asked: &RequestKey,
    ) -> Result<Option<Model>, DbError> {
        let found = Entity::find()
            .filter(asked.row_filter())
            .filter(Column::CreatedAt.gt(retention_cutoff(asked.requested_at)));
        Ok(found.one(&self.connection).await?)
    }

    /// Forgets the requests whose answers are not given again any more, and says how many.
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
