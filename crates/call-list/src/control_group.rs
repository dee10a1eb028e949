//! Growers held back from the list at random, and what calling the others brought.
//!
//! Growers are assigned anew every 13 weeks. The effect compares all growers on the list with all
//! held back, whether they were called or not (intention to treat), so that it does not matter
//! whom the salespeople choose to call.

use chrono::NaiveDate;

use estimators::{mean, standard_deviation, usize_to_f64};

/// Days after which growers are assigned anew.
pub const ROUND_DAYS: i64 = 91;
/// Growers held back, and on the list, below which it is too early to tell.
pub const MIN_GROWERS: usize = 20;
/// Days since the start below which it is too early to tell.
pub const MIN_DAYS: i64 = 56;
/// Standard deviations of a 95 % interval.
const INTERVAL_DEVIATIONS: f64 = 1.96;

/// The round of a day; none before the start.
pub fn round_of(day: NaiveDate, started_on: NaiveDate) -> Option<u32> {
    u32::try_from((day - started_on).num_days().div_euclid(ROUND_DAYS)).ok()
}

/// Whether a grower is held back in a round. `percent` of 0 holds no one back.
pub fn is_held_back(seed: i64, round: u32, customer_id: &str, percent: u32) -> bool {
    // FNV-1a over the parts, then the finalizer of splitmix64, so that similar ids differ.
    let bytes = seed
        .to_le_bytes()
        .into_iter()
        .chain(round.to_le_bytes())
        .chain(customer_id.bytes());
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^= hash >> 31;
    hash % 100 < u64::from(percent)
}

/// Margin of a grower in a round, less that of the same days a year before, in dollars.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrowerChange {
    pub is_held_back: bool,
    pub change: f64,
}

/// What the list brought, in dollars.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CallingEffect {
    /// With the number of growers held back so far.
    TooEarly { held_back: usize, listed: usize },
    Measured {
        held_back: usize,
        listed: usize,
        /// Additional margin of all growers on the list, with a 95 % interval.
        margin: f64,
        low: f64,
        high: f64,
    },
}

/// Difference of the means of both groups (Welch), times the growers on the list.
pub fn measure_effect(changes: &[GrowerChange], days: i64) -> CallingEffect {
    let group = |held_back: bool| -> Vec<f64> {
        changes
            .iter()
            .filter(|change| change.is_held_back == held_back)
            .map(|change| change.change)
            .collect()
    };
    let (held, listed) = (group(true), group(false));
    let early = CallingEffect::TooEarly {
        held_back: held.len(),
        listed: listed.len(),
    };
    if days < MIN_DAYS || held.len() < MIN_GROWERS || listed.len() < MIN_GROWERS {
        return early;
    }
    let error = |values: &[f64]| {
        standard_deviation(values).map(|deviation| deviation.powi(2) / usize_to_f64(values.len()))
    };
    let (Some(with), Some(without), Some(one), Some(other)) =
        (mean(&listed), mean(&held), error(&listed), error(&held))
    else {
        return early;
    };
    let growers = usize_to_f64(listed.len());
    let margin = (with - without) * growers;
    let half = INTERVAL_DEVIATIONS * (one + other).sqrt() * growers;
    CallingEffect::Measured {
        held_back: held.len(),
        listed: listed.len(),
        margin,
        low: margin - half,
        high: margin + half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_back_the_share_and_assigns_anew_each_round() {
        let held = |round| {
            (0..20_000)
                .filter(|n| is_held_back(7, round, &format!("G{n:05}"), 10))
                .collect::<Vec<_>>()
        };
        let (first, second) = (held(0), held(1));
        assert!((1_850..2_150).contains(&first.len()), "{}", first.len());
        let both = first.iter().filter(|n| second.contains(n)).count();
        assert!((140..270).contains(&both), "{both}");
        assert!(!(0..1_000).any(|n| is_held_back(7, 0, &n.to_string(), 0)));
    }

    #[test]
    fn effect_needs_time_and_growers() {
        let changes: Vec<GrowerChange> = (0..100)
            .map(|n| GrowerChange {
                is_held_back: n % 4 == 0,
                change: if n % 4 == 0 { 0.0 } else { 100.0 } + f64::from(n % 7),
            })
            .collect();
        assert_eq!(
            measure_effect(&changes, 30),
            CallingEffect::TooEarly {
                held_back: 25,
                listed: 75
            }
        );
        let CallingEffect::Measured {
            margin, low, high, ..
        } = measure_effect(&changes, 91)
        else {
            panic!("measured")
        };
        assert!(low < 7_500.0 && 7_500.0 < high && (margin - 7_500.0).abs() < 60.0);
    }

    #[test]
    fn rounds_start_with_the_first_day() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(round_of(day("2026-01-05"), day("2026-01-05")), Some(0));
        assert_eq!(round_of(day("2026-04-06"), day("2026-01-05")), Some(1));
        assert_eq!(round_of(day("2026-01-04"), day("2026-01-05")), None);
    }
}
