//! The four cards: purchase lines of a year against those of the year before.

use super::amounts::{mean_money, percent_change, percent_of, round_money};
use super::dataset::{Dataset, OrderLine};
use super::figure::Figures;
use chrono::{Days, NaiveDate};
use std::collections::HashSet;

/// Days after `after` up to and including `through`.
#[derive(Clone, Copy)]
struct DateSpan {
    after: NaiveDate,
    through: NaiveDate,
}

impl DateSpan {
    fn ending_at(through: NaiveDate, days: u64) -> Self {
        Self {
            after: through
                .checked_sub_days(Days::new(days))
                .unwrap_or(NaiveDate::MIN),
            through,
        }
    }

    fn contains(self, day: NaiveDate) -> bool {
        self.after < day && day <= self.through
    }
}

pub(super) fn report_cards(
    dataset: &Dataset,
    currency: Option<&str>,
    as_of: NaiveDate,
    figures: &mut Figures,
) {
    let year = DateSpan::ending_at(as_of, 365);
    let before = DateSpan::ending_at(year.after, 365);
    let purchases: Vec<&OrderLine> = dataset.lines.iter().filter(|line| !line.is_sale).collect();
    let own = |span: DateSpan| {
        purchases
            .iter()
            .filter(move |line| span.contains(line.day) && Some(line.currency.as_str()) == currency)
    };
    let spend = |span: DateSpan| own(span).map(|line| line.amount).sum::<i128>();
    let orders = |span: DateSpan| {
        own(span)
            .map(|line| line.order.as_str())
            .collect::<HashSet<_>>()
            .len()
    };

    figures.push_exact("Cards: Total Spend", round_money(spend(year)));
    figures.push_exact(
        "Cards: Total Spend, change in %",
        percent_change(spend(year), spend(before)),
    );
    let (n, n_before) = (orders(year), orders(before));
    figures.push_exact(
        "Cards: Avg Order Value",
        (n > 0).then(|| mean_money(spend(year), n)).flatten(),
    );
    let times = |sum: i128, n: usize| i128::try_from(n).ok().and_then(|n| sum.checked_mul(n));
    let mean_change = times(spend(year), n_before)
        .zip(times(spend(before), n))
        .and_then(|(now, then)| percent_change(now, then));
    figures.push_exact(
        "Cards: Avg Order Value, change in %",
        mean_change.filter(|_| n > 0 && n_before > 0),
    );

    let promised = |span: DateSpan| {
        purchases
            .iter()
            .filter(move |line| line.promised.is_some_and(|day| span.contains(day)))
    };
    let punctual = |span: DateSpan| {
        promised(span)
            .filter(|line| line.delivered.is_some_and(|day| Some(day) <= line.promised))
            .count()
    };
    let rate = |span: DateSpan| (punctual(span), promised(span).count());
    let ((on_time, due), (on_time_before, due_before)) = if currency.is_some() {
        (rate(year), rate(before))
    } else {
        ((0, 0), (0, 0))
    };
    let to_i128 = |n: usize| i128::try_from(n).unwrap_or_default();
    figures.push_exact(
        "Cards: Delivery Rate",
        percent_of(to_i128(on_time), to_i128(due)),
    );
    let points = percent_of(
        to_i128(on_time) * to_i128(due_before) - to_i128(on_time_before) * to_i128(due),
        to_i128(due) * to_i128(due_before),
    );
    figures.push_exact(
        "Cards: Delivery Rate, change in points",
        points.filter(|_| on_time_before > 0),
    );

    let suppliers = |span: DateSpan| {
        purchases
            .iter()
            .filter(|line| span.contains(line.day))
            .filter_map(|line| line.supplier.as_deref())
            .collect::<HashSet<_>>()
            .len()
    };
    let quarter = DateSpan::ending_at(as_of, 90);
    let (now, then) = (
        suppliers(quarter),
        suppliers(DateSpan::ending_at(quarter.after, 90)),
    );
    figures.push_exact("Cards: Active Suppliers", now);
    figures.push_exact(
        "Cards: Active Suppliers, change",
        (then > 0).then(|| {
            i64::try_from(now).unwrap_or_default() - i64::try_from(then).unwrap_or_default()
        }),
    );
    figures.push_exact("Cards: lines", own(year).count());
    let others = purchases
        .iter()
        .filter(|line| year.contains(line.day) && Some(line.currency.as_str()) != currency)
        .count();
    figures.push_exact("Cards: lines in other currencies", others);
}
