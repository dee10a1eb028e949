//! The four cards: purchase lines of a year against those of the year before.

use super::amounts::{change, mean, money, percent};
use super::books::{Books, Line};
use super::figure::Figures;
use chrono::{Days, NaiveDate};
use std::collections::HashSet;

/// Days after `after` up to and including `through`.
#[derive(Clone, Copy)]
struct Span {
    after: NaiveDate,
    through: NaiveDate,
}

impl Span {
    fn of(through: NaiveDate, days: u64) -> Self {
        Self {
            after: through
                .checked_sub_days(Days::new(days))
                .unwrap_or(NaiveDate::MIN),
            through,
        }
    }

    fn has(self, day: NaiveDate) -> bool {
        self.after < day && day <= self.through
    }
}

pub(super) fn tell(books: &Books, currency: Option<&str>, as_of: NaiveDate, told: &mut Figures) {
    let year = Span::of(as_of, 365);
    let before = Span::of(year.after, 365);
    let purchases: Vec<&Line> = books.lines.iter().filter(|line| !line.is_sale).collect();
    let own = |span: Span| {
        purchases
            .iter()
            .filter(move |line| span.has(line.day) && Some(line.currency.as_str()) == currency)
    };
    let spend = |span: Span| own(span).map(|line| line.amount).sum::<i128>();
    let orders = |span: Span| {
        own(span)
            .map(|line| line.order.as_str())
            .collect::<HashSet<_>>()
            .len()
    };

    told.exact("Cards: Total Spend", money(spend(year)));
    told.exact(
        "Cards: Total Spend, change in %",
        change(spend(year), spend(before)),
    );
    let (n, n_before) = (orders(year), orders(before));
    told.exact(
        "Cards: Avg Order Value",
        (n > 0).then(|| mean(spend(year), n)).flatten(),
    );
    let times = |sum: i128, n: usize| i128::try_from(n).ok().and_then(|n| sum.checked_mul(n));
    let mean_change = times(spend(year), n_before)
        .zip(times(spend(before), n))
        .and_then(|(now, then)| change(now, then));
    told.exact(
        "Cards: Avg Order Value, change in %",
        mean_change.filter(|_| n > 0 && n_before > 0),
    );

    let promised = |span: Span| {
        purchases
            .iter()
            .filter(move |line| line.promised.is_some_and(|day| span.has(day)))
    };
    let punctual = |span: Span| {
        promised(span)
            .filter(|line| line.delivered.is_some_and(|day| Some(day) <= line.promised))
            .count()
    };
    let rate = |span: Span| (punctual(span), promised(span).count());
    let ((kept, due), (kept_before, due_before)) = if currency.is_some() {
        (rate(year), rate(before))
    } else {
        ((0, 0), (0, 0))
    };
    let whole = |n: usize| i128::try_from(n).unwrap_or_default();
    told.exact("Cards: Delivery Rate", percent(whole(kept), whole(due)));
    let points = percent(
        whole(kept) * whole(due_before) - whole(kept_before) * whole(due),
        whole(due) * whole(due_before),
    );
    told.exact(
        "Cards: Delivery Rate, change in points",
        points.filter(|_| kept_before > 0),
    );

    let suppliers = |span: Span| {
        purchases
            .iter()
            .filter(|line| span.has(line.day))
            .filter_map(|line| line.supplier.as_deref())
            .collect::<HashSet<_>>()
            .len()
    };
    let quarter = Span::of(as_of, 90);
    let (now, then) = (suppliers(quarter), suppliers(Span::of(quarter.after, 90)));
    told.exact("Cards: Active Suppliers", now);
    told.exact(
        "Cards: Active Suppliers, change",
        (then > 0).then(|| {
            i64::try_from(now).unwrap_or_default() - i64::try_from(then).unwrap_or_default()
        }),
    );
    told.exact("Cards: lines", own(year).count());
    let others = purchases
        .iter()
        .filter(|line| year.has(line.day) && Some(line.currency.as_str()) != currency)
        .count();
    told.exact("Cards: lines in other currencies", others);
}
