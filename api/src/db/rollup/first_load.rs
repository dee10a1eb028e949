//! Counts lines while they are staged, which is several times cheaper than aggregating them in the
//! database afterwards.
//!
//! For first loads only, whose staged lines are all lines. The results equal those of
//! [`super::sum_rollup::SumRollup::fill_sql`] and the other `fill_sql` statements.

use super::SUM_RADIX;
use super::order_gaps::{ORDER_GAP_COLUMNS, ORDER_GAPS_TABLE};
use super::{customer_rollups, item_rollups, order_rollups};
use crate::ids::TenantId;
use arrow_array::RecordBatch;
use purchase_planning::SaleDelivery;
use rollup_rows::{RollupSink, RowBuilder, RowError};
use rustix::time::{ClockId, clock_gettime};
use sale_orders::SaleOrderDay;
use staged_lines::{StagedLine, StagedLines};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use string_interner::StringInterner;

mod counted_rollups;
mod item_histories;
mod purchase_order_gaps;
mod rollup_rows;
mod sale_orders;
mod staged_lines;
mod string_interner;
mod supplier_rows;

pub(in crate::db) use counted_rollups::CountedRollups;

/// A map for millions of keys, with a hash that is several times as fast as that of the standard
/// library. Colliding keys slow only the tenant's own sync, because the seeds are random per
/// process.
type FastMap<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// The maximum memory of the counts, including the moment in which one grows. Above it, the
/// database aggregates in its own memory or on its disk.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The maximum number of entries that a batch adds to any of the counts.
const MAX_NEW_ENTRIES: usize = 8_192;

/// The CPU time of the current thread, which waiting for the database does not increase.
fn thread_cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(now.tv_sec).unwrap_or_default(),
        u32::try_from(now.tv_nsec).unwrap_or_default(),
    )
}

/// The counts so far.
#[derive(Debug, Default)]
pub(in crate::db) struct LineCounts {
    items: StringInterner,
    units: StringInterner,
    currencies: StringInterner,
    locations: StringInterner,
    parties: StringInterner,
    item_days: FastMap<ItemDay, LineSums>,
    customer_items: FastMap<CustomerItem, LineSums>,
    /// Sales: an entry for each run of lines of an order, with returns separate.
    sold: Vec<SaleOrderDay>,
    /// Purchases: the same, by day.
    bought: Vec<purchase_order_gaps::OrderDay>,
    highest_prices: FastMap<ItemPrice, i64>,
    /// An entry for each run of purchase lines with the same dates of delivery.
    deliveries: Vec<item_histories::DeliveryDay>,
    /// An entry for each sale line that was delivered on another day than its date, or not yet.
    sale_deliveries: Vec<item_histories::SaleDeliveryDay>,
    supplier_days: FastMap<(i32, u32), i64>,
    supplier_items: FastMap<supplier_rows::SupplierItem, LineSums>,
    promises: FastMap<(i32, u32), [i64; 2]>,
    /// Purchase orders are identified by 128 bits of randomly keyed hashes.
    hashers: [RandomState; 2],
    /// CPU time so far.
    cpu_time: Duration,
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

/// The number of lines and the sums of their quantities and amounts, scaled by 10^4. Packed,
/// because the largest maps have one per entry.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, packed(4))]
struct LineSums {
    quantity: i64,
    amount: i64,
    lines: u32,
}

impl LineSums {
    /// `None` on overflow of 64 bits.
    fn add_line(&mut self, line: &StagedLine<'_>) -> Option<()> {
        self.quantity = self.quantity.checked_add(line.quantity)?;
        self.amount = self.amount.checked_add(line.amount)?;
        self.lines = self.lines.checked_add(1)?;
        Some(())
    }

    /// In the format of the database.
    fn to_parts(self) -> [i64; 5] {
        let [quantity_high, quantity_low] = split_sum(self.quantity);
        let [amount_high, amount_low] = split_sum(self.amount);
        [
            i64::from(self.lines),
            quantity_high,
            quantity_low,
            amount_high,
            amount_low,
        ]
    }
}

/// Grows by a quarter where `push` would double, because allocated memory counts.
fn push_growing<T>(all: &mut Vec<T>, entry: T) {
    if all.len() == all.capacity() {
        all.reserve_exact(MAX_NEW_ENTRIES.max(all.len() / 4));
    }
    all.push(entry);
}

fn split_sum(sum: i64) -> [i64; 2] {
    [sum / SUM_RADIX, sum % SUM_RADIX]
}

impl LineCounts {
    /// Counts the accepted rows. `None` if the counts would exceed their memory or 64 bits; then
    /// they are discarded.
    pub(in crate::db) fn count_batch(mut self, rows: &RecordBatch) -> Option<Self> {
        let before = thread_cpu_time();
        for line in StagedLines::from_batch(rows)?.iter_landing() {
            self.count_line(&line)?;
        }
        self.cpu_time += thread_cpu_time().saturating_sub(before);
        (self.estimate_bytes() <= MAX_BYTES).then_some(self)
    }

    fn count_line(&mut self, line: &StagedLine<'_>) -> Option<()> {
        let (item, unit, currency) = (
            self.items.intern(line.item),
            self.units.intern_u8(line.unit)?,
            self.currencies.intern_u8(line.currency)?,
        );
        let is_return = line.quantity <= 0;
        let location =
            u16::try_from(self.locations.intern(line.location.unwrap_or_default())).ok()?;
        let item_day = ItemDay {
            sale: line.sale,
            day: line.day,
            item,
            location,
            unit,
            currency,
            is_return,
        };
        self.item_days.entry(item_day).or_default().add_line(line)?;
        if line.sale {
            self.count_sale(line, item_day)
        } else {
            self.count_purchase(line, item_day)
        }
    }

    fn count_sale(&mut self, line: &StagedLine<'_>, of: ItemDay) -> Option<()> {
        let delivery = SaleDelivery::from_days(line.promised, line.delivered);
        if line.quantity != 0 && delivery.differs_from(&line.day) {
            let [high, low] = split_sum(line.quantity);
            push_growing(
                &mut self.sale_deliveries,
                item_histories::SaleDeliveryDay {
                    item: of.item,
                    day: line.day,
                    delivered_day: line.delivered.unwrap_or(order_rollups::NOT_DELIVERED),
                    quantity: [i32::try_from(high).ok()?, i32::try_from(low).ok()?],
                    location: of.location,
                    unit: of.unit,
                },
            );
        }
        let Some(customer) = line.customer.filter(|_| !of.is_return) else {
            return Some(());
        };
        let customer = self.parties.intern(customer);
        self.customer_items
            .entry(CustomerItem {
                currency: of.currency,
                unit: of.unit,
                customer,
                item: of.item,
            })
            .or_default()
            .add_line(line)?;
        let [hasher, _] = &self.hashers;
        SaleOrderDay {
            order: hasher.hash_one(line.order),
            amount: line.amount,
            customer,
            day: line.day,
            lines: 1,
            currency: of.currency,
        }
        .append_to(&mut self.sold)
    }

    fn count_purchase(&mut self, line: &StagedLine<'_>, of: ItemDay) -> Option<()> {
        self.add_purchase_order(line, of.currency);
        let supplier = self.parties.intern(line.supplier.unwrap_or_default());
        if line.supplier.is_some() {
            *self.supplier_days.entry((line.day, supplier)).or_default() += 1;
        }
        self.supplier_items
            .entry(supplier_rows::SupplierItem {
                unit_price: line.price,
                day: line.day,
                item: of.item,
                supplier,
                unit: of.unit,
                currency: of.currency,
                is_return: of.is_return,
            })
            .or_default()
            .add_line(line)?;
        if let Some(promised) = line.promised {
            let [all, on_time] = self.promises.entry((promised, supplier)).or_default();
            (*all, *on_time) = (
                *all + 1,
                *on_time + i64::from(line.delivered.is_some_and(|day| day <= promised)),
            );
        }
        if of.is_return {
            return Some(());
        }
        if let Some(delivered) = line.delivered {
            item_histories::DeliveryDay {
                supplier,
                item: of.item,
                day: line.day,
                delivered_day: delivered,
                lines: 1,
            }
            .append_to(&mut self.deliveries)?;
        }
        let dearest = self
            .highest_prices
            .entry(ItemPrice {
                currency: of.currency,
                unit: of.unit,
                item: of.item,
                day: line.day,
            })
            .or_insert(line.price);
        *dearest = line.price.max(*dearest);
        Some(())
    }

    /// Adds the day of a purchase order, unless the line before is of the same order and day.
    fn add_purchase_order(&mut self, line: &StagedLine<'_>, currency: u8) {
        let order = self
            .hashers
            .each_ref()
            .map(|hasher| hasher.hash_one(line.order));
        let known = self.bought.last().is_some_and(|last| {
            (last.order, last.day, last.currency) == (order, line.day, currency)
        });
        if !known {
            push_growing(
                &mut self.bought,
                purchase_order_gaps::OrderDay {
                    currency,
                    order,
                    day: line.day,
                },
            );
        }
    }

    /// An estimate of the maximum memory of the counts while the next batch is added.
    fn estimate_bytes(&self) -> usize {
        fn estimate_map_bytes<K, V>(map: &FastMap<K, V>) -> usize {
            // A map is at most seven eighths full, with one extra byte per slot. While it grows, it
            // coexists with one of twice its size.
            let held = map.capacity() / 7 * 8 * (size_of::<(K, V)>() + 1);
            if map.len() + MAX_NEW_ENTRIES > map.capacity() {
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
        .map(StringInterner::estimate_bytes)
        .iter()
        .sum();
        words
            + estimate_map_bytes(&self.item_days)
            + estimate_map_bytes(&self.customer_items)
            + estimate_map_bytes(&self.highest_prices)
            + estimate_map_bytes(&self.supplier_days)
            + estimate_map_bytes(&self.supplier_items)
            + estimate_map_bytes(&self.promises)
            + self.sold.capacity() * size_of::<SaleOrderDay>()
            + self.bought.capacity() * size_of::<purchase_order_gaps::OrderDay>()
            + self.deliveries.capacity() * size_of::<item_histories::DeliveryDay>()
            + self.sale_deliveries.capacity() * size_of::<item_histories::SaleDeliveryDay>()
    }

    /// Builds the rows of all rollups on a blocking thread.
    pub(in crate::db) fn spawn_rows(self, tenant: TenantId) -> CountedRollups {
        CountedRollups::spawn(tenant, move |out| {
            let (counting, before) = (self.cpu_time, thread_cpu_time());
            self.write_rollups(out)?;
            let making = thread_cpu_time().saturating_sub(before);
            tracing::info!(%tenant, cpu_ms = (counting + making).as_millis(), "counted lines while staging");
            Ok(())
        })
    }

    fn write_rollups(self, out: &RollupSink) -> Result<(), RowError> {
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
            highest_prices: dearest,
            deliveries: delivered,
            ..
        } = self;
        let Self {
            supplier_days,
            supplier_items,
            promises,
            sale_deliveries,
            ..
        } = self;
        write_item_days(item_days, [&items, &locations, &units, &currencies], out)?;
        write_baskets(customer_items, [&parties, &items, &units, &currencies], out)?;
        sale_orders::write_customer_histories(sold, &parties, &currencies, out)?;
        item_histories::write_delivery_histories(delivered, &parties, &items, out)?;
        item_histories::write_sale_deliveries(sale_deliveries, [&items, &units, &locations], out)?;

        let spans = purchase_order_gaps::count_order_gaps(bought);
        let mut rows = RowBuilder::new(ORDER_GAPS_TABLE, ORDER_GAP_COLUMNS.into_iter(), out);
        for (span, count) in spans {
            rows.push_text(currencies.resolve(span.currency.into()))
                .push_day(span.day)
                .push_day(span.next_day)
                .push_number(count);
            rows.end_row()?;
        }
        rows.finish()?;

        let mut rows = RowBuilder::new(
            item_rollups::ITEM_PRICE.table,
            item_rollups::ITEM_PRICE.columns(),
            out,
        );
        for (key, price) in into_sorted_entries(dearest) {
            rows.push_text(currencies.resolve(key.currency.into()))
                .push_text(items.resolve(key.item))
                .push_text(units.resolve(key.unit.into()))
                .push_day(key.day)
                .push_number(price);
            rows.end_row()?;
        }
        rows.finish()?;

        let mut rows = RowBuilder::new(
            order_rollups::SUPPLIER_DAY.table,
            order_rollups::SUPPLIER_DAY.columns(),
            out,
        );
        for ((day, supplier), lines) in into_sorted_entries(supplier_days) {
            rows.push_day(day)
                .push_text(parties.resolve(supplier))
                .push_number(lines);
            rows.end_row()?;
        }
        rows.finish()?;
        supplier_rows::write_supplier_items(
            supplier_items,
            [&items, &parties, &units, &currencies],
            out,
        )?;
        supplier_rows::write_promises(promises, &parties, out)
    }
}

/// Sorted by key, because rows in index order are written fastest.
fn into_sorted_entries<K: Ord, V>(map: FastMap<K, V>) -> Vec<(K, V)> {
    let mut rows: Vec<(K, V)> = map.into_iter().collect();
    rows.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    rows
}

/// By day, then by month, then without items.
fn write_item_days(
    days: FastMap<ItemDay, LineSums>,
    words: [&StringInterner; 4],
    out: &RollupSink,
) -> Result<(), RowError> {
    let [items, locations, units, currencies] = words;
    let direction = |sale: bool| if sale { "sale" } else { "purchase" };
    let mut days = into_sorted_entries(days);
    let order = items.sort_ranks();
    days.sort_by_key(|(key, _)| (key.sale, key.day, order.get(key.item as usize).copied()));
    let histories = item_histories::collect_sold_days(&days);
    let (mut months, mut lines) = (FastMap::default(), FastMap::default());
    let mut rows = RowBuilder::new(
        item_rollups::ITEM_DAY.table,
        item_rollups::ITEM_DAY.columns(),
        out,
    );
    for (key, sums) in days {
        rows.push_day(key.day)
            .push_text(items.resolve(key.item))
            .push_text(locations.resolve(key.location.into()))
            .push_text(direction(key.sale))
            .push_flag(key.is_return);
        rows.push_text(units.resolve(key.unit.into()))
            .push_text(currencies.resolve(key.currency.into()))
            .push_numbers(sums.to_parts());
        rows.end_row()?;
        let month: &mut [i64; 5] = months
            .entry(ItemDay {
                day: rollup_rows::month_start(key.day),
                ..key
            })
            .or_default();
        for (sum, part) in month.iter_mut().zip(sums.to_parts()) {
            *sum += part;
        }
        let [count, _, _, amount_high, amount_low] = sums.to_parts();
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
    item_histories::write_item_histories(histories, [items, units, locations], out)?;

    let mut rows = RowBuilder::new(
        item_rollups::ITEM_MONTH.table,
        item_rollups::ITEM_MONTH.columns(),
        out,
    );
    for (key, sums) in into_sorted_entries(months) {
        rows.push_text(&rollup_rows::format_month(key.day))
            .push_text(items.resolve(key.item))
            .push_text(locations.resolve(key.location.into()))
            .push_text(direction(key.sale))
            .push_flag(key.is_return);
        rows.push_text(units.resolve(key.unit.into()))
            .push_text(currencies.resolve(key.currency.into()))
            .push_numbers(sums);
        rows.end_row()?;
    }
    rows.finish()?;

    let mut rows = RowBuilder::new(
        order_rollups::LINE_DAY.table,
        order_rollups::LINE_DAY.columns(),
        out,
    );
    for ((sale, currency, day), sums) in into_sorted_entries(lines) {
        rows.push_text(direction(sale))
            .push_text(currencies.resolve(currency.into()))
            .push_day(day)
            .push_numbers(sums);
        rows.end_row()?;
    }
    rows.finish()
}

fn write_baskets(
    all: FastMap<CustomerItem, LineSums>,
    words: [&StringInterner; 4],
    out: &RollupSink,
) -> Result<(), RowError> {
    let [parties, items, units, currencies] = words;
    let mut all: Vec<(CustomerItem, LineSums)> = all.into_iter().collect();
    let (customer_order, item_order, unit_order) =
        (parties.sort_ranks(), items.sort_ranks(), units.sort_ranks());
    let place = |order: &[u32], number: u32| order.get(number as usize).copied();
    all.sort_unstable_by_key(|(key, _)| {
        (
            key.currency,
            place(&customer_order, key.customer),
            place(&item_order, key.item),
            place(&unit_order, key.unit.into()),
        )
    });
    let mut rows = RowBuilder::new(
        customer_rollups::CUSTOMER_BASKET.table,
        customer_rollups::CUSTOMER_BASKET.columns(),
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
            rollup_rows::append_item(
                &mut basket,
                items.resolve(key.item),
                units.resolve(key.unit.into()),
                sums.to_parts(),
            );
        }
        rows.push_text(currencies.resolve(first.currency.into()))
            .push_text(parties.resolve(first.customer))
            .push_text(&basket);
        rows.end_row()?;
    }
    rows.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_a_million_lines_within_the_memory_limit() {
        // The counts of `sprout demo --transactions 1000000`. A map has a power of two slots, of
        // which it fills seven eighths.
        let map =
            |entries: usize, entry: usize| (entries * 8 / 7).next_power_of_two() * (entry + 1);
        let list = |entries: usize, entry: usize| entries * 5 / 4 * entry;
        let maps = map(173_677, size_of::<(ItemDay, LineSums)>())
            + map(171_500, size_of::<(CustomerItem, LineSums)>())
            + map(
                144_767,
                size_of::<(supplier_rows::SupplierItem, LineSums)>(),
            )
            + map(21_006, size_of::<(ItemPrice, i64)>())
            + map(10_502, size_of::<((i32, u32), [i64; 2])>())
            + map(3_872, size_of::<((i32, u32), i64)>());
        let lists = list(388_794, size_of::<SaleOrderDay>())
            + list(149_066, size_of::<item_histories::DeliveryDay>())
            + list(107_328, size_of::<item_histories::SaleDeliveryDay>())
            + list(61_369, size_of::<purchase_order_gaps::OrderDay>());
        // Names, and what one map needs in addition while it grows.
        let rest = 12 * 1024 * 1024;
        assert!(maps + lists + rest < MAX_BYTES, "{maps} + {lists} + {rest}");
    }

    #[test]
    fn grows_lists_by_a_quarter() {
        let mut list = Vec::new();
        for entry in 0..1_000_000_u32 {
            push_growing(&mut list, entry);
        }
        assert!(list.capacity() <= 1_250_000, "{}", list.capacity());
    }
}
