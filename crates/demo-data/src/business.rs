//! The fictional retailer: the basis of sales, purchases and stock.

use super::DemoWarehouse;
use super::daily_quota::DailyQuota;
use super::day::{Day, Window};
use super::error::DemoError;
use super::growers::Growers;
use super::item::Category;
use super::priced_item::{PricedItem, build_priced_items};
use super::quotes::Quotes;
use super::season::SeasonCalendar;

/// Percent of the transactions that are purchases.
const PURCHASE_PERCENT: u64 = 15;

/// Purchases are made on every third day; 1461 is a multiple of three, so the interval fits the
/// four-year cycle.
const PURCHASE_INTERVAL_DAYS: i32 = 3;

/// Days by which purchases precede sales.
const PURCHASE_LEAD_DAYS: i32 = 30;

/// Share of the purchases that is spread evenly over the year.
const EVEN_PURCHASE_SHARE: f64 = 0.25;

/// Maximum number of transactions.
const MAX_TRANSACTIONS: u32 = 1_000_000_000;

/// First and last as-of day, in days since 2001-01-01: 2010-01-01 and 2099-12-31.
const AS_OF_RANGE: (Day, Day) = (Day(3_287), Day(36_158));

/// The retailer.
pub(super) struct Business {
    pub(super) seed: u64,
    pub(super) window: Window,
    pub(super) calendar: SeasonCalendar,
    pub(super) quotes: Quotes,
    pub(super) priced_items: Vec<PricedItem>,
    pub(super) growers: Growers,
    /// Number of sale rows per day.
    pub(super) sales: DailyQuota,
    /// Number of purchase rows per day, by category.
    pub(super) purchases: Vec<(Category, DailyQuota)>,
}

impl Business {
    /// Rejects an as-of day or a number of transactions that the generator does not support.
    pub(super) fn new(parameters: &DemoWarehouse) -> Result<Self, DemoError> {
        let as_of = Day::from_date(parameters.as_of);
        if as_of < AS_OF_RANGE.0 || as_of > AS_OF_RANGE.1 {
            return Err(DemoError::AsOf(parameters.as_of));
        }
        let transactions = u32::try_from(parameters.transactions)
            .ok()
            .filter(|count| (1..=MAX_TRANSACTIONS).contains(count))
            .ok_or(DemoError::Transactions(parameters.transactions))?;
        let window = Window::ending_on(as_of);
        let calendar = SeasonCalendar::new(parameters.seed);
        let quotes = Quotes::new(parameters.seed, window);
        let priced_items = build_priced_items(parameters.seed, window, &quotes);
        let purchase_count = parameters.transactions * PURCHASE_PERCENT / 100;
        Ok(Self {
            seed: parameters.seed,
            window,
            growers: Growers::new(parameters.seed, transactions, window),
            sales: DailyQuota::new(parameters.transactions - purchase_count, |day| {
                calendar.year_level(day)
                    * priced_items
                        .iter()
                        .map(|priced| sale_weight(&calendar, priced, day))
                        .sum::<f64>()
            }),
            purchases: purchase_quotas(purchase_count, &calendar, &priced_items),
            calendar,
            quotes,
            priced_items,
        })
    }

    /// Purchase lines are rarer than sale lines and larger by this factor, so that purchases match
    /// sales.
    pub(super) fn sale_lines_per_purchase_line() -> f64 {
        let purchase_count = f64::from(u32::try_from(PURCHASE_PERCENT).unwrap_or(u32::MAX));
        (100.0 - purchase_count) / purchase_count
    }
}

/// Weight of an item among the lines sold on `day`.
pub(super) fn sale_weight(calendar: &SeasonCalendar, priced: &PricedItem, day: Day) -> f64 {
    priced.item.share * calendar.season_density(priced.item.season, day)
}

/// Weight of an item among the lines purchased on `day`: sales of a month later, and an even share.
pub(super) fn purchase_weight(calendar: &SeasonCalendar, priced: &PricedItem, day: Day) -> f64 {
    let ahead = calendar.season_density(priced.item.season, day + PURCHASE_LEAD_DAYS);
    priced.item.share * (EVEN_PURCHASE_SHARE + (1.0 - EVEN_PURCHASE_SHARE) * ahead)
}

/// Each category has its own rows, so that it has purchases in every month if there are enough
/// rows.
fn purchase_quotas(
    rows: u64,
    calendar: &SeasonCalendar,
    priced_items: &[PricedItem],
) -> Vec<(Category, DailyQuota)> {
    let share_up_to = |last: usize| -> f64 {
        let categories = Category::ALL.get(..last).unwrap_or(&Category::ALL);
        let of = |chosen: &[Category]| -> f64 {
            priced_items
                .iter()
                .filter(|priced| chosen.contains(&priced.item.category))
                .map(|priced| priced.item.share)
                .sum()
        };
        of(categories) / of(&Category::ALL)
    };
    let rows_up_to = |last: usize| -> u64 {
        let millionths =
            u64::try_from(super::amount::round_to_i64(share_up_to(last) * 1e6)).unwrap_or_default();
        rows * millionths / 1_000_000
    };
    (0..)
        .zip(Category::ALL)
        .map(|(index, category)| {
            let quota = DailyQuota::new(rows_up_to(index + 1) - rows_up_to(index), |day| {
                if day.0 % PURCHASE_INTERVAL_DAYS != 0 {
                    return 0.0;
                }
                let in_category = priced_items
                    .iter()
                    .filter(|priced| priced.item.category == category);
                calendar.year_level(day)
                    * in_category
                        .map(|priced| purchase_weight(calendar, priced, day))
                        .sum::<f64>()
            });
            (category, quota)
        })
        .collect()
}
