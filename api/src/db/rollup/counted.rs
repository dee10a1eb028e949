//! Counts lines as they are staged, so that a first load need not read them all again: several
//! times cheaper than asking the database afterwards.
//!
//! Good for a first load only, whose staged lines are all lines. What it gives is what
//! [`super::sums::Sums::fill`] and its like give of the same lines.

use super::SUM_RADIX;
use super::spans::BOUGHT;
use super::{customers, items, orders};
use crate::ids::TenantId;
use arrow_array::RecordBatch;
use lines::{Line, Lines};
use rows::{NotMade, Out, Rows};
use sold::{NOBODY, SoldOrder};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use words::Words;

mod effort;
mod histories;
mod lines;
mod rows;
mod sold;
mod spans;
mod suppliers;
mod words;
mod writing;

pub(in crate::db) use writing::CountedRollups;

/// A map whose keys come by the million: its hashes are made several times as fast as the standard
/// library's. Whoever sends keys that collide slows nothing but the own sync, for the seeds are
/// drawn anew in every process.
type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// What the counts may take, also for the moment in which one of them grows: more, and the database
/// counts in its own memory or on its disk.
const MOST_BYTES: usize = 48 * 1024 * 1024;

/// No batch adds more entries than this to any of the counts.
const BATCH: usize = 8_192;

/// The counts of the lines so far.
#[derive(Debug, Default)]
pub(in crate::db) struct LineCounts {
    items: Words,
    units: Words,
    currencies: Words,
    locations: Words,
    parties: Words,
    item_days: Map<ItemDay, Sums>,
    customer_items: Map<CustomerItem, Sums>,
    /// Of sales: an entry for each run of lines of an order, its returns by themselves.
    sold: Vec<SoldOrder>,
    /// Of purchases: the same, by day.
    bought: Vec<spans::OrderDay>,
    dearest: Map<ItemPrice, i64>,
    /// An entry for each run of purchase lines that were delivered alike.
    delivered: Vec<histories::Delivered>,
    supplier_days: Map<(i32, u32), i64>,
    supplier_items: Map<suppliers::SupplierItem, suppliers::Paid>,
    promises: Map<(i32, u32), [i64; 2]>,
    /// Purchase orders are told apart by 128 bits of hashes with keys that nobody knows.
    hashers: [RandomState; 2],
    /// Processor time so far.
    effort: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ItemDay {
    sale: bool,
    is_return: bool,
    unit: u8,
    currency: u8,
    location: u16,
    day: i32,
    item: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct CustomerItem {
    currency: u8,
    unit: u8,
    customer: u32,
    item: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ItemPrice {
    currency: u8,
    unit: u8,
    item: u32,
    day: i32,
}

/// Lines, and what their quantities and amounts add up to, scaled by 10^4. Packed: there is one for
/// each entry of the largest counts.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, packed(4))]
struct Sums {
    quantity: i64,
    amount: i64,
    lines: u32,
}

impl Sums {
    /// `None` beyond 64 bits.
    fn add(&mut self, line: &Line<'_>) -> Option<()> {
        self.quantity = self.quantity.checked_add(line.quantity)?;
        self.amount = self.amount.checked_add(line.amount)?;
        self.lines = self.lines.checked_add(1)?;
        Some(())
    }

    /// As the database has them.
    fn parts(self) -> [i64; 5] {
        let [quantity_high, quantity_low] = parts(self.quantity);
        let [amount_high, amount_low] = parts(self.amount);
        [
            i64::from(self.lines),
            quantity_high,
            quantity_low,
            amount_high,
            amount_low,
        ]
    }
}

/// Grows by a quarter where `push` would double: what is held counts, not only what is used.
fn append<T>(all: &mut Vec<T>, entry: T) {
    if all.len() == all.capacity() {
        all.reserve_exact(BATCH.max(all.len() / 4));
    }
    all.push(entry);
}

fn parts(sum: i64) -> [i64; 2] {
    [sum / SUM_RADIX, sum % SUM_RADIX]
}

impl LineCounts {
    /// Counts the staged rows that land. `None` where the counts would become too large or leave 64
    /// bits: then they are of no use any more.
    pub(in crate::db) fn with(mut self, rows: &RecordBatch) -> Option<Self> {
        let before = effort::of_this_thread();
        for line in Lines::of(rows)?.landing() {
            self.add(&line)?;
        }
        self.effort += effort::of_this_thread().saturating_sub(before);
        (self.bytes() <= MOST_BYTES).then_some(self)
    }

    fn add(&mut self, line: &Line<'_>) -> Option<()> {
        let (item, unit, currency) = (
            self.items.number(line.item),
            self.units.small(line.unit)?,
            self.currencies.small(line.currency)?,
        );
        let is_return = line.quantity <= 0;
        let location =
            u16::try_from(self.locations.number(line.location.unwrap_or_default())).ok()?;
        let item_day = ItemDay {
            sale: line.sale,
            day: line.day,
            item,
            location,
            unit,
            currency,
            is_return,
        };
        self.item_days.entry(item_day).or_default().add(line)?;
        let [hasher, other_hasher] = &self.hashers;
        let order = hasher.hash_one(line.order);
        if line.sale {
            let customer = line
                .customer
                .map_or(NOBODY, |customer| self.parties.number(customer));
            if customer != NOBODY && !is_return {
                self.customer_items
                    .entry(CustomerItem {
                        currency,
                        unit,
                        customer,
                        item,
                    })
                    .or_default()
                    .add(line)?;
            }
            SoldOrder {
                order,
                amount: line.amount,
                customer,
                day: line.day,
                lines: 1,
                currency,
                is_return,
            }
            .add_to(&mut self.sold)?;
        } else {
            let order = [order, other_hasher.hash_one(line.order)];
            let known = self.bought.last().is_some_and(|last| {
                (last.order, last.day, last.currency) == (order, line.day, currency)
            });
            if !known {
                append(
                    &mut self.bought,
                    spans::OrderDay {
                        currency,
                        order,
                        day: line.day,
                    },
                );
            }
            let supplier = self.parties.number(line.supplier.unwrap_or_default());
            if line.supplier.is_some() {
                *self.supplier_days.entry((line.day, supplier)).or_default() += 1;
            }
            self.supplier_items
                .entry(suppliers::SupplierItem {
                    day: line.day,
                    item,
                    supplier,
                    currency,
                })
                .or_default()
                .add(line)?;
            if let Some(promised) = line.promised {
                let [all, on_time] = self.promises.entry((promised, supplier)).or_default();
                (*all, *on_time) = (
                    *all + 1,
                    *on_time + i64::from(line.delivered.is_some_and(|day| day <= promised)),
                );
            }
            if !is_return {
                if let Some(delivered) = line.delivered {
                    histories::Delivered {
                        supplier,
                        item,
                        day: line.day,
                        arrived: delivered,
                        lines: 1,
                    }
                    .add_to(&mut self.delivered)?;
                }
                let dearest = self
                    .dearest
                    .entry(ItemPrice {
                        currency,
                        unit,
                        item,
                        day: line.day,
                    })
                    .or_insert(line.price);
                *dearest = line.price.max(*dearest);
            }
        }
        Some(())
    }

    /// About how much memory the counts take at most while the next batch is added.
    fn bytes(&self) -> usize {
        fn map<K, V>(map: &Map<K, V>) -> usize {
            // A table is at most seven eighths full, and has a byte of its own for each place. One
            // that grows stands beside one of twice its size.
            let held = map.capacity() / 7 * 8 * (size_of::<(K, V)>() + 1);
            if map.len() + BATCH > map.capacity() {
                held * 3
            } else {
                held
            }
        }
        let words: usize = [
            &self.items,
            &self.units,
            &self.currencies,
            &self.locations,
            &self.parties,
        ]
        .map(Words::bytes)
        .iter()
        .sum();
        words
            + map(&self.item_days)
            + map(&self.customer_items)
            + map(&self.dearest)
            + map(&self.supplier_days)
            + map(&self.supplier_items)
            + map(&self.promises)
            + self.sold.capacity() * size_of::<SoldOrder>()
            + self.bought.capacity() * size_of::<spans::OrderDay>()
            + self.delivered.capacity() * size_of::<histories::Delivered>()
    }

    /// Begins to make the rows of all rollups, off the async threads.
    pub(in crate::db) fn begin_rows(self, tenant: TenantId) -> CountedRollups {
        CountedRollups::begin(tenant, move |out| {
            let (counting, before) = (self.effort, effort::of_this_thread());
            self.make_rows(out)?;
            let making = effort::of_this_thread().saturating_sub(before);
            tracing::info!(%tenant, cpu_ms = (counting + making).as_millis(), "counted on the way");
            Ok(())
        })
    }

    fn make_rows(self, out: &Out) -> Result<(), NotMade> {
        let Self {
            items,
            units,
            currencies,
            locations,
            parties,
            item_days,
            customer_items,
            sold,
            bought,
            dearest,
            delivered,
            ..
        } = self;
        let Self {
            supplier_days,
            supplier_items,
            promises,
            ..
        } = self;
        make_item_days(item_days, [&items, &locations, &units, &currencies], out)?;
        make_baskets(customer_items, [&parties, &items, &units, &currencies], out)?;
        sold::make_rows(sold, &parties, &currencies, out)?;
        histories::make_deliveries(delivered, &parties, &items, out)?;

        let spans = spans::spans(bought);
        let mut rows = Rows::of(BOUGHT.table, BOUGHT.columns(), out);
        for (span, count) in spans {
            rows.text(currencies.word(span.currency.into()))
                .day(span.day)
                .day(span.next_day)
                .number(count);
            rows.end_row()?;
        }
        rows.finish()?;

        let mut rows = Rows::of(items::ITEM_PRICE.table, items::ITEM_PRICE.columns(), out);
        for (key, price) in sorted(dearest) {
            rows.text(currencies.word(key.currency.into()))
                .text(items.word(key.item))
                .text(units.word(key.unit.into()))
                .day(key.day)
                .number(price);
            rows.end_row()?;
        }
        rows.finish()?;

        let mut rows = Rows::of(
            orders::SUPPLIER_DAY.table,
            orders::SUPPLIER_DAY.columns(),
            out,
        );
        for ((day, supplier), lines) in sorted(supplier_days) {
            rows.day(day).text(parties.word(supplier)).number(lines);
            rows.end_row()?;
        }
        rows.finish()?;
        suppliers::make_items(supplier_items, [&items, &parties, &currencies], out)?;
        suppliers::make_promises(promises, &parties, out)
    }
}

/// In the order of the keys: rows that come as the index has them are written fastest.
fn sorted<K: Ord, V>(map: Map<K, V>) -> Vec<(K, V)> {
    let mut rows: Vec<(K, V)> = map.into_iter().collect();
    rows.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    rows
}

/// By day, then by month, then without the items.
fn make_item_days(days: Map<ItemDay, Sums>, words: [&Words; 4], out: &Out) -> Result<(), NotMade> {
    let [items, locations, units, currencies] = words;
    let direction = |sale: bool| if sale { "sale" } else { "purchase" };
    let mut days = sorted(days);
    let order = items.order();
    days.sort_by_key(|(key, _)| (key.sale, key.day, order.get(key.item as usize).copied()));
    let histories = histories::sold(&days);
    let (mut months, mut lines) = (Map::default(), Map::default());
    let mut rows = Rows::of(items::ITEM_DAY.table, items::ITEM_DAY.columns(), out);
    for (key, sums) in days {
        rows.day(key.day)
            .text(items.word(key.item))
            .text(locations.word(key.location.into()))
            .text(direction(key.sale))
            .flag(key.is_return);
        rows.text(units.word(key.unit.into()))
            .text(currencies.word(key.currency.into()))
            .numbers(sums.parts());
        rows.end_row()?;
        let month: &mut [i64; 5] = months
            .entry(ItemDay {
                day: rows::month(key.day),
                ..key
            })
            .or_default();
        for (sum, part) in month.iter_mut().zip(sums.parts()) {
            *sum += part;
        }
        let [count, _, _, amount_high, amount_low] = sums.parts();
        let day: &mut [i64; 4] = lines.entry((key.sale, key.currency, key.day)).or_default();
        let returned = if key.is_return { count } else { 0 };
        for (sum, part) in day
            .iter_mut()
            .zip([count, returned, amount_high, amount_low])
        {
            *sum += part;
        }
    }
    rows.finish()?;
    histories::make_sold(histories, [items, units, locations], out)?;

    let mut rows = Rows::of(items::ITEM_MONTH.table, items::ITEM_MONTH.columns(), out);
    for (key, sums) in sorted(months) {
        rows.text(&rows::month_text(key.day))
            .text(items.word(key.item))
            .text(locations.word(key.location.into()))
            .text(direction(key.sale))
            .flag(key.is_return);
        rows.text(units.word(key.unit.into()))
            .text(currencies.word(key.currency.into()))
            .numbers(sums);
        rows.end_row()?;
    }
    rows.finish()?;

    let mut rows = Rows::of(orders::LINE_DAY.table, orders::LINE_DAY.columns(), out);
    for ((sale, currency, day), sums) in sorted(lines) {
        rows.text(direction(sale))
            .text(currencies.word(currency.into()))
            .day(day)
            .numbers(sums);
        rows.end_row()?;
    }
    rows.finish()
}

fn make_baskets(
    all: Map<CustomerItem, Sums>,
    words: [&Words; 4],
    out: &Out,
) -> Result<(), NotMade> {
    let [parties, items, units, currencies] = words;
    let mut all: Vec<(CustomerItem, Sums)> = all.into_iter().collect();
    let (customer_order, item_order, unit_order) = (parties.order(), items.order(), units.order());
    let place = |order: &[u32], number: u32| order.get(number as usize).copied();
    all.sort_unstable_by_key(|(key, _)| {
        (
            key.currency,
            place(&customer_order, key.customer),
            place(&item_order, key.item),
            place(&unit_order, key.unit.into()),
        )
    });
    let mut rows = Rows::of(
        customers::CUSTOMER_BASKET.table,
        customers::CUSTOMER_BASKET.columns(),
        out,
    );
    for bought in
        all.chunk_by(|(a, _), (b, _)| (a.currency, a.customer) == (b.currency, b.customer))
    {
        let Some((first, _)) = bought.first() else {
            continue;
        };
        let mut basket = String::new();
        for (key, sums) in bought {
            rows::append_item(
                &mut basket,
                items.word(key.item),
                units.word(key.unit.into()),
                sums.parts(),
            );
        }
        rows.text(currencies.word(first.currency.into()))
            .text(parties.word(first.customer))
            .text(&basket);
        rows.end_row()?;
    }
    rows.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_lines_of_five_thousand_customers_are_counted_on_the_way() {
        // What `sprout demo --transactions 1000000` has of each; a map's places are a power of two,
        // of which it fills seven eighths.
        let map =
            |entries: usize, entry: usize| (entries * 8 / 7).next_power_of_two() * (entry + 1);
        let list = |entries: usize, entry: usize| entries * 5 / 4 * entry;
        let maps = map(173_243, size_of::<(ItemDay, Sums)>())
            + map(170_802, size_of::<(CustomerItem, Sums)>());
        let lists = list(388_794, size_of::<SoldOrder>())
            + list(149_066, size_of::<histories::Delivered>())
            + list(61_369, size_of::<spans::OrderDay>());
        let rest = 4 * 1024 * 1024;
        assert!(
            maps + lists + rest < MOST_BYTES,
            "{maps} + {lists} + {rest}"
        );
    }

    #[test]
    fn lists_grow_by_a_quarter() {
        let mut list = Vec::new();
        for entry in 0..1_000_000_u32 {
            append(&mut list, entry);
        }
        assert!(list.capacity() <= 1_250_000, "{}", list.capacity());
    }
}
