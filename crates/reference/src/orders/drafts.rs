//! Open drafts, and the quantities of ordered drafts that the files do not show yet.

use super::super::dataset::{Dataset, StockRow};
use super::super::settings::{DraftLine, OrgSettings};
use super::counting_location;

/// Whether an open draft has a line for this stock.
pub(super) fn is_in_open_draft(row: &StockRow, settings: &OrgSettings) -> bool {
    settings
        .draft_lines
        .iter()
        .any(|line| !line.is_ordered && matches_stock(line, row))
}

/// The largest gap over all starting lines: the quantity ordered from that line on, less what the
/// files have shown since its draft.
pub(super) fn undelivered_quantity(
    row: &StockRow,
    is_only_stock: bool,
    dataset: &Dataset,
    settings: &OrgSettings,
) -> i128 {
    let lines: Vec<&DraftLine> = settings
        .draft_lines
        .iter()
        .filter(|line| line.is_ordered && matches_stock(line, row) && line.unit == row.unit)
        .collect();
    let gaps = (0..lines.len()).filter_map(|first| {
        let later = lines.get(first..)?;
        let ordered: i128 = later.iter().map(|line| line.quantity).sum();
        Some(ordered - delivered_since(later.first()?, row, is_only_stock, dataset, settings))
    });
    gaps.fold(0, i128::max)
}

fn delivered_since(
    line: &DraftLine,
    row: &StockRow,
    is_only_stock: bool,
    dataset: &Dataset,
    settings: &OrgSettings,
) -> i128 {
    let purchases = dataset
        .lines
        .iter()
        .filter(|bought| !bought.is_sale && bought.quantity > 0 && bought.day >= line.day);
    let of_item = purchases.filter(|bought| bought.item == row.item && bought.unit == row.unit);
    let at_location = of_item.filter(|bought| {
        counting_location(bought, dataset, settings)
            .map_or(is_only_stock, |location| location == row.location)
    });
    let delivered = at_location.map(|bought| bought.quantity).sum::<i128>() - line.bought;
    delivered.max(row.on_order - line.on_order).max(0)
}

fn matches_stock(line: &DraftLine, row: &StockRow) -> bool {
    line.item == row.item && line.location == row.location
}
