//! What waits in draft orders, and what of those that were ordered the files do not show yet.

use super::super::books::{Books, Stock};
use super::super::said::{Drafted, Said};

/// Whether a draft that nobody has ordered yet has a line for this stock.
pub(super) fn waits(row: &Stock, said: &Said) -> bool {
    said.drafted
        .iter()
        .any(|line| !line.ordered && is_of(line, row))
}

/// From whichever line on the gap is largest: what was ordered from it on, less what the files have
/// shown since it was drafted.
pub(super) fn on_the_way(row: &Stock, only: bool, books: &Books, said: &Said) -> i128 {
    let lines: Vec<&Drafted> = said
        .drafted
        .iter()
        .filter(|line| line.ordered && is_of(line, row) && line.unit == row.unit)
        .collect();
    let gaps = (0..lines.len()).filter_map(|first| {
        let later = lines.get(first..)?;
        let ordered: i128 = later.iter().map(|line| line.quantity).sum();
        Some(ordered - shown(later.first()?, row, only, books))
    });
    gaps.fold(0, i128::max)
}

fn shown(line: &Drafted, row: &Stock, only: bool, books: &Books) -> i128 {
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

fn is_of(line: &Drafted, row: &Stock) -> bool {
    line.item == row.item && line.location == row.location
}
