//! On how many of the coming days a machine can get into the field.
//!
//! The rule is ours and deliberately plain: soil type and what is to be done are not known. It
//! looks at rain and frost alone.

/// The rule in words, for the details on demand.
pub const FIELD_WORK_RULE: &str = "A day is fit for field work with at most 0.1 in of rain, at \
    most 0.5 in on the two days before together, and a high of at least 40 °F";

/// Rain of the day itself, inches.
const MOST_RAIN: f64 = 0.1;
/// Rain of the days before it together, inches.
const MOST_WET: f64 = 0.5;
/// Days before it that count.
pub(super) const WET_DAYS: usize = 2;
/// Highest temperature of the day, degrees Fahrenheit.
const LEAST_HIGH: f64 = 40.0;

/// What a day is expected to bring; none where that is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DayOutlook {
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
    pub fn of(days: &[DayOutlook]) -> Self {
        let judged: Vec<bool> = days.windows(WET_DAYS + 1).filter_map(is_fit).collect();
        Self {
            fit_days: judged.iter().filter(|fit| **fit).count(),
            days: judged.len(),
        }
    }
}

/// Whether the last of these days is fit; none where the forecast does not tell.
fn is_fit(days: &[DayOutlook]) -> Option<bool> {
    let (day, before) = days.split_last()?;
    let wet = before.iter().map(|day| day.rain_in).sum::<Option<f64>>()?;
    Some(day.rain_in? <= MOST_RAIN && wet <= MOST_WET && day.high_f? >= LEAST_HIGH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(rains: &[f64], high: f64) -> Vec<DayOutlook> {
        rains
            .iter()
            .map(|&rain| DayOutlook {
                high_f: Some(high),
                rain_in: Some(rain),
            })
            .collect()
    }

    fn fit(days: &[DayOutlook]) -> (usize, usize) {
        let field_work = FieldWork::of(days);
        (field_work.fit_days, field_work.days)
    }

    #[test]
    fn dry_and_warm_days_are_fit() {
        assert_eq!(fit(&days(&[0.0; 12], 60.0)), (10, 10));
        assert_eq!(fit(&days(&[0.0; 12], 40.0)), (10, 10));
        assert_eq!(fit(&days(&[0.0; 12], 39.9)), (0, 10));
    }

    #[test]
    fn a_soaking_costs_its_own_day_and_the_two_after() {
        assert_eq!(
            fit(&days(&[0.0, 0.0, 0.0, 0.6, 0.0, 0.0, 0.0], 60.0)),
            (2, 5)
        );
        // A shower costs only its own.
        assert_eq!(
            fit(&days(&[0.0, 0.0, 0.0, 0.3, 0.0, 0.0, 0.0], 60.0)),
            (4, 5)
        );
        assert_eq!(
            fit(&days(&[0.0, 0.0, 0.1, 0.1, 0.1, 0.1, 0.1], 60.0)),
            (5, 5)
        );
        // Two showers on neighbouring days soak too: both days and the one after.
        assert_eq!(fit(&days(&[0.0, 0.0, 0.3, 0.3, 0.0, 0.0], 60.0)), (1, 4));
        // Rain of yesterday and the day before counts for today.
        assert_eq!(fit(&days(&[0.4, 0.2, 0.0, 0.0], 60.0)), (1, 2));
    }

    #[test]
    fn days_that_nobody_knows_are_not_judged() {
        let mut some = days(&[0.0; 12], 60.0);
        some[11].rain_in = None;
        some[5].high_f = None;
        assert_eq!(fit(&some), (8, 8));
        some[0].rain_in = None;
        assert_eq!(fit(&some), (7, 7));
        assert_eq!(fit(&[]), (0, 0));
        assert_eq!(fit(&days(&[0.0; 2], 60.0)), (0, 0));
    }
}
