//! The forecast of a commodity's monthly mean price three months ahead, from the months up to its
//! origin alone.
//!
//! Changes of the logarithm follow a first-order autoregression drawn toward 0.25 with the weight
//! of 60 months, and an effect of the calendar month drawn toward none with the weight of 24; their
//! errors are those of Student's t with 5 degrees of freedom. The interval is widened or narrowed
//! by the factor that would have made it hold 80 % of the time in this series so far.

use super::super::monthly_prices::PriceRun;
use super::MIN_MONTHS;
use crate::features::supply_prices::price_index::Month;
use estimators::ar_season::{ArSeason, Prior, SumForecast};
use estimators::quantile::weighted_quantile;
use estimators::student_t;
use estimators::usize_to_f64;

/// Months ahead.
pub(super) const HORIZON_MONTHS: usize = 3;
/// Months in the cycle of month effects.
const MONTHS_PER_YEAR: usize = 12;
/// What monthly prices of farm commodities are like before the first one is seen: monthly means
/// make neighbouring changes alike.
const PRIOR: Prior = Prior {
    persistence: 0.25,
    persistence_weight: 60.0,
    cycle_weight: 24.0,
};
/// Probability that the interval holds.
const INTERVAL_LEVEL: f64 = 0.8;
/// Past errors that the interval's factor needs.
const MIN_ERRORS: usize = 24;
/// The interval is at most doubled or halved.
const FACTOR_BOUNDS: (f64, f64) = (0.5, 2.0);
/// No claim beyond these: probabilities outside of them have come true too rarely to be believed.
const PROBABILITY_BOUNDS: (f64, f64) = (0.30, 0.80);

/// A forecast of a monthly mean price, in the unit of the quotes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceForecast {
    /// The last whole month that it knows.
    pub origin: Month,
    /// The month that is forecast.
    pub target: Month,
    /// Mean price of the origin.
    pub now: f64,
    /// As likely to be passed as not.
    pub price: f64,
    pub low_80: f64,
    pub high_80: f64,
    /// Probability that the target's mean lies above the origin's, 0.30 to 0.80.
    pub p_up: f64,
}

/// The forecast made at the month at `place` of a stretch, from it and the months before it. None
/// with fewer than 36 months up to there, or where the price has never moved.
pub fn forecast_price_at(stretch: &PriceRun, place: usize) -> Option<PriceForecast> {
    let known = stretch.means.get(..=place)?;
    ForecastPath::from_means(known, stretch).forecast_at(place)
}

/// The forecasts of every month of a stretch that has one, oldest first, each with its place.
pub(super) fn forecast_all_months(stretch: &PriceRun) -> Vec<(usize, PriceForecast)> {
    let path = ForecastPath::from_means(&stretch.means, stretch);
    (0..stretch.means.len())
        .filter_map(|place| Some((place, path.forecast_at(place)?)))
        .collect()
}

/// What the model says at every place, and how far off it was.
struct ForecastPath<'a> {
    stretch: &'a PriceRun,
    /// Expected change of the logarithm over the horizon, and its deviation.
    ahead: Vec<Option<SumForecast>>,
    /// Absolute error over deviation of the outlook at each place whose outcome is known.
    misses: Vec<Option<f64>>,
}

impl<'a> ForecastPath<'a> {
    fn from_means(means: &[f64], stretch: &'a PriceRun) -> Self {
        let logs: Vec<f64> = means.iter().map(|mean| mean.ln()).collect();
        let changes: Vec<f64> = logs
            .iter()
            .zip(logs.iter().skip(1))
            .map(|(before, after)| after - before)
            .collect();
        // The first change is the one into the second month; January is place 0.
        let first =
            usize::try_from(stretch.first.month_number()).unwrap_or_default() % MONTHS_PER_YEAR;
        let at = |place: usize| {
            let seen = changes.get(..place).filter(|_| place + 1 >= MIN_MONTHS)?;
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
        Self {
            stretch,
            ahead,
            misses,
        }
    }

    fn forecast_at(&self, place: usize) -> Option<PriceForecast> {
        let ahead = (*self.ahead.get(place)?)?;
        let now = *self.stretch.means.get(place)?;
        // The t distribution's own deviation is more than 1.
        let scale = ahead.deviation / student_t::STANDARD_DEVIATION;
        let reach = student_t::quantile(f64::midpoint(1.0, INTERVAL_LEVEL))?;
        let half =
            reach * scale * self.interval_factor(place, reach / student_t::STANDARD_DEVIATION);
        let (least, most) = PROBABILITY_BOUNDS;
        let forecast = PriceForecast {
            origin: self.stretch.month_at(place),
            target: self.stretch.month_at(place + HORIZON_MONTHS),
            now,
            price: now * ahead.mean.exp(),
            low_80: now * (ahead.mean - half).exp(),
            high_80: now * (ahead.mean + half).exp(),
            p_up: student_t::cumulative_probability(ahead.mean / scale).clamp(least, most),
        };
        (forecast.price > 0.0 && forecast.high_80.is_finite() && forecast.low_80 > 0.0)
            .then_some(forecast)
    }

    /// What the interval of `reach` deviations must be multiplied by to have held often enough so
    /// far.
    fn interval_factor(&self, place: usize, reach: f64) -> f64 {
        let known = self
            .misses
            .get(..(place + 1).saturating_sub(HORIZON_MONTHS))
            .unwrap_or_default();
        let mut misses: Vec<f64> = known.iter().flatten().copied().collect();
        if misses.len() < MIN_ERRORS {
            return 1.0;
        }
        misses.sort_by(f64::total_cmp);
        // The coming error counts as one more.
        let mass = usize_to_f64(misses.len() + 1) * INTERVAL_LEVEL;
        let (least, most) = FACTOR_BOUNDS;
        weighted_quantile(misses.into_iter().map(|miss| (miss, 1.0)), mass)
            .map_or(1.0, |miss| (miss / reach).clamp(least, most))
    }
}
