//! The crop yield panel, from the embedded records and the customers' acres.

use super::amounts::{float_percent_change, round_to_hundredths, scaled_to_f64, usize_to_f64};
use super::dataset::Dataset;
use super::figure::Figures;
use super::settings::OrgSettings;
use std::collections::{BTreeMap, BTreeSet};

const CROP_YIELDS_CSV: &str = include_str!("../../../api/data/crop_yields.csv");
/// `AL Alabama, AK Alaska, ...`
const STATES: &str = "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT \
    Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA \
    Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN \
    Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ \
    New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK \
    Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN \
    Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI \
    Wisconsin,WY Wyoming";

/// Year and bushels per acre, oldest first.
type YieldSeries = Vec<(i32, f64)>;

/// A past year with its forecast from the years before.
#[derive(Clone, Copy)]
struct PastForecast {
    year: i32,
    actual: f64,
    forecast: f64,
    /// Mean year-on-year change before it.
    usual_change: Option<f64>,
}

pub(super) fn report_yields(dataset: &Dataset, settings: &OrgSettings, figures: &mut Figures) {
    let records = yield_records(settings);
    let (acres, growers) = planted_acres(dataset, &records);
    figures.push_exact("Crop yields: customers with crops", growers);
    let mut recent: Vec<PastForecast> = Vec::new();
    let mut rows = 0_usize;
    for ((crop, region), acres) in &acres {
        let Some(harvests) = records.get(&(*crop, *region)) else {
            continue;
        };
        let Some((last_year, last)) = harvests.last().copied() else {
            continue;
        };
        let Some(forecast) = forecast_yield(harvests, last_year + 1) else {
            continue;
        };
        rows += 1;
        let pasts: BTreeMap<&str, Vec<PastForecast>> = records
            .iter()
            .filter(|((of, _), _)| of == crop)
            .map(|((_, region), harvests)| (*region, past_forecasts(harvests)))
            .collect();
        let own = pasts.get(region).cloned().unwrap_or_default();
        let all: Vec<PastForecast> = pasts.values().flatten().copied().collect();
        let hits = |past: &[PastForecast]| {
            usize_to_f64(
                past.iter()
                    .filter(|past| (past.actual - past.forecast).abs() <= 0.1 * past.actual)
                    .count(),
            )
        };
        let confidence = 100.0 * (hits(&own) + 8.0 * hits(&all) / usize_to_f64(all.len()))
            / (usize_to_f64(own.len()) + 8.0);
        let interval = forecast_interval(&pasts, region, last_year + 1, forecast);
        let shown = if *region == "US" {
            "United States"
        } else {
            region
        };
        let name = |what: &str| format!("Crop yields: {crop}, {shown}, {what}");
        figures.push_estimate(name("forecasted yield"), round_to_hundredths(forecast));
        figures.push_estimate(name("change in %"), float_percent_change(forecast, last));
        figures.push_exact(name("harvest"), i64::from(last_year + 1));
        figures.push_estimate(
            name("confidence"),
            (!all.is_empty()).then(|| round_to_hundredths(confidence)),
        );
        figures.push_estimate(
            name("low"),
            interval.map(|(low, _)| round_to_hundredths(low)),
        );
        figures.push_estimate(
            name("high"),
            interval.map(|(_, high)| round_to_hundredths(high)),
        );
        figures.push_estimate(name("acres"), round_to_hundredths(*acres));
        recent.extend(own.iter().rev().take(15));
    }
    figures.push_exact("Crop yields: rows", rows);
    report_accuracy(&recent, figures);
}

fn report_accuracy(recent: &[PastForecast], figures: &mut Figures) {
    let (errors, actual) = recent.iter().fold((0.0, 0.0), |(errors, actual), past| {
        (
            errors + (past.actual - past.forecast).abs(),
            actual + past.actual,
        )
    });
    let measurable = recent.len() >= 5;
    figures.push_estimate(
        "Crop yields: Forecast Accuracy",
        measurable.then(|| round_to_hundredths((100.0 * (1.0 - errors / actual)).max(0.0))),
    );
    let scaled: Vec<f64> = recent
        .iter()
        .filter_map(|past| Some((past.actual - past.forecast).abs() / past.usual_change?))
        .collect();
    figures.push_estimate(
        "Crop yields: MASE",
        (measurable && !scaled.is_empty())
            .then(|| round_to_hundredths(scaled.iter().sum::<f64>() / usize_to_f64(scaled.len()))),
    );
}

/// Acres by crop and region of the series to use, and the number of customers with crops.
fn planted_acres(
    dataset: &Dataset,
    records: &BTreeMap<(&str, &str), YieldSeries>,
) -> (BTreeMap<(&'static str, &'static str), f64>, usize) {
    let mut acres: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    let mut growers = 0_usize;
    for customer in dataset.customers.values() {
        growers += usize::from(!customer.crops.is_empty());
        for crop in &customer.crops {
            let newest = |region: &str| {
                records
                    .get(&(crop.as_str(), region))
                    .and_then(|harvests| harvests.last())
                    .map(|(year, _)| *year)
            };
            let own = customer
                .state
                .as_deref()
                .and_then(state_name)
                .filter(|state| newest(state).is_some() && newest(state) >= newest("US"));
            let Some(crop) = ["corn", "soybeans", "wheat"]
                .into_iter()
                .find(|known| known == crop)
            else {
                continue;
            };
            *acres.entry((crop, own.unwrap_or("US"))).or_default() +=
                scaled_to_f64(customer.acres) / usize_to_f64(customer.crops.len());
        }
    }
    (acres, growers)
}

/// By crop and region.
fn yield_records(settings: &OrgSettings) -> BTreeMap<(&str, &str), YieldSeries> {
    let mut records: BTreeMap<(&str, &str), YieldSeries> = BTreeMap::new();
    for line in CROP_YIELDS_CSV.lines().skip(1) {
        let mut cells = line.split(',');
        let (Some(region), Some(crop), Some(year), Some(bushels)) =
            (cells.next(), cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        if let (Ok(year), Ok(bushels)) = (year.parse(), bushels.parse()) {
            records
                .entry((crop, state_name(region).unwrap_or(region)))
                .or_default()
                .push((year, bushels));
        }
    }
    let carried: BTreeSet<(&str, &str)> = records.keys().copied().collect();
    for learned in &settings.yields {
        let harvests = records.entry((&learned.crop, &learned.region)).or_default();
        harvests.retain(|(year, _)| *year != learned.year);
        harvests.push((learned.year, scaled_to_f64(learned.bushels)));
    }
    for harvests in records.values_mut() {
        harvests.sort_by_key(|(year, _)| *year);
        keep_longest_run(harvests);
    }
    records.retain(|key, harvests| carried.contains(key) || harvests.len() >= 30);
    records
}

/// Keeps the longest run of consecutive years, the later one if equal.
fn keep_longest_run(harvests: &mut YieldSeries) {
    let starts = |index: usize| {
        index == 0
            || harvests
                .get(index - 1)
                .zip(harvests.get(index))
                .is_some_and(|(before, here)| before.0 + 1 != here.0)
    };
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for index in 0..harvests.len() {
        match runs.last_mut() {
            Some((_, end)) if !starts(index) => *end = index + 1,
            _ => runs.push((index, index + 1)),
        }
    }
    if let Some((start, end)) = runs.into_iter().max_by_key(|(start, end)| end - start) {
        harvests.truncate(end);
        harvests.drain(..start);
    }
}

fn state_name(text: &str) -> Option<&'static str> {
    let mut states = STATES.split(',').filter_map(|state| state.split_once(' '));
    let text = text.trim();
    states
        .find(|(code, name)| text.eq_ignore_ascii_case(code) || text.eq_ignore_ascii_case(name))
        .map(|(_, name)| name)
}

fn median_of(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (low, high) = (
        values.get(values.len().checked_sub(1)? / 2)?,
        values.get(values.len() / 2)?,
    );
    Some(f64::midpoint(*low, *high))
}

/// Theil-Sen: median of all slopes between two years, through the median height, over the up to 30
/// years before `year`.
fn forecast_yield(harvests: &YieldSeries, year: i32) -> Option<f64> {
    let seen: Vec<(f64, f64)> = harvests
        .iter()
        .filter(|(known, _)| (year - 30..year).contains(known))
        .map(|(known, bushels)| (f64::from(*known), *bushels))
        .collect();
    if seen.len() < 15 {
        return None;
    }
    let pairs = seen.iter().enumerate().flat_map(|(index, first)| {
        seen.iter()
            .skip(index + 1)
            .map(move |second| (second.1 - first.1) / (second.0 - first.0))
    });
    let slope = median_of(&mut pairs.collect::<Vec<f64>>())?;
    let height = median_of(
        &mut seen
            .iter()
            .map(|(year, bushels)| bushels - slope * year)
            .collect::<Vec<f64>>(),
    )?;
    Some(height + slope * f64::from(year)).filter(|bushels| *bushels > 0.0)
}

fn past_forecasts(harvests: &YieldSeries) -> Vec<PastForecast> {
    let mut changes: Vec<f64> = Vec::new();
    let mut past = Vec::new();
    for ((before, then), (year, actual)) in harvests.iter().zip(harvests.iter().skip(1)) {
        if before + 1 != *year {
            continue;
        }
        if let Some(forecast) = forecast_yield(harvests, *year) {
            let usual_change = changes.iter().sum::<f64>() / usize_to_f64(changes.len());
            past.push(PastForecast {
                year: *year,
                actual: *actual,
                forecast,
                usual_change: Some(usual_change).filter(|usual_change| *usual_change > 0.0),
            });
        }
        changes.push((actual - then).abs());
    }
    past
}

/// The forecast plus the 90 % quantile of past relative errors on either side, over 30 years, with
/// own errors weighted five times and the coming error included.
fn forecast_interval(
    pasts: &BTreeMap<&str, Vec<PastForecast>>,
    region: &str,
    year: i32,
    forecast: f64,
) -> Option<(f64, f64)> {
    let mut errors: Vec<(f64, f64)> = Vec::new();
    for (name, past) in pasts {
        let weight = if *name == region { 5.0 } else { 1.0 };
        let recent = past
            .iter()
            .filter(|past| (year - 30..year).contains(&past.year));
        errors.extend(recent.map(|past| ((past.actual - past.forecast) / past.forecast, weight)));
    }
    if errors.len() + 1 < 10 {
        return None;
    }
    errors.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mass = 0.9 * (errors.iter().map(|(_, weight)| weight).sum::<f64>() + 1.0);
    let reached = |mut errors: Box<dyn Iterator<Item = &(f64, f64)> + '_>| {
        let mut sum = 0.0;
        errors.by_ref().find_map(|(error, weight)| {
            sum += weight;
            (sum >= mass * (1.0 - 1e-12)).then_some(*error)
        })
    };
    let (above, below) = (
        reached(Box::new(errors.iter()))?,
        reached(Box::new(errors.iter().rev()))?,
    );
    Some((forecast * (1.0 + below), forecast * (1.0 + above)))
}
