//! Average spend per order of a customer, shrunk toward that of all customers.

use super::expectations::CustomerExpectation;
use crate::amounts::usize_to_f64;
use estimators::gamma_gamma::{AmountHistory, GammaGamma};

pub(super) enum SpendModel {
    GammaGamma(GammaGamma),
    /// Overall mean, and its weight in orders.
    Shrunk {
        mean: f64,
        pseudo: f64,
    },
}

impl SpendModel {
    pub(super) fn fit_customers(customers: &[CustomerExpectation<'_>]) -> Option<Self> {
        let (mean, pseudo) = fit_credibility(customers)?;
        let repeating: Vec<AmountHistory> = customers
            .iter()
            .filter(|customer| customer.order_count() > 1)
            .map(order_amounts)
            .collect();
        let independent =
            amount_correlation(&repeating).is_some_and(|correlation| correlation < 0.3);
        let model = if independent && repeating.len() >= 30 {
            GammaGamma::fit(&repeating)
        } else {
            None
        };
        // The model is accepted if its prior weight is at most three times what the variance of
        // orders implies, plus one order.
        let model = model.filter(|model| (model.q() - 1.0) / model.p() <= 1.0 + 3.0 * pseudo);
        Some(model.map_or(Self::Shrunk { mean, pseudo }, Self::GammaGamma))
    }

    pub(super) fn per_order(&self, customer: &CustomerExpectation<'_>) -> f64 {
        let n = usize_to_f64(customer.order_count());
        match self {
            Self::GammaGamma(model) => {
                model.p() * (model.v() + customer.total_amount())
                    / (model.p() * n + model.q() - 1.0)
            }
            Self::Shrunk { mean, pseudo } if pseudo.is_infinite() => *mean,
            Self::Shrunk { mean, pseudo } => {
                (customer.total_amount() + pseudo * mean) / (n + pseudo)
            }
        }
    }
}

fn order_amounts(customer: &CustomerExpectation<'_>) -> AmountHistory {
    AmountHistory {
        events: u32::try_from(customer.order_count()).unwrap_or(u32::MAX),
        mean: customer.total_amount() / usize_to_f64(customer.order_count()),
    }
}

fn amount_correlation(seen: &[AmountHistory]) -> Option<f64> {
    let n = usize_to_f64(seen.len());
    let (x, y) = (
        seen.iter().map(|seen| f64::from(seen.events)).sum::<f64>() / n,
        seen.iter().map(|seen| seen.mean).sum::<f64>() / n,
    );
    let moments = seen
        .iter()
        .map(|seen| (f64::from(seen.events) - x, seen.mean - y));
    let (xx, xy, yy) = moments.fold((0.0, 0.0, 0.0), |(xx, xy, yy), (dx, dy)| {
        (xx + dx * dx, xy + dx * dy, yy + dy * dy)
    });
    Some(xy / (xx * yy).sqrt()).filter(|correlation| correlation.is_finite())
}

/// Buhlmann and Straub: the mean of all orders, and the variance within customers relative to that
/// between them. An order has its day's mean amount.
fn fit_credibility(customers: &[CustomerExpectation<'_>]) -> Option<(f64, f64)> {
    let orders: Vec<f64> = customers
        .iter()
        .map(|customer| usize_to_f64(customer.order_count()))
        .collect();
    let all: f64 = orders.iter().sum();
    let mean = customers
        .iter()
        .map(CustomerExpectation::total_amount)
        .sum::<f64>()
        / all;
    if !mean.is_finite() {
        return None;
    }
    let (mut within, mut freedom, mut between) = (0.0, 0.0, 0.0);
    for (customer, orders) in customers.iter().zip(&orders) {
        let own = customer.total_amount() / orders;
        within += customer
            .days
            .iter()
            .map(|day| {
                usize_to_f64(day.orders) * (day.amount / usize_to_f64(day.orders) - own).powi(2)
            })
            .sum::<f64>();
        freedom += usize_to_f64(customer.days.len()) - 1.0;
        between += orders * (own - mean).powi(2);
    }
    within /= freedom;
    let norm = all - orders.iter().map(|orders| orders * orders).sum::<f64>() / all;
    let between = (between - (usize_to_f64(customers.len()) - 1.0) * within) / norm;
    let pseudo = if freedom <= 0.0 || norm <= 0.0 {
        0.0
    } else if between > 0.0 {
        within / between
    } else {
        f64::INFINITY
    };
    Some((mean, pseudo))
}
