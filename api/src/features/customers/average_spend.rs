//! Average spend per order of a customer: its own mean, shrunk toward that of all customers.
//!
//! Gamma-Gamma by maximum likelihood if spend and frequency are independent; otherwise, and with
//! too few repeat customers, Buhlmann-Straub credibility. Gamma-Gamma uses only the number of
//! orders and their mean, so it is rejected if the orders vary far less than it implies.

use super::order_history::OrderHistory;
use estimators::correlation::pearson_correlation;
use estimators::credibility::{Credibility, WeightedValues};
use estimators::gamma_gamma::{AmountHistory, GammaGamma};

/// Customers with at least two orders that the Gamma-Gamma model requires.
const MIN_CUSTOMERS: usize = 30;
/// Correlation of order count and mean amount above which the two are dependent.
const MAX_CORRELATION: f64 = 0.3;

/// Maximum ratio between the prior weight of the model and the one that the variance of orders
/// implies, plus one.
const MAX_WEIGHT_RATIO: f64 = 3.0;

/// Model of the average spend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SpendMethod {
    GammaGamma(GammaGamma),
    Credibility(Credibility),
}

impl SpendMethod {
    /// Description for the details on demand.
    pub fn description(&self) -> &'static str {
        match self {
            Self::GammaGamma(_) => "Gamma-Gamma mean (maximum likelihood)",
            Self::Credibility(_) => {
                "Own mean, shrunk toward all customers' by its credibility (Buhlmann-Straub)"
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct AverageSpend {
    pub method: SpendMethod,
    /// Correlation of order count and mean amount over customers with at least two orders; none if
    /// undefined.
    pub correlation: Option<f64>,
}

impl AverageSpend {
    /// None without orders.
    pub fn from_histories<'a>(
        histories: impl Iterator<Item = &'a OrderHistory> + Clone,
    ) -> Option<Self> {
        let repeating = histories
            .clone()
            .filter(|history| history.orders >= 2)
            .filter_map(summarize_amounts);
        let repeating: Vec<AmountHistory> = repeating.collect();
        let pairs: Vec<(f64, f64)> = repeating
            .iter()
            .map(|amounts| (f64::from(amounts.events), amounts.mean))
            .collect();
        let correlation = pearson_correlation(&pairs);
        let independent = correlation.is_some_and(|correlation| correlation < MAX_CORRELATION);
        let model = if independent && repeating.len() >= MIN_CUSTOMERS {
            GammaGamma::fit(&repeating)
        } else {
            None
        };
        let credibility =
            Credibility::from_individuals(&histories.map(collect_values).collect::<Vec<_>>())?;
        let method = match model.filter(|model| {
            prior_weight(model) <= 1.0 + MAX_WEIGHT_RATIO * credibility.prior_weight
        }) {
            Some(model) => SpendMethod::GammaGamma(model),
            None => SpendMethod::Credibility(credibility),
        };
        Some(Self {
            method,
            correlation,
        })
    }

    /// Expected amount of an order.
    pub fn expected_per_order(&self, history: &OrderHistory) -> f64 {
        match &self.method {
            SpendMethod::GammaGamma(model) => {
                model.expected_mean(&summarize_amounts(history).unwrap_or(AmountHistory {
                    events: 0,
                    mean: 0.0,
                }))
            }
            SpendMethod::Credibility(credibility) => {
                credibility.shrunken_mean(&collect_values(history))
            }
        }
    }
}

/// Prior weight in orders of a customer: (q - 1) / p.
fn prior_weight(model: &GammaGamma) -> f64 {
    (model.q() - 1.0) / model.p()
}

fn summarize_amounts(history: &OrderHistory) -> Option<AmountHistory> {
    let events = u32::try_from(history.orders).unwrap_or(u32::MAX);
    let mean = history.amount / f64::from(events);
    mean.is_finite().then_some(AmountHistory { events, mean })
}

fn collect_values(history: &OrderHistory) -> WeightedValues {
    let mut values = WeightedValues::default();
    for day in history.days() {
        let orders = f64::from(day.orders);
        values.add(day.amount / orders, orders);
    }
    values
}

#[cfg(test)]
mod tests {
    use chrono::{Days, NaiveDate};

    use super::super::customer::OrderDay;
    use super::*;

    fn history_of_amounts(amounts: &[f64]) -> OrderHistory {
        let first = NaiveDate::from_ymd_opt(2025, 1, 1).unwrap();
        let days: Vec<OrderDay> = (0..)
            .zip(amounts)
            .map(|(n, &amount)| OrderDay {
                day: first + Days::new(n),
                orders: 1,
                amount,
            })
            .collect();
        OrderHistory::from_days(&days, NaiveDate::from_ymd_opt(2026, 1, 1).unwrap()).unwrap()
    }

    #[test]
    fn few_customers_use_credibility() {
        let histories = [
            history_of_amounts(&[1.0, 3.0]),
            history_of_amounts(&[3.0, 5.0]),
            history_of_amounts(&[8.0, 10.0]),
        ];
        let spend = AverageSpend::from_histories(histories.iter()).unwrap();
        assert!(matches!(spend.method, SpendMethod::Credibility(_)));
        assert!(
            (spend.expected_per_order(&histories[2]) - (18.0 + 5.0 / 6.0) / (2.0 + 1.0 / 6.0))
                .abs()
                < 1e-9
        );
    }

    #[test]
    fn independent_amounts_use_gamma_gamma() {
        // Order counts 2 to 6 and levels 80 to 120 in every combination: no correlation.
        let histories: Vec<OrderHistory> = (0_u8..50)
            .map(|n| {
                let level = 80.0 + f64::from(n % 5) * 10.0;
                history_of_amounts(
                    &(0..2 + n / 5 % 5)
                        .map(|order| level * (1.0 + (f64::from(order % 2) - 0.5) * 0.6))
                        .collect::<Vec<_>>(),
                )
            })
            .collect();
        let spend = AverageSpend::from_histories(histories.iter()).unwrap();
        assert!(
            matches!(spend.method, SpendMethod::GammaGamma(_)),
            "{spend:?}"
        );
        for history in &histories {
            let own_mean = history.amount / f64::from(u32::try_from(history.orders).unwrap());
            let (low, high) = if own_mean < 100.0 {
                (own_mean - 5.0, 110.0)
            } else {
                (90.0, own_mean + 5.0)
            };
            assert!(
                (low..high).contains(&spend.expected_per_order(history)),
                "{own_mean} {}",
                spend.expected_per_order(history)
            );
        }
    }

    #[test]
    fn constant_orders_keep_own_mean() {
        // Thirty-nine customers with 18 equal orders each: the variance of the orders is zero,
        // which the counts do not show.
        let histories: Vec<OrderHistory> = (1_u8..40)
            .map(|n| history_of_amounts(&[f64::from(n) * 500.0; 18]))
            .collect();
        let spend = AverageSpend::from_histories(histories.iter()).unwrap();
        assert!(
            (spend.expected_per_order(&histories[4]) - 2_500.0).abs() < 1.0,
            "{spend:?} {}",
            spend.expected_per_order(&histories[4])
        );
    }

    #[test]
    fn correlated_amounts_reject_gamma_gamma() {
        let histories: Vec<OrderHistory> = (2_u8..60)
            .map(|n| history_of_amounts(&vec![f64::from(n) * 10.0; usize::from(n)]))
            .collect();
        let spend = AverageSpend::from_histories(histories.iter()).unwrap();
        assert!(spend.correlation.unwrap() > 0.99);
        assert!(matches!(spend.method, SpendMethod::Credibility(_)));
    }

    #[test]
    fn one_order_is_the_mean_and_no_orders_give_none() {
        let one = [history_of_amounts(&[42.5])];
        let spend = AverageSpend::from_histories(one.iter()).unwrap();
        assert!((spend.expected_per_order(&one[0]) - 42.5).abs() < 1e-12);
        assert_eq!(spend.correlation, None);
        assert_eq!(AverageSpend::from_histories([].iter()), None);
    }
}
