//! Sales, buyers and suppliers in any range of days, compared with the same computed from the
//! lines.

use super::RollupFixture;
use super::expected_figures::{LineFigures, exact_sum};
use api::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use api::decimal::ExactSum;
use api::features::purchasing::dashboard_cards::DateRange;
use api::features::purchasing::{read_punctuality, read_spending};
use api::features::sales::sales_totals::SalesTotals;
use api::features::sales::{read_buyers, read_months, read_totals};
use chrono::{Datelike, Days, NaiveDate};
use entities::purchase_transaction::Model;
use std::collections::{BTreeMap, BTreeSet};

/// Ranges that start or end within a month or on its bounds, within one month, of one day, and
/// empty.
fn date_ranges(as_of: NaiveDate) -> Vec<DateRange> {
    let back = |days: u64| as_of - Days::new(days);
    let month_end = as_of.with_day(1).unwrap().pred_opt().unwrap();
    [
        (back(365), as_of),
        (back(730), back(365)),
        (back(16), as_of),
        (back(1), as_of),
        (as_of, as_of),
        (month_end, as_of),
        (back(366), month_end),
        (back(9_000), back(180)),
    ]
    .map(|(after, through)| DateRange { after, through })
    .to_vec()
}

fn category_of(item: &str) -> &str {
    match item {
        "urea" | "dap" => "fertilizer",
        "corn seed" => "seed",
        _ => "Unknown",
    }
}

fn line_totals<'a>(lines: impl Iterator<Item = &'a Model> + Clone) -> SalesTotals {
    SalesTotals {
        revenue: lines.clone().fold(ExactSum::ZERO, |sum, line| {
            sum.saturating_add(exact_sum(line.amount_e4))
        }),
        orders: lines
            .clone()
            .map(|line| &line.order_id)
            .collect::<BTreeSet<_>>()
            .len() as u64,
        lines: lines.count() as u64,
    }
}

/// The lines by key.
fn group_lines<'a, K: Ord>(
    lines: &[&'a Model],
    key: impl Fn(&'a Model) -> Option<K>,
) -> BTreeMap<K, Vec<&'a Model>> {
    let mut parts: BTreeMap<K, Vec<&Model>> = BTreeMap::new();
    for line in lines {
        if let Some(key) = key(line) {
            parts.entry(key).or_default().push(line);
        }
    }
    parts
}

impl RollupFixture {
    pub(super) async fn check_sales(&self, books: &LineFigures, as_of: NaiveDate, when: &str) {
        let scope = self
            .app
            .parts
            .authority
            .scope_for_token(self.owner.token())
            .await
            .unwrap();
        let organization = scope.access().organization();
        let (sales, customers) = (
            scope.require(SalesRead).unwrap(),
            scope.require(CustomersRead).unwrap(),
        );
        let db = scope.rollup_db().await.unwrap();
        let currency = books.main_currency();
        for dates in date_ranges(as_of) {
            let when = format!("{when}, {dates:?}");
            let (own, others): (Vec<&Model>, Vec<&Model>) = books
                .lines_in_direction("sale")
                .filter(|line| dates.contains(line.transaction_date))
                .partition(|line| Some(&line.currency) == currency.as_ref());
            for category in [None, Some("fertilizer"), Some("Unknown")] {
                let meant = |line: &&&Model| {
                    category.is_none_or(|category| {
                        category_of(&line.item_id) == category && category != "Unknown"
                    })
                };
                let own: Vec<&Model> = own.iter().filter(meant).copied().collect();
                let read = read_totals(&db, organization, dates, category, &sales)
                    .await
                    .unwrap();
                assert_eq!(
                    (read.sales, read.excluded),
                    (line_totals(own.iter().copied()), others.len() as u64),
                    "{when}, {category:?}"
                );
                let read = read_months(&db, organization, dates, category, &sales)
                    .await
                    .unwrap();
                let months = group_lines(&own, |line| line.transaction_date.with_day(1));
                let months: Vec<_> = months
                    .into_iter()
                    .map(|(month, lines)| (month, line_totals(lines.iter().copied())))
                    .collect();
                assert_eq!(
                    read.into_iter()
                        .map(|row| (row.month, row.totals))
                        .collect::<Vec<_>>(),
                    months,
                    "{when}, {category:?}"
                );
            }
            let read = read_buyers(&db, organization, dates, (&customers, &sales))
                .await
                .unwrap();
            let buyers = group_lines(&own, |line| line.customer_id.clone());
            let buyers: BTreeMap<_, _> = buyers
                .into_iter()
                .map(|(id, lines)| (id, line_totals(lines.iter().copied())))
                .collect();
            assert_eq!(
                read.sales
                    .into_iter()
                    .map(|buyer| (buyer.customer_id, buyer.totals))
                    .collect::<BTreeMap<_, _>>(),
                buyers,
                "{when}"
            );
            assert_eq!(read.excluded, others.len() as u64, "{when}");
        }
    }

    pub(super) async fn check_suppliers(&self, books: &LineFigures, as_of: NaiveDate, when: &str) {
        let scope = self
            .app
            .parts
            .authority
            .scope_for_token(self.owner.token())
            .await
            .unwrap();
        let organization = scope.access().organization();
        let purchasing = scope.require(PurchasingRead).unwrap();
        let db = scope.rollup_db().await.unwrap();
        let currency = books.main_currency();
        for dates in date_ranges(as_of) {
            let when = format!("{when}, {dates:?}");
            for category in [None, Some("fertilizer"), Some("Unknown")] {
                let meant = |line: &&Model| {
                    dates.contains(line.transaction_date)
                        && category.is_none_or(|category| category_of(&line.item_id) == category)
                };
                let (own, others): (Vec<&Model>, Vec<&Model>) = books
                    .lines_in_direction("purchase")
                    .filter(meant)
                    .partition(|line| Some(&line.currency) == currency.as_ref());
                let read = read_spending(&db, organization, dates, category, &purchasing)
                    .await
                    .unwrap();
                assert_eq!(read.excluded, others.len() as u64, "{when}, {category:?}");
                let actual: BTreeMap<_, _> = read
                    .spending
                    .suppliers
                    .iter()
                    .map(|row| (row.supplier.clone(), (row.spend, row.lines)))
                    .collect();
                let paid = group_lines(&own, |line| Some(line.supplier_id.clone()));
                let paid: BTreeMap<_, _> = paid
                    .into_iter()
                    .map(|(id, lines)| (id, line_totals(lines.iter().copied())))
                    .map(|(id, sums)| (id, (sums.revenue, sums.lines)))
                    .collect();
                assert_eq!(actual, paid, "{when}, {category:?}");
                let all = line_totals(own.iter().copied());
                assert_eq!(
                    (read.spending.total, read.spending.lines),
                    (all.revenue, all.lines),
                    "{when}, {category:?}"
                );
            }
            let through = dates.through.min(as_of);
            let promised: Vec<&Model> = books
                .lines_in_direction("purchase")
                .filter(|line| {
                    line.promised_date
                        .is_some_and(|day| day > dates.after && day <= through)
                })
                .collect();
            let read = read_punctuality(&db, dates, as_of, &purchasing)
                .await
                .unwrap();
            let actual: BTreeMap<_, _> = read
                .suppliers
                .iter()
                .map(|row| (row.supplier.clone(), (row.due, row.on_time)))
                .collect();
            let in_time = |lines: &[&Model]| {
                lines
                    .iter()
                    .filter(|line| {
                        line.delivered_date
                            .is_some_and(|day| Some(day) <= line.promised_date)
                    })
                    .count() as u64
            };
            let due = group_lines(&promised, |line| Some(line.supplier_id.clone()));
            let due: BTreeMap<_, _> = due
                .into_iter()
                .map(|(id, lines)| (id, (lines.len() as u64, in_time(&lines))))
                .collect();
            assert_eq!(actual, due, "{when}");
            assert_eq!(
                (read.due, read.on_time),
                (promised.len() as u64, in_time(&promised)),
                "{when}"
            );
        }
    }
}
