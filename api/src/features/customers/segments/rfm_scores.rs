//! Recency, frequency and amount scores of a customer among the tenant's customers.

use crate::features::customers::order_outlook::CustomerOutlook;
use estimators::usize_to_f64;
use serde::{Deserialize, Serialize};

/// Customers from which on scores are fifths; thirds below.
const MIN_CUSTOMERS_FOR_FIFTHS: usize = 25;

/// 1 is the lowest part; 5 the highest fifth, or 3 the highest third. Equal values have equal
/// scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RfmScores {
    /// High for recent orders.
    pub recency: u8,
    /// Orders per year.
    pub frequency: u8,
    /// Amount per year.
    pub amount: u8,
}

fn score_levels(customers: usize) -> u8 {
    if customers < MIN_CUSTOMERS_FOR_FIFTHS {
        3
    } else {
        5
    }
}

/// Lowest high score: the upper two fifths, or the upper third.
pub(super) fn high_score_from(customers: usize) -> u8 {
    if customers < MIN_CUSTOMERS_FOR_FIFTHS {
        3
    } else {
        4
    }
}

pub(super) fn score_customers(customers: &[CustomerOutlook<'_>]) -> Vec<RfmScores> {
    let parts = score_levels(customers.len());
    let scored = |figure: fn(&CustomerOutlook<'_>) -> f64| {
        score_values(&customers.iter().map(figure).collect::<Vec<_>>(), parts)
    };
    let recency = scored(|customer| {
        -f64::from(i32::try_from(customer.history.days_since_last_order()).unwrap_or(i32::MAX))
    });
    let frequency = scored(|customer| customer.history.orders_per_year());
    let amount = scored(|customer| customer.history.amount_per_year());
    recency
        .into_iter()
        .zip(frequency)
        .zip(amount)
        .map(|((recency, frequency), amount)| RfmScores {
            recency,
            frequency,
            amount,
        })
        .collect()
}

/// The part of each value by rank; equal values share their mean rank.
fn score_values(values: &[f64], parts: u8) -> Vec<u8> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = usize_to_f64(values.len());
    let score = |value: &f64| {
        let below = sorted.partition_point(|other| other.total_cmp(value).is_lt());
        let through = sorted.partition_point(|other| other.total_cmp(value).is_le());
        // Mean of the positions below + 1/2 to through - 1/2.
        let position = f64::midpoint(usize_to_f64(below), usize_to_f64(through)) / n;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and the number of parts"
        )]
        let part = (position * f64::from(parts)).floor() as u8;
        part.min(parts - 1) + 1
    };
    values.iter().map(score).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifths_have_equal_size() {
        let values: Vec<f64> = (0..50).map(f64::from).collect();
        let scores = score_values(&values, 5);
        let expected: Vec<u8> = (1..=5).flat_map(|part| [part; 10]).collect();
        assert_eq!(scores, expected);
    }

    #[test]
    fn equal_values_have_equal_scores() {
        assert_eq!(score_values(&[7.0; 9], 5), [3; 9]);
        assert_eq!(
            score_values(&[1.0, 1.0, 1.0, 1.0, 9.0, 8.0], 3),
            [2, 2, 2, 2, 3, 3]
        );
    }

    #[test]
    fn few_customers_are_scored_in_thirds() {
        assert_eq!(score_values(&[], 3), Vec::<u8>::new());
        assert_eq!(score_values(&[4.0], 3), [2]);
        assert_eq!(score_values(&[4.0, 2.0, 3.0], 3), [3, 1, 2]);
    }
}
