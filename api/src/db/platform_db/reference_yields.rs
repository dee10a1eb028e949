//! Fetched public crop yields, which are the same for all organizations.

use super::PlatformDb;
use crate::db::DbError;
use entities::reference_yield::{ActiveModel, Column, Entity, Model};
use sea_orm::{ActiveModelTrait, EntityTrait, QueryOrder, QuerySelect};

/// 50 states and the nation, three crops, 120 years.
const MAX_ROWS: u64 = 20_000;
/// Rows per statement, within the parameter limits of both engines.
const BATCH_SIZE: usize = 1_000;

impl PlatformDb {
    /// All yields, sorted.
    pub async fn list_reference_yields(&self) -> Result<Vec<Model>, DbError> {
        let sorted = Entity::find()
            .order_by_asc(Column::Region)
            .order_by_asc(Column::Crop)
            .order_by_asc(Column::Year);
        Ok(sorted.limit(MAX_ROWS).all(&self.connection).await?)
    }

    /// Replaces all yields. Concurrent readers see the old or the new ones.
    pub async fn replace_reference_yields(&self, rows: Vec<Model>) -> Result<(), DbError> {
        let transaction = self.begin().await?;
        Entity::delete_many().exec(&transaction).await?;
        for batch in rows.chunks(BATCH_SIZE) {
            let batch = batch
                .iter()
                .map(|row| ActiveModel::from(row.clone()).reset_all());
            Entity::insert_many(batch)
                .exec_without_returning(&transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }
}
