//! The yield forecast of a series and its record: every past year forecast from the years before it
//! alone.

use crate::features::crop_yield::reference::Harvest;
use estimators::conformal::{Errors, Interval};
use estimators::mean;
use estimators::theil_sen::Line;

/// Years that a trend line, and the errors behind an interval, look back: older harvests swung more
/// widely than those of today.
const LOOK_BACK: i32 = 30;
/// Harvests that a trend line needs.
const LEAST_HARVESTS: usize = 15;
/// A forecast within 10 % of the harvest is a hit.
const HIT: f64 = 0.10;
/// Probability that the interval holds.
const LEVEL: f64 = 0.8;

/// The trend line of the up to 30 years before `year`; none with fewer than 15 harvests in them.
pub(super) fn trend_before(harvests: &[Harvest], year: i32) -> Option<Line> {
    let window = year.saturating_sub(LOOK_BACK)..year;
    let points: Vec<(f64, f64)> = harvests
        .iter()
        .filter(|harvest| window.contains(&harvest.year))
        .map(|harvest| (f64::from(harvest.year), harvest.bu_per_ac))
        .collect();
    if points.len() < LEAST_HARVESTS {
        None
    } else {
        Line::through(&points)
    }
}

/// The forecast of `year` from the years before it, in bu/ac.
pub fn forecast_of(harvests: &[Harvest], year: i32) -> Option<f64> {
    trend_before(harvests, year)?
        .at(f64::from(year))
        .filter(|bushels| *bushels > 0.0)
}

/// One past forecast beside its harvest, in bu/ac.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Origin {
    pub year: i32,
    pub actual: f64,
    pub forecast: f64,
    /// Mean absolute change from year to year before `year`: the error of saying "as last year".
    pub usual_change: Option<f64>,
}

impl Origin {
    pub fn absolute_error(&self) -> f64 {
        (self.actual - self.forecast).abs()
    }

    pub fn is_hit(&self) -> bool {
        self.absolute_error() <= HIT * self.actual
    }

    fn relative_error(&self) -> f64 {
        (self.actual - self.forecast) / self.forecast
    }
}

/// All one-step forecasts of a series, in order of years.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Backtest(Vec<Origin>);

impl Backtest {
    /// Years are ascending. A year whose year before is missing would be more than one step away
    /// and is left out.
    pub fn of(harvests: &[Harvest]) -> Self {
        let mut changes: Vec<f64> = Vec::new();
        let mut origins = Vec::new();
        for pair in harvests.windows(2) {
            let [before, harvest] = pair else { continue };
            if before.year + 1 != harvest.year {
                continue;
            }
            if let Some(forecast) = forecast_of(harvests, harvest.year) {
                let usual_change = mean(&changes).filter(|change| *change > 0.0);
                origins.push(Origin {
                    year: harvest.year,
                    actual: harvest.bu_per_ac,
                    forecast,
                    usual_change,
                });
            }
            changes.push((harvest.bu_per_ac - before.bu_per_ac).abs());
        }
        Self(origins)
    }

    pub fn origins(&self) -> &[Origin] {
        &self.0
    }

    /// The 80 % interval of `forecast` for `year`, from the errors of the 30 years before it: this
    /// series' own and those of `others`, the other series of the crop. None where those are too
    /// few.
    pub fn interval<'a>(
        &self,
        others: impl IntoIterator<Item = &'a Self>,
        year: i32,
        forecast: f64,
    ) -> Option<Interval> {
        let group = others
            .into_iter()
            .flat_map(move |other| other.errors_before(year));
        Errors::weighted(self.errors_before(year), group).interval(forecast, LEVEL)
    }

    fn errors_before(&self, year: i32) -> impl Iterator<Item = f64> {
        let window = year.saturating_sub(LOOK_BACK)..year;
        self.0
            .iter()
            .filter(move |origin| window.contains(&origin.year))
            .map(Origin::relative_error)
    }
}
