//! Writes `inventory_data`: what stands in the branches on the as-of day, as the transactions of the window leave it.
//!
//! `on_order` is what was bought and has not come, `booked` what was sold ahead and not fetched. The reorder point
//! covers the coming lead time at last year's demand and this season's pace. Stock is set so that a known number of
//! rows in each category stands at or below its reorder point.

use std::path::Path;

use super::amount::Amount;
use super::business::Business;
use super::day::Day;
use super::error::DemoError;
use super::item::Category;
use super::line::{Line, Party};
use super::places::Branch;
use super::stream::{Stream, Topic};
use super::table::{Partial, Table};
use super::ware::Ware;

const COLUMNS: [&str; 16] = [
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

/// Days past the promised one after which the buyer no longer counts on a line.
const GIVEN_UP: i32 = 60;

/// Days between two looks at the stock: part of what a reorder point covers.
const REVIEW: i32 = 7;

/// What a reorder point holds beyond the expected demand.
const SAFETY: f64 = 1.25;

/// Share of the wanted stock that is on hand however much is on order.
const LEAST_STOCK: f64 = 0.3;

/// Days for which a row stays short, or not.
const SHORTAGE_TURN: i32 = 28;

/// How many rows of a category stand at or below their reorder points.
const fn short_rows(category: Category) -> usize {
    match category {
        Category::Seed | Category::Fertilizer | Category::Pesticide => 4,
        Category::Other => 1,
    }
}

/// What the transactions say about an item in a branch.
#[derive(Clone, Copy, Default)]
struct Movement {
    sold_last_year: Amount,
    on_order: Amount,
    booked: Amount,
}

/// The movements of every item in every branch.
pub(super) struct Stockroom {
    as_of: Day,
    movements: Vec<[Movement; Branch::ALL.len()]>,
}

impl Stockroom {
    pub(super) fn new(business: &Business) -> Self {
        Self { as_of: business.window.last, movements: vec![Default::default(); business.wares.len()] }
    }

    /// Takes a line of the window into account.
    pub(super) fn record(&mut self, line: &Line<'_>) {
        let Some(branches) = self.movements.get_mut(line.ware.number) else { return };
        let movement = &mut branches[line.branch as usize];
        let open = line.promised.filter(|_| line.delivered.is_none());
        match line.party {
            Party::Customer(_) => {
                if line.booked > self.as_of - 365 {
                    movement.sold_last_year += line.quantity;
                }
                if open.is_some() {
                    movement.booked += line.quantity;
                }
            }
            Party::Supplier(_) => {
                if open.is_some_and(|promised| promised > self.as_of - GIVEN_UP) {
                    movement.on_order += line.quantity;
                }
            }
        }
    }

    /// Rows in the order of items and branches.
    pub(super) fn write(&self, folder: &Path, business: &Business) -> Result<Partial, DemoError> {
        let mut shelves: Vec<Shelf<'_>> = business
            .wares
            .iter()
            .zip(&self.movements)
            .flat_map(|(ware, branches)| Branch::ALL.into_iter().zip(branches).map(move |(branch, movement)| (ware, branch, movement)))
            .map(|(ware, branch, movement)| Shelf::new(business, ware, branch, movement))
            .collect();
        run_short(&mut shelves);
        let mut table = Table::create(folder, "inventory_data", &COLUMNS)?;
        for (turn, shelf) in (0..).zip(&shelves) {
            shelf.write(&mut table, self.as_of, turn)?;
        }
        table.finish()
    }
}

/// A row of the inventory.
struct Shelf<'a> {
    ware: &'a Ware,
    branch: Branch,
    movement: Movement,
    reorder_point: Amount,
    /// Position over reorder point while enough is there, and when it runs short.
    cover: (f64, f64),
    /// The lowest turns of a category run short: by chance, and sooner what much is sold of.
    turn: f64,
    short: bool,
}

impl<'a> Shelf<'a> {
    fn new(business: &Business, ware: &'a Ware, branch: Branch, movement: &Movement) -> Self {
        let item = ware.item;
        let as_of = business.window.last;
        let covered = item.suppliers.0.facts().lead_time_days + REVIEW;
        let pace = business.calendar.ahead(item.season, as_of, covered).clamp(0.2, 2.5);
        let demand = movement.sold_last_year.value().max(0.0) / 365.0 * f64::from(covered) * pace;
        let key = i64::try_from(ware.number * Branch::ALL.len() + branch as usize).unwrap_or_default();
        // Rows change turns on different days, so that the list of what is short moves slowly.
        let shifted = as_of.0 + Stream::new(business.seed, Topic::Shelf, key, -1).days(SHORTAGE_TURN.unsigned_abs());
        let mut stream = Stream::new(business.seed, Topic::Shelf, key, i64::from(shifted / SHORTAGE_TURN));
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
    fn without_stock(&self) -> Amount {
        self.movement.on_order - self.movement.booked
    }

    /// Whether the shelf can be short with something on it.
    fn may_run_short(&self) -> bool {
        self.without_stock().value() <= 0.25 * self.reorder_point.value()
    }

    fn on_hand(&self) -> Amount {
        let cover = if self.short { self.cover.1 } else { self.cover.0 };
        let target = cover * self.reorder_point.value();
        let missing = target - self.without_stock().value();
        // Even with plenty on its way, a branch keeps something to sell.
        let kept = if self.short { missing } else { missing.max(LEAST_STOCK * target) };
        if kept <= 0.0 {
            return Amount::ZERO;
        }
        let stock = Amount::up_to_step(kept, self.ware.item.step);
        if self.short { stock.min(self.reorder_point - self.without_stock()) } else { stock }
    }

    fn write(&self, table: &mut Table, as_of: Day, turn: u64) -> Result<(), DemoError> {
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

/// Lets the rows whose turn it is run short, in each category.
fn run_short(shelves: &mut [Shelf<'_>]) {
    for category in Category::ALL {
        let mut own: Vec<&mut Shelf<'_>> = shelves.iter_mut().filter(|shelf| shelf.ware.item.category == category).collect();
        own.sort_by(|a, b| b.may_run_short().cmp(&a.may_run_short()).then(a.turn.total_cmp(&b.turn)));
        for shelf in own.into_iter().take(short_rows(category)) {
            shelf.short = true;
            // Where everything is on its way in quantity, the buyer has asked for more: raise the point, not the stock.
            shelf.reorder_point = shelf.reorder_point.max(shelf.without_stock());
        }
    }
}
