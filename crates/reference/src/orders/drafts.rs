//! What waits in draft orders, and what of those that were ordered the files do not show yet.

use super::super::dataset::{Dataset, StockRow};
use super::super::settings::{DraftLine, OrgSettings};

/// Whether a draft that nobody has ordered yet has a line for this stock.
pub(super) fn is_in_open_draft(row: &StockRow, said: &OrgSettings) -> bool {
    said.draft_lines
        .iter()
        .any(|line| !line.is_ordered && matches_stock(line, row))
}

/// From whichever line on the gap is largest: what was ordered from it on, less what the files have
/// shown since it was drafted.
pub(super) fn undelivered_quantity(
    row: &StockRow,
    only: bool,
    books: &Dataset,
    said: &OrgSettings,
) -> i128 {
    let lines: Vec<&DraftLine> = said
        .draft_lines
        .iter()
        .filter(|line| line.is_ordered && matches_stock(line, row) && line.unit == row.unit)
        .collect();
    let gaps = (0..lines.len()).filter_map(|first| {
        let later = lines.get(first..)?;
        let ordered: i128 = later.iter().map(|line| line.quantity).sum();
        Some(ordered - delivered_since(later.first()?, row, only, books))
    });
    gaps.fold(0, i128::max)
}

fn delivered_since(line: &DraftLine, row: &StockRow, only: bool, books: &Dataset) -> i128 {
    let purchases = books
        .lines
        .iter()
        .filter(|bought| !bought.is_sale && bought.quantity > 0 && bought.day >= line.day);
    let of_this = purchases.filter(|bought| bought.item == row.item && bought.unit == row.unit);
    let here = of_this.filter(|bought| {
        bought
            .location
            .as_ref()
            .map_or(only, |location| *location == row.location)
    });
    let come = here.map(|bought| bought.quantity).sum::<i128>() - line.bought;
    come.max(row.on_order - line.on_order).max(0)
}

fn matches_stock(line: &DraftLine, row: &StockRow) -> bool {
    line.item == row.item && line.location == row.location
}
