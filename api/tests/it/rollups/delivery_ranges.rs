//! Deliveries by supplier in any range of days, compared with the same computed from the lines.

use super::RollupFixture;
use super::expected_figures::LineFigures;
use api::auth::permission::PurchasingRead;
use api::features::purchasing::dashboard_cards::DateRange;
use api::features::purchasing::read_punctuality;
use chrono::{Datelike, Days, NaiveDate};
use entities::purchase_transaction::Model;
use std::collections::BTreeMap;

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
    pub(super) async fn check_punctuality(
        &self,
        books: &LineFigures,
        as_of: NaiveDate,
        when: &str,
    ) {
        let scope = self
            .app
            .parts
            .authority
            .scope_for_token(self.owner.token())
            .await
            .unwrap();
        let purchasing = scope.require(PurchasingRead).unwrap();
        let db = scope.rollup_db().await.unwrap();
        for dates in date_ranges(as_of) {
            let when = format!("{when}, {dates:?}");
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
