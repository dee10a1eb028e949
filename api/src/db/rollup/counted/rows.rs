//! Rows of a rollup on their way into its table, in batches.

use crate::db::tenant_writer::link::Link;
use crate::db::tenant_writer::{TargetColumn, TargetType};
use crate::db::{DbError, Engine};
use crate::ids::TenantId;
use arrow_array::builder::{BooleanBuilder, Date32Builder, FixedSizeBinaryBuilder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema};
use chrono::{Datelike, NaiveDate};
use sea_orm::DbErr;
use std::fmt::Write;
use std::sync::Arc;

/// Rows a batch.
const BATCH: usize = 8_192;

/// A rollup that is being filled. Each row is given value by value, in the order of the columns.
///
/// Postgres copies into no table under row level security: there the rows gather in a temporary table, and go over from it at the end.
pub(super) struct Rows {
    table: &'static str,
    columns: Vec<TargetColumn>,
    schema: Arc<Schema>,
    values: Vec<Values>,
    tenant: TenantId,
    next: usize,
    waiting: usize,
    written: u64,
    /// The temporary table, once it is there.
    gathered: Option<String>,
}

enum Values {
    Tenant(FixedSizeBinaryBuilder),
    Text(StringBuilder),
    Number(Int64Builder),
    Day(Date32Builder),
    Flag(BooleanBuilder),
}

impl Rows {
    /// For the tenant's rows of `table`, whose columns behind `tenant_id` are these.
    pub(super) fn of(table: &'static str, columns: impl Iterator<Item = &'static str>, tenant: TenantId) -> Self {
        let tenant_id = TargetColumn { name: "tenant_id", ty: TargetType::Uuid };
        let columns: Vec<TargetColumn> = std::iter::once(tenant_id).chain(columns.map(|name| TargetColumn { name, ty: type_of(name) })).collect();
        let schema = Arc::new(Schema::new(columns.iter().map(|column| Field::new(column.name, column.ty.arrow(), false)).collect::<Vec<_>>()));
        let values = columns.iter().map(|column| Values::of(column.ty)).collect();
        Self { table, columns, schema, values, tenant, next: 1, waiting: 0, written: 0, gathered: None }
    }

    fn push(&mut self, append: impl FnOnce(&mut Values)) -> &mut Self {
        if let Some(values) = self.values.get_mut(self.next) {
            append(values);
        }
        self.next += 1;
        self
    }

    pub(super) fn text(&mut self, value: &str) -> &mut Self {
        self.push(|values| {
            if let Values::Text(values) = values {
                values.append_value(value);
            }
        })
    }

    pub(super) fn number(&mut self, value: i64) -> &mut Self {
        self.push(|values| {
            if let Values::Number(values) = values {
                values.append_value(value);
            }
        })
    }

    pub(super) fn numbers<const N: usize>(&mut self, all: [i64; N]) -> &mut Self {
        for value in all {
            self.number(value);
        }
        self
    }

    pub(super) fn day(&mut self, value: i32) -> &mut Self {
        self.push(|values| {
            if let Values::Day(values) = values {
                values.append_value(value);
            }
        })
    }

    pub(super) fn flag(&mut self, value: bool) -> &mut Self {
        self.push(|values| {
            if let Values::Flag(values) = values {
                values.append_value(value);
            }
        })
    }

    /// Ends a row; a full batch is written.
    pub(super) async fn end_row(&mut self, link: &mut Link) -> Result<(), DbError> {
        if let Some(Values::Tenant(values)) = self.values.first_mut() {
            values.append_value(self.tenant.0.as_bytes()).map_err(failed)?;
        }
        (self.next, self.waiting) = (1, self.waiting + 1);
        if self.waiting == BATCH { self.send(link).await } else { Ok(()) }
    }

    /// Writes what waits and gives the number of all rows.
    pub(super) async fn finish(mut self, link: &mut Link) -> Result<u64, DbError> {
        self.send(link).await?;
        if let Some(gathered) = self.gathered {
            let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
            let names = names.join(", ");
            link.execute(format!("insert into {} ({names}) select {names} from {gathered}", self.table), &[]).await?;
        }
        Ok(self.written)
    }

    async fn send(&mut self, link: &mut Link) -> Result<(), DbError> {
        let columns = self.values.iter_mut().map(Values::finish).collect();
        // Also tells a row that lacks a value: its column is shorter than the others.
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(failed)?;
        if self.gathered.is_none() && link.engine() == Engine::Postgres {
            let gathered = format!("{}_counted", self.table);
            link.execute(format!("create temporary table {gathered} on commit drop as select * from {} limit 0", self.table), &[]).await?;
            self.gathered = Some(gathered);
        }
        link.load(self.gathered.as_deref().unwrap_or(self.table), &self.columns, &batch).await?;
        self.written += self.waiting as u64;
        self.waiting = 0;
        Ok(())
    }
}

impl Values {
    fn of(ty: TargetType) -> Self {
        match ty {
            TargetType::Uuid => Self::Tenant(FixedSizeBinaryBuilder::new(16)),
            TargetType::Date => Self::Day(Date32Builder::new()),
            TargetType::Bool => Self::Flag(BooleanBuilder::new()),
            TargetType::Text => Self::Text(StringBuilder::new()),
            TargetType::BigInt | TargetType::Int | TargetType::Instant => Self::Number(Int64Builder::new()),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Tenant(values) => Arc::new(values.finish()),
            Self::Text(values) => Arc::new(values.finish()),
            Self::Number(values) => Arc::new(values.finish()),
            Self::Day(values) => Arc::new(values.finish()),
            Self::Flag(values) => Arc::new(values.finish()),
        }
    }
}

/// Columns of rollups are called after what they hold.
fn type_of(column: &str) -> TargetType {
    match column {
        "day" | "next_day" => TargetType::Date,
        "is_return" => TargetType::Bool,
        "direction" | "month" | "quarter" | "currency" | "customer_id" | "supplier_id" | "item_id" | "unit" | "location" | "history" | "basket" => {
            TargetType::Text
        }
        _ => TargetType::BigInt,
    }
}

fn failed(error: impl std::fmt::Display) -> DbError {
    DbError::Failed(DbErr::Custom(format!("a rollup could not be written: {error}")))
}

/// The first day of a day's month.
pub(super) fn month(day: i32) -> i32 {
    first_of(day, Some)
}

/// The first day of a day's quarter.
pub(super) fn quarter(day: i32) -> i32 {
    first_of(day, |date| date.with_month0(date.month0() / 3 * 3))
}

fn first_of(day: i32, period: impl FnOnce(NaiveDate) -> Option<NaiveDate>) -> i32 {
    NaiveDate::from_epoch_days(day).and_then(|date| period(date.with_day(1)?)).map_or(day, |date| date.to_epoch_days())
}

/// Such as `2026-03`.
pub(super) fn month_text(day: i32) -> String {
    NaiveDate::from_epoch_days(day).map_or_else(String::new, |date| date.format("%Y-%m").to_string())
}

/// Adds a day and what belongs to it to a history.
pub(super) fn append_day(history: &mut String, day: i32, numbers: &[i64]) {
    append_date(history, day, ';');
    for number in numbers {
        let _ = write!(history, " {number}");
    }
}

/// Adds the days of an order and its delivery to a history.
pub(super) fn append_delivery(history: &mut String, [ordered, delivered]: [i32; 2], lines: i64) {
    append_date(history, ordered, ';');
    append_date(history, delivered, ' ');
    let _ = write!(history, " {lines}");
}

/// Adds an item and its sums to what a customer bought.
pub(super) fn append_item(basket: &mut String, item: &str, unit: &str, sums: [i64; 5]) {
    let _ = write!(basket, "{}:{item}{unit}", item.chars().count());
    for sum in sums {
        let _ = write!(basket, " {sum}");
    }
    basket.push('/');
}

fn append_date(history: &mut String, day: i32, separator: char) {
    if !history.is_empty() {
        history.push(separator);
    }
    if let Some(date) = NaiveDate::from_epoch_days(day) {
        let _ = write!(history, "{date}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_month_and_quarter() {
        let day = NaiveDate::from_ymd_opt(2026, 5, 31).unwrap().to_epoch_days();
        assert_eq!((month_text(month(day)), month_text(quarter(day))), ("2026-05".to_owned(), "2026-04".to_owned()));
        let (mut orders, mut deliveries) = (String::new(), String::new());
        append_day(&mut orders, day, &[2, 3, -4]);
        append_day(&mut orders, day + 1, &[1, 0, 5]);
        append_delivery(&mut deliveries, [day, day + 9], 2);
        append_delivery(&mut deliveries, [day + 1, day + 9], 1);
        let mut basket = String::new();
        append_item(&mut basket, "b\u{f6}rde", "ton", [3, 0, 1250, -1, -7]);
        append_item(&mut basket, "dap", "lb", [1, 2, 3, 4, 5]);
        assert_eq!(basket, "5:b\u{f6}rdeton 3 0 1250 -1 -7/3:daplb 1 2 3 4 5/");
        assert_eq!((orders.as_str(), deliveries.as_str()), ("2026-05-31 2 3 -4;2026-06-01 1 0 5", "2026-05-31 2026-06-09 2;2026-06-01 2026-06-09 1"));
    }
}
