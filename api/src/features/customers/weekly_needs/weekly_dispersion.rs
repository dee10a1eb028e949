//! Dispersion of weekly orders against the same week a year before, relative to Poisson.

use chrono::NaiveDate;

use super::{YEAR_OF_WEEKS_DAYS, days_before};
use crate::features::customers::order_outlook::OrderOutlook;

/// Number of compared weeks.
const COMPARED_WEEKS: usize = 52;

/// Variance of the difference between weeks 52 weeks apart, relative to that of independent orders,
/// at least 1. None with less than two years of history or without orders.
pub(super) fn estimate_dispersion(outlook: &OrderOutlook<'_>, first: NaiveDate) -> Option<f64> {
    let year_ago = days_before(outlook.as_of, YEAR_OF_WEEKS_DAYS);
    if first > days_before(year_ago, YEAR_OF_WEEKS_DAYS) {
        return None;
    }
    let weeks =
        count_weekly_orders(outlook, outlook.as_of).zip(count_weekly_orders(outlook, year_ago));
    let (squares, orders) = weeks.fold((0.0, 0.0), |(squares, orders), (now, then)| {
        (squares + (now - then) * (now - then), orders + now + then)
    });
    let scatter: f64 = squares / orders;
    scatter.is_finite().then(|| scatter.max(1.0))
}

/// Days with orders in each of the 52 weeks up to `last`, newest first.
fn count_weekly_orders(outlook: &OrderOutlook<'_>, last: NaiveDate) -> impl Iterator<Item = f64> {
    let mut weeks = [0.0; COMPARED_WEEKS];
    let after = days_before(last, YEAR_OF_WEEKS_DAYS);
    for history in outlook.customers.iter().map(|customer| &customer.history) {
        for day in history
            .days()
            .iter()
            .rev()
            .skip_while(|day| day.day > last)
            .take_while(|day| day.day > after)
        {
            let back = usize::try_from((last - day.day).num_days() / 7).unwrap_or(COMPARED_WEEKS);
            if let Some(week) = weeks.get_mut(back) {
                *week += 1.0;
            }
        }
    }
    weeks.into_iter()
}
