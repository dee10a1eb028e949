//! Builds the rows of a rollup in batches.

use crate::db::connection::{TargetColumn, TargetType};
use crate::ids::TenantId;
use arrow_array::builder::{
    BooleanBuilder, Date32Builder, FixedSizeBinaryBuilder, Int64Builder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, Field, Schema};
use chrono::{Datelike, NaiveDate};
use std::fmt::Write;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Rows per batch.
const BATCH_ROWS: usize = 4_096;

/// Some rows of a rollup.
#[derive(Debug)]
pub(super) struct RollupBatch {
    pub(super) table: &'static str,
    pub(super) columns: Arc<[TargetColumn]>,
    pub(super) rows: RecordBatch,
    /// Whether this is the last batch of the rollup.
    pub(super) last: bool,
}

/// Receives the rows of a tenant's rollups.
#[derive(Debug)]
pub(super) struct RollupSink {
    pub(super) tenant: TenantId,
    pub(super) batches: mpsc::Sender<RollupBatch>,
}

/// Why rows could not be built.
#[derive(Debug, thiserror::Error)]
pub(super) enum RowError {
    #[error("the rows are no longer needed")]
    ReceiverClosed,
    #[error(transparent)]
    Arrow(#[from] ArrowError),
}

/// Builds the rows of a rollup, value by value in the order of the columns. Blocks while the
/// channel is full.
pub(super) struct RowBuilder<'a> {
    out: &'a RollupSink,
    table: &'static str,
    columns: Arc<[TargetColumn]>,
    schema: Arc<Schema>,
    values: Vec<ColumnBuilder>,
    next: usize,
    waiting: usize,
}

enum ColumnBuilder {
    Tenant(FixedSizeBinaryBuilder),
    Text(StringBuilder),
    Number(Int64Builder),
    Day(Date32Builder),
    Flag(BooleanBuilder),
}

impl<'a> RowBuilder<'a> {
    /// For the tenant's rows of `table`, with these columns after `tenant_id`.
    pub(super) fn new(
        table: &'static str,
        columns: impl Iterator<Item = &'static str>,
        out: &'a RollupSink,
    ) -> Self {
        let tenant_id = TargetColumn {
            name: "tenant_id",
            ty: TargetType::Uuid,
        };
        let columns: Arc<[TargetColumn]> = std::iter::once(tenant_id)
            .chain(columns.map(|name| TargetColumn {
                name,
                ty: column_type(name),
            }))
            .collect();
        let schema = Arc::new(Schema::new(
            columns
                .iter()
                .map(|column| Field::new(column.name, column.ty.arrow_type(), false))
                .collect::<Vec<_>>(),
        ));
        let values = columns
            .iter()
            .map(|column| ColumnBuilder::for_type(column.ty))
            .collect();
        Self {
            out,
            table,
            columns,
            schema,
            values,
            next: 1,
            waiting: 0,
        }
    }

    fn push_value(&mut self, append: impl FnOnce(&mut ColumnBuilder)) -> &mut Self {
        if let Some(values) = self.values.get_mut(self.next) {
            append(values);
        }
        self.next += 1;
        self
    }

    pub(super) fn push_text(&mut self, value: &str) -> &mut Self {
        self.push_value(|values| {
            if let ColumnBuilder::Text(values) = values {
                values.append_value(value);
            }
        })
    }

    pub(super) fn push_number(&mut self, value: i64) -> &mut Self {
        self.push_value(|values| {
            if let ColumnBuilder::Number(values) = values {
                values.append_value(value);
            }
        })
    }

    pub(super) fn push_numbers<const N: usize>(&mut self, all: [i64; N]) -> &mut Self {
        for value in all {
            self.push_number(value);
        }
        self
    }

    pub(super) fn push_day(&mut self, value: i32) -> &mut Self {
        self.push_value(|values| {
            if let ColumnBuilder::Day(values) = values {
                values.append_value(value);
            }
        })
    }

    pub(super) fn push_flag(&mut self, value: bool) -> &mut Self {
        self.push_value(|values| {
            if let ColumnBuilder::Flag(values) = values {
                values.append_value(value);
            }
        })
    }

    /// Ends a row with the quarter of a day and its packed history.
    pub(super) fn end_quarter(&mut self, day: i32, history: &str) -> Result<(), RowError> {
        self.push_text(&format_month(quarter_start(day)))
            .push_text(history);
        self.end_row()
    }

    /// Ends a row and sends a full batch.
    pub(super) fn end_row(&mut self) -> Result<(), RowError> {
        if let Some(ColumnBuilder::Tenant(values)) = self.values.first_mut() {
            values.append_value(self.out.tenant.0.as_bytes())?;
        }
        (self.next, self.waiting) = (1, self.waiting + 1);
        if self.waiting == BATCH_ROWS {
            self.send_batch(false)
        } else {
            Ok(())
        }
    }

    /// Sends the last batch.
    pub(super) fn finish(mut self) -> Result<(), RowError> {
        self.send_batch(true)
    }

    fn send_batch(&mut self, last: bool) -> Result<(), RowError> {
        let columns = self
            .values
            .iter_mut()
            .map(ColumnBuilder::finish_array)
            .collect();
        // Also detects a missing value, because its column is shorter.
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns)?;
        self.waiting = 0;
        let batch = RollupBatch {
            table: self.table,
            columns: Arc::clone(&self.columns),
            rows,
            last,
        };
        self.out
            .batches
            .blocking_send(batch)
            .map_err(|_| RowError::ReceiverClosed)
    }
}

impl ColumnBuilder {
    fn for_type(ty: TargetType) -> Self {
        match ty {
            TargetType::Uuid => Self::Tenant(FixedSizeBinaryBuilder::new(16)),
            TargetType::Date => Self::Day(Date32Builder::new()),
            TargetType::Bool => Self::Flag(BooleanBuilder::new()),
            TargetType::Text => Self::Text(StringBuilder::new()),
            TargetType::BigInt | TargetType::Int | TargetType::Instant => {
                Self::Number(Int64Builder::new())
            }
        }
    }

    fn finish_array(&mut self) -> ArrayRef {
        match self {
            Self::Tenant(values) => Arc::new(values.finish()),
            Self::Text(values) => Arc::new(values.finish()),
            Self::Number(values) => Arc::new(values.finish()),
            Self::Day(values) => Arc::new(values.finish()),
            Self::Flag(values) => Arc::new(values.finish()),
        }
    }
}

/// The type of a rollup column follows from its name.
fn column_type(column: &str) -> TargetType {
    match column {
        "day" | "next_day" => TargetType::Date,
        "is_return" => TargetType::Bool,
        "direction" | "month" | "quarter" | "currency" | "customer_id" | "supplier_id"
        | "item_id" | "unit" | "location" | "history" | "basket" => TargetType::Text,
        _ => TargetType::BigInt,
    }
}

/// The first day of a day's month.
pub(super) fn month_start(day: i32) -> i32 {
    period_start(day, Some)
}

/// The first day of a day's quarter.
pub(super) fn quarter_start(day: i32) -> i32 {
    period_start(day, |date| date.with_month0(date.month0() / 3 * 3))
}

fn period_start(day: i32, period: impl FnOnce(NaiveDate) -> Option<NaiveDate>) -> i32 {
    NaiveDate::from_epoch_days(day)
        .and_then(|date| period(date.with_day(1)?))
        .map_or(day, |date| date.to_epoch_days())
}

/// Such as `2026-03`.
pub(super) fn format_month(day: i32) -> String {
    NaiveDate::from_epoch_days(day)
        .map_or_else(String::new, |date| date.format("%Y-%m").to_string())
}

/// Appends a day and its numbers to a history.
pub(super) fn append_day(history: &mut String, day: i32, numbers: &[i64]) {
    append_date(history, day, ';');
    append_numbers(history, numbers);
}

fn append_numbers(history: &mut String, numbers: &[i64]) {
    for number in numbers {
        let _ = write!(history, " {number}");
    }
}

/// Appends the days of an order and its delivery, and their numbers, to a history.
pub(super) fn append_delivery(
    history: &mut String,
    [ordered, delivered]: [i32; 2],
    numbers: &[i64],
) {
    append_date(history, ordered, ';');
    append_date(history, delivered, ' ');
    append_numbers(history, numbers);
}

/// Appends an item and its sums to a basket.
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
    fn formats_months_and_packed_entries() {
        let day = NaiveDate::from_ymd_opt(2026, 5, 31)
            .unwrap()
            .to_epoch_days();
        assert_eq!(
            (
                format_month(month_start(day)),
                format_month(quarter_start(day))
            ),
            ("2026-05".to_owned(), "2026-04".to_owned())
        );
        let (mut orders, mut deliveries) = (String::new(), String::new());
        append_day(&mut orders, day, &[2, 3, -4]);
        append_day(&mut orders, day + 1, &[1, 0, 5]);
        append_delivery(&mut deliveries, [day, day + 9], &[2]);
        append_delivery(&mut deliveries, [day + 1, day + 9], &[1, 0, -7]);
        let mut basket = String::new();
        append_item(&mut basket, "b\u{f6}rde", "ton", [3, 0, 1250, -1, -7]);
        append_item(&mut basket, "dap", "lb", [1, 2, 3, 4, 5]);
        assert_eq!(basket, "5:b\u{f6}rdeton 3 0 1250 -1 -7/3:daplb 1 2 3 4 5/");
        assert_eq!(
            (orders.as_str(), deliveries.as_str()),
            (
                "2026-05-31 2 3 -4;2026-06-01 1 0 5",
                "2026-05-31 2026-06-09 2;2026-06-01 2026-06-09 1 0 -7"
            )
        );
    }
}
