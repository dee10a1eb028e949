//! Histories of items and of deliveries, a text for each quarter: what the database makes of the
//! same lines.

use super::rows::{self, NotMade, Out, Rows};
use super::words::Words;
use super::{ItemDay, Sums, append, parts};
use crate::db::rollup::{items, orders};

/// What was sold of an item on a day, in one currency, or what came back.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoldDay {
    item: u32,
    day: i32,
    quantity: i64,
    location: u16,
    unit: u8,
}

impl SoldDay {
    /// Of the same row of the rollup.
    fn row(&self) -> (u32, u8, u16, i32) {
        (self.item, self.unit, self.location, rows::quarter(self.day))
    }
}

/// Of all days that were counted, those with sales.
pub(super) fn sold(days: &[(ItemDay, Sums)]) -> Vec<SoldDay> {
    let sales = days.iter().filter(|(key, _)| key.sale);
    sales
        .map(|(key, sums)| SoldDay {
            item: key.item,
            day: key.day,
            quantity: sums.quantity,
            location: key.location,
            unit: key.unit,
        })
        .collect()
}

pub(super) fn make_sold(
    mut sold: Vec<SoldDay>,
    words: [&Words; 3],
    out: &Out,
) -> Result<(), NotMade> {
    let [items, units, locations] = words;
    let order = items.order();
    sold.sort_unstable_by_key(|day| {
        (
            order.get(day.item as usize).copied(),
            day.unit,
            day.location,
            day.day,
        )
    });
    let mut written = Rows::of(
        items::ITEM_HISTORY.table,
        items::ITEM_HISTORY.columns(),
        out,
    );
    for quarter in sold.chunk_by(|a, b| a.row() == b.row()) {
        let Some(first) = quarter.first() else {
            continue;
        };
        let mut history = String::new();
        for day in quarter.chunk_by(|a, b| a.day == b.day) {
            let (mut high, mut low) = (0, 0);
            for [part_high, part_low] in day.iter().map(|part| parts(part.quantity)) {
                (high, low) = (high + part_high, low + part_low);
            }
            rows::append_day(
                &mut history,
                day.first().map_or(0, |part| part.day),
                &[high, low],
            );
        }
        written
            .text(items.word(first.item))
            .text(units.word(first.unit.into()))
            .text(locations.word(first.location.into()));
        written
            .text(&rows::month_text(rows::quarter(first.day)))
            .text(&history);
        written.end_row()?;
    }
    written.finish()
}

/// Purchase lines that were ordered on one day and delivered on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Delivered {
    pub(super) supplier: u32,
    pub(super) item: u32,
    pub(super) day: i32,
    pub(super) arrived: i32,
    pub(super) lines: u32,
}

impl Delivered {
    /// `None` beyond 32 bits.
    pub(super) fn add_to(self, all: &mut Vec<Self>) -> Option<()> {
        match all.last_mut() {
            Some(last) if last.alike() == self.alike() => {
                last.lines = last.lines.checked_add(self.lines)?;
            }
            _ => append(all, self),
        }
        Some(())
    }

    fn alike(&self) -> (u32, u32, i32, i32) {
        (self.supplier, self.item, self.day, self.arrived)
    }

    /// Of the same row of the rollup.
    fn row(&self) -> (u32, u32, i32) {
        (self.supplier, self.item, rows::quarter(self.day))
    }
}

pub(super) fn make_deliveries(
    mut all: Vec<Delivered>,
    parties: &Words,
    items: &Words,
    out: &Out,
) -> Result<(), NotMade> {
    all.sort_unstable();
    let mut written = Rows::of(
        orders::DELIVERY_HISTORY.table,
        orders::DELIVERY_HISTORY.columns(),
        out,
    );
    for quarter in all.chunk_by(|a, b| a.row() == b.row()) {
        let Some(first) = quarter.first() else {
            continue;
        };
        let mut history = String::new();
        for alike in quarter.chunk_by(|a, b| a.alike() == b.alike()) {
            let lines = alike.iter().map(|part| i64::from(part.lines)).sum();
            rows::append_delivery(&mut history, first_days(alike), lines);
        }
        written
            .text(parties.word(first.supplier))
            .text(items.word(first.item))
            .text(&rows::month_text(rows::quarter(first.day)))
            .text(&history);
        written.end_row()?;
    }
    written.finish()
}

fn first_days(alike: &[Delivered]) -> [i32; 2] {
    alike
        .first()
        .map_or([0, 0], |part| [part.day, part.arrived])
}
