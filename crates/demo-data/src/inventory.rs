//! Writes `inventory_data`: what stands in the branches on the as-of day, as the transactions of
//! the window leave it.
//!
//! `on_order` is what was bought and has not come, `booked` what was sold ahead and not fetched.
//! The reorder point covers the coming lead time at last year's demand and this season's pace.
//! Stock is set so that a known number of rows in each category stands at or below its reorder
//! point.

use std::path::Path;

use super::business::Business;
use super::day::Day;
use super::error::DemoError;
use super::item::Category;
use super::line::{Line, Party};
use super::places::Branch;
use super::shelf::{self, Movement, Shelf};
use super::table::{Partial, Table};

/// Days past the promised one after which the buyer no longer counts on a line.
const GIVEN_UP: i32 = 60;

/// How many rows of a category stand at or below their reorder points.
const fn short_rows(category: Category) -> usize {
    match category {
        Category::Seed | Category::Fertilizer | Category::Pesticide => 4,
        Category::Other => 1,
    }
}

/// The movements of every item in every branch.
pub(super) struct Stockroom {
    as_of: Day,
    movements: Vec<[Movement; Branch::ALL.len()]>,
}

impl Stockroom {
    pub(super) fn new(business: &Business) -> Self {
        Self {
            as_of: business.window.last,
            movements: vec![Default::default(); business.wares.len()],
        }
    }

    /// Takes a line of the window into account.
    pub(super) fn record(&mut self, line: &Line<'_>) {
        let Some(branches) = self.movements.get_mut(line.ware.number) else {
            return;
        };
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
            .flat_map(|(ware, branches)| {
                Branch::ALL
                    .into_iter()
                    .zip(branches)
                    .map(move |(branch, movement)| (ware, branch, movement))
            })
            .map(|(ware, branch, movement)| Shelf::new(business, ware, branch, movement))
            .collect();
        run_short(&mut shelves);
        let mut table = Table::create(folder, "inventory_data", &shelf::COLUMNS)?;
        for (turn, shelf) in (0..).zip(&shelves) {
            shelf.write(&mut table, self.as_of, turn)?;
        }
        table.finish()
    }
}

/// Lets the rows whose turn it is run short, in each category.
fn run_short(shelves: &mut [Shelf<'_>]) {
    for category in Category::ALL {
        let mut own: Vec<&mut Shelf<'_>> = shelves
            .iter_mut()
            .filter(|shelf| shelf.ware.item.category == category)
            .collect();
        own.sort_by(|a, b| {
            b.may_run_short()
                .cmp(&a.may_run_short())
                .then(a.turn.total_cmp(&b.turn))
        });
        for shelf in own.into_iter().take(short_rows(category)) {
            shelf.short = true;
            // Where everything is on its way in quantity, the buyer has asked for more: raise the
            // point, not the stock.
            shelf.reorder_point = shelf.reorder_point.max(shelf.without_stock());
        }
    }
}
