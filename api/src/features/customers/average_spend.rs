//! What a customer spends on an order, on average: its own orders and those of all customers, each
//! by how much they tell.
//!
//! Gamma-Gamma by maximum likelihood where how much customers spend does not go with how often;
//! else, and where too few have come back, the mean shrunk by its credibility. The Gamma-Gamma
//! model sees only how many orders there are and their mean; where the orders themselves scatter
//! far less than it makes of that, it is not believed.

use super::order_history::OrderHistory;
use estimators::correlation::pearson_correlation;
use estimators::credibility::{Credibility, WeightedValues};
use estimators::gamma_gamma::{AmountHistory, GammaGamma};

/// Customers with two orders or more that the Gamma-Gamma model needs.
const MIN_CUSTOMERS: usize = 30;
/// Correlation of order count and mean amount from which the two are not independent.
const MAX_CORRELATION: f64 = 0.3;

/// How many times as many orders the model may set against a customer's own as the scatter of
/// orders calls for, beside one.
const MAX_WEIGHT_RATIO: f64 = 3.0;

/// How average spends are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SpendMethod {
    GammaGamma(GammaGamma),
    Credibility(Credibility),
}

impl SpendMethod {
    /// For the details on demand.
    pub fn description(&self) -> &'static str {
        match self {
            Self::GammaGamma(_) => "Gamma-Gamma mean (maximum likelihood)",
            Self::Credibility(_) => {
                "Own mean, drawn toward all customers' by its credibility (Buhlmann-Straub)"
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct AverageSpend {
    pub method: SpendMethod,
    /// Correlation of order count and mean amount over customers with two orders or more; none
    /// where it cannot be told.
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

/// Orders of a customer that count as much as what is known of all others: (q - 1) / p.
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
    fn few_customers_are_shrunk_by_credibility() {
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
    fn independent_amounts_follow_the_gamma_gamma_model() {
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
            let own = history.amount / f64::from(u32::try_from(history.orders).unwrap());
            let (low, high) = if own < 100.0 {
                (own - 5.0, 110.0)
            } else {
                (90.0, own + 5.0)
            };
            assert!(
                (low..high).contains(&spend.expected_per_order(history)),
                "{own} {}",
                spend.expected_per_order(history)
            );
        }
    }

    #[test]
    fn customers_whose_orders_are_all_alike_keep_their_own_mean() {
        // Thirty-nine customers with 18 equal orders each: the counts tell the model nothing, the
        // orders tell everything.
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
    fn amounts_that_grow_with_the_number_of_orders_are_not_for_that_model() {
        let histories: Vec<OrderHistory> = (2_u8..60)
            .map(|n| history_of_amounts(&vec![f64::from(n) * 10.0; usize::from(n)]))
            .collect();
        let spend = AverageSpend::from_histories(histories.iter()).unwrap();
        assert!(spend.correlation.unwrap() > 0.99);
        assert!(matches!(spend.method, SpendMethod::Credibility(_)));
    }

    #[test]
    fn one_order_is_its_own_mean_and_none_has_none() {
        let one = [history_of_amounts(&[42.5])];
        let spend = AverageSpend::from_histories(one.iter()).unwrap();
        assert!((spend.expected_per_order(&one[0]) - 42.5).abs() < 1e-12);
        assert_eq!(spend.correlation, None);
        assert_eq!(AverageSpend::from_histories([].iter()), None);
    }
}
