//! How past purchase plans would have turned out: which items and weeks are replayed, and from which
//! stock.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use purchase_planning::{
    Costs, Day, History, PastBooking, PastOrder, Replay, ReplayComparison, StockRow, from_e4,
    replay_plans, to_e4,
};

/// Status if too little can be replayed.
pub const INSUFFICIENT_DATA: &str = "No record yet. Needs 18 months of sales, and 5 items that the \
    plan decides and whose stock is not below zero half a year ago if sales are added to it and \
    purchases taken off";
/// Weeks that are replayed.
pub const REPLAYED_WEEKS: u32 = 26;
/// Items that are replayed: those with the most sales in the year before.
const MAX_ITEMS: usize = 20;
const MAX_ROWS: usize = 60;
const MIN_ITEMS: usize = 5;
const DAYS_PER_YEAR: i32 = 365;
/// Weeks with sales that a row's item needs before the first day, as for a plan.
const MIN_SALE_WEEKS: u32 = 8;

/// What is known today about the past.
#[derive(Debug, Clone)]
pub struct PastRecord {
    /// With the stock of `today`.
    pub rows: Vec<StockRow>,
    pub history: History,
    pub bookings: Vec<PastBooking>,
    pub orders: Vec<PastOrder>,
    pub costs: Costs,
    pub today: Day,
}

/// The plans of past weeks, beside a plain rule and what was ordered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanBacktest {
    pub items: usize,
    pub comparison: ReplayComparison,
}

/// The result with the calendar day and the currency.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanRecord {
    pub first_day: NaiveDate,
    pub backtest: PlanBacktest,
    pub currency: Option<String>,
}

impl PastRecord {
    fn first_day(&self) -> Day {
        self.today - 7 * REPLAYED_WEEKS.cast_signed()
    }

    /// Replays the last half year. None: [`INSUFFICIENT_DATA`].
    pub fn backtest(&self) -> Option<PlanBacktest> {
        let (rows, items) = self.choose_rows()?;
        let mut numbers = vec![None; self.rows.len()];
        for (number, (row, _)) in rows.iter().enumerate() {
            if let Some(slot) = numbers.get_mut(*row) {
                *slot = Some(number);
            }
        }
        let number_of = |row: usize| numbers.get(row).copied().flatten();
        let mut item_numbers = BTreeMap::new();
        let chosen: Vec<StockRow> = rows
            .iter()
            .filter_map(|(row, on_hand_e4)| {
                let row = self.rows.get(*row)?;
                let next = item_numbers.len();
                Some(StockRow {
                    item: *item_numbers.entry(row.item).or_insert(next),
                    on_hand_e4: *on_hand_e4,
                    ..*row
                })
            })
            .collect();
        let mut history = History {
            supplier_orders: self.history.supplier_orders.clone(),
            ..History::default()
        };
        for delivery in self.history.deliveries.iter() {
            if let Some(row) = number_of(delivery.row) {
                history
                    .deliveries
                    .push(purchase_planning::Delivery { row, ..delivery });
            }
        }
        let bookings = self.bookings.iter().filter_map(|booking| {
            let row = number_of(booking.row)?;
            Some(PastBooking { row, ..*booking })
        });
        let orders = self.orders.iter().filter_map(|order| {
            let row = number_of(order.row)?;
            Some(PastOrder { row, ..*order })
        });
        let (bookings, orders): (Vec<_>, Vec<_>) = (bookings.collect(), orders.collect());
        let comparison = replay_plans(&Replay {
            rows: &chosen,
            history: &history,
            bookings: &bookings,
            orders: &orders,
            costs: self.costs,
            first_day: self.first_day(),
            weeks: REPLAYED_WEEKS,
        });
        Some(PlanBacktest { items, comparison })
    }

    /// The rows that are replayed, each with its stock on the first day, and the number of items.
    fn choose_rows(&self) -> Option<(Vec<(usize, i64)>, usize)> {
        let first_day = self.first_day();
        let stock = self.stock_on_first_day();
        let sales = self.sales_before(first_day);
        let mut items: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, row) in self.rows.iter().enumerate() {
            items.entry(row.item).or_default().push(index);
        }
        let is_usable = |row: &usize| {
            let is_planned = self.rows.get(*row).is_some_and(|row| row.is_planned);
            is_planned && stock.get(*row).is_some_and(|units| *units >= 0)
        };
        let mut ranked: Vec<(f64, Vec<usize>)> = items
            .into_iter()
            .filter(|(item, rows)| {
                rows.iter().all(is_usable)
                    && sales.get(item).is_some_and(|sales| {
                        sales.first_day <= first_day - DAYS_PER_YEAR
                            && sales.count_weeks() >= MIN_SALE_WEEKS
                    })
            })
            .map(|(item, rows)| (sales.get(&item).map_or(0.0, |sales| sales.value), rows))
            .collect();
        // Stable: items of the same value stay in the order of their ids.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut chosen, mut count) = (Vec::new(), 0);
        for (_, rows) in ranked.into_iter().take(MAX_ITEMS) {
            if chosen.len() + rows.len() <= MAX_ROWS {
                chosen.extend(rows);
                count += 1;
            }
        }
        let on_hand = |row: usize| Some((row, *stock.get(row)?));
        (count >= MIN_ITEMS).then(|| (chosen.into_iter().filter_map(on_hand).collect(), count))
    }

    /// By row: today's stock, and what was sold since, less what arrived.
    fn stock_on_first_day(&self) -> Vec<i64> {
        let since = self.first_day()..self.today;
        let mut stock: Vec<i64> = self.rows.iter().map(|row| row.on_hand_e4).collect();
        for delivery in self.history.deliveries.iter() {
            if since.contains(&delivery.day)
                && let Some(units) = stock.get_mut(delivery.row)
            {
                *units = units.saturating_add(to_e4(delivery.quantity));
            }
        }
        for order in &self.orders {
            if since.contains(&order.arrived)
                && let Some(units) = stock.get_mut(order.row)
            {
                *units = units.saturating_sub(order.quantity_e4);
            }
        }
        stock
    }

    /// By item.
    fn sales_before(&self, first_day: Day) -> BTreeMap<usize, PastSales> {
        let mut sales: BTreeMap<usize, PastSales> = BTreeMap::new();
        for delivery in self.history.deliveries.iter() {
            let Some(row) = self.rows.get(delivery.row) else {
                continue;
            };
            if delivery.day >= first_day {
                continue;
            }
            let item = sales.entry(row.item).or_insert(PastSales {
                first_day: delivery.day,
                weeks: [0; 4],
                value: 0.0,
            });
            item.first_day = item.first_day.min(delivery.day);
            item.add_week(first_day.div_euclid(7) - delivery.day.div_euclid(7));
            if delivery.day >= first_day - DAYS_PER_YEAR {
                item.value += delivery.quantity * from_e4(row.unit_price_e4);
            }
        }
        sales
    }
}

/// Sales of an item before the first day.
struct PastSales {
    first_day: Day,
    /// A bit for each week with sales, counted back from the first day. A large organization has
    /// hundreds of thousands of items.
    weeks: [u64; 4],
    /// Of the last year.
    value: f64,
}

impl PastSales {
    /// Weeks of more than four years ago count as one.
    fn add_week(&mut self, ago: i32) {
        let bits = self.weeks.len() * 64;
        let bit = usize::try_from(ago).unwrap_or(0).min(bits - 1);
        if let Some(word) = self.weeks.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    fn count_weeks(&self) -> u32 {
        self.weeks.iter().map(|word| word.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use purchase_planning::Delivery;

    const TODAY: Day = 9_300;

    /// Seven items at one location that sell 2 units on every day of two years, more units the
    /// higher their number; stock of 10, and 300 units that arrived 171 days ago.
    fn record() -> PastRecord {
        let row = |item: usize| StockRow {
            item,
            location: 0,
            category: 0,
            supplier: 0,
            on_hand_e4: 100_000,
            pack_size_e4: 10_000,
            min_order_quantity_e4: 0,
            unit_cost_e4: 100_000,
            unit_price_e4: 150_000,
            lead_time_days: 10.0,
            carrying_share: 0.2,
            substitution_group: None,
            is_planned: true,
        };
        let mut history = History::default();
        for item in 0..7_u32 {
            for day in TODAY - 730..TODAY {
                history.deliveries.push(Delivery {
                    row: item as usize,
                    day,
                    quantity: 2.0 + f64::from(item),
                });
            }
        }
        PastRecord {
            rows: (0..7).map(row).collect(),
            history,
            bookings: Vec::new(),
            orders: (0..7)
                .map(|row| PastOrder {
                    row,
                    ordered: TODAY - 181,
                    arrived: TODAY - 171,
                    quantity_e4: 3_000_000,
                })
                .collect(),
            costs: Costs {
                order_line: 10.0,
                shortage: 1.5,
                ..Costs::default()
            },
            today: TODAY,
        }
    }

    #[test]
    fn stock_is_reconstructed_and_items_rank_by_sales() {
        let (rows, items) = record().choose_rows().unwrap();
        assert_eq!(items, 7);
        assert_eq!(rows[0].0, 6, "it sells most");
        // 10 + 182 days x 8 - 300.
        assert_eq!(rows[0].1, 11_660_000);
        assert_eq!(rows[6], (0, 740_000));
    }

    #[test]
    fn items_that_do_not_add_up_are_left_out() {
        let mut record = record();
        // More arrived than can have been sold.
        record.orders[0].quantity_e4 = 4_000_000;
        record.rows[1].is_planned = false;
        assert_eq!(record.choose_rows().map(|found| found.1), Some(5));
        record.rows[2].is_planned = false;
        assert_eq!(record.choose_rows(), None);
        assert_eq!(record.backtest(), None);
    }

    #[test]
    fn half_a_year_needs_a_year_before_it() {
        let mut record = record();
        let deliveries = record.history.deliveries.iter();
        record.history.deliveries = deliveries.filter(|one| one.day >= TODAY - 540).collect();
        assert_eq!(record.backtest(), None);
    }

    #[test]
    fn replays_what_was_sold_and_ordered() {
        let found = record().backtest().unwrap();
        let comparison = found.comparison;
        let sold = 182.0 * (2.0 + 3.0 + 4.0 + 5.0 + 6.0 + 7.0 + 8.0);
        for result in [comparison.plan, comparison.min_max, comparison.actual] {
            assert!((result.sold - sold).abs() < 1e-6, "{result:?}");
            assert_eq!(result.row_weeks, 7 * 26);
        }
        // What was ordered leads to the stock of today.
        assert!(comparison.actual.missing.abs() < 1e-6, "{comparison:?}");
        assert!((comparison.actual.carry_over - 7.0 * 100.0).abs() < 1e-6);
        assert!((comparison.actual.ordering - 70.0).abs() < 1e-6);
        assert!(
            comparison.plan.cost() < comparison.actual.cost(),
            "{comparison:?}"
        );
    }
}
