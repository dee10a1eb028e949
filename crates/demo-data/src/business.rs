//! The retailer that the demo pretends to be: everything that sales, purchases and stock are
//! derived from.

use super::DemoWarehouse;
use super::day::{Day, Window};
use super::error::DemoError;
use super::growers::Growers;
use super::item::Category;
use super::quota::Quota;
use super::quotes::Quotes;
use super::season::Calendar;
use super::ware::{Ware, wares};

/// Of 100 transactions, the purchases.
const PURCHASE_PERCENT: u64 = 15;

/// Purchases are made on every third day; 1461 is a multiple of three, so the rhythm fits the
/// four-year cycle.
const BUYING_RHYTHM: i32 = 3;

/// Days by which buying runs ahead of selling.
const BUYING_LEAD: i32 = 30;

/// Share of the buying that is spread evenly over the year.
const EVEN_BUYING: f64 = 0.25;

/// The largest number of transactions.
const MOST_TRANSACTIONS: u32 = 1_000_000_000;

/// The first and last as-of day, as days since 2001-01-01: 2010-01-01 and 2099-12-31.
const AS_OF_DAYS: (Day, Day) = (Day(3_287), Day(36_158));

/// The retailer.
pub(super) struct Business {
    pub(super) seed: u64,
    pub(super) window: Window,
    pub(super) calendar: Calendar,
    pub(super) quotes: Quotes,
    pub(super) wares: Vec<Ware>,
    pub(super) growers: Growers,
    /// Rows of sales in each day.
    pub(super) sales: Quota,
    /// Rows of purchases in each day, per category.
    pub(super) purchases: Vec<(Category, Quota)>,
}

impl Business {
    /// Refuses an as-of day or a number of transactions that the generator does not cover.
    pub(super) fn new(order: &DemoWarehouse) -> Result<Self, DemoError> {
        let as_of = Day::of(order.as_of);
        if as_of < AS_OF_DAYS.0 || as_of > AS_OF_DAYS.1 {
            return Err(DemoError::AsOf(order.as_of));
        }
        let transactions = u32::try_from(order.transactions)
            .ok()
            .filter(|count| (1..=MOST_TRANSACTIONS).contains(count))
            .ok_or(DemoError::Transactions(order.transactions))?;
        let window = Window::up_to(as_of);
        let calendar = Calendar::new(order.seed);
        let quotes = Quotes::new(order.seed, window);
        let wares = wares(order.seed, window, &quotes);
        let bought = order.transactions * PURCHASE_PERCENT / 100;
        Ok(Self {
            seed: order.seed,
            window,
            growers: Growers::new(order.seed, transactions, window),
            sales: Quota::new(order.transactions - bought, |day| {
                calendar.level(day)
                    * wares
                        .iter()
                        .map(|ware| sale_weight(&calendar, ware, day))
                        .sum::<f64>()
            }),
            purchases: purchase_quotas(bought, &calendar, &wares),
            calendar,
            quotes,
            wares,
        })
    }

    /// Purchase lines are rarer than sale lines and larger by this factor, so that what is bought
    /// is what is sold.
    pub(super) fn lines_sold_per_line_bought() -> f64 {
        let bought = f64::from(u32::try_from(PURCHASE_PERCENT).unwrap_or(u32::MAX));
        (100.0 - bought) / bought
    }
}

/// Weight of an item among the lines sold on `day`.
pub(super) fn sale_weight(calendar: &Calendar, ware: &Ware, day: Day) -> f64 {
    ware.item.share * calendar.density(ware.item.season, day)
}

/// Weight of an item among the lines bought on `day`: what will be sold a month later, and a part
/// all year round.
pub(super) fn purchase_weight(calendar: &Calendar, ware: &Ware, day: Day) -> f64 {
    let ahead = calendar.density(ware.item.season, day + BUYING_LEAD);
    ware.item.share * (EVEN_BUYING + (1.0 - EVEN_BUYING) * ahead)
}

/// Each category has rows of its own, so that none has a month without purchases while there are
/// enough rows.
fn purchase_quotas(rows: u64, calendar: &Calendar, wares: &[Ware]) -> Vec<(Category, Quota)> {
    let share_up_to = |last: usize| -> f64 {
        let categories = Category::ALL.get(..last).unwrap_or(&Category::ALL);
        let of = |chosen: &[Category]| -> f64 {
            wares
                .iter()
                .filter(|ware| chosen.contains(&ware.item.category))
                .map(|ware| ware.item.share)
                .sum()
        };
        of(categories) / of(&Category::ALL)
    };
    let rows_up_to = |last: usize| -> u64 {
        let millionths =
            u64::try_from(super::amount::whole(share_up_to(last) * 1e6)).unwrap_or_default();
        rows * millionths / 1_000_000
    };
    (0..)
        .zip(Category::ALL)
        .map(|(place, category)| {
            let quota = Quota::new(rows_up_to(place + 1) - rows_up_to(place), |day| {
                if day.0 % BUYING_RHYTHM != 0 {
                    return 0.0;
                }
                let own = wares.iter().filter(|ware| ware.item.category == category);
                calendar.level(day)
                    * own
                        .map(|ware| purchase_weight(calendar, ware, day))
                        .sum::<f64>()
            });
            (category, quota)
        })
        .collect()
}
