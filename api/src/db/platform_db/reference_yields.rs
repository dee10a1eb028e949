//! Public harvest records that were learned of since the program was built: the same for every
//! organization.

use super::PlatformDb;
use crate::db::DbError;
use entities::reference_yield::{ActiveModel, Column, Entity, Model};
use sea_orm::{ActiveModelTrait, EntityTrait, QueryOrder, QuerySelect};

/// 50 states and the nation, three crops, 120 years.
const MAX_ROWS: u64 = 20_000;
/// Rows of one statement: both engines take so many values at once.
const BATCH_SIZE: usize = 1_000;

impl PlatformDb {
    /// All of them, sorted.
    pub async fn list_reference_yields(&self) -> Result<Vec<Model>, DbError> {
        let sorted = Entity::find()
            .order_by_asc(Column::Region)
            .order_by_asc(Column::Crop)
            .order_by_asc(Column::Year);
        Ok(sorted.limit(MAX_ROWS).all(&self.connection).await?)
    }

    /// Puts these in the place of all others: whoever reads meanwhile sees the old ones or the new
    /// ones.
    pub async fn replace_reference_yields(&self, rows: Vec<Model>) -> Result<(), DbError> {
        let transaction = self.begin().await?;
        Entity::delete_many().exec(&transaction).await?;
        for some in rows.chunks(BATCH_SIZE) {
            let some = some
                .iter()
                .map(|row| ActiveModel::from(row.clone()).reset_all());
            Entity::insert_many(some)
                .exec_without_returning(&transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }
}
