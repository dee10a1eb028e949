//! How reorder points came out: those of four days of the last year, each made from the sales
//! before it, beside what sold until the next order could have come.

use super::season::{Season, WEEKS};
use super::{Costs, Lead, levels};
use crate::decimal::round2;
use estimators::count;

/// Said where too few reorder points can be judged.
pub const TOO_THIN: &str = "Needs 30 reorder points by season in the last 12 months";

/// Weeks ago that levels are made: a quarter apart, so that every season is judged.
const AGO: [usize; 4] = [13, 26, 39, 52];
/// Reorder points that a record needs.
const LEAST_CASES: usize = 30;

/// A stock row with its past.
#[derive(Debug, Clone, Copy)]
pub struct Stock<'a> {
    /// Units sold by week, oldest first.
    pub sold: &'a [f64],
    pub lead: Lead,
    pub costs: Costs,
}

/// Percents, 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelsRecord {
    /// Reorder points that are judged.
    pub cases: usize,
    /// Of them, those that covered the sales until an order placed then could have arrived; and how
    /// many were meant to.
    pub covered_percent: f64,
    pub meant_percent: f64,
    /// What the sales of those weeks were expected to be was off by so much of what they were; the
    /// same of saying "as in the same weeks a year before".
    pub off_percent: f64,
    pub off_of_year_before: f64,
}

/// None with fewer than 30 to judge, and where nothing sold: [`TOO_THIN`]. Lead times and costs are
/// those of today.
pub fn levels_record<'a>(stock: impl Iterator<Item = Stock<'a>>) -> Option<LevelsRecord> {
    let cases: Vec<Case> = stock
        .flat_map(|row| AGO.iter().filter_map(move |&ago| case(row, ago)))
        .collect();
    if cases.len() < LEAST_CASES {
        return None;
    }
    let n = count(cases.len());
    let sold: f64 = cases.iter().map(|case| case.sold).sum();
    let percent = |share: f64| share.is_finite().then(|| round2(100.0 * share));
    Some(LevelsRecord {
        cases: cases.len(),
        covered_percent: percent(
            count(
                cases
                    .iter()
                    .filter(|case| case.sold <= case.reorder_point)
                    .count(),
            ) / n,
        )?,
        meant_percent: percent(cases.iter().map(|case| case.chance).sum::<f64>() / n)?,
        off_percent: percent(
            cases
                .iter()
                .map(|case| (case.expected - case.sold).abs())
                .sum::<f64>()
                / sold,
        )?,
        off_of_year_before: percent(
            cases
                .iter()
                .map(|case| (case.year_before - case.sold).abs())
                .sum::<f64>()
                / sold,
        )?,
    })
}

struct Case {
    reorder_point: f64,
    chance: f64,
    expected: f64,
    year_before: f64,
    sold: f64,
}

/// None where there was no season then, and where the order could not have come yet.
fn case(row: Stock<'_>, ago: usize) -> Option<Case> {
    let then = row.sold.len().checked_sub(ago)?;
    let season = Season::told(row.sold.get(..then)?)?;
    let told = levels(&season, 0, row.lead, row.costs)?;
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
    Some(Case {
        reorder_point: told.reorder_point,
        chance: told.chance,
        expected: told.mean,
        year_before: sold(then.checked_sub(WEEKS)?)?,
        sold: sold(then)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs = Costs {
        holding: 0.1,
        shortage: 1.9,
        order: 10.0,
    };
    const LEAD: Lead = Lead {
        weeks: 1,
        spread: 0.0,
    };

    fn record(sold: &[f64], rows: usize) -> Option<LevelsRecord> {
        levels_record((0..rows).map(|_| Stock {
            sold,
            lead: LEAD,
            costs: COSTS,
        }))
    }

    #[test]
    fn an_even_seller_is_covered_and_foretold() {
        let found = record(&[10.0; 208], 8).unwrap();
        assert_eq!(
            (found.cases, found.covered_percent.to_bits()),
            (32, 100.0_f64.to_bits())
        );
        // 1.9 / (1.9 + 0.1 x 2 weeks)
        assert_eq!(
            (
                found.meant_percent.to_bits(),
                found.off_of_year_before.to_bits()
            ),
            (90.48_f64.to_bits(), 0.0_f64.to_bits())
        );
        assert!(found.off_percent < 0.01, "{found:?}");
    }

    #[test]
    fn only_sales_before_a_day_shape_its_reorder_point() {
        let mut sold = vec![10.0; 208];
        // The two weeks after each of the four days: four times as much as ever.
        for ago in AGO {
            sold[208 - ago] = 40.0;
            sold[208 - ago + 1] = 40.0;
        }
        let found = record(&sold, 8).unwrap();
        // Only the first of the four days knew no such weeks, and none knew its own.
        assert_eq!(found.covered_percent.to_bits(), 0.0_f64.to_bits());
        assert!(
            found.off_percent > 60.0 && found.off_of_year_before > 70.0,
            "{found:?}"
        );
    }

    #[test]
    fn what_cannot_be_judged_is_left_out() {
        assert_eq!(record(&[10.0; 208], 7), None);
        assert_eq!(record(&[0.0; 208], 20), None);
        assert_eq!(record(&[10.0; 60], 20), None);
        assert_eq!(record(&[], 20), None);
        let slow = Lead {
            weeks: 60,
            spread: 0.0,
        };
        assert_eq!(
            levels_record((0..20).map(|_| Stock {
                sold: &[10.0; 208],
                lead: slow,
                costs: COSTS
            })),
            None
        );
        assert_eq!(record(&[f64::NAN; 208], 20), None);
    }
}
