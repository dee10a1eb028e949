//! Rows that the staged read no longer has: removed where that is plausible or confirmed, else kept
//! and written down for somebody to decide about.

use super::TenantWriter;
use super::link::Bind;
use crate::db::DbError;
use crate::ids::RunId;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// How many rows one read may take away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MostRemoved {
    /// Any number.
    Any,
    /// So many of the live ones, in percent.
    Percent(u64),
    /// So many.
    Rows(u64),
}

/// What became of the rows that the staged read no longer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// So many were removed.
    Removed(u64),
    /// So many would have been removed of so many live ones; they were kept.
    HeldBack { missing: u64, live: u64 },
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
const MOST_SHOWN: u64 = 50;

const FORGET_ROWS: &str = "delete from held_row where tenant_id = $1 and source_table = $2";
const FORGET: &str = "delete from held_removal where tenant_id = $1 and source_table = $2";

/// Since when is kept as long as the same source is read.
const KEEP: &str = r"
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
    pub async fn remove_missing(
        &mut self,
        at: DateTime<Utc>,
        most: MostRemoved,
    ) -> Result<Removal, DbError> {
        let tenant = Bind::Uuid(self.tenant.0);
        self.link
            .execute("savepoint removal".to_owned(), &[])
            .await?;
        let binds = [tenant, Bind::Instant(at)];
        let missing = if let Some(remove) = self.statements.remove_missing_and_note() {
            let [missing] = self.link.numbers(remove, &binds).await?;
            missing
        } else {
            self.link
                .execute(self.statements.remove_missing(), &binds)
                .await?
        };
        if missing > 0 && most != MostRemoved::Any {
            let [left] = self
                .link
                .numbers(self.statements.count_live(), &[tenant])
                .await?;
            let live = left + missing;
            if !most.allows(missing, live) {
                self.link
                    .execute("rollback to savepoint removal".to_owned(), &[])
                    .await?;
                return Ok(Removal::HeldBack { missing, live });
            }
        }
        self.link
            .execute("release savepoint removal".to_owned(), &[])
            .await?;
        Ok(Removal::Removed(missing))
    }

    /// Writes down what a complete read has held back, in place of what the one before had;
    /// nothing, where it held nothing back. Between [`Self::remove_missing`] and [`Self::land`],
    /// and it lasts only with the rows.
    pub async fn remember_removal(
        &mut self,
        read: &CompleteRead<'_>,
        removal: Removal,
    ) -> Result<(), DbError> {
        let (tenant, table) = (
            Bind::Uuid(self.tenant.0),
            Bind::Text(Some(read.source_table)),
        );
        self.link
            .execute(FORGET_ROWS.to_owned(), &[tenant, table])
            .await?;
        let Removal::HeldBack { missing, live } = removal else {
            self.link
                .execute(FORGET.to_owned(), &[tenant, table])
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
        self.link.execute(KEEP.to_owned(), &record).await?;
        self.link
            .execute(
                self.statements.keep_missing(read.label, MOST_SHOWN),
                &[tenant, table],
            )
            .await?;
        Ok(())
    }
}

impl MostRemoved {
    /// Whether `missing` rows of `live` ones may go.
    fn allows(self, missing: u64, live: u64) -> bool {
        match self {
            Self::Any => true,
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
            MostRemoved::Percent(20).allows(20, 100) && !MostRemoved::Percent(20).allows(21, 100)
        );
        assert!(
            MostRemoved::Rows(312).allows(312, 1_000)
                && !MostRemoved::Rows(312).allows(313, 1_000_000)
        );
        assert!(MostRemoved::Any.allows(u64::MAX, u64::MAX));
    }
}
