//! A row of the inventory: stock and reorder point of an item in a branch.

use super::amount::Amount;
use super::business::Business;
use super::csv_table_writer::CsvTableWriter;
use super::day::Day;
use super::error::DemoError;
use super::locations::Branch;
use super::priced_item::PricedItem;
use super::random_stream::{RandomStream, StreamTopic};

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

/// Days between two reviews of the stock: part of what a reorder point covers.
const REVIEW_DAYS: i32 = 7;

/// Reorder point relative to the expected demand.
const SAFETY_FACTOR: f64 = 1.25;

/// Minimum share of the target stock that is on hand, whatever is on order.
const MIN_STOCK_SHARE: f64 = 0.3;

/// Days for which a row stays short or not.
const SHORTAGE_PERIOD_DAYS: i32 = 28;

/// Transactions of an item in a branch.
#[derive(Clone, Copy, Default)]
pub(super) struct StockMovement {
    /// In the 365 days up to the as-of day.
    pub(super) sold_last_year: Amount,
    /// Purchased and not delivered.
    pub(super) on_order: Amount,
    /// Sold in advance and not picked up.
    pub(super) booked: Amount,
}

/// A row of the inventory.
pub(super) struct InventoryRow<'a> {
    pub(super) priced_item: &'a PricedItem,
    branch: Branch,
    movement: StockMovement,
    pub(super) reorder_point: Amount,
    /// Position relative to the reorder point, if sufficient and if short.
    cover: (f64, f64),
    /// The rows with the lowest rank in a category run short: random, weighted by sales.
    pub(super) shortage_rank: f64,
    pub(super) is_short: bool,
}

impl<'a> InventoryRow<'a> {
    pub(super) fn new(
        business: &Business,
        priced_item: &'a PricedItem,
        branch: Branch,
        movement: &StockMovement,
    ) -> Self {
        let item = priced_item.item;
        let as_of = business.window.last;
        let covered = item.suppliers.0.facts().lead_time_days + REVIEW_DAYS;
        let pace = business
            .calendar
            .mean_density_ahead(item.season, as_of, covered)
            .clamp(0.2, 2.5);
        let demand = movement.sold_last_year.to_f64().max(0.0) / 365.0 * f64::from(covered) * pace;
        let key = i64::try_from(priced_item.number * Branch::ALL.len() + branch as usize)
            .unwrap_or_default();
        // Rows change on different days, so that the list of short rows changes gradually.
        let shifted = as_of.0
            + RandomStream::new(business.seed, StreamTopic::Shelf, key, -1)
                .uniform_days(SHORTAGE_PERIOD_DAYS.unsigned_abs());
        let mut stream = RandomStream::new(
            business.seed,
            StreamTopic::Shelf,
            key,
            i64::from(shifted / SHORTAGE_PERIOD_DAYS),
        );
        let reorder_point = Amount::ceil_to_step(demand * SAFETY_FACTOR, item.pack);
        let worth = reorder_point.to_f64() * item.cost;
        Self {
            priced_item,
            branch,
            movement: *movement,
            reorder_point,
            cover: (
                stream.uniform_between(1.6, 3.6),
                stream.uniform_between(0.25, 0.95),
            ),
            shortage_rank: stream.draw_exponential(1.0) / worth.sqrt(),
            is_short: false,
        }
    }

    /// On order less booked: the position without stock.
    pub(super) fn position_without_stock(&self) -> Amount {
        self.movement.on_order - self.movement.booked
    }

    /// Whether the row can be short with some stock on hand.
    pub(super) fn can_run_short(&self) -> bool {
        self.position_without_stock().to_f64() <= 0.25 * self.reorder_point.to_f64()
    }

    fn on_hand(&self) -> Amount {
        let cover = if self.is_short {
            self.cover.1
        } else {
            self.cover.0
        };
        let target = cover * self.reorder_point.to_f64();
        let missing = target - self.position_without_stock().to_f64();
        // A branch has some stock even if much is on order.
        let min_share = if self.is_short {
            missing
        } else {
            missing.max(MIN_STOCK_SHARE * target)
        };
        if min_share <= 0.0 {
            return Amount::ZERO;
        }
        let stock = Amount::ceil_to_step(min_share, self.priced_item.item.step);
        if self.is_short {
            stock.min(self.reorder_point - self.position_without_stock())
        } else {
            stock
        }
    }

    pub(super) fn write_row(
        &self,
        table: &mut CsvTableWriter,
        as_of: Day,
        turn: u64,
    ) -> Result<(), DemoError> {
        let item = self.priced_item.item;
        let supplier = item.suppliers.0.facts();
        table.write_text(item.id)?;
        table.write_text(item.name)?;
        table.write_text(item.category.name())?;
        table.write_text(item.unit)?;
        table.write_text(self.branch.name())?;
        table.write_quantity(self.on_hand())?;
        table.write_quantity(self.movement.on_order)?;
        table.write_quantity(self.movement.booked)?;
        table.write_quantity(self.reorder_point)?;
        table.write_display(item.pack)?;
        table.write_display(item.min_order)?;
        table.write_display(supplier.lead_time_days)?;
        table.write_price(Amount::from_usd(self.priced_item.cost_on(as_of)))?;
        table.write_text("USD")?;
        table.write_text(supplier.id)?;
        table.write_updated_at(as_of, turn)?;
        table.end_row()
    }
}
