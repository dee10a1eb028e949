//! Staged rows as order lines.

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int64Type};
use arrow_array::{Array, BooleanArray, PrimitiveArray, RecordBatch, StringArray};

/// The counted values of a line. Days are relative to 1970-01-01, numbers are scaled by 10^4.
#[derive(Debug)]
pub(super) struct StagedLine<'a> {
    pub(super) sale: bool,
    pub(super) day: i32,
    pub(super) order: &'a str,
    pub(super) customer: Option<&'a str>,
    pub(super) supplier: Option<&'a str>,
    pub(super) item: &'a str,
    pub(super) quantity: i64,
    pub(super) unit: &'a str,
    pub(super) price: i64,
    pub(super) amount: i64,
    pub(super) currency: &'a str,
    pub(super) promised: Option<i32>,
    pub(super) delivered: Option<i32>,
    pub(super) location: Option<&'a str>,
}

/// The columns of a staged batch.
pub(super) struct StagedLines<'a> {
    accepted: &'a BooleanArray,
    direction: &'a StringArray,
    day: &'a PrimitiveArray<Date32Type>,
    order: &'a StringArray,
    customer: &'a StringArray,
    supplier: &'a StringArray,
    item: &'a StringArray,
    quantity: &'a PrimitiveArray<Int64Type>,
    unit: &'a StringArray,
    price: &'a PrimitiveArray<Int64Type>,
    amount: &'a PrimitiveArray<Int64Type>,
    currency: &'a StringArray,
    promised: &'a PrimitiveArray<Date32Type>,
    delivered: &'a PrimitiveArray<Date32Type>,
    location: &'a StringArray,
}

impl<'a> StagedLines<'a> {
    /// `None` if a column is missing.
    pub(super) fn from_batch(rows: &'a RecordBatch) -> Option<Self> {
        let text = |name: &str| rows.column_by_name(name)?.as_string_opt::<i32>();
        let number = |name: &str| rows.column_by_name(name)?.as_primitive_opt::<Int64Type>();
        let day = |name: &str| rows.column_by_name(name)?.as_primitive_opt::<Date32Type>();
        Some(Self {
            accepted: rows.column_by_name("accepted")?.as_boolean_opt()?,
            direction: text("direction")?,
            day: day("transaction_date")?,
            order: text("order_id")?,
            customer: text("customer_id")?,
            supplier: text("supplier_id")?,
            item: text("item_id")?,
            quantity: number("quantity_e4")?,
            unit: text("unit")?,
            price: number("unit_price_e4")?,
            amount: number("amount_e4")?,
            currency: text("currency")?,
            promised: day("promised_date")?,
            delivered: day("delivered_date")?,
            location: text("location")?,
        })
    }

    /// The accepted lines.
    pub(super) fn iter_landing(&self) -> impl Iterator<Item = StagedLine<'a>> + '_ {
        (0..self.accepted.len())
            .filter(|row| self.accepted.value(*row))
            .map(|row| self.line_at(row))
    }

    fn line_at(&self, row: usize) -> StagedLine<'a> {
        fn text_at(column: &StringArray, row: usize) -> Option<&str> {
            column.is_valid(row).then(|| column.value(row))
        }
        let day =
            |column: &PrimitiveArray<Date32Type>| column.is_valid(row).then(|| column.value(row));
        StagedLine {
            sale: self.direction.value(row) == "sale",
            day: self.day.value(row),
            order: self.order.value(row),
            customer: text_at(self.customer, row),
            supplier: text_at(self.supplier, row),
            item: self.item.value(row),
            quantity: self.quantity.value(row),
            unit: self.unit.value(row),
            price: self.price.value(row),
            amount: self.amount.value(row),
            currency: self.currency.value(row),
            promised: day(self.promised),
            delivered: day(self.delivered),
            location: text_at(self.location, row),
        }
    }
}
