#![expect(clippy::float_cmp, reason = "rounded figures must be exact to the bit")]

use std::fmt::Write as _;

use super::*;

/// Reference yields of the given series; each is (region, crop, first year, yields).
fn reference_yields(series: &[(&str, &str, i32, Vec<f64>)]) -> ReferenceYields {
    let mut csv = String::from("region,crop,year,yield_bu_ac,source\n");
    for (region, crop, first, yields) in series {
        for (year, bushels) in (*first..).zip(yields) {
            writeln!(csv, "{region},{crop},{year},{bushels},test").unwrap();
        }
    }
    ReferenceYields::from_csv(&csv).unwrap()
}

fn new_planting(state: Option<&str>, crop: Crop, acres: f64) -> Planting {
    Planting {
        state: state.map(str::to_owned),
        crop,
        acres,
    }
}

fn linear_yields(years: i32) -> Vec<f64> {
    (0..years)
        .map(|year| 100.0 + 2.0 * f64::from(year))
        .collect()
}

/// Alternates by `swing` bu/ac around 100, up in even years.
fn alternating_yields(years: i32, swing: f64) -> Vec<f64> {
    (0..years)
        .map(|year| {
            if year % 2 == 0 {
                100.0 + swing
            } else {
                100.0 - swing
            }
        })
        .collect()
}

#[test]
fn forecasts_straight_line_with_full_confidence() {
    let yields = reference_yields(&[
        ("US", "corn", 1990, linear_yields(36)),
        ("Iowa", "corn", 1990, linear_yields(36)),
    ]);
    let report =
        build_yield_report(&[new_planting(Some("ia"), Crop::Corn, 500.0)], &yields).unwrap();
    assert_eq!(report.forecast_accuracy, Some(100.0));
    assert_eq!(report.mase, Some(0.0));
    assert_eq!(report.n, 15);
    let [iowa] = report.forecasts.as_slice() else {
        panic!("one row")
    };
    assert_eq!(
        (iowa.crop_type.as_str(), iowa.year, iowa.last_year),
        ("Corn, Iowa", 2026, 2025)
    );
    assert_eq!((iowa.forecasted_yield, iowa.last_yield), (172.0, 170.0));
    assert_eq!((iowa.low_80, iowa.high_80), (Some(172.0), Some(172.0)));
    assert_eq!(
        (iowa.yield_change_percent, iowa.last_year_vs_trend_percent),
        (Some(1.18), Some(0.0))
    );
    assert_eq!((iowa.confidence_level, iowa.n), (Some(100.0), 21));
    assert_eq!(iowa.trend_bu_per_ac_per_year, 2.0);
    assert_eq!(iowa.note, None);
}

#[test]
fn accuracy_and_confidence_follow_from_backtest() {
    // Iowa alternates by 20 % and its flat line is never within 10 %; the national forecast is
    // always exact.
    let yields = reference_yields(&[
        ("US", "corn", 1990, vec![100.0; 36]),
        ("Iowa", "corn", 1990, alternating_yields(36, 20.0)),
    ]);
    let report =
        build_yield_report(&[new_planting(Some("Iowa"), Crop::Corn, 1.0)], &yields).unwrap();
    let record = YieldBacktest::from_harvests(yields.find_series("Iowa", Crop::Corn).unwrap());
    let recent = &record.past_forecasts()[record.past_forecasts().len() - 15..];
    let wmape = recent
        .iter()
        .map(PastYieldForecast::absolute_error)
        .sum::<f64>()
        / recent.iter().map(|origin| origin.actual).sum::<f64>();
    assert_eq!(
        report.forecast_accuracy,
        Some(round2(100.0 * (1.0 - wmape)))
    );
    assert!(report.forecast_accuracy.unwrap() < 85.0);
    // Own hits 0 of 21; the crop's 21 of 42: 100 x (0 + 8 x 0.5) / (21 + 8).
    assert_eq!(report.forecasts[0].confidence_level, Some(13.79));
    assert!(
        report.forecasts[0].low_80.unwrap() < 85.0 && report.forecasts[0].high_80.unwrap() > 115.0
    );
}

#[test]
fn accuracy_is_at_least_zero() {
    let origins = [PastYieldForecast {
        year: 2000,
        actual: 1.0,
        forecast: 50.0,
        usual_change: None,
    }; 5];
    assert_eq!(compute_accuracy(&origins), Some(0.0));
    assert_eq!(compute_scaled_error(&origins), None);
}

#[test]
fn requires_five_past_forecasts_for_accuracy() {
    let four = reference_yields(&[("US", "wheat", 2000, linear_yields(19))]);
    let report = build_yield_report(&[new_planting(None, Crop::Wheat, 10.0)], &four).unwrap();
    assert_eq!(
        (report.forecast_accuracy, report.mase, report.n),
        (None, None, 4)
    );
    let five = reference_yields(&[("US", "wheat", 2000, linear_yields(20))]);
    assert_eq!(
        build_yield_report(&[new_planting(None, Crop::Wheat, 10.0)], &five)
            .unwrap()
            .forecast_accuracy,
        Some(100.0)
    );
}

#[test]
fn requires_fifteen_harvests() {
    let enough = reference_yields(&[("US", "wheat", 2000, linear_yields(15))]);
    let report = build_yield_report(&[new_planting(None, Crop::Wheat, 10.0)], &enough).unwrap();
    assert_eq!(
        (
            report.forecasts[0].confidence_level,
            report.forecasts[0].low_80,
            report.n
        ),
        (None, None, 0)
    );
    let short = reference_yields(&[("US", "wheat", 2000, linear_yields(14))]);
    assert_eq!(
        build_yield_report(&[new_planting(None, Crop::Wheat, 10.0)], &short),
        None
    );
}

#[test]
fn no_plantings_give_no_forecast() {
    let yields = reference_yields(&[("US", "corn", 1990, linear_yields(36))]);
    assert_eq!(build_yield_report(&[], &yields), None);
    assert_eq!(
        build_yield_report(&[new_planting(Some("Iowa"), Crop::Wheat, 10.0)], &yields),
        None
    );
    assert_eq!(
        build_yield_report(
            &[new_planting(None, Crop::Corn, 10.0)],
            &ReferenceYields::default()
        ),
        None
    );
}

#[test]
fn national_series_replaces_states_in_one_row() {
    let yields = reference_yields(&[
        ("US", "corn", 1990, linear_yields(36)),
        ("Iowa", "corn", 1990, linear_yields(36)),
        ("Ohio", "corn", 1990, linear_yields(35)),
        ("Illinois", "corn", 1990, linear_yields(34)),
    ]);
    let plantings = [
        new_planting(Some("Iowa"), Crop::Corn, 700.0),
        new_planting(Some("iowa"), Crop::Corn, 50.0),
        new_planting(Some("OH"), Crop::Corn, 400.0),
        new_planting(Some("Illinois"), Crop::Corn, 300.0),
        new_planting(Some("Texas"), Crop::Corn, 200.0),
        new_planting(Some("Ontario"), Crop::Corn, 20.0),
        new_planting(Some("  "), Crop::Corn, f64::NAN),
        new_planting(None, Crop::Corn, -5.0),
    ];
    let report = build_yield_report(&plantings, &yields).unwrap();
    let rows: Vec<(&str, f64)> = report
        .forecasts
        .iter()
        .map(|row| (row.crop_type.as_str(), row.acres))
        .collect();
    assert_eq!(
        rows,
        [("Corn, United States", 920.0), ("Corn, Iowa", 750.0)]
    );
    assert_eq!(
        report.forecasts[0].note.as_deref(),
        Some(
            "The United States series stands in for Illinois (state figures end in 2023), Ohio \
                (state figures end in 2024), Texas (no state figures), \"Ontario\" (not a state \
                of the US) and customers without a state."
        )
    );
    assert_eq!(report.forecasts[1].note, None);
    assert_eq!(report.n, 30);
}

#[test]
fn state_newer_than_nation_is_not_replaced() {
    let yields = reference_yields(&[
        ("US", "corn", 1990, linear_yields(35)),
        ("Iowa", "corn", 1990, linear_yields(36)),
    ]);
    let report =
        build_yield_report(&[new_planting(Some("Iowa"), Crop::Corn, 1.0)], &yields).unwrap();
    assert_eq!(
        (
            report.forecasts[0].region.as_str(),
            report.forecasts[0].year
        ),
        ("Iowa", 2026)
    );
}

#[test]
fn skips_forecast_after_missing_year() {
    let mut csv = String::from("region,crop,year,yield_bu_ac,source\n");
    for year in (1990..2026).filter(|year| *year != 2020) {
        writeln!(csv, "US,corn,{year},{},test", 100 + year % 7).unwrap();
    }
    let yields = ReferenceYields::from_csv(&csv).unwrap();
    let record = YieldBacktest::from_harvests(yields.find_series("US", Crop::Corn).unwrap());
    let years: Vec<i32> = record
        .past_forecasts()
        .iter()
        .map(|origin| origin.year)
        .collect();
    assert_eq!(
        years,
        (2005..2026)
            .filter(|year| ![2020, 2021].contains(year))
            .collect::<Vec<_>>()
    );
}

#[test]
fn past_forecasts_use_earlier_years_only() {
    let mut yields = alternating_yields(36, 7.0);
    let before = YieldBacktest::from_harvests(
        reference_yields(&[("US", "corn", 1990, yields.clone())])
            .find_series("US", Crop::Corn)
            .unwrap(),
    );
    yields[30] = 900.0;
    let after = YieldBacktest::from_harvests(
        reference_yields(&[("US", "corn", 1990, yields)])
            .find_series("US", Crop::Corn)
            .unwrap(),
    );
    let through = |record: &YieldBacktest, year: i32| {
        record
            .past_forecasts()
            .iter()
            .filter(|origin| origin.year <= year)
            .map(|origin| origin.forecast)
            .collect::<Vec<_>>()
    };
    assert_eq!(through(&before, 2020), through(&after, 2020));
    assert_eq!(
        before.forecast_interval([], 2020, 100.0),
        after.forecast_interval([], 2020, 100.0)
    );
    assert_ne!(before, after);
}

#[test]
fn embedded_series_have_expected_quality() {
    let yields = ReferenceYields::from_embedded().unwrap();
    let plantings: Vec<Planting> = Crop::ALL
        .into_iter()
        .flat_map(|crop| {
            yields.series_for_crop(crop).map(move |(region, _)| {
                new_planting(Some(region).filter(|name| *name != NATION), crop, 1.0)
            })
        })
        .collect();
    let report = build_yield_report(&plantings, yields).unwrap();
    // Theil-Sen over 30 years beats the naive forecast on these series; the bounds allow for
    // revisions of the data.
    assert!(report.mase.unwrap() < 1.0, "{:?}", report.mase);
    assert!(
        (85.0..96.0).contains(&report.forecast_accuracy.unwrap()),
        "{:?}",
        report.forecast_accuracy
    );
    for row in &report.forecasts {
        assert_eq!(row.year, 2026, "{}", row.crop_type);
        assert!(
            row.low_80.unwrap() < row.forecasted_yield
                && row.forecasted_yield < row.high_80.unwrap(),
            "{row:?}"
        );
        assert!(
            (20.0..100.0).contains(&row.confidence_level.unwrap()),
            "{row:?}"
        );
    }
}

#[test]
fn intervals_have_expected_coverage() {
    let yields = ReferenceYields::from_embedded().unwrap();
    let (mut held, mut n) = (0_u32, 0_u32);
    for crop in Crop::ALL {
        let records: Vec<YieldBacktest> = yields
            .series_for_crop(crop)
            .map(|(_, harvests)| YieldBacktest::from_harvests(harvests))
            .collect();
        for (position, own) in records.iter().enumerate() {
            for origin in own
                .past_forecasts()
                .iter()
                .filter(|origin| origin.year >= 2000)
            {
                let others = records
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != position)
                    .map(|(_, record)| record);
                let interval = own
                    .forecast_interval(others, origin.year, origin.forecast)
                    .unwrap();
                held += u32::from((interval.low..=interval.high).contains(&origin.actual));
                n += 1;
            }
        }
    }
    let coverage = f64::from(held) / f64::from(n);
    assert!((0.75..=0.87).contains(&coverage), "{coverage} of {n}");
}
