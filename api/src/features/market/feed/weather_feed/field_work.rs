//! Number of the coming days that are fit for field work.
//!
//! The rule is simple on purpose: soil type and the planned work are unknown, so it uses rain and
//! frost only.

/// Description of the rule, for the details on demand.
pub const FIELD_WORK_RULE: &str = "A day is fit for field work with at most 0.1 in of rain, at \
    most 0.5 in on the two days before together, and a high of at least 40 °F";

/// Maximum rain of the day, inches.
const MAX_RAIN_IN: f64 = 0.1;
/// Maximum rain of the days before together, inches.
const MAX_PRIOR_RAIN_IN: f64 = 0.5;
/// Number of days before that count.
pub(super) const PRIOR_DAYS: usize = 2;
/// Minimum high of the day, degrees Fahrenheit.
const MIN_HIGH_F: f64 = 40.0;

/// Forecast of a day; none for unknown values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DayForecast {
    /// Highest temperature, degrees Fahrenheit.
    pub high_f: Option<f64>,
    /// Rain and melted snow, inches.
    pub rain_in: Option<f64>,
}

/// Days fit for field work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldWork {
    pub fit_days: usize,
    /// Days with a complete forecast.
    pub days: usize,
}

impl FieldWork {
    /// Evaluates all of `days`, in order, except the first two, which serve as past days.
    pub fn from_days(days: &[DayForecast]) -> Self {
        let fitness: Vec<bool> = days.windows(PRIOR_DAYS + 1).filter_map(is_fit).collect();
        Self {
            fit_days: fitness.iter().filter(|fit| **fit).count(),
            days: fitness.len(),
        }
    }
}

/// Whether the last of these days is fit; none if the forecast is incomplete.
fn is_fit(days: &[DayForecast]) -> Option<bool> {
    let (day, before) = days.split_last()?;
    let wet = before.iter().map(|day| day.rain_in).sum::<Option<f64>>()?;
    Some(day.rain_in? <= MAX_RAIN_IN && wet <= MAX_PRIOR_RAIN_IN && day.high_f? >= MIN_HIGH_F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecast_days(rains: &[f64], high: f64) -> Vec<DayForecast> {
        rains
            .iter()
            .map(|&rain| DayForecast {
                high_f: Some(high),
                rain_in: Some(rain),
            })
            .collect()
    }

    fn fit_and_judged_days(days: &[DayForecast]) -> (usize, usize) {
        let field_work = FieldWork::from_days(days);
        (field_work.fit_days, field_work.days)
    }

    #[test]
    fn counts_dry_and_warm_days() {
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0; 12], 60.0)),
            (10, 10)
        );
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0; 12], 40.0)),
            (10, 10)
        );
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0; 12], 39.9)),
            (0, 10)
        );
    }

    #[test]
    fn heavy_rain_blocks_its_day_and_next_two() {
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0, 0.0, 0.0, 0.6, 0.0, 0.0, 0.0], 60.0)),
            (2, 5)
        );
        // A shower affects its own day only.
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0, 0.0, 0.0, 0.3, 0.0, 0.0, 0.0], 60.0)),
            (4, 5)
        );
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0, 0.0, 0.1, 0.1, 0.1, 0.1, 0.1], 60.0)),
            (5, 5)
        );
        // Two showers on neighboring days also soak: both days and the one after.
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0, 0.0, 0.3, 0.3, 0.0, 0.0], 60.0)),
            (1, 4)
        );
        // Rain of yesterday and the day before counts for today.
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.4, 0.2, 0.0, 0.0], 60.0)),
            (1, 2)
        );
    }

    #[test]
    fn skips_days_with_unknown_values() {
        let mut some = forecast_days(&[0.0; 12], 60.0);
        some[11].rain_in = None;
        some[5].high_f = None;
        assert_eq!(fit_and_judged_days(&some), (8, 8));
        some[0].rain_in = None;
        assert_eq!(fit_and_judged_days(&some), (7, 7));
        assert_eq!(fit_and_judged_days(&[]), (0, 0));
        assert_eq!(fit_and_judged_days(&forecast_days(&[0.0; 2], 60.0)), (0, 0));
    }
}
