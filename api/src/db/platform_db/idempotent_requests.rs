//! Requests that carried a key: what became of one, and forgetting those of yesterday.

use super::PlatformDb;
use crate::db::once::kept_since;
use crate::db::{Asked, DbError};
use chrono::{DateTime, Utc};
use entities::idempotent_request::{Column, Entity, Model};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

impl PlatformDb {
    /// The row of an earlier request of the same caller for the same operation under the same key,
    /// unless it is too old.
    pub async fn asked_before(&self, asked: &Asked) -> Result<Option<Model>, DbError> {
        let found = Entity::find()
            .filter(asked.is_here())
            .filter(Column::CreatedAt.gt(kept_since(asked.at)));
        Ok(found.one(&self.connection).await?)
    }

    /// Forgets the requests whose answers are not given again any more, and says how many.
    pub async fn forget_old_requests(&self, now: DateTime<Utc>) -> Result<u64, DbError> {
        Ok(Entity::delete_many()
            .filter(Column::CreatedAt.lte(kept_since(now)))
            .exec(&self.connection)
            .await?
            .rows_affected)
    }
}
