//! How much weeks differ from the same week a year ago, against what pure chance would do.

use chrono::NaiveDate;

use super::{WHOLE_WEEKS_OF_A_YEAR, before};
use crate::features::customers::outlook::Outlook;

/// Weeks that are compared.
const WEEKS: usize = 52;

/// Variance of the difference between weeks 52 weeks apart over the variance that independent
/// orders would have, at least 1. None where the orders do not reach back two years, or none came.
pub(super) fn scatter(outlook: &Outlook<'_>, first: NaiveDate) -> Option<f64> {
    let year_ago = before(outlook.as_of, WHOLE_WEEKS_OF_A_YEAR);
    if first > before(year_ago, WHOLE_WEEKS_OF_A_YEAR) {
        return None;
    }
    let weeks = weekly(outlook, outlook.as_of).zip(weekly(outlook, year_ago));
    let (squares, orders) = weeks.fold((0.0, 0.0), |(squares, orders), (now, then)| {
        (squares + (now - then) * (now - then), orders + now + then)
    });
    let scatter: f64 = squares / orders;
    scatter.is_finite().then(|| scatter.max(1.0))
}

/// Days with orders of each of the 52 weeks up to `last`, the newest first.
fn weekly(outlook: &Outlook<'_>, last: NaiveDate) -> impl Iterator<Item = f64> {
    let mut weeks = [0.0; WEEKS];
    let after = before(last, WHOLE_WEEKS_OF_A_YEAR);
    for history in outlook.customers.iter().map(|customer| &customer.history) {
        for day in history
            .days()
            .iter()
            .rev()
            .skip_while(|day| day.day > last)
            .take_while(|day| day.day > after)
        {
            let back = usize::try_from((last - day.day).num_days() / 7).unwrap_or(WEEKS);
            if let Some(week) = weeks.get_mut(back) {
                *week += 1.0;
            }
        }
    }
    weeks.into_iter()
}
