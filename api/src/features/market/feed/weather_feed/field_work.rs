//! On how many of the coming days a machine can get into the field.
//!
//! The rule is ours and deliberately plain: soil type and what is to be done are not known. It
//! looks at rain and frost alone.

/// The rule in words, for the details on demand.
pub const FIELD_WORK_RULE: &str = "A day is fit for field work with at most 0.1 in of rain, at \
    most 0.5 in on the two days before together, and a high of at least 40 °F";

/// Rain of the day itself, inches.
const MAX_RAIN_IN: f64 = 0.1;
/// Rain of the days before it together, inches.
const MAX_PRIOR_RAIN_IN: f64 = 0.5;
/// Days before it that count.
pub(super) const PRIOR_DAYS: usize = 2;
/// Highest temperature of the day, degrees Fahrenheit.
const MIN_HIGH_F: f64 = 40.0;

/// What a day is expected to bring; none where that is not known.
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
    /// Days that could be judged.
    pub days: usize,
}

impl FieldWork {
    /// Judges all of `days`, in their order, but the first two, which are looked back on only.
    pub fn from_days(days: &[DayForecast]) -> Self {
        let judged: Vec<bool> = days.windows(PRIOR_DAYS + 1).filter_map(is_fit).collect();
        Self {
            fit_days: judged.iter().filter(|fit| **fit).count(),
            days: judged.len(),
        }
    }
}

/// Whether the last of these days is fit; none where the forecast does not tell.
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
    fn dry_and_warm_days_are_fit() {
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
    fn a_soaking_costs_its_own_day_and_the_two_after() {
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0, 0.0, 0.0, 0.6, 0.0, 0.0, 0.0], 60.0)),
            (2, 5)
        );
        // A shower costs only its own.
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0, 0.0, 0.0, 0.3, 0.0, 0.0, 0.0], 60.0)),
            (4, 5)
        );
        assert_eq!(
            fit_and_judged_days(&forecast_days(&[0.0, 0.0, 0.1, 0.1, 0.1, 0.1, 0.1], 60.0)),
            (5, 5)
        );
        // Two showers on neighbouring days soak too: both days and the one after.
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
    fn days_that_nobody_knows_are_not_judged() {
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
