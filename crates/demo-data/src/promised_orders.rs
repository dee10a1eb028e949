//! Writes `customer_bookings`, what customers order in winter and pick up in spring, and
//! `purchase_orders`, what suppliers promise and deliver. Both are the transactions with a promised
//! day: returns are neither.

use std::path::Path;

use super::amount::Amount;
use super::csv_table_writer::{CsvTableWriter, PartialFile};
use super::customer_profiles::CustomerId;
use super::day::Day;
use super::error::DemoError;
use super::order_line::{LineCounter, OrderLine, OrderProgress, Party};

const BOOKING_COLUMNS: [&str; 14] = [
    "booking_id",
    "line",
    "customer_id",
    "item_id",
    "location",
    "quantity",
    "unit",
    "unit_price",
    "currency",
    "booked_date",
    "due_date",
    "delivered_quantity",
    "status",
    "updated_at",
];

const PURCHASE_ORDER_COLUMNS: [&str; 14] = [
    "po_id",
    "line",
    "supplier_id",
    "item_id",
    "location",
    "quantity",
    "unit",
    "unit_price",
    "currency",
    "order_date",
    "expected_date",
    "received_quantity",
    "status",
    "updated_at",
];

/// Both files.
pub(super) struct PromisedOrderFiles {
    as_of: Day,
    bookings: OrderFile,
    purchase_orders: OrderFile,
}

impl PromisedOrderFiles {
    pub(super) fn create(folder: &Path, as_of: Day) -> Result<Self, DemoError> {
        let create = |source_id, columns: &[&str]| -> Result<OrderFile, DemoError> {
            Ok(OrderFile {
                table: CsvTableWriter::create(folder, source_id, columns)?,
                lines: LineCounter::default(),
            })
        };
        Ok(Self {
            as_of,
            bookings: create("customer_bookings", &BOOKING_COLUMNS)?,
            purchase_orders: create("purchase_orders", &PURCHASE_ORDER_COLUMNS)?,
        })
    }

    /// Adds a line to its file if it was promised.
    pub(super) fn add_line(&mut self, line: &OrderLine<'_>) -> Result<(), DemoError> {
        let Some(promised) = line.promised else {
            return Ok(());
        };
        match line.party {
            Party::Customer(_) => self.bookings.add_line(line, promised, self.as_of),
            Party::Supplier(_) => self.purchase_orders.add_line(line, promised, self.as_of),
        }
    }

    pub(super) fn finish(self) -> Result<[PartialFile; 2], DemoError> {
        Ok([
            self.bookings.table.finish()?,
            self.purchase_orders.table.finish()?,
        ])
    }
}

/// One of the files: their columns have the same order.
struct OrderFile {
    table: CsvTableWriter,
    lines: LineCounter,
}

impl OrderFile {
    fn add_line(
        &mut self,
        line: &OrderLine<'_>,
        promised: Day,
        as_of: Day,
    ) -> Result<(), DemoError> {
        let progress = line.progress_on(as_of);
        let (changed, delivered) = match progress {
            OrderProgress::Delivered(day) => (day, line.quantity),
            OrderProgress::Canceled(day) => (day, Amount::ZERO),
            OrderProgress::Open => (line.booked, Amount::ZERO),
        };
        let number = self.lines.number_line(line.number);
        let item = line.priced_item.item;
        let table = &mut self.table;
        table.write_display(line.order_id())?;
        table.write_display(number)?;
        match line.party {
            Party::Customer(grower) => table.write_display(CustomerId(grower))?,
            Party::Supplier(supplier) => table.write_text(supplier.facts().id)?,
        }
        table.write_text(item.id)?;
        table.write_text(line.branch.name())?;
        table.write_quantity(line.quantity)?;
        table.write_text(item.unit)?;
        table.write_price(line.unit_price)?;
        table.write_text("USD")?;
        table.write_day(Some(line.booked))?;
        table.write_day(Some(promised))?;
        table.write_quantity(delivered)?;
        table.write_text(match (line.party, progress) {
            (_, OrderProgress::Open) => "open",
            (_, OrderProgress::Canceled(_)) => "canceled",
            (Party::Customer(_), OrderProgress::Delivered(_)) => "delivered",
            (Party::Supplier(_), OrderProgress::Delivered(_)) => "received",
        })?;
        table.write_updated_at(changed, line.number.line)?;
        table.end_row()
    }
}
