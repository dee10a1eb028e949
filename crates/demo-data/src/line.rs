//! A line of an order, sold or bought, and the file that it goes to.

use std::fmt::{self, Display};
use std::path::Path;

use super::amount::Amount;
use super::day::Day;
use super::error::DemoError;
use super::growers::Grower;
use super::places::Branch;
use super::profiles::CustomerId;
use super::suppliers::Supplier;
use super::table::{Partial, Table};
use super::ware::Ware;

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

/// The other side of a line.
#[derive(Clone, Copy)]
pub(super) enum Party<'a> {
    /// A sale to a customer.
    Customer(&'a Grower),
    /// A purchase from a supplier.
    Supplier(Supplier),
}

/// Which line: the day of business, and the line's and its order's place among those of the day and
/// direction.
#[derive(Clone, Copy)]
pub(super) struct LineNumber {
    pub(super) day: Day,
    pub(super) line: u64,
    pub(super) order: u64,
}

/// A line of an order.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) number: LineNumber,
    pub(super) party: Party<'a>,
    pub(super) booked: Day,
    pub(super) ware: &'a Ware,
    /// In the item's unit; negative for a return.
    pub(super) quantity: Amount,
    /// USD per unit.
    pub(super) unit_price: Amount,
    pub(super) promised: Option<Day>,
    /// Not after the as-of day: what comes later is not known yet.
    pub(super) delivered: Option<Day>,
    pub(super) branch: Branch,
}

/// `sales_transactions`.
pub(super) struct TransactionFile(Table);

impl TransactionFile {
    pub(super) fn create(folder: &Path) -> Result<Self, DemoError> {
        Table::create(folder, "sales_transactions", &COLUMNS).map(Self)
    }

    pub(super) fn add(&mut self, line: &Line<'_>) -> Result<(), DemoError> {
        let table = &mut self.0;
        let (letter, direction) = match line.party {
            Party::Customer(_) => ('S', "sale"),
            Party::Supplier(_) => ('P', "purchase"),
        };
        let LineNumber {
            day,
            line: place,
            order,
        } = line.number;
        table.print(Numbered(letter, 'T', day, place))?;
        table.print(Numbered(letter, 'O', day, order))?;
        table.text(direction)?;
        table.day(Some(line.booked))?;
        match line.party {
            Party::Customer(grower) => {
                table.print(CustomerId(grower))?;
                table.blank()?;
            }
            Party::Supplier(supplier) => {
                table.blank()?;
                table.text(supplier.facts().id)?;
            }
        }
        table.text(line.ware.item.id)?;
        table.quantity(line.quantity)?;
        table.text(line.ware.item.unit)?;
        table.price(line.unit_price)?;
        table.text("USD")?;
        table.day(line.promised)?;
        table.day(line.delivered)?;
        table.text(line.branch.name())?;
        table.loaded(line.delivered.unwrap_or(line.booked), place)?;
        table.end_row()
    }

    pub(super) fn finish(self) -> Result<Partial, DemoError> {
        self.0.finish()
    }
}

/// `ST-09456-0017`: direction, kind, day and place of a line or an order.
struct Numbered(char, char, Day, u64);

impl Display for Numbered {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(direction, kind, day, place) = self;
        write!(out, "{direction}{kind}-{:05}-{place:04}", day.0)
    }
}
