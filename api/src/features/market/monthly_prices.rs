//! Monthly mean prices from daily quotes. The current month is left out. Up to two months without
//! quotes carry the mean of the month before and are marked; a longer gap ends a run, and no figure
//! spans it.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::quote::DayQuote;
use crate::decimal::ExactSum;
use crate::features::supply_prices::price_index::Month;
use estimators::usize_to_f64;

/// Maximum consecutive months without quotes that carry the last mean.
const MAX_CARRIED_MONTHS: usize = 2;

/// Consecutive months, each with a mean price.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceRun {
    pub first: Month,
    /// Mean price of each month from `first` on; positive.
    pub means: Vec<f64>,
    /// Months without quotes, which carry the mean of the month before.
    pub carried: Vec<Month>,
}

impl PriceRun {
    /// The month at `index`.
    pub fn month_at(&self, index: usize) -> Month {
        self.first
            .plus_months(i32::try_from(index).unwrap_or(i32::MAX))
    }

    /// The last month.
    pub fn last_month(&self) -> Month {
        self.month_at(self.means.len().saturating_sub(1))
    }

    /// Carries the last mean to the months up to `month`, if those are at most two.
    fn carry_mean_to(&mut self, month: Month) -> bool {
        let Some(&mean) = self.means.last() else {
            return false;
        };
        let missing: Vec<Month> =
            std::iter::successors(Some(self.last_month().next_month()), |month| {
                Some(month.next_month())
            })
            .take_while(|next| *next <= month)
            .take(MAX_CARRIED_MONTHS + 1)
            .collect();
        if missing.len() > MAX_CARRIED_MONTHS {
            return false;
        }
        self.means.extend(missing.iter().map(|_| mean));
        self.carried.extend(missing);
        true
    }
}

/// The runs of whole months before that of `as_of`, oldest first. Quotes are ordered by day. Only
/// the last run can extend to the month before that of `as_of`: see [`current_run`].
pub fn split_price_runs(quotes: &[DayQuote], as_of: NaiveDate) -> Vec<PriceRun> {
    let running = Month::from(as_of);
    let mut sums: BTreeMap<Month, (ExactSum, usize)> = BTreeMap::new();
    for quote in quotes {
        let (sum, days) = sums.entry(Month::from(quote.day)).or_default();
        sum.add(quote.price);
        *days += 1;
    }
    let mut runs: Vec<PriceRun> = Vec::new();
    for (month, (sum, days)) in sums.range(..running) {
        let mean = sum.to_f64() / usize_to_f64(*days);
        if let Some(stretch) = runs.last_mut()
            && stretch.carry_mean_to(month.plus_months(-1))
        {
            stretch.means.push(mean);
        } else {
            runs.push(PriceRun {
                first: *month,
                means: vec![mean],
                carried: Vec::new(),
            });
        }
    }
    if let Some(stretch) = runs.last_mut() {
        stretch.carry_mean_to(running.plus_months(-1));
    }
    runs
}

/// The run that extends to the month before that of `as_of`, if there is one.
pub fn current_run(runs: &[PriceRun], as_of: NaiveDate) -> Option<&PriceRun> {
    runs.last()
        .filter(|stretch| stretch.last_month().next_month() == Month::from(as_of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;
    use crate::features::market::quote::tests::parse_date;

    fn day_quotes(rows: &[(&str, &str)]) -> Vec<DayQuote> {
        rows.iter()
            .map(|(on, price)| DayQuote {
                day: parse_date(on),
                price: Decimal4::parse(price).unwrap(),
                volume: None,
            })
            .collect()
    }

    fn parse_month(text: &str) -> Month {
        Month::parse(text).unwrap()
    }

    #[test]
    fn averages_whole_months_only() {
        let rows = day_quotes(&[
            ("2026-01-05", "4.10"),
            ("2026-01-30", "4.30"),
            ("2026-02-27", "5"),
            ("2026-03-02", "9"),
        ]);
        let runs = split_price_runs(&rows, parse_date("2026-03-31"));
        let [only] = runs.as_slice() else {
            panic!("one run")
        };
        assert_eq!(
            (only.first, only.last_month(), only.carried.len()),
            (parse_month("2026-01"), parse_month("2026-02"), 0)
        );
        assert!(
            (only.means[0] - 4.2).abs() < 1e-12 && (only.means[1] - 5.0).abs() < 1e-12,
            "{:?}",
            only.means
        );
        assert_eq!(current_run(&runs, parse_date("2026-03-31")), Some(only));
        assert_eq!(
            split_price_runs(&rows, parse_date("2026-04-01"))[0].last_month(),
            parse_month("2026-03")
        );
    }

    #[test]
    fn carries_and_marks_two_months_without_quotes() {
        let rows = day_quotes(&[
            ("2026-01-05", "4"),
            ("2026-04-30", "6"),
            ("2026-05-04", "7"),
        ]);
        let runs = split_price_runs(&rows, parse_date("2026-08-01"));
        assert_eq!(runs.len(), 1);
        assert_eq!(runs[0].means, [4.0, 4.0, 4.0, 6.0, 7.0, 7.0, 7.0]);
        assert_eq!(
            runs[0].carried,
            ["2026-02", "2026-03", "2026-06", "2026-07"].map(parse_month)
        );
        assert!(current_run(&runs, parse_date("2026-08-01")).is_some());
    }

    #[test]
    fn longer_gap_ends_run() {
        let rows = day_quotes(&[
            ("2025-12-05", "3"),
            ("2026-01-05", "4"),
            ("2026-05-04", "7"),
        ]);
        let runs = split_price_runs(&rows, parse_date("2026-06-15"));
        assert_eq!(
            runs.iter()
                .map(|stretch| stretch.means.len())
                .collect::<Vec<_>>(),
            [2, 1]
        );
        assert_eq!(
            current_run(&runs, parse_date("2026-06-15")).unwrap().first,
            parse_month("2026-05")
        );
        // May was the last month with quotes; in September three months are missing.
        let late = split_price_runs(&rows, parse_date("2026-09-01"));
        assert_eq!(late[1].means.len(), 1);
        assert_eq!(current_run(&late, parse_date("2026-09-01")), None);
    }

    #[test]
    fn current_month_alone_gives_no_run() {
        assert_eq!(split_price_runs(&[], parse_date("2026-06-15")), []);
        assert_eq!(
            split_price_runs(
                &day_quotes(&[("2026-06-01", "4")]),
                parse_date("2026-06-15")
            ),
            []
        );
        assert_eq!(current_run(&[], parse_date("2026-06-15")), None);
    }
}
