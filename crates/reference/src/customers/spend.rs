//! What a customer spends on an order on average, its own orders weighed against everybody's.

use super::expected::Expected;
use crate::amounts::count;
use estimators::gamma_gamma::{Amounts, GammaGamma};

pub(super) enum Spend {
    GammaGamma(GammaGamma),
    /// Everybody's mean, and how many orders of one's own count as much as it.
    Shrunk {
        mean: f64,
        pseudo: f64,
    },
}

impl Spend {
    pub(super) fn of(customers: &[Expected<'_>]) -> Option<Self> {
        let (mean, pseudo) = credibility(customers)?;
        let repeating: Vec<Amounts> = customers
            .iter()
            .filter(|customer| customer.orders() > 1)
            .map(amounts)
            .collect();
        let independent = correlation(&repeating).is_some_and(|correlation| correlation < 0.3);
        let model = if independent && repeating.len() >= 30 {
            GammaGamma::fit(&repeating)
        } else {
            None
        };
        // The model is believed where it makes at most three times as much of everybody's mean as
        // orders scatter, beside one order.
        let model = model.filter(|model| (model.q() - 1.0) / model.p() <= 1.0 + 3.0 * pseudo);
        Some(model.map_or(Self::Shrunk { mean, pseudo }, Self::GammaGamma))
    }

    pub(super) fn per_order(&self, customer: &Expected<'_>) -> f64 {
        let n = count(customer.orders());
        match self {
            Self::GammaGamma(model) => {
                model.p() * (model.v() + customer.amount()) / (model.p() * n + model.q() - 1.0)
            }
            Self::Shrunk { mean, pseudo } if pseudo.is_infinite() => *mean,
            Self::Shrunk { mean, pseudo } => (customer.amount() + pseudo * mean) / (n + pseudo),
        }
    }
}

fn amounts(customer: &Expected<'_>) -> Amounts {
    Amounts {
        events: u32::try_from(customer.orders()).unwrap_or(u32::MAX),
        mean: customer.amount() / count(customer.orders()),
    }
}

fn correlation(seen: &[Amounts]) -> Option<f64> {
    let n = count(seen.len());
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

/// Buhlmann and Straub: the mean of all orders, and the scatter within customers over that between
/// them. An order's amount is that of its day's mean.
fn credibility(customers: &[Expected<'_>]) -> Option<(f64, f64)> {
    let orders: Vec<f64> = customers
        .iter()
        .map(|customer| count(customer.orders()))
        .collect();
    let all: f64 = orders.iter().sum();
    let mean = customers.iter().map(Expected::amount).sum::<f64>() / all;
    if !mean.is_finite() {
        return None;
    }
    let (mut within, mut freedom, mut between) = (0.0, 0.0, 0.0);
    for (customer, orders) in customers.iter().zip(&orders) {
        let own = customer.amount() / orders;
        within += customer
            .days
            .iter()
            .map(|day| count(day.orders) * (day.amount / count(day.orders) - own).powi(2))
            .sum::<f64>();
        freedom += count(customer.days.len()) - 1.0;
        between += orders * (own - mean).powi(2);
    }
    within /= freedom;
    let norm = all - orders.iter().map(|orders| orders * orders).sum::<f64>() / all;
    let between = (between - (count(customers.len()) - 1.0) * within) / norm;
    let pseudo = if freedom <= 0.0 || norm <= 0.0 {
        0.0
    } else if between > 0.0 {
        within / between
    } else {
        f64::INFINITY
    };
    Some((mean, pseudo))
}
