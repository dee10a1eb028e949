use super::*;
use crate::features::market::quote::tests::day;

/// A stretch from January 2000 on whose logarithm changes by `changes`.
fn stretch(changes: impl IntoIterator<Item = f64>) -> Stretch {
    let means = std::iter::once(0.0)
        .chain(changes)
        .scan(1.5, |log: &mut f64, change| {
            *log += change;
            Some(log.exp())
        });
    Stretch {
        first: Month::parse("2000-01").unwrap(),
        means: means.collect(),
        carried: Vec::new(),
    }
}

/// The first day after the last month of a stretch.
fn day_after(stretch: &Stretch) -> NaiveDate {
    let month = stretch.last().succ();
    NaiveDate::from_ymd_opt(month.year(), month.number(), 1).unwrap()
}

/// Uniform in -1 to 1, the same for the same seed.
fn noise(seed: u64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(seed), |state| {
        Some(
            state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407),
        )
    })
    .skip(1)
    .map(|state| f64::from(u32::try_from(state >> 33).unwrap()) / f64::from(1_u32 << 30) - 1.0)
}

/// Changes that swing slowly enough to be foreseen.
fn waves(months: i32) -> impl Iterator<Item = f64> {
    (0..months).map(|month| 0.03 * (std::f64::consts::TAU * f64::from(month) / 41.0).sin())
}

fn alone(commodity: Commodity, stretch: Stretch) -> Outlook {
    let as_of = day_after(&stretch);
    let stretches = [stretch];
    outlook(commodity, &stretches, &Record::of(&stretches), as_of)
}

#[test]
fn a_call_that_its_past_bears_out_is_made() {
    // 41 months a wave: month 256 lies amid a rise, month 276 amid a fall.
    let rising = alone(Commodity::Corn, stretch(waves(256)));
    assert_eq!(
        (rising.label, rising.note.as_deref(), rising.trend),
        (Label::Bullish, None, Trend::Rising)
    );
    let record = rising.record.unwrap();
    assert!(
        record.hit_rate.unwrap() > 80.0 && record.base_rate.unwrap() < 60.0 && record.calls > 50,
        "{record:?}"
    );
    let forecast = rising.forecast.unwrap();
    assert_eq!(
        (forecast.origin.to_string(), forecast.target.to_string()),
        ("2021-05".to_owned(), "2021-08".to_owned())
    );
    assert!(
        forecast.now < forecast.price
            && forecast.low_80 < forecast.price
            && forecast.price < forecast.high_80,
        "{forecast:?}"
    );
    let falling = alone(Commodity::Fertilizer, stretch(waves(276)));
    assert_eq!(
        (falling.label, falling.trend),
        (Label::Bearish, Trend::Falling)
    );
    assert!(falling.forecast.unwrap().price < falling.forecast.unwrap().now);
}

#[test]
fn a_call_without_skill_is_neutral_and_says_so() {
    let past = CallRecord {
        hit_rate: Some(49.0),
        base_rate: Some(47.1),
        calls: 80,
        quarters: 40,
        sure_rate: Some(40.0),
    };
    let (label, note) = judged(Label::Bearish, Commodity::Wheat, &past);
    assert_eq!(label, Label::Neutral);
    assert_eq!(
        note.unwrap(),
        "No call (past Bearish calls on grains came true 49 % of the time, 80 calls; without any \
            call it was 47.1 %)"
    );
    let few = CallRecord {
        hit_rate: Some(100.0),
        base_rate: Some(50.0),
        calls: 9,
        quarters: 4,
        sure_rate: Some(71.0),
    };
    assert_eq!(
        judged(Label::Bullish, Commodity::Fertilizer, &few),
        (Label::Neutral, Some(FEW_CALLS.to_owned()))
    );
    let skilled = CallRecord { quarters: 5, ..few };
    assert_eq!(
        judged(Label::Bullish, Commodity::Fertilizer, &skilled),
        (Label::Bullish, None)
    );
    assert_eq!(
        judged(Label::Neutral, Commodity::Corn, &CallRecord::default()),
        (Label::Neutral, None)
    );
}

#[test]
fn a_record_is_told_once_it_can_be_measured() {
    let few = CallRecord {
        hit_rate: Some(100.0),
        base_rate: Some(50.0),
        calls: 6,
        quarters: 4,
        sure_rate: Some(71.0),
    };
    let enough = CallRecord { quarters: 5, ..few };
    assert_eq!(
        few.words(),
        "Hit rate not yet measurable (6 past calls in 4 quarters, needs 5)"
    );
    assert_eq!(
        enough.words(),
        "100 % of 6 past calls came true (50 % would have by chance)"
    );
    let shown = |record| {
        Outlook {
            record: Some(record),
            ..Outlook::silent("", Trend::Stable, 40, Vec::new())
        }
        .hit_rate()
    };
    assert_eq!(
        (shown(few), shown(enough), shown(CallRecord::default())),
        (None, Some(100.0), None)
    );
}

#[test]
fn the_record_of_a_kind_judges_each_of_its_commodities() {
    let wave = stretch(waves(251));
    let mirror = Stretch {
        means: wave.means.iter().map(|mean| 1.0 / mean).collect(),
        ..wave.clone()
    };
    let as_of = day_after(&wave);
    let both = Record::of([&wave, &mirror]);
    assert_eq!(
        both.origins().len(),
        2 * Record::of([&wave]).origins().len()
    );
    assert_eq!(
        outlook(Commodity::Corn, std::slice::from_ref(&mirror), &both, as_of).label,
        Label::Bearish
    );
    // Judged by nobody's past there is no call.
    let unjudged = outlook(Commodity::Corn, &[wave], &Record::default(), as_of);
    assert_eq!(
        (unjudged.label, unjudged.note.as_deref()),
        (Label::Neutral, Some(FEW_CALLS))
    );
}

#[test]
fn noise_rarely_looks_like_skill() {
    let mut skilled = 0;
    for seed in 1..21 {
        let record = Record::of([&stretch(noise(seed).take(300).map(|change| 0.05 * change))]);
        skilled += [Label::Bullish, Label::Bearish]
            .into_iter()
            .filter(|label| record.calls(*label).has_skill())
            .count();
        let neutral = record.calls(Label::Neutral);
        assert!(
            (50.0..85.0).contains(&neutral.hit_rate.unwrap()),
            "{seed} {neutral:?}"
        );
    }
    assert!(skilled <= 4, "{skilled} of 40");
}

#[test]
fn a_quote_that_does_not_move_gives_no_signal() {
    let mut stuck = stretch(waves(251));
    let last = stuck.means[245];
    stuck.means[246..].fill(last);
    let silent = alone(Commodity::Fertilizer, stuck.clone());
    assert_eq!(
        (
            silent.label,
            silent.note.as_deref(),
            silent.forecast,
            silent.record
        ),
        (Label::Neutral, Some(UNCHANGED), None, None)
    );
    // Its forecasts are measured all the same.
    let record = Record::of([&stuck]);
    assert_eq!(
        record.origins().last().unwrap().forecast.origin,
        stuck.last()
    );
    stuck.means[246] = last * 1.001;
    assert_ne!(
        alone(Commodity::Fertilizer, stuck).note.as_deref(),
        Some(UNCHANGED)
    );
    let never = alone(Commodity::Fertilizer, stretch([0.0; 60]));
    assert_eq!(
        (never.note.as_deref(), never.trend),
        (Some(UNCHANGED), Trend::Stable)
    );
    assert_eq!(Record::of([&stretch([0.0; 60])]), Record::default());
}

#[test]
fn thirty_six_months_are_needed() {
    let short = alone(Commodity::Corn, stretch(waves(34)));
    assert_eq!(
        (
            short.months,
            short.label,
            short.note.as_deref(),
            short.forecast
        ),
        (35, Label::Neutral, Some(TOO_LITTLE), None)
    );
    let enough = alone(Commodity::Corn, stretch(waves(35)));
    assert!(enough.forecast.is_some());
    assert_eq!((enough.months, enough.label), (36, Label::Neutral));
    assert_eq!(
        alone(Commodity::Corn, stretch([])).note.as_deref(),
        Some(TOO_LITTLE)
    );
    assert_eq!(
        outlook(Commodity::Corn, &[], &Record::default(), day("2026-01-01"))
            .note
            .as_deref(),
        Some(TOO_LITTLE)
    );
}

#[test]
fn a_market_that_fell_silent_is_not_forecast() {
    let months = stretch(waves(251));
    let record = Record::of([&months]);
    let silent = outlook(Commodity::Corn, &[months], &record, day("2021-04-01"));
    assert_eq!(
        silent.note.as_deref(),
        Some("No forecast (no whole month of quotes since 2020-12)")
    );
    assert_eq!(
        (silent.label, silent.months, silent.forecast),
        (Label::Neutral, 0, None)
    );
}

#[test]
fn months_without_quotes_are_reported() {
    let mut months = stretch(waves(60));
    months.carried = vec![Month::parse("2004-12").unwrap()];
    assert_eq!(
        alone(Commodity::Corn, months.clone()).carried,
        months.carried
    );
}

#[test]
fn a_past_forecast_sees_earlier_months_only() {
    let mut months = stretch(noise(3).take(120).map(|change| 0.05 * change));
    let before = Record::of([&months]);
    months.means[100] *= 3.0;
    let after = Record::of([&months]);
    let known = |record: &Record| {
        record
            .origins()
            .iter()
            .take(100 - 35)
            .map(|origin| origin.forecast)
            .collect::<Vec<_>>()
    };
    assert_eq!(known(&before), known(&after));
    assert_eq!(known(&before).last().unwrap().origin, months.month(99));
    assert_ne!(before, after);
    assert_eq!(
        forecast_at(&months, 90),
        Some(after.origins()[90 - 35].forecast)
    );
    assert_eq!(forecast_at(&months, 34), None);
    assert_eq!(forecast_at(&months, 500), None);
}

#[test]
fn eighty_percent_intervals_hold_about_eighty_percent_of_the_time() {
    let (mut held, mut n) = (0_u32, 0_u32);
    for seed in 1..5 {
        let mut last = 0.0;
        let changes = noise(seed).take(400).map(|shock| {
            last = 0.3 * last + 0.04 * shock;
            last
        });
        for origin in Record::of([&stretch(changes)]).origins() {
            let Some(actual) = origin.actual else {
                continue;
            };
            held += u32::from((origin.forecast.low_80..=origin.forecast.high_80).contains(&actual));
            n += 1;
            assert!((0.30..=0.80).contains(&origin.forecast.p_up));
        }
    }
    let coverage = f64::from(held) / f64::from(n);
    assert!((0.75..=0.87).contains(&coverage), "{coverage} of {n}");
}

#[test]
fn wild_prices_are_survived() {
    let means = [1e-4, 9.9e11].repeat(30);
    let wild = alone(
        Commodity::Wheat,
        Stretch {
            first: Month::parse("2000-01").unwrap(),
            means,
            carried: Vec::new(),
        },
    );
    if let Some(forecast) = wild.forecast {
        assert!(
            forecast.price.is_finite() && forecast.low_80 > 0.0 && forecast.high_80.is_finite(),
            "{forecast:?}"
        );
    }
}
