//! Rollups that cannot be updated by differences: affected rows are recounted, and written if they
//! differ.

use super::change_capture::CHANGES_TABLE;
use crate::db::connection::{Bind, WriterConnection};
use crate::db::{DbError, Engine};
use chrono::{Datelike, NaiveDate};

/// A recounted table. `$1` is the tenant in its `select`.
pub(super) struct RecountRollup {
    /// The table name.
    pub(super) table: &'static str,
    /// The primary key columns after `tenant_id`.
    pub(super) key: &'static [&'static str],
    /// The other columns.
    pub(super) values: &'static [&'static str],
    /// Computes the rows: a `select` of the tenant, the key and the values, with
    /// [`FILTER_PLACEHOLDER`] where the lines can be filtered.
    pub(super) select: &'static str,
    /// The direction of the lines.
    pub(super) direction: &'static str,
    /// The expression of a changed line that identifies the affected rows.
    pub(super) change_key: &'static str,
    /// The same expression for the rows that `select` reads.
    pub(super) line_key: &'static str,
    /// The day of these rows.
    pub(super) line_day: &'static str,
    /// The same expression for the rollup's rows.
    pub(super) row_key: &'static str,
}

/// Where [`RecountRollup::select`] accepts a further condition.
pub(super) const FILTER_PLACEHOLDER: &str = "{filter}";

/// The first and last day of the quarters with changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QuarterRange {
    from: NaiveDate,
    through: NaiveDate,
}

impl QuarterRange {
    /// The range of the changes in a direction. `None` without changes.
    pub(super) async fn from_changes(
        direction: &str,
        connection: &mut WriterConnection,
    ) -> Result<Option<Self>, DbError> {
        let number = |end: &str| {
            format!(
                r"
                    coalesce(
                        cast(replace(cast({end}(transaction_date) as text), '-', '') as bigint), 0
                      )
                "
            )
        };
        let sql = format!(
            "select {}, {} from {CHANGES_TABLE} where direction = '{direction}'",
            number("min"),
            number("max")
        );
        let [first, last] = connection.fetch_counts(sql, &[]).await?;
        Ok(parse_day_number(first)
            .zip(parse_day_number(last))
            .map(|(first, last)| Self::covering(first, last)))
    }

    fn covering(first: NaiveDate, last: NaiveDate) -> Self {
        let start = |day: NaiveDate| {
            day.with_day(1)
                .and_then(|day| day.with_month0(day.month0() / 3 * 3))
                .unwrap_or(day)
        };
        let end = start(last)
            .checked_add_months(chrono::Months::new(3))
            .and_then(|day| day.pred_opt())
            .unwrap_or(last);
        Self {
            from: start(first),
            through: end,
        }
    }
}

/// Parses a number such as 20260331.
fn parse_day_number(number: u64) -> Option<NaiveDate> {
    let part = |value: u64| u32::try_from(value).ok();
    NaiveDate::from_ymd_opt(
        i32::try_from(number / 10_000).ok()?,
        part(number / 100 % 100)?,
        part(number % 100)?,
    )
}

impl RecountRollup {
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.key.iter().chain(self.values).copied()
    }

    pub(super) fn delete_sql(&self) -> String {
        format!("delete from {} where tenant_id = $1", self.table)
    }

    pub(super) fn fill_sql(&self) -> String {
        format!(
            "insert into {} (tenant_id, {}, {}) {}",
            self.table,
            self.key.join(", "),
            self.values.join(", "),
            self.select.replace(FILTER_PLACEHOLDER, "")
        )
    }

    /// Recounts the affected rows into a temporary table, then writes the differences.
    pub(super) async fn apply_changes(
        &self,
        binds: &[Bind<'_>],
        connection: &mut WriterConnection,
    ) -> Result<u64, DbError> {
        let Some(QuarterRange { from, through }) =
            QuarterRange::from_changes(self.direction, connection).await?
        else {
            return Ok(0);
        };
        let end = if connection.engine() == Engine::Postgres {
            " on commit drop"
        } else {
            ""
        };
        let (table, key, values, direction) = (
            self.table,
            self.key.join(", "),
            self.values.join(", "),
            self.direction,
        );
        let affected = format!(
            "(select {} from {CHANGES_TABLE} where direction = '{direction}')",
            self.change_key
        );
        connection
            .execute_sql(
                format!(
                    r"
            create temporary table {table}_fresh{end} as
            select tenant_id, {key}, {values}
            from {table}
            limit 0
        "
                ),
                &[],
            )
            .await?;
        // The bounds limit the scan to an index on days, which PostgreSQL has for purchases only.
        let filter = format!(
            " and {day} >= '{from}' and {day} <= '{through}' and ({}) in {affected}",
            self.line_key,
            day = self.line_day
        );
        connection
            .execute_sql(
                format!(
                    "insert into {table}_fresh {}",
                    self.select.replace(FILTER_PLACEHOLDER, &filter)
                ),
                binds,
            )
            .await?;
        // Without a correlated subquery, which a distributed table cannot have with a temporary one.
        let delete = format!(
            r"
                delete from {table}
                where tenant_id = $1
                  and ({}) in {affected}
                  and ({key}) not in (select {key} from {table}_fresh)
            ",
            self.row_key
        );
        let set: Vec<String> = self
            .values
            .iter()
            .map(|column| format!("{column} = excluded.{column}"))
            .collect();
        let differs: Vec<String> = self
            .values
            .iter()
            .map(|column| format!("{table}.{column} is distinct from excluded.{column}"))
            .collect();
        let changed = format!(
            r"
                insert into {table} (tenant_id, {key}, {values})
                select tenant_id, {key}, {values}
                from {table}_fresh
                where tenant_id = $1
                on conflict (tenant_id, {key})
                do update set {}
                where {}
            ",
            set.join(", "),
            differs.join(" or ")
        );
        Ok(connection.execute_sql(delete, binds).await?
            + connection.execute_sql(changed, binds).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extends_changes_to_quarters() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let quarters = |first, last| QuarterRange::covering(day(first), day(last));
        assert_eq!(
            quarters("2026-05-31", "2026-05-31"),
            QuarterRange {
                from: day("2026-04-01"),
                through: day("2026-06-30")
            }
        );
        assert_eq!(
            quarters("2025-12-31", "2026-10-31"),
            QuarterRange {
                from: day("2025-10-01"),
                through: day("2026-12-31")
            }
        );
        assert_eq!(
            (parse_day_number(20_260_331), parse_day_number(0)),
            (Some(day("2026-03-31")), None)
        );
    }
}
