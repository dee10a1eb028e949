//! Writes `inventory_data`: the stock of the branches on the as-of day, consistent with the
//! transactions of the window.
//!
//! `on_order` is purchased and not delivered, `booked` is sold in advance and not picked up. The
//! reorder point covers the lead time at last year's demand and the current season's pace. Stock is
//! set so that a fixed number of rows per category is at or below its reorder point.

use std::path::Path;

use super::business::Business;
use super::csv_table_writer::{CsvTableWriter, PartialFile};
use super::day::Day;
use super::error::DemoError;
use super::inventory_row::{self, InventoryRow, StockMovement};
use super::item::Category;
use super::locations::Branch;
use super::order_line::{OrderLine, OrderProgress, Party};

/// Number of rows of a category at or below their reorder points.
const fn short_row_count(category: Category) -> usize {
    match category {
        Category::Seed | Category::Fertilizer | Category::Pesticide => 4,
        Category::Other => 1,
    }
}

/// Stock movements of every item in every branch.
pub(super) struct StockLedger {
    as_of: Day,
    movements: Vec<[StockMovement; Branch::ALL.len()]>,
}

impl StockLedger {
    pub(super) fn new(business: &Business) -> Self {
        Self {
            as_of: business.window.last,
            movements: vec![Default::default(); business.priced_items.len()],
        }
    }

    /// Records a line of the window.
    pub(super) fn record_line(&mut self, line: &OrderLine<'_>) {
        let Some(branches) = self.movements.get_mut(line.priced_item.number) else {
            return;
        };
        let movement = &mut branches[line.branch as usize];
        let is_open =
            line.promised.is_some() && line.progress_on(self.as_of) == OrderProgress::Open;
        match line.party {
            Party::Customer(_) => {
                if line.booked > self.as_of - 365 {
                    movement.sold_last_year += line.quantity;
                }
                if is_open {
                    movement.booked += line.quantity;
                }
            }
            Party::Supplier(_) => {
                if is_open {
                    movement.on_order += line.quantity;
                }
            }
        }
    }

    /// Rows ordered by item and branch.
    pub(super) fn write_inventory(
        &self,
        folder: &Path,
        business: &Business,
    ) -> Result<PartialFile, DemoError> {
        let mut rows: Vec<InventoryRow<'_>> = business
            .priced_items
            .iter()
            .zip(&self.movements)
            .flat_map(|(priced, branches)| {
                Branch::ALL
                    .into_iter()
                    .zip(branches)
                    .map(move |(branch, movement)| (priced, branch, movement))
            })
            .map(|(priced, branch, movement)| InventoryRow::new(business, priced, branch, movement))
            .collect();
        mark_short_rows(&mut rows);
        let mut table = CsvTableWriter::create(folder, "inventory_data", &inventory_row::COLUMNS)?;
        for (turn, row) in (0..).zip(&rows) {
            row.write_row(&mut table, self.as_of, turn)?;
        }
        table.finish()
    }
}

/// Marks the rows that are short in each category.
fn mark_short_rows(rows: &mut [InventoryRow<'_>]) {
    for category in Category::ALL {
        let mut in_category: Vec<&mut InventoryRow<'_>> = rows
            .iter_mut()
            .filter(|row| row.priced_item.item.category == category)
            .collect();
        in_category.sort_by(|a, b| {
            b.can_run_short()
                .cmp(&a.can_run_short())
                .then(a.shortage_rank.total_cmp(&b.shortage_rank))
        });
        for row in in_category.into_iter().take(short_row_count(category)) {
            row.is_short = true;
            // If all rows have much on order, the reorder point is raised instead of lowering the
            // stock.
            row.reorder_point = row.reorder_point.max(row.position_without_stock());
        }
    }
}
