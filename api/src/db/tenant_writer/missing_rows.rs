//! Rows that the staged read no longer has: removed where that is plausible or confirmed, else kept
//! and written down for somebody to decide about.

use super::TenantWriter;
use super::connection::Bind;
use crate::db::DbError;
use crate::ids::RunId;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// How many rows one read may take away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionLimit {
    /// Any number.
    Unlimited,
    /// So many of the live ones, in percent.
    Percent(u64),
    /// So many.
    Rows(u64),
}

/// What became of the rows that the staged read no longer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingRowOutcome {
    /// So many were removed.
    Deleted(u64),
    /// So many would have been removed of so many live ones; they were kept.
    Withheld { missing: u64, live: u64 },
}

/// Which read found rows missing.
#[derive(Clone, Copy, Debug)]
pub struct CompleteRead<'a> {
    /// The run.
    pub run: RunId,
    /// The source table.
    pub source_table: &'a str,
    /// Which setting of the source was read.
    pub source_revision: Uuid,
    /// The column by which people know a row, where there is one.
    pub label: Option<&'static str>,
    /// Now.
    pub at: DateTime<Utc>,
}

/// So many of the rows are kept by name.
const MAX_LISTED_ROWS: u64 = 50;

const DELETE_WITHHELD_ROWS: &str =
    "delete from held_row where tenant_id = $1 and source_table = $2";
const DELETE_WITHHELD_DELETION: &str =
    "delete from held_removal where tenant_id = $1 and source_table = $2";

/// Since when is kept as long as the same source is read.
const UPSERT_WITHHELD_DELETION: &str = r"
    insert into held_removal (
        tenant_id, source_table, source_revision, run_id, missing, live, held_at, since_run_id,
          since
      )
    values ($1, $2, $3, $4, $5, $6, $7, $4, $7)
    on conflict (tenant_id, source_table)
    do update set since_run_id = case when held_removal.source_revision = excluded.source_revision
      then held_removal.since_run_id else excluded.since_run_id end,
      since = case when held_removal.source_revision = excluded.source_revision then
        held_removal.since else excluded.since end, source_revision = excluded.source_revision,
      run_id = excluded.run_id, missing = excluded.missing, live = excluded.live,
      held_at = excluded.held_at
";

impl TenantWriter {
    /// Before [`Self::merge`]: marks the rows removed that the staged read does not have, unless
    /// more than `most` would go.
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

    /// Writes down what a complete read has held back, in place of what the one before had;
    /// nothing, where it held nothing back. Between [`Self::remove_missing`] and [`Self::land`],
    /// and it lasts only with the rows.
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
    /// Whether `missing` rows of `live` ones may go.
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
    fn what_is_confirmed_is_a_number_and_not_a_blank_cheque() {
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
