//! Rollups that cannot be adjusted: what a change touched is counted anew, and written only where
//! it says something else.

use super::change_capture::CHANGES_TABLE;
use crate::db::tenant_writer::connection::{Bind, WriterConnection};
use crate::db::{DbError, Engine};
use chrono::{Datelike, NaiveDate};

/// A table that is counted. In its `select`, `$1` is the tenant.
pub(super) struct RecountRollup {
    /// Its name.
    pub(super) table: &'static str,
    /// Its primary key behind `tenant_id`.
    pub(super) key: &'static [&'static str],
    /// Its other columns.
    pub(super) values: &'static [&'static str],
    /// What it holds: a `select` of the tenant, the key and the values, in which [`NARROWED`]
    /// stands where the lines can be restricted.
    pub(super) select: &'static str,
    /// The lines that count: those of this direction.
    pub(super) direction: &'static str,
    /// What tells which of its rows a line may touch, of a line.
    pub(super) change_key: &'static str,
    /// The same of what it is counted from.
    pub(super) line_key: &'static str,
    /// The day of that.
    pub(super) line_day: &'static str,
    /// The same of one of its rows.
    pub(super) row_key: &'static str,
}

/// Where a [`Recount::select`] takes a further condition.
pub(super) const FILTER_PLACEHOLDER: &str = "{narrowed}";

/// The first and the last day of the quarters that the changes lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QuarterRange {
    from: NaiveDate,
    through: NaiveDate,
}

impl QuarterRange {
    /// Of the changes in a direction; none where there are none.
    pub(super) async fn from_changes(
        direction: &str,
        link: &mut WriterConnection,
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
        let [first, last] = link.fetch_counts(sql, &[]).await?;
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

/// The day that a number such as 20260331 stands for.
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

    /// Counts what was touched into a table of its own, then takes over where that says something
    /// else.
    pub(super) async fn apply_changes(
        &self,
        binds: &[Bind<'_>],
        link: &mut WriterConnection,
    ) -> Result<u64, DbError> {
        let Some(QuarterRange { from, through }) =
            QuarterRange::from_changes(self.direction, link).await?
        else {
            return Ok(0);
        };
        let end = if link.engine() == Engine::Postgres {
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
        let touched = format!(
            "(select {} from {CHANGES_TABLE} where direction = '{direction}')",
            self.change_key
        );
        link.execute_sql(
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
        // The bounds keep the scan short: the lines are found by the index on days, which
        // PostgreSQL has of purchases alone.
        let narrowed = format!(
            " and {day} >= '{from}' and {day} <= '{through}' and ({}) in {touched}",
            self.line_key,
            day = self.line_day
        );
        link.execute_sql(
            format!(
                "insert into {table}_fresh {}",
                self.select.replace(FILTER_PLACEHOLDER, &narrowed)
            ),
            binds,
        )
        .await?;
        let same_key: Vec<String> = self
            .key
            .iter()
            .map(|column| format!("{table}_fresh.{column} = {table}.{column}"))
            .collect();
        let gone = format!(
            r"
                delete from {table}
                where tenant_id = $1
                  and ({}) in {touched}
                  and not exists (select 1 from {table}_fresh where {})
            ",
            self.row_key,
            same_key.join(" and ")
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
        Ok(link.execute_sql(gone, binds).await? + link.execute_sql(changed, binds).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lie_in_whole_quarters() {
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
