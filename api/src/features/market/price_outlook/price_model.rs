//! Forecasts a commodity's monthly mean price three months ahead, from the months up to its origin
//! only.
//!
//! Log changes follow a first-order autoregression, shrunk toward 0.25 with the weight of 60
//! months, plus an effect of the calendar month, shrunk toward zero with the weight of 24. Errors
//! follow Student's t with 5 degrees of freedom. The interval is scaled by the factor that would
//! have given it a coverage of 80 % in this series so far.

use super::super::monthly_prices::PriceRun;
use super::MIN_MONTHS;
use crate::features::supply_prices::price_index::Month;
use estimators::ar_season::{ArSeason, Prior, SumForecast};
use estimators::quantile::weighted_quantile;
use estimators::usize_to_f64;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Months ahead.
pub(super) const HORIZON_MONTHS: usize = 3;
/// Months in the cycle of month effects.
const MONTHS_PER_YEAR: usize = 12;
/// Prior for monthly prices of farm commodities: averaging over months correlates neighboring
/// changes.
const PRIOR: Prior = Prior {
    persistence: 0.25,
    persistence_weight: 60.0,
    cycle_weight: 24.0,
};
/// Degrees of freedom of the errors: tails as heavy as those of monthly price changes.
const DEGREES_OF_FREEDOM: f64 = 5.0;
/// Standard deviation of Student's t with them: sqrt(5 / 3).
const T_DEVIATION: f64 = 1.290_994_448_735_805_6;
/// Coverage of the interval.
const INTERVAL_LEVEL: f64 = 0.8;
/// Past errors that the interval's factor requires.
const MIN_ERRORS: usize = 24;
/// The factor of the interval is limited to these bounds.
const FACTOR_BOUNDS: (f64, f64) = (0.5, 2.0);
/// Bounds of the stated probability: more extreme ones have been unreliable.
const PROBABILITY_BOUNDS: (f64, f64) = (0.30, 0.80);

/// A forecast of a monthly mean price, in the unit of the quotes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceForecast {
    /// Last whole month used.
    pub origin: Month,
    /// The forecast month.
    pub target: Month,
    /// Mean price of the origin.
    pub now: f64,
    /// Median of the target's mean price.
    pub price: f64,
    pub low_80: f64,
    pub high_80: f64,
    /// Probability that the target's mean exceeds the origin's, 0.30 to 0.80.
    pub p_up: f64,
}

/// The forecast made at the month at `index` of a run, from it and the months before. None with
/// fewer than 36 months up to there, or if the price has never changed.
pub fn forecast_price_at(run: &PriceRun, index: usize) -> Option<PriceForecast> {
    let means = run.means.get(..=index)?;
    ForecastPath::from_means(means, run).forecast_at(index)
}

/// The forecasts of every month of a run that has one, oldest first, each with its index.
pub(super) fn forecast_all_months(run: &PriceRun) -> Vec<(usize, PriceForecast)> {
    let path = ForecastPath::from_means(&run.means, run);
    (0..run.means.len())
        .filter_map(|index| Some((index, path.forecast_at(index)?)))
        .collect()
}

/// Forecasts and errors of the model at every index.
struct ForecastPath<'a> {
    run: &'a PriceRun,
    /// Expected log change over the horizon, and its standard deviation.
    ahead: Vec<Option<SumForecast>>,
    /// Absolute error over standard deviation of the forecast at each index with a known outcome.
    misses: Vec<Option<f64>>,
}

impl<'a> ForecastPath<'a> {
    fn from_means(means: &[f64], run: &'a PriceRun) -> Self {
        let logs: Vec<f64> = means.iter().map(|mean| mean.ln()).collect();
        let changes: Vec<f64> = logs
            .iter()
            .zip(logs.iter().skip(1))
            .map(|(before, after)| after - before)
            .collect();
        // The first change is that into the second month; January is 0.
        let first = usize::try_from(run.first.month_number()).unwrap_or_default() % MONTHS_PER_YEAR;
        let at = |index: usize| {
            let seen = changes.get(..index).filter(|_| index + 1 >= MIN_MONTHS)?;
            ArSeason::fit(seen, first, MONTHS_PER_YEAR, PRIOR)?
                .forecast_sum(HORIZON_MONTHS)
                .filter(|ahead| ahead.deviation > 0.0)
        };
        let ahead: Vec<Option<SumForecast>> = (0..logs.len()).map(at).collect();
        let outcomes = logs
            .iter()
            .zip(logs.iter().skip(HORIZON_MONTHS))
            .map(|(now, then)| then - now);
        let misses = ahead
            .iter()
            .zip(outcomes)
            .map(|(ahead, outcome)| {
                ahead.map(|ahead| (outcome - ahead.mean).abs() / ahead.deviation)
            })
            .collect();
        Self { run, ahead, misses }
    }

    fn forecast_at(&self, index: usize) -> Option<PriceForecast> {
        let ahead = (*self.ahead.get(index)?)?;
        let now = *self.run.means.get(index)?;
        // The standard deviation of the t distribution exceeds 1.
        let scale = ahead.deviation / T_DEVIATION;
        let reach = StudentsT::new(0.0, 1.0, DEGREES_OF_FREEDOM)
            .ok()?
            .inverse_cdf(f64::midpoint(1.0, INTERVAL_LEVEL));
        let change = StudentsT::new(ahead.mean, scale, DEGREES_OF_FREEDOM).ok()?;
        let half = reach * scale * self.interval_factor(index, reach / T_DEVIATION);
        let (min, max) = PROBABILITY_BOUNDS;
        let forecast = PriceForecast {
            origin: self.run.month_at(index),
            target: self.run.month_at(index + HORIZON_MONTHS),
            now,
            price: now * ahead.mean.exp(),
            low_80: now * (ahead.mean - half).exp(),
            high_80: now * (ahead.mean + half).exp(),
            p_up: change.sf(0.0).clamp(min, max),
        };
        (forecast.price > 0.0 && forecast.high_80.is_finite() && forecast.low_80 > 0.0)
            .then_some(forecast)
    }

    /// Factor on `reach` standard deviations that would have given the interval its coverage so
    /// far.
    fn interval_factor(&self, index: usize, reach: f64) -> f64 {
        let means = self
            .misses
            .get(..(index + 1).saturating_sub(HORIZON_MONTHS))
            .unwrap_or_default();
        let mut misses: Vec<f64> = means.iter().flatten().copied().collect();
        if misses.len() < MIN_ERRORS {
            return 1.0;
        }
        misses.sort_by(f64::total_cmp);
        // The next error counts as one more.
        let mass = usize_to_f64(misses.len() + 1) * INTERVAL_LEVEL;
        let (min, max) = FACTOR_BOUNDS;
        weighted_quantile(misses.into_iter().map(|miss| (miss, 1.0)), mass)
            .map_or(1.0, |miss| (miss / reach).clamp(min, max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviation_is_that_of_students_t() {
        assert!((T_DEVIATION - (5.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        let errors = StudentsT::new(0.0, 1.0, DEGREES_OF_FREEDOM).unwrap();
        assert!((errors.inverse_cdf(0.9) - 1.475_884_048_824_481).abs() < 1e-9);
    }
}
