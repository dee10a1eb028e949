//! Packed histories of items and deliveries by quarter, equal to those that the database builds.

use super::rollup_rows::{self, RollupSink, RowBuilder, RowError};
use super::string_interner::StringInterner;
use super::{ItemDay, LineSums, push_growing, split_sum};
use crate::db::rollup::{item_rollups, order_rollups};

/// The sales or returns of an item on a day in one currency.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoldDay {
    item: u32,
    day: i32,
    quantity: i64,
    location: u16,
    unit: u8,
}

impl SoldDay {
    /// The key of the rollup row.
    fn row_key(&self) -> (u32, u8, u16, i32) {
        (
            self.item,
            self.unit,
            self.location,
            rollup_rows::quarter_start(self.day),
        )
    }
}

/// The counted days with sales.
pub(super) fn collect_sold_days(days: &[(ItemDay, LineSums)]) -> Vec<SoldDay> {
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

pub(super) fn write_item_histories(
    mut sold: Vec<SoldDay>,
    words: [&StringInterner; 3],
    out: &RollupSink,
) -> Result<(), RowError> {
    let [items, units, locations] = words;
    let order = items.sort_ranks();
    sold.sort_unstable_by_key(|day| {
        (
            order.get(day.item as usize).copied(),
            day.unit,
            day.location,
            day.day,
        )
    });
    let mut written = RowBuilder::new(
        item_rollups::ITEM_HISTORY.table,
        item_rollups::ITEM_HISTORY.columns(),
        out,
    );
    for quarter in sold.chunk_by(|a, b| a.row_key() == b.row_key()) {
        let Some(first) = quarter.first() else {
            continue;
        };
        let mut history = String::new();
        for day in quarter.chunk_by(|a, b| a.day == b.day) {
            let (mut high, mut low) = (0, 0);
            for [part_high, part_low] in day.iter().map(|part| split_sum(part.quantity)) {
                (high, low) = (high + part_high, low + part_low);
            }
            rollup_rows::append_day(
                &mut history,
                day.first().map_or(0, |part| part.day),
                &[high, low],
            );
        }
        written
            .push_text(items.resolve(first.item))
            .push_text(units.resolve(first.unit.into()))
            .push_text(locations.resolve(first.location.into()));
        written.end_quarter(first.day, &history)?;
    }
    written.finish()
}

/// Purchase lines with the same order and delivery days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DeliveryDay {
    pub(super) supplier: u32,
    pub(super) item: u32,
    pub(super) day: i32,
    pub(super) delivered_day: i32,
    pub(super) lines: u32,
}

impl DeliveryDay {
    /// `None` on overflow of 32 bits.
    pub(super) fn append_to(self, all: &mut Vec<Self>) -> Option<()> {
        match all.last_mut() {
            Some(last) if last.group_key() == self.group_key() => {
                last.lines = last.lines.checked_add(self.lines)?;
            }
            _ => push_growing(all, self),
        }
        Some(())
    }

    fn group_key(&self) -> (u32, u32, i32, i32) {
        (self.supplier, self.item, self.day, self.delivered_day)
    }

    /// The key of the rollup row.
    fn row_key(&self) -> (u32, u32, i32) {
        (
            self.supplier,
            self.item,
            rollup_rows::quarter_start(self.day),
        )
    }
}

pub(super) fn write_delivery_histories(
    mut all: Vec<DeliveryDay>,
    parties: &StringInterner,
    items: &StringInterner,
    out: &RollupSink,
) -> Result<(), RowError> {
    all.sort_unstable();
    let mut written = RowBuilder::new(
        order_rollups::DELIVERY_HISTORY.table,
        order_rollups::DELIVERY_HISTORY.columns(),
        out,
    );
    for quarter in all.chunk_by(|a, b| a.row_key() == b.row_key()) {
        let Some(first) = quarter.first() else {
            continue;
        };
        let mut history = String::new();
        for alike in quarter.chunk_by(|a, b| a.group_key() == b.group_key()) {
            let lines = alike.iter().map(|part| i64::from(part.lines)).sum();
            rollup_rows::append_delivery(&mut history, first_day_pair(alike), &[lines]);
        }
        written
            .push_text(parties.resolve(first.supplier))
            .push_text(items.resolve(first.item));
        written.end_quarter(first.day, &history)?;
    }
    written.finish()
}

fn first_day_pair(alike: &[DeliveryDay]) -> [i32; 2] {
    alike
        .first()
        .map_or([0, 0], |part| [part.day, part.delivered_day])
}

/// A sale line of an item with its date and delivered day.
#[derive(Clone, Copy, Debug)]
pub(super) struct SaleDeliveryDay {
    pub(super) item: u32,
    pub(super) day: i32,
    pub(super) delivered_day: i32,
    /// Both parts of the quantity, which fit 32 bits.
    pub(super) quantity: [i32; 2],
    pub(super) location: u16,
    pub(super) unit: u8,
}

impl SaleDeliveryDay {
    /// The key of the rollup row.
    fn row_key(&self) -> (u32, u8, u16, i32) {
        (
            self.item,
            self.unit,
            self.location,
            rollup_rows::quarter_start(self.day),
        )
    }

    fn day_pair(&self) -> [i32; 2] {
        [self.day, self.delivered_day]
    }
}

pub(super) fn write_sale_deliveries(
    mut all: Vec<SaleDeliveryDay>,
    words: [&StringInterner; 3],
    out: &RollupSink,
) -> Result<(), RowError> {
    let [items, units, locations] = words;
    let order = items.sort_ranks();
    all.sort_unstable_by_key(|one| {
        (
            order.get(one.item as usize).copied(),
            one.unit,
            one.location,
            one.day_pair(),
        )
    });
    let mut written = RowBuilder::new(
        order_rollups::SALE_DELIVERY.table,
        order_rollups::SALE_DELIVERY.columns(),
        out,
    );
    for quarter in all.chunk_by(|a, b| a.row_key() == b.row_key()) {
        let Some(first) = quarter.first() else {
            continue;
        };
        let mut history = String::new();
        for alike in quarter.chunk_by(|a, b| a.day_pair() == b.day_pair()) {
            let days = alike.first().map_or([0, 0], SaleDeliveryDay::day_pair);
            // Each part is added up, as the database does.
            let numbers = alike.iter().fold([0, 0, 0], |[lines, high, low], part| {
                let [part_high, part_low] = part.quantity.map(i64::from);
                [lines + 1, high + part_high, low + part_low]
            });
            rollup_rows::append_delivery(&mut history, days, &numbers);
        }
        written
            .push_text(items.resolve(first.item))
            .push_text(units.resolve(first.unit.into()))
            .push_text(locations.resolve(first.location.into()));
        written.end_quarter(first.day, &history)?;
    }
    written.finish()
}
