//! A row of the inventory: what an item's stock in a branch is, and from where on it is to be
//! reordered.

use super::amount::Amount;
use super::business::Business;
use super::day::Day;
use super::error::DemoError;
use super::places::Branch;
use super::stream::{Stream, Topic};
use super::table::Table;
use super::ware::Ware;

pub(super) const COLUMNS: [&str; 16] = [
    "item_id",
    "item_name",
    "category",
    "unit",
    "location",
    "on_hand",
    "on_order",
    "booked",
    "reorder_point",
    "pack_size",
    "min_order_quantity",
    "lead_time_days",
    "unit_cost",
    "currency",
    "supplier_id",
    "updated_at",
];

/// Days between two looks at the stock: part of what a reorder point covers.
const REVIEW: i32 = 7;

/// What a reorder point holds beyond the expected demand.
const SAFETY: f64 = 1.25;

/// Share of the wanted stock that is on hand however much is on order.
const LEAST_STOCK: f64 = 0.3;

/// Days for which a row stays short, or not.
const SHORTAGE_TURN: i32 = 28;

/// What the transactions say about an item in a branch.
#[derive(Clone, Copy, Default)]
pub(super) struct Movement {
    /// In the 365 days up to the as-of day.
    pub(super) sold_last_year: Amount,
    /// Bought and still expected.
    pub(super) on_order: Amount,
    /// Sold ahead and not fetched.
    pub(super) booked: Amount,
}

/// A row of the inventory.
pub(super) struct Shelf<'a> {
    pub(super) ware: &'a Ware,
    branch: Branch,
    movement: Movement,
    pub(super) reorder_point: Amount,
    /// Position over reorder point while enough is there, and when it runs short.
    cover: (f64, f64),
    /// The lowest turns of a category run short: by chance, and sooner what much is sold of.
    pub(super) turn: f64,
    pub(super) short: bool,
}

impl<'a> Shelf<'a> {
    pub(super) fn new(
        business: &Business,
        ware: &'a Ware,
        branch: Branch,
        movement: &Movement,
    ) -> Self {
        let item = ware.item;
        let as_of = business.window.last;
        let covered = item.suppliers.0.facts().lead_time_days + REVIEW;
        let pace = business
            .calendar
            .ahead(item.season, as_of, covered)
            .clamp(0.2, 2.5);
        let demand = movement.sold_last_year.value().max(0.0) / 365.0 * f64::from(covered) * pace;
        let key =
            i64::try_from(ware.number * Branch::ALL.len() + branch as usize).unwrap_or_default();
        // Rows change turns on different days, so that the list of what is short moves slowly.
        let shifted = as_of.0
            + Stream::new(business.seed, Topic::Shelf, key, -1).days(SHORTAGE_TURN.unsigned_abs());
        let mut stream = Stream::new(
            business.seed,
            Topic::Shelf,
            key,
            i64::from(shifted / SHORTAGE_TURN),
        );
        let reorder_point = Amount::up_to_step(demand * SAFETY, item.pack);
        let worth = reorder_point.value() * item.cost;
        Self {
            ware,
            branch,
            movement: *movement,
            reorder_point,
            cover: (stream.between(1.6, 3.6), stream.between(0.25, 0.95)),
            turn: stream.exponential(1.0) / worth.sqrt(),
            short: false,
        }
    }

    /// On order less booked: the position of an empty shelf.
    pub(super) fn without_stock(&self) -> Amount {
        self.movement.on_order - self.movement.booked
    }

    /// Whether the shelf can be short with something on it.
    pub(super) fn may_run_short(&self) -> bool {
        self.without_stock().value() <= 0.25 * self.reorder_point.value()
    }

    fn on_hand(&self) -> Amount {
        let cover = if self.short {
            self.cover.1
        } else {
            self.cover.0
        };
        let target = cover * self.reorder_point.value();
        let missing = target - self.without_stock().value();
        // Even with plenty on its way, a branch keeps something to sell.
        let kept = if self.short {
            missing
        } else {
            missing.max(LEAST_STOCK * target)
        };
        if kept <= 0.0 {
            return Amount::ZERO;
        }
        let stock = Amount::up_to_step(kept, self.ware.item.step);
        if self.short {
            stock.min(self.reorder_point - self.without_stock())
        } else {
            stock
        }
    }

    pub(super) fn write(&self, table: &mut Table, as_of: Day, turn: u64) -> Result<(), DemoError> {
        let item = self.ware.item;
        let supplier = item.suppliers.0.facts();
        table.text(item.id)?;
        table.text(item.name)?;
        table.text(item.category.name())?;
        table.text(item.unit)?;
        table.text(self.branch.name())?;
        table.quantity(self.on_hand())?;
        table.quantity(self.movement.on_order)?;
        table.quantity(self.movement.booked)?;
        table.quantity(self.reorder_point)?;
        table.print(item.pack)?;
        table.print(item.min_order)?;
        table.print(supplier.lead_time_days)?;
        table.price(Amount::price(self.ware.cost(as_of)))?;
        table.text("USD")?;
        table.text(supplier.id)?;
        table.loaded(as_of, turn)?;
        table.end_row()
    }
}
