//! Rollups that cannot be adjusted: what a change touched is counted anew, and written only where
//! it says something else.

use super::changes::CHANGES;
use crate::db::tenant_writer::link::{Bind, Link};
use crate::db::{DbError, Engine};
use chrono::{Datelike, NaiveDate};

/// A table that is counted. In its `select`, `$1` is the tenant.
pub(super) struct Recount {
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
    pub(super) touched_by: &'static str,
    /// The same of what it is counted from.
    pub(super) counted_by: &'static str,
    /// The day of that.
    pub(super) day: &'static str,
    /// The same of one of its rows.
    pub(super) touched_rows: &'static str,
}

/// Where a [`Recount::select`] takes a further condition.
pub(super) const NARROWED: &str = "{narrowed}";

/// The first and the last day of the quarters that the changes lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quarters {
    from: NaiveDate,
    through: NaiveDate,
}

impl Quarters {
    /// Of the changes in a direction; none where there are none.
    pub(super) async fn of_changes(
        direction: &str,
        link: &mut Link,
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
            "select {}, {} from {CHANGES} where direction = '{direction}'",
            number("min"),
            number("max")
        );
        let [first, last] = link.numbers(sql, &[]).await?;
        Ok(day_of(first)
            .zip(day_of(last))
            .map(|(first, last)| Self::around(first, last)))
    }

    fn around(first: NaiveDate, last: NaiveDate) -> Self {
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
fn day_of(number: u64) -> Option<NaiveDate> {
    let part = |value: u64| u32::try_from(value).ok();
    NaiveDate::from_ymd_opt(
        i32::try_from(number / 10_000).ok()?,
        part(number / 100 % 100)?,
        part(number % 100)?,
    )
}

impl Recount {
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.key.iter().chain(self.values).copied()
    }

    pub(super) fn empty(&self) -> String {
        format!("delete from {} where tenant_id = $1", self.table)
    }

    pub(super) fn fill(&self) -> String {
        format!(
            "insert into {} (tenant_id, {}, {}) {}",
            self.table,
            self.key.join(", "),
            self.values.join(", "),
            self.select.replace(NARROWED, "")
        )
    }

    /// Counts what was touched into a table of its own, then takes over where that says something
    /// else.
    pub(super) async fn refresh(
        &self,
        binds: &[Bind<'_>],
        link: &mut Link,
    ) -> Result<u64, DbError> {
        let Some(Quarters { from, through }) = Quarters::of_changes(self.direction, link).await?
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
            "(select {} from {CHANGES} where direction = '{direction}')",
            self.touched_by
        );
        link.execute(
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
            self.counted_by,
            day = self.day
        );
        link.execute(
            format!(
                "insert into {table}_fresh {}",
                self.select.replace(NARROWED, &narrowed)
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
            self.touched_rows,
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
        Ok(link.execute(gone, binds).await? + link.execute(changed, binds).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lie_in_whole_quarters() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let quarters = |first, last| Quarters::around(day(first), day(last));
        assert_eq!(
            quarters("2026-05-31", "2026-05-31"),
            Quarters {
                from: day("2026-04-01"),
                through: day("2026-06-30")
            }
        );
        assert_eq!(
            quarters("2025-12-31", "2026-10-31"),
            Quarters {
                from: day("2025-10-01"),
                through: day("2026-12-31")
            }
        );
        assert_eq!(
            (day_of(20_260_331), day_of(0)),
            (Some(day("2026-03-31")), None)
        );
    }
}
