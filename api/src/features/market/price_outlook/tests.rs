use super::*;
use crate::features::market::quote::tests::parse_date;

/// A run from January 2000 on whose log changes are `changes`.
fn run_from_changes(changes: impl IntoIterator<Item = f64>) -> PriceRun {
    let means = std::iter::once(0.0)
        .chain(changes)
        .scan(1.5, |log: &mut f64, change| {
            *log += change;
            Some(log.exp())
        });
    PriceRun {
        first: Month::parse("2000-01").unwrap(),
        means: means.collect(),
        carried: Vec::new(),
    }
}

/// The day after the last month of a run.
fn day_after(run: &PriceRun) -> NaiveDate {
    let month = run.last_month().next_month();
    NaiveDate::from_ymd_opt(month.year(), month.month_number(), 1).unwrap()
}

/// Uniform in -1 to 1, deterministic per seed.
fn noise_changes(seed: u64) -> impl Iterator<Item = f64> {
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

/// Changes with a slow, predictable cycle.
fn seasonal_changes(months: i32) -> impl Iterator<Item = f64> {
    (0..months).map(|month| 0.03 * (std::f64::consts::TAU * f64::from(month) / 41.0).sin())
}

fn outlook_of_one(commodity: Commodity, run: PriceRun) -> PriceOutlook {
    let as_of = day_after(&run);
    let stretches = [run];
    assess_price_outlook(
        commodity,
        &stretches,
        &PriceBacktest::from_runs(&stretches),
        as_of,
    )
}

#[test]
fn makes_call_with_skill() {
    // A cycle takes 41 months: month 256 is in a rise, month 276 in a fall.
    let rising = outlook_of_one(Commodity::Corn, run_from_changes(seasonal_changes(256)));
    assert_eq!(
        (rising.label, rising.note.as_deref(), rising.trend),
        (CallDirection::Bullish, None, PriceTrend::Rising)
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
    let falling = outlook_of_one(
        Commodity::Fertilizer,
        run_from_changes(seasonal_changes(276)),
    );
    assert_eq!(
        (falling.label, falling.trend),
        (CallDirection::Bearish, PriceTrend::Falling)
    );
    assert!(falling.forecast.unwrap().price < falling.forecast.unwrap().now);
}

#[test]
fn call_without_skill_is_neutral_with_note() {
    let past = CallRecord {
        hit_rate: Some(49.0),
        base_rate: Some(47.1),
        calls: 80,
        quarters: 40,
        sure_rate: Some(40.0),
    };
    let (label, note) = choose_call(CallDirection::Bearish, Commodity::Wheat, &past);
    assert_eq!(label, CallDirection::Neutral);
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
        choose_call(CallDirection::Bullish, Commodity::Fertilizer, &few),
        (CallDirection::Neutral, Some(INSUFFICIENT_CALLS.to_owned()))
    );
    let skilled = CallRecord { quarters: 5, ..few };
    assert_eq!(
        choose_call(CallDirection::Bullish, Commodity::Fertilizer, &skilled),
        (CallDirection::Bullish, None)
    );
    assert_eq!(
        choose_call(
            CallDirection::Neutral,
            Commodity::Corn,
            &CallRecord::default()
        ),
        (CallDirection::Neutral, None)
    );
}

#[test]
fn reports_record_once_measurable() {
    let few = CallRecord {
        hit_rate: Some(100.0),
        base_rate: Some(50.0),
        calls: 6,
        quarters: 4,
        sure_rate: Some(71.0),
    };
    let enough = CallRecord { quarters: 5, ..few };
    assert_eq!(
        few.to_text(),
        "Hit rate not yet measurable (6 past calls in 4 quarters, needs 5)"
    );
    assert_eq!(
        enough.to_text(),
        "100 % of 6 past calls came true (50 % would have by chance)"
    );
    let outlook = |record| {
        PriceOutlook {
            record: Some(record),
            ..PriceOutlook::without_call("", PriceTrend::Stable, 40, Vec::new())
        }
        .hit_rate()
    };
    assert_eq!(
        (
            outlook(few),
            outlook(enough),
            outlook(CallRecord::default())
        ),
        (None, Some(100.0), None)
    );
}

#[test]
fn record_of_kind_applies_to_its_commodities() {
    let wave = run_from_changes(seasonal_changes(251));
    let mirror = PriceRun {
        means: wave.means.iter().map(|mean| 1.0 / mean).collect(),
        ..wave.clone()
    };
    let as_of = day_after(&wave);
    let both = PriceBacktest::from_runs([&wave, &mirror]);
    assert_eq!(
        both.past_forecasts().len(),
        2 * PriceBacktest::from_runs([&wave]).past_forecasts().len()
    );
    assert_eq!(
        assess_price_outlook(Commodity::Corn, std::slice::from_ref(&mirror), &both, as_of).label,
        CallDirection::Bearish
    );
    // Without a backtest there is no call.
    let unjudged = assess_price_outlook(Commodity::Corn, &[wave], &PriceBacktest::default(), as_of);
    assert_eq!(
        (unjudged.label, unjudged.note.as_deref()),
        (CallDirection::Neutral, Some(INSUFFICIENT_CALLS))
    );
}

#[test]
fn noise_rarely_shows_skill() {
    let mut skilled = 0;
    for seed in 1..21 {
        let record = PriceBacktest::from_runs([&run_from_changes(
            noise_changes(seed).take(300).map(|change| 0.05 * change),
        )]);
        skilled += [CallDirection::Bullish, CallDirection::Bearish]
            .into_iter()
            .filter(|label| record.call_record(*label).has_skill())
            .count();
        let neutral = record.call_record(CallDirection::Neutral);
        assert!(
            (50.0..85.0).contains(&neutral.hit_rate.unwrap()),
            "{seed} {neutral:?}"
        );
    }
    assert!(skilled <= 4, "{skilled} of 40");
}

#[test]
fn unchanged_quote_gives_no_signal() {
    let mut stuck = run_from_changes(seasonal_changes(251));
    let last = stuck.means[245];
    stuck.means[246..].fill(last);
    let silent = outlook_of_one(Commodity::Fertilizer, stuck.clone());
    assert_eq!(
        (
            silent.label,
            silent.note.as_deref(),
            silent.forecast,
            silent.record
        ),
        (CallDirection::Neutral, Some(QUOTE_UNCHANGED), None, None)
    );
    // Its forecasts are still evaluated.
    let record = PriceBacktest::from_runs([&stuck]);
    assert_eq!(
        record.past_forecasts().last().unwrap().forecast.origin,
        stuck.last_month()
    );
    stuck.means[246] = last * 1.001;
    assert_ne!(
        outlook_of_one(Commodity::Fertilizer, stuck).note.as_deref(),
        Some(QUOTE_UNCHANGED)
    );
    let never = outlook_of_one(Commodity::Fertilizer, run_from_changes([0.0; 60]));
    assert_eq!(
        (never.note.as_deref(), never.trend),
        (Some(QUOTE_UNCHANGED), PriceTrend::Stable)
    );
    assert_eq!(
        PriceBacktest::from_runs([&run_from_changes([0.0; 60])]),
        PriceBacktest::default()
    );
}

#[test]
fn requires_36_months() {
    let short = outlook_of_one(Commodity::Corn, run_from_changes(seasonal_changes(34)));
    assert_eq!(
        (
            short.months,
            short.label,
            short.note.as_deref(),
            short.forecast
        ),
        (35, CallDirection::Neutral, Some(INSUFFICIENT_HISTORY), None)
    );
    let enough = outlook_of_one(Commodity::Corn, run_from_changes(seasonal_changes(35)));
    assert!(enough.forecast.is_some());
    assert_eq!((enough.months, enough.label), (36, CallDirection::Neutral));
    assert_eq!(
        outlook_of_one(Commodity::Corn, run_from_changes([]))
            .note
            .as_deref(),
        Some(INSUFFICIENT_HISTORY)
    );
    assert_eq!(
        assess_price_outlook(
            Commodity::Corn,
            &[],
            &PriceBacktest::default(),
            parse_date("2026-01-01")
        )
        .note
        .as_deref(),
        Some(INSUFFICIENT_HISTORY)
    );
}

#[test]
fn market_without_recent_quotes_has_no_forecast() {
    let months = run_from_changes(seasonal_changes(251));
    let record = PriceBacktest::from_runs([&months]);
    let silent = assess_price_outlook(
        Commodity::Corn,
        &[months],
        &record,
        parse_date("2021-04-01"),
    );
    assert_eq!(
        silent.note.as_deref(),
        Some("No forecast (no whole month of quotes since 2020-12)")
    );
    assert_eq!(
        (silent.label, silent.months, silent.forecast),
        (CallDirection::Neutral, 0, None)
    );
}

#[test]
fn reports_months_without_quotes() {
    let mut months = run_from_changes(seasonal_changes(60));
    months.carried = vec![Month::parse("2004-12").unwrap()];
    assert_eq!(
        outlook_of_one(Commodity::Corn, months.clone()).carried,
        months.carried
    );
}

#[test]
fn past_forecasts_use_earlier_months_only() {
    let mut months = run_from_changes(noise_changes(3).take(120).map(|change| 0.05 * change));
    let before = PriceBacktest::from_runs([&months]);
    months.means[100] *= 3.0;
    let after = PriceBacktest::from_runs([&months]);
    let outcomes = |record: &PriceBacktest| {
        record
            .past_forecasts()
            .iter()
            .take(100 - 35)
            .map(|origin| origin.forecast)
            .collect::<Vec<_>>()
    };
    assert_eq!(outcomes(&before), outcomes(&after));
    assert_eq!(
        outcomes(&before).last().unwrap().origin,
        months.month_at(99)
    );
    assert_ne!(before, after);
    assert_eq!(
        forecast_price_at(&months, 90),
        Some(after.past_forecasts()[90 - 35].forecast)
    );
    assert_eq!(forecast_price_at(&months, 34), None);
    assert_eq!(forecast_price_at(&months, 500), None);
}

#[test]
fn intervals_have_expected_coverage() {
    let (mut held, mut n) = (0_u32, 0_u32);
    for seed in 1..5 {
        let mut last = 0.0;
        let changes = noise_changes(seed).take(400).map(|shock| {
            last = 0.3 * last + 0.04 * shock;
            last
        });
        for origin in PriceBacktest::from_runs([&run_from_changes(changes)]).past_forecasts() {
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
fn handles_extreme_prices() {
    let means = [1e-4, 9.9e11].repeat(30);
    let wild = outlook_of_one(
        Commodity::Wheat,
        PriceRun {
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
