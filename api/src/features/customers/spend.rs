//! What a customer spends on an order, on average: its own orders and those of all customers, each
//! by how much they tell.
//!
//! Gamma-Gamma by maximum likelihood where how much customers spend does not go with how often;
//! else, and where too few have come back, the mean shrunk by its credibility. The Gamma-Gamma
//! model sees only how many orders there are and their mean; where the orders themselves scatter
//! far less than it makes of that, it is not believed.

use super::history::History;
use estimators::correlation::correlation;
use estimators::credibility::{Credibility, Values};
use estimators::gamma_gamma::{Amounts, GammaGamma};

/// Customers with two orders or more that the Gamma-Gamma model needs.
const LEAST_CUSTOMERS: usize = 30;
/// Correlation of order count and mean amount from which the two are not independent.
const DEPENDENT: f64 = 0.3;

/// How many times as many orders the model may set against a customer's own as the scatter of
/// orders calls for, beside one.
const OVERSTATED: f64 = 3.0;

/// How average spends are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    GammaGamma(GammaGamma),
    Shrunk(Credibility),
}

impl Method {
    /// For the details on demand.
    pub fn text(&self) -> &'static str {
        match self {
            Self::GammaGamma(_) => "Gamma-Gamma mean (maximum likelihood)",
            Self::Shrunk(_) => {
                "Own mean, drawn toward all customers' by its credibility (Buhlmann-Straub)"
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct AverageSpend {
    pub method: Method,
    /// Correlation of order count and mean amount over customers with two orders or more; none
    /// where it cannot be told.
    pub correlation: Option<f64>,
}

impl AverageSpend {
    /// None without orders.
    pub fn of<'a>(histories: impl Iterator<Item = &'a History> + Clone) -> Option<Self> {
        let repeating = histories
            .clone()
            .filter(|history| history.orders >= 2)
            .filter_map(amounts);
        let repeating: Vec<Amounts> = repeating.collect();
        let pairs: Vec<(f64, f64)> = repeating
            .iter()
            .map(|amounts| (f64::from(amounts.events), amounts.mean))
            .collect();
        let correlation = correlation(&pairs);
        let independent = correlation.is_some_and(|correlation| correlation < DEPENDENT);
        let model = if independent && repeating.len() >= LEAST_CUSTOMERS {
            GammaGamma::fit(&repeating)
        } else {
            None
        };
        let credibility = Credibility::of(&histories.map(values).collect::<Vec<_>>())?;
        let method = match model
            .filter(|model| weight_of_others(model) <= 1.0 + OVERSTATED * credibility.pseudo)
        {
            Some(model) => Method::GammaGamma(model),
            None => Method::Shrunk(credibility),
        };
        Some(Self {
            method,
            correlation,
        })
    }

    /// Expected amount of an order.
    pub fn per_order(&self, history: &History) -> f64 {
        match &self.method {
            Method::GammaGamma(model) => model.mean(&amounts(history).unwrap_or(Amounts {
                events: 0,
                mean: 0.0,
            })),
            Method::Shrunk(credibility) => credibility.drawn(&values(history)),
        }
    }
}

/// Orders of a customer that count as much as what is known of all others: (q - 1) / p.
fn weight_of_others(model: &GammaGamma) -> f64 {
    (model.q() - 1.0) / model.p()
}

fn amounts(history: &History) -> Option<Amounts> {
    let events = u32::try_from(history.orders).unwrap_or(u32::MAX);
    let mean = history.amount / f64::from(events);
    mean.is_finite().then_some(Amounts { events, mean })
}

fn values(history: &History) -> Values {
    let mut values = Values::default();
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

    fn history(amounts: &[f64]) -> History {
        let first = NaiveDate::from_ymd_opt(2025, 1, 1).unwrap();
        let days: Vec<OrderDay> = (0..)
            .zip(amounts)
            .map(|(n, &amount)| OrderDay {
                day: first + Days::new(n),
                orders: 1,
                amount,
            })
            .collect();
        History::of(&days, NaiveDate::from_ymd_opt(2026, 1, 1).unwrap()).unwrap()
    }

    #[test]
    fn few_customers_are_shrunk_by_credibility() {
        let histories = [
            history(&[1.0, 3.0]),
            history(&[3.0, 5.0]),
            history(&[8.0, 10.0]),
        ];
        let spend = AverageSpend::of(histories.iter()).unwrap();
        assert!(matches!(spend.method, Method::Shrunk(_)));
        assert!(
            (spend.per_order(&histories[2]) - (18.0 + 5.0 / 6.0) / (2.0 + 1.0 / 6.0)).abs() < 1e-9
        );
    }

    #[test]
    fn independent_amounts_follow_the_gamma_gamma_model() {
        // Order counts 2 to 6 and levels 80 to 120 in every combination: no correlation.
        let histories: Vec<History> = (0_u8..50)
            .map(|n| {
                let level = 80.0 + f64::from(n % 5) * 10.0;
                history(
                    &(0..2 + n / 5 % 5)
                        .map(|order| level * (1.0 + (f64::from(order % 2) - 0.5) * 0.6))
                        .collect::<Vec<_>>(),
                )
            })
            .collect();
        let spend = AverageSpend::of(histories.iter()).unwrap();
        assert!(matches!(spend.method, Method::GammaGamma(_)), "{spend:?}");
        for history in &histories {
            let own = history.amount / f64::from(u32::try_from(history.orders).unwrap());
            let (low, high) = if own < 100.0 {
                (own - 5.0, 110.0)
            } else {
                (90.0, own + 5.0)
            };
            assert!(
                (low..high).contains(&spend.per_order(history)),
                "{own} {}",
                spend.per_order(history)
            );
        }
    }

    #[test]
    fn customers_whose_orders_are_all_alike_keep_their_own_mean() {
        // Thirty-nine customers with 18 equal orders each: the counts tell the model nothing, the
        // orders tell everything.
        let histories: Vec<History> = (1_u8..40)
            .map(|n| history(&[f64::from(n) * 500.0; 18]))
            .collect();
        let spend = AverageSpend::of(histories.iter()).unwrap();
        assert!(
            (spend.per_order(&histories[4]) - 2_500.0).abs() < 1.0,
            "{spend:?} {}",
            spend.per_order(&histories[4])
        );
    }

    #[test]
    fn amounts_that_grow_with_the_number_of_orders_are_not_for_that_model() {
        let histories: Vec<History> = (2_u8..60)
            .map(|n| history(&vec![f64::from(n) * 10.0; usize::from(n)]))
            .collect();
        let spend = AverageSpend::of(histories.iter()).unwrap();
        assert!(spend.correlation.unwrap() > 0.99);
        assert!(matches!(spend.method, Method::Shrunk(_)));
    }

    #[test]
    fn one_order_is_its_own_mean_and_none_has_none() {
        let one = [history(&[42.5])];
        let spend = AverageSpend::of(one.iter()).unwrap();
        assert!((spend.per_order(&one[0]) - 42.5).abs() < 1e-12);
        assert_eq!(spend.correlation, None);
        assert_eq!(AverageSpend::of([].iter()), None);
    }
}
