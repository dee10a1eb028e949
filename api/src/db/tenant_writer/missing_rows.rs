//! Rows that a complete read no longer finds. They are deleted if that is plausible or confirmed;
//! otherwise the deletion is withheld and recorded for a decision.

use super::TenantWriter;
use crate::db::DbError;
use crate::db::connection::Bind;
use crate::ids::RunId;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// The maximum number of rows that a read may delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionLimit {
    /// Any number.
    Unlimited,
    /// A percentage of the live rows.
    Percent(u64),
    /// A number of rows.
    Rows(u64),
}

/// What happened to the missing rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingRowOutcome {
    /// The number of deleted rows.
    Deleted(u64),
    /// The deletion was withheld, with the numbers of missing and live rows.
    Withheld { missing: u64, live: u64 },
}

/// A complete read of a source table.
#[derive(Clone, Copy, Debug)]
pub struct CompleteRead<'a> {
    /// The run.
    pub run: RunId,
    /// The source table.
    pub source_table: &'a str,
    /// The data source revision.
    pub source_revision: Uuid,
    /// The column with the display name, if there is one.
    pub label: Option<&'static str>,
    /// The current time.
    pub at: DateTime<Utc>,
}

/// The number of withheld rows to list.
const MAX_LISTED_ROWS: u64 = 50;

const DELETE_WITHHELD_ROWS: &str =
    "delete from withheld_deletion_row where tenant_id = $1 and source_table = $2";
const DELETE_WITHHELD_DELETION: &str =
    "delete from withheld_deletion where tenant_id = $1 and source_table = $2";

/// The first run and time stay while the same source revision is read.
const UPSERT_WITHHELD_DELETION: &str = r"
    insert into withheld_deletion (
        tenant_id, source_table, source_revision, run_id, missing_rows, live_rows, withheld_at,
        first_run_id, first_withheld_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $4, $7)
    on conflict (tenant_id, source_table) do update set
        first_run_id = case
            when withheld_deletion.source_revision = excluded.source_revision
            then withheld_deletion.first_run_id
            else excluded.first_run_id
        end,
        first_withheld_at = case
            when withheld_deletion.source_revision = excluded.source_revision
            then withheld_deletion.first_withheld_at
            else excluded.first_withheld_at
        end,
        source_revision = excluded.source_revision,
        run_id = excluded.run_id,
        missing_rows = excluded.missing_rows,
        live_rows = excluded.live_rows,
        withheld_at = excluded.withheld_at
";

impl TenantWriter {
    /// Deletes the rows that are not staged, unless more than `most` would be deleted. Call before
    /// [`Self::merge`].
    pub async fn delete_missing(
        &mut self,
        at: DateTime<Utc>,
        most: DeletionLimit,
    ) -> Result<MissingRowOutcome, DbError> {
        let tenant = Bind::Uuid(self.tenant.0);
        self.connection
            .execute_sql("savepoint removal".to_owned(), &[])
            .await?;
        let binds = [tenant, Bind::Instant(at)];
        let missing = if let Some(remove) = self.statements.delete_missing_and_capture() {
            let [missing] = self.connection.fetch_counts(remove, &binds).await?;
            missing
        } else {
            self.connection
                .execute_sql(self.statements.delete_missing(), &binds)
                .await?
        };
        if missing > 0 && most != DeletionLimit::Unlimited {
            let [left] = self
                .connection
                .fetch_counts(self.statements.count_live(), &[tenant])
                .await?;
            let live = left + missing;
            if !most.allows_deletion(missing, live) {
                self.connection
                    .execute_sql("rollback to savepoint removal".to_owned(), &[])
                    .await?;
                return Ok(MissingRowOutcome::Withheld { missing, live });
            }
        }
        self.connection
            .execute_sql("release savepoint removal".to_owned(), &[])
            .await?;
        Ok(MissingRowOutcome::Deleted(missing))
    }

    /// Replaces the record of withheld rows of the table, or deletes it if none were withheld. Call
    /// between [`Self::finish_rows`] and [`Self::commit`].
    pub async fn save_withheld_deletion(
        &mut self,
        read: &CompleteRead<'_>,
        removal: MissingRowOutcome,
    ) -> Result<(), DbError> {
        let (tenant, table) = (
            Bind::Uuid(self.tenant.0),
            Bind::Text(Some(read.source_table)),
        );
        self.connection
            .execute_sql(DELETE_WITHHELD_ROWS.to_owned(), &[tenant, table])
            .await?;
        let MissingRowOutcome::Withheld { missing, live } = removal else {
            self.connection
                .execute_sql(DELETE_WITHHELD_DELETION.to_owned(), &[tenant, table])
                .await?;
            return Ok(());
        };
        let [missing, live] =
            [missing, live].map(|count| Bind::Number(i64::try_from(count).unwrap_or(i64::MAX)));
        let record = [
            tenant,
            table,
            Bind::Uuid(read.source_revision),
            Bind::Uuid(read.run.0),
            missing,
            live,
            Bind::Instant(read.at),
        ];
        self.connection
            .execute_sql(UPSERT_WITHHELD_DELETION.to_owned(), &record)
            .await?;
        self.connection
            .execute_sql(
                self.statements
                    .insert_withheld_rows(read.label, MAX_LISTED_ROWS),
                &[tenant, table],
            )
            .await?;
        Ok(())
    }
}

impl DeletionLimit {
    /// Whether `missing` of `live` rows may be deleted.
    fn allows_deletion(self, missing: u64, live: u64) -> bool {
        match self {
            Self::Unlimited => true,
            Self::Percent(most) => missing.saturating_mul(100) <= live.saturating_mul(most),
            Self::Rows(most) => missing <= most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_deletions_by_percent_or_rows() {
        assert!(
            DeletionLimit::Percent(20).allows_deletion(20, 100)
                && !DeletionLimit::Percent(20).allows_deletion(21, 100)
        );
        assert!(
            DeletionLimit::Rows(312).allows_deletion(312, 1_000)
                && !DeletionLimit::Rows(312).allows_deletion(313, 1_000_000)
        );
        assert!(DeletionLimit::Unlimited.allows_deletion(u64::MAX, u64::MAX));
    }
}
