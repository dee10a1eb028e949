//! Buckets of attempts that all servers draw from: one number each, the moment at which the bucket
//! will be full again.

use super::PlatformDb;
use crate::db::DbError;
use entities::rate_limit_bucket;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Statement,
};
use std::collections::HashMap;

/// One attempt's cost.
#[derive(Clone, Copy, Debug)]
pub struct RateLimitCost {
    /// Now, in milliseconds of the epoch.
    pub now_ms: i64,
    /// How long one attempt takes to come back.
    pub refill_ms: i64,
    /// How long an empty bucket takes to fill: it never takes longer.
    pub full_refill_ms: i64,
}

/// One statement, so that servers that count at once lose nothing; every sum is made outside, so
/// that both engines read it alike.
const CONSUME_QUERY: &str = r"
    insert into attempt_bucket (name, full_at_ms)
    values ($1, $2)
    on conflict (name)
    do update set full_at_ms = case when attempt_bucket.full_at_ms < $3 then $2 when
      attempt_bucket.full_at_ms > $4 then $5 else attempt_bucket.full_at_ms + $6 end
";

impl PlatformDb {
    /// When each of these buckets will be full again; those that are full may be missing.
    pub async fn load_rate_limit_buckets(
        &self,
        names: &[String],
    ) -> Result<HashMap<String, i64>, DbError> {
        let found = rate_limit_bucket::Entity::find()
            .filter(rate_limit_bucket::Column::Name.is_in(names))
            .all(&self.connection)
            .await?;
        Ok(found
            .into_iter()
            .map(|bucket| (bucket.name, bucket.full_at_ms))
            .collect())
    }

    /// Takes one attempt out of a bucket.
    pub async fn consume_rate_limit(
        &self,
        name: &str,
        attempt: RateLimitCost,
    ) -> Result<(), DbError> {
        let RateLimitCost {
            now_ms,
            refill_ms: step_ms,
            full_refill_ms: empty_ms,
        } = attempt;
        let empty = now_ms.saturating_add(empty_ms);
        let values = [
            name.into(),
            now_ms.saturating_add(step_ms).into(),
            now_ms.into(),
            empty.saturating_sub(step_ms).into(),
            empty.into(),
            step_ms.into(),
        ];
        self.connection
            .execute_raw(Statement::from_sql_and_values(
                self.connection.get_database_backend(),
                CONSUME_QUERY,
                values,
            ))
            .await?;
        Ok(())
    }

    /// Fills a bucket.
    pub async fn reset_rate_limit_bucket(&self, name: &str) -> Result<(), DbError> {
        rate_limit_bucket::Entity::delete_by_id(name)
            .exec(&self.connection)
            .await?;
        Ok(())
    }

    /// Removes the rows of buckets that are full again, at most `limit` of them.
    pub async fn delete_full_rate_limit_buckets(
        &self,
        now_ms: i64,
        limit: u64,
    ) -> Result<u64, DbError> {
        let full = rate_limit_bucket::Entity::find()
            .filter(rate_limit_bucket::Column::FullAtMs.lte(now_ms));
        let full = full
            .order_by_asc(rate_limit_bucket::Column::FullAtMs)
            .limit(limit)
            .all(&self.connection)
            .await?;
        if full.is_empty() {
            return Ok(0);
        }
        // Asked again with the time: somebody may have drawn from it meanwhile.
        let names = full.into_iter().map(|bucket| bucket.name);
        let gone = rate_limit_bucket::Entity::delete_many()
            .filter(rate_limit_bucket::Column::Name.is_in(names))
            .filter(rate_limit_bucket::Column::FullAtMs.lte(now_ms));
        Ok(gone.exec(&self.connection).await?.rows_affected)
    }
}
