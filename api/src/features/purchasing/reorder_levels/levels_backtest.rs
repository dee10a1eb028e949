//! Backtest of reorder points: those of four days of the last year, each computed from the sales
//! before it, against the sales until the next order could have arrived.

use super::sales_season::{SalesSeason, WEEKS_PER_YEAR};
use super::{LeadWeeks, WeeklyCosts, compute_levels};
use crate::decimal::round2;
use estimators::usize_to_f64;

/// Status if too few reorder points can be evaluated.
pub const INSUFFICIENT_DATA: &str = "Needs 30 reorder points by season in the last 12 months";

/// Weeks ago at which levels are computed: one per quarter, so that every season is covered.
const WEEKS_AGO: [usize; 4] = [13, 26, 39, 52];
/// Reorder points that a backtest requires.
const MIN_CASES: usize = 30;

/// A stock row with its sales history.
#[derive(Debug, Clone, Copy)]
pub struct StockSales<'a> {
    /// Units sold by week, oldest first.
    pub sold: &'a [f64],
    pub lead: LeadWeeks,
    pub costs: WeeklyCosts,
}

/// Percents, 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelsBacktest {
    /// Evaluated reorder points.
    pub cases: usize,
    /// Percent of them that covered the sales until an order placed then could have arrived, and
    /// the percent expected.
    pub covered_percent: f64,
    pub target_percent: f64,
    /// Absolute error of the expected sales of these weeks, relative to the sales; and the same
    /// error of "as in the same weeks a year before".
    pub error_percent: f64,
    pub year_before_error_percent: f64,
}

/// The cases of a stock row.
pub fn list_cases(row: StockSales<'_>) -> Vec<BacktestCase> {
    let cases = WEEKS_AGO.iter().filter_map(|&ago| build_case(row, ago));
    cases.collect()
}

/// None with fewer than 30 cases, or without any sales: [`INSUFFICIENT_DATA`]. Lead times and costs
/// are the current ones.
pub fn backtest_levels(cases: &[BacktestCase]) -> Option<LevelsBacktest> {
    if cases.len() < MIN_CASES {
        return None;
    }
    let n = usize_to_f64(cases.len());
    let sold: f64 = cases.iter().map(|case| case.sold).sum();
    let percent = |share: f64| share.is_finite().then(|| round2(100.0 * share));
    Some(LevelsBacktest {
        cases: cases.len(),
        covered_percent: percent(
            usize_to_f64(
                cases
                    .iter()
                    .filter(|case| case.sold <= case.reorder_point)
                    .count(),
            ) / n,
        )?,
        target_percent: percent(cases.iter().map(|case| case.service_level).sum::<f64>() / n)?,
        error_percent: percent(
            cases
                .iter()
                .map(|case| (case.expected - case.sold).abs())
                .sum::<f64>()
                / sold,
        )?,
        year_before_error_percent: percent(
            cases
                .iter()
                .map(|case| (case.year_before - case.sold).abs())
                .sum::<f64>()
                / sold,
        )?,
    })
}

/// The reorder point of a past week, beside the sales that followed.
#[derive(Debug, Clone, Copy)]
pub struct BacktestCase {
    reorder_point: f64,
    service_level: f64,
    expected: f64,
    year_before: f64,
    sold: f64,
}

/// None if there was no season then, or if the order could not have arrived yet.
fn build_case(row: StockSales<'_>, ago: usize) -> Option<BacktestCase> {
    let then = row.sold.len().checked_sub(ago)?;
    let season = SalesSeason::from_first_sale(row.sold.get(..then)?)?;
    let levels = compute_levels(&season, 0, row.lead, row.costs)?;
    let weeks = row.lead.weeks.checked_add(1)?;
    let sold = |from: usize| {
        Some(
            row.sold
                .get(from..from.checked_add(weeks)?)?
                .iter()
                .map(|units| units.max(0.0))
                .sum::<f64>(),
        )
    };
    Some(BacktestCase {
        reorder_point: levels.reorder_point,
        service_level: levels.service_level,
        expected: levels.mean,
        year_before: sold(then.checked_sub(WEEKS_PER_YEAR)?)?,
        sold: sold(then)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: WeeklyCosts = WeeklyCosts {
        holding: 0.1,
        shortage: 1.9,
        order: 10.0,
    };
    const LEAD: LeadWeeks = LeadWeeks {
        weeks: 1,
        spread: 0.0,
    };

    fn backtest_rows(sold: &[f64], rows: usize) -> Option<LevelsBacktest> {
        let cases = list_cases(StockSales {
            sold,
            lead: LEAD,
            costs: COSTS,
        });
        backtest_levels(&cases.repeat(rows))
    }

    #[test]
    fn covers_and_predicts_steady_sales() {
        let backtest = backtest_rows(&[10.0; 208], 8).unwrap();
        assert_eq!(
            (backtest.cases, backtest.covered_percent.to_bits()),
            (32, 100.0_f64.to_bits())
        );
        // 1.9 / (1.9 + 0.1 x (2 + 3 weeks)): an order covers 4.472 weeks.
        assert_eq!(
            (
                backtest.target_percent.to_bits(),
                backtest.year_before_error_percent.to_bits()
            ),
            (79.17_f64.to_bits(), 0.0_f64.to_bits())
        );
        assert!(backtest.error_percent < 0.01, "{backtest:?}");
    }

    #[test]
    fn uses_only_sales_before_each_day() {
        let mut sold = vec![10.0; 208];
        // The two weeks after each of the four days sell four times as much.
        for ago in WEEKS_AGO {
            sold[208 - ago] = 40.0;
            sold[208 - ago + 1] = 40.0;
        }
        let backtest = backtest_rows(&sold, 8).unwrap();
        // Only the oldest of the four days precedes all of these weeks, and none knows its own.
        assert_eq!(backtest.covered_percent.to_bits(), 0.0_f64.to_bits());
        assert!(
            backtest.error_percent > 60.0 && backtest.year_before_error_percent > 70.0,
            "{backtest:?}"
        );
    }

    #[test]
    fn skips_cases_that_cannot_be_evaluated() {
        assert_eq!(backtest_rows(&[10.0; 208], 7), None);
        assert_eq!(backtest_rows(&[0.0; 208], 20), None);
        assert_eq!(backtest_rows(&[10.0; 60], 20), None);
        assert_eq!(backtest_rows(&[], 20), None);
        let slow = LeadWeeks {
            weeks: 60,
            spread: 0.0,
        };
        let cases = list_cases(StockSales {
            sold: &[10.0; 208],
            lead: slow,
            costs: COSTS,
        });
        assert!(cases.is_empty());
        assert_eq!(backtest_rows(&[f64::NAN; 208], 20), None);
    }
}
