//! A line of a sale or purchase order, and the file of order lines.

use std::fmt::{self, Display};
use std::path::Path;

use super::amount::Amount;
use super::csv_table_writer::{CsvTableWriter, PartialFile};
use super::customer_profiles::CustomerId;
use super::day::Day;
use super::error::DemoError;
use super::growers::Grower;
use super::locations::Branch;
use super::priced_item::PricedItem;
use super::suppliers::Supplier;

const COLUMNS: [&str; 15] = [
    "transaction_id",
    "order_id",
    "direction",
    "transaction_date",
    "customer_id",
    "supplier_id",
    "item_id",
    "quantity",
    "unit",
    "unit_price",
    "currency",
    "promised_date",
    "delivered_date",
    "location",
    "updated_at",
];

/// Days after its promised day at which an undelivered line of a supplier counts as canceled.
const MAX_OVERDUE_DAYS: i32 = 60;

/// Counterparty of a line.
#[derive(Clone, Copy)]
pub(super) enum Party<'a> {
    /// A sale to a customer.
    Customer(&'a Grower),
    /// A purchase from a supplier.
    Supplier(Supplier),
}

/// Identifies a line: the day of business, and the indexes of line and order on that day and in
/// that direction.
#[derive(Clone, Copy)]
pub(super) struct LineNumber {
    pub(super) day: Day,
    pub(super) line: u64,
    pub(super) order: u64,
}

/// An order line.
#[derive(Clone, Copy)]
pub(super) struct OrderLine<'a> {
    pub(super) number: LineNumber,
    pub(super) party: Party<'a>,
    pub(super) booked: Day,
    pub(super) priced_item: &'a PricedItem,
    /// In the item's unit; negative for a return.
    pub(super) quantity: Amount,
    /// USD per unit.
    pub(super) unit_price: Amount,
    pub(super) promised: Option<Day>,
    /// Not after the as-of day: later deliveries are unknown.
    pub(super) delivered: Option<Day>,
    pub(super) branch: Branch,
}

/// What has become of a promised line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrderProgress {
    /// In full, on this day.
    Delivered(Day),
    Open,
    /// Never delivered by the supplier, and canceled on this day.
    Canceled(Day),
}

impl OrderLine<'_> {
    /// Progress of a line by a day. A line that was never promised is open until it is delivered.
    pub(super) fn progress_on(&self, as_of: Day) -> OrderProgress {
        if let Some(day) = self.delivered {
            return OrderProgress::Delivered(day);
        }
        let canceled_on = self.promised.map(|promised| promised + MAX_OVERDUE_DAYS);
        match (self.party, canceled_on) {
            (Party::Supplier(_), Some(day)) if day <= as_of => OrderProgress::Canceled(day),
            _ => OrderProgress::Open,
        }
    }

    /// Id of the order that the line is part of.
    pub(super) fn order_id(&self) -> impl Display {
        TransactionId(self.party.letter(), 'O', self.number.day, self.number.order)
    }
}

impl Party<'_> {
    /// First letter of ids.
    const fn letter(self) -> char {
        match self {
            Self::Customer(_) => 'S',
            Self::Supplier(_) => 'P',
        }
    }
}

/// Numbers the lines within each order, from 1. The lines of an order are passed one after another.
#[derive(Default)]
pub(super) struct LineCounter {
    order: Option<(Day, u64)>,
    line: u64,
}

impl LineCounter {
    pub(super) fn number_line(&mut self, number: LineNumber) -> u64 {
        let order = Some((number.day, number.order));
        self.line = if self.order == order {
            self.line + 1
        } else {
            1
        };
        self.order = order;
        self.line
    }
}

/// `sales_transactions`.
pub(super) struct TransactionFile(CsvTableWriter);

impl TransactionFile {
    pub(super) fn create(folder: &Path) -> Result<Self, DemoError> {
        CsvTableWriter::create(folder, "sales_transactions", &COLUMNS).map(Self)
    }

    pub(super) fn add_line(&mut self, line: &OrderLine<'_>) -> Result<(), DemoError> {
        let table = &mut self.0;
        let direction = match line.party {
            Party::Customer(_) => "sale",
            Party::Supplier(_) => "purchase",
        };
        let LineNumber {
            day, line: index, ..
        } = line.number;
        table.write_display(TransactionId(line.party.letter(), 'T', day, index))?;
        table.write_display(line.order_id())?;
        table.write_text(direction)?;
        table.write_day(Some(line.booked))?;
        match line.party {
            Party::Customer(grower) => {
                table.write_display(CustomerId(grower))?;
                table.write_blank()?;
            }
            Party::Supplier(supplier) => {
                table.write_blank()?;
                table.write_text(supplier.facts().id)?;
            }
        }
        table.write_text(line.priced_item.item.id)?;
        table.write_quantity(line.quantity)?;
        table.write_text(line.priced_item.item.unit)?;
        table.write_price(line.unit_price)?;
        table.write_text("USD")?;
        table.write_day(line.promised)?;
        table.write_day(line.delivered)?;
        table.write_text(line.branch.name())?;
        table.write_updated_at(line.delivered.unwrap_or(line.booked), index)?;
        table.end_row()
    }

    pub(super) fn finish(self) -> Result<PartialFile, DemoError> {
        self.0.finish()
    }
}

/// `ST-09456-0017`: direction, kind, day and index of a line or an order.
struct TransactionId(char, char, Day, u64);

impl Display for TransactionId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(direction, kind, day, index) = self;
        write!(out, "{direction}{kind}-{:05}-{index:04}", day.0)
    }
}
