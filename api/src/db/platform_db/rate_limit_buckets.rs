//! Rate limit buckets shared by all servers. A bucket is one number: the time at which it will be
//! full again.

use super::PlatformDb;
use crate::db::DbError;
use entities::rate_limit_bucket;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Statement,
};
use std::collections::HashMap;

/// The cost of one attempt.
#[derive(Clone, Copy, Debug)]
pub struct RateLimitCost {
    /// The current time, in milliseconds since the Unix epoch.
    pub now_ms: i64,
    /// The time in which one attempt is refilled.
    pub refill_ms: i64,
    /// The time in which an empty bucket is refilled.
    pub full_refill_ms: i64,
}

/// One statement, so that concurrent servers lose no attempts. Sums are computed outside SQL, so
/// that both engines use the same types.
const CONSUME_QUERY: &str = r"
    insert into rate_limit_bucket (key_hash, full_at_ms)
    values ($1, $2)
    on conflict (key_hash)
    do update set full_at_ms = case when rate_limit_bucket.full_at_ms < $3 then $2 when
      rate_limit_bucket.full_at_ms > $4 then $5 else rate_limit_bucket.full_at_ms + $6 end
";

/// Like [`CONSUME_QUERY`], but changes nothing if the bucket is empty.
const TRY_CONSUME_QUERY: &str = r"
    insert into rate_limit_bucket (key_hash, full_at_ms)
    values ($1, $2)
    on conflict (key_hash)
    do update set full_at_ms = case when rate_limit_bucket.full_at_ms < $3 then $2 else
      rate_limit_bucket.full_at_ms + $4 end
    where rate_limit_bucket.full_at_ms <= $5
";

impl PlatformDb {
    /// When each of these buckets will be full again. Full buckets may be missing.
    pub async fn load_rate_limit_buckets(
        &self,
        names: &[String],
    ) -> Result<HashMap<String, i64>, DbError> {
        let found = rate_limit_bucket::Entity::find()
            .filter(rate_limit_bucket::Column::KeyHash.is_in(names))
            .all(&self.connection)
            .await?;
        Ok(found
            .into_iter()
            .map(|bucket| (bucket.key_hash, bucket.full_at_ms))
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

    /// Takes one attempt out of a bucket, and returns whether there was one. Of concurrent attempts
    /// only as many succeed as the bucket has.
    pub async fn try_consume_rate_limit(
        &self,
        name: &str,
        attempt: RateLimitCost,
    ) -> Result<bool, DbError> {
        let RateLimitCost {
            now_ms,
            refill_ms: step_ms,
            full_refill_ms: empty_ms,
        } = attempt;
        let values = [
            name.into(),
            now_ms.saturating_add(step_ms).into(),
            now_ms.into(),
            step_ms.into(),
            now_ms.saturating_add(empty_ms - step_ms).into(),
        ];
        let taken = self
            .connection
            .execute_raw(Statement::from_sql_and_values(
                self.connection.get_database_backend(),
                TRY_CONSUME_QUERY,
                values,
            ))
            .await?;
        Ok(taken.rows_affected() == 1)
    }

    /// Fills a bucket.
    pub async fn reset_rate_limit_bucket(&self, name: &str) -> Result<(), DbError> {
        rate_limit_bucket::Entity::delete_by_id(name)
            .exec(&self.connection)
            .await?;
        Ok(())
    }

    /// Deletes the rows of full buckets, at most `limit`.
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
        // Checks the time again, because a concurrent attempt may have used the bucket.
        let names = full.into_iter().map(|bucket| bucket.key_hash);
        let gone = rate_limit_bucket::Entity::delete_many()
            .filter(rate_limit_bucket::Column::KeyHash.is_in(names))
            .filter(rate_limit_bucket::Column::FullAtMs.lte(now_ms));
        Ok(gone.exec(&self.connection).await?.rows_affected)
    }
}
