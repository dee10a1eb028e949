use super::*;

/// Levels of consecutive periods from 0; zero is a period without a level.
fn series_of(levels: &[f64]) -> Vec<Level> {
    (0..)
        .zip(levels)
        .filter(|(_, level)| **level > 0.0)
        .map(|(period, level)| Level {
            period,
            ln_level: level.ln(),
            weight: 1.0,
        })
        .collect()
}

fn measure_one(levels: &[f64]) -> Option<(f64, bool)> {
    let at = i32::try_from(levels.len()).unwrap() - 1;
    MatchedChange::measure(&[series_of(levels)], at).map(|change| {
        let percent = (change.relative * 1e4).round() / 100.0;
        (percent, change.is_significant)
    })
}

#[test]
fn compares_newest_level_with_that_three_periods_before() {
    assert_eq!(measure_one(&[]), None);
    assert_eq!(measure_one(&[100.0, 150.0, 200.0]), None);
    assert_eq!(
        measure_one(&[300.0, 300.0, 300.0, 300.0, 300.0, 360.0]),
        Some((20.0, true))
    );
    // The last level before a gap counts.
    assert_eq!(
        measure_one(&[100.0, 100.0, 100.0, 0.0, 0.0, 112.5]),
        Some((12.5, true))
    );
    // Nothing in the last three periods.
    assert_eq!(measure_one(&[100.0, 100.0, 0.0, 0.0, 0.0]), None);
    // A base of more than a year ago.
    let mut gap = vec![100.0];
    gap.extend([0.0; 14]);
    gap.push(120.0);
    assert_eq!(measure_one(&gap), None);
}

#[test]
fn one_percent_is_never_significant() {
    let mut levels = [100.0; 12];
    levels[11] = 100.9;
    assert_eq!(measure_one(&levels), Some((0.9, false)));
    levels[11] = 101.1;
    assert_eq!(measure_one(&levels), Some((1.1, true)));
    levels[11] = 98.9;
    assert_eq!(measure_one(&levels), Some((-1.1, true)));
}

#[test]
fn short_noisy_history_has_no_significant_change() {
    assert_eq!(
        measure_one(&[100.0, 104.0, 99.0, 101.0, 100.0, 160.0]),
        Some((61.62, false))
    );
}

#[test]
fn mix_of_constant_levels_is_no_change() {
    // One series at 100, one at 200; which of them has a level, and its weight, varies.
    let mut random = Random(7);
    for _ in 0..50 {
        let all: Vec<Vec<Level>> = [100.0_f64, 200.0]
            .map(|level| {
                let mut levels = Vec::new();
                for period in 0..40 {
                    if random.next_unit() < 0.6 {
                        levels.push(Level {
                            period,
                            ln_level: level.ln(),
                            weight: 1.0 + 9.0 * random.next_unit(),
                        });
                    }
                }
                levels
            })
            .into();
        for at in 0..40 {
            if let Some(change) = MatchedChange::measure(&all, at) {
                assert!(change.relative.abs() < 1e-12 && !change.is_significant);
            }
        }
    }
}

/// xorshift64, so that every run has the same numbers.
struct Random(u64);

impl Random {
    fn next_unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        f64::from(u32::try_from(self.0 >> 32).unwrap()) / f64::from(u32::MAX)
    }

    fn next_normal(&mut self) -> f64 {
        let (radius, angle) = (self.next_unit().max(1e-12), self.next_unit());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }
}

#[derive(Debug, Clone, Copy)]
enum Noise {
    /// Each level on its own, 5 %.
    Own,
    /// The same for all series of a period, 3 %, and each on its own, 3 %.
    Shared,
    /// One level in five is 10 % lower.
    Discounts,
}

#[derive(Debug, Clone, Copy)]
struct Scenario {
    series: usize,
    /// Chance of a level in a period.
    density: f64,
    periods: i32,
    noise: Noise,
}

impl Scenario {
    /// The last three periods are higher by `step`.
    fn simulate(self, step: f64, random: &mut Random) -> Vec<Vec<Level>> {
        let shared: Vec<f64> = (0..self.periods).map(|_| random.next_normal()).collect();
        (0..self.series)
            .map(|_| {
                let spend = (0.5 * random.next_normal()).exp();
                let mut levels = Vec::new();
                for (period, shared) in (0..self.periods).zip(&shared) {
                    if random.next_unit() >= self.density {
                        continue;
                    }
                    let noise = match self.noise {
                        Noise::Own => 0.05 * random.next_normal(),
                        Noise::Shared => 0.03 * (shared + random.next_normal()),
                        Noise::Discounts if random.next_unit() < 0.2 => 0.9_f64.ln(),
                        Noise::Discounts => 0.0,
                    };
                    let is_new = period >= self.periods - SPAN;
                    levels.push(Level {
                        period,
                        ln_level: noise + if is_new { step.ln_1p() } else { 0.0 },
                        weight: spend * (0.5 * random.next_normal()).exp(),
                    });
                }
                levels
            })
            .collect()
    }

    /// The percentage of simulations with a significant change.
    fn call_rate(self, step: f64, simulations: u32, random: &mut Random) -> f64 {
        let mut calls = 0;
        for _ in 0..simulations {
            let all = self.simulate(step, random);
            let change = MatchedChange::measure(&all, self.periods - 1);
            calls += u32::from(change.is_some_and(|change| change.is_significant));
        }
        100.0 * f64::from(calls) / f64::from(simulations)
    }
}

/// The scenarios of the table in bench/results/2026-11-24-price-trends.md.
fn scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    for periods in [15, 30, 48] {
        for (series, density, noise) in [
            (1, 1.0, Noise::Own),
            (5, 1.0, Noise::Own),
            (20, 1.0, Noise::Own),
            (40, 0.2, Noise::Own),
            (10, 1.0, Noise::Shared),
            (1, 1.0, Noise::Discounts),
            (20, 0.5, Noise::Discounts),
        ] {
            all.push(Scenario {
                series,
                density,
                periods,
                noise,
            });
        }
    }
    all
}

#[test]
fn flat_noisy_series_change_significantly_in_at_most_five_percent() {
    const SIMULATIONS: u32 = 1_000;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for scenario in scenarios() {
        let rate = scenario.call_rate(0.0, SIMULATIONS, &mut random);
        assert!(rate <= 5.0, "{rate} % of {scenario:?}");
    }
}

#[test]
fn finds_real_changes() {
    let mut random = Random(11);
    let scenario_of = |series, density, noise| Scenario {
        series,
        density,
        periods: 30,
        noise,
    };
    for (scenario, step, least) in [
        (scenario_of(20, 1.0, Noise::Own), 0.05, 60.0),
        (scenario_of(20, 1.0, Noise::Own), 0.10, 98.0),
        (scenario_of(40, 0.2, Noise::Own), 0.10, 95.0),
        (scenario_of(5, 1.0, Noise::Own), 0.10, 60.0),
        (scenario_of(10, 1.0, Noise::Shared), 0.20, 80.0),
    ] {
        let rate = scenario.call_rate(step, 200, &mut random);
        assert!(rate >= least, "{rate} % of {scenario:?}");
    }
}

#[test]
#[ignore = "prints the table of bench/results/2026-11-24-price-trends.md"]
#[expect(clippy::print_stdout, reason = "the table is its result")]
fn print_power_table() {
    for scenario in scenarios() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let rates = [0.0, 0.02, 0.05, 0.10, 0.20]
            .map(|step| format!("{:.1}", scenario.call_rate(step, 4_000, &mut random)));
        println!("{scenario:?}: {}", rates.join(" | "));
    }
}
