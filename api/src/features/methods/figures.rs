//! Each figure's entry, from what its own room says of it.

use super::formulas;
use super::wire::{FigureMethod, PastResult, ResultUnit};
use crate::features::crop_yield::forecast::{self, YieldReport};
use crate::features::customers::hindcast::{self, Hindcast};
use crate::features::customers::outlook as next_orders;
use crate::features::market::outlook as prices;
use crate::features::market::overview::{Card, MarketOverview};
use crate::features::purchasing::recommend;
use crate::features::supply_prices::index::{self, PriceIndex};

pub(super) fn recommendations(shelves: usize) -> FigureMethod {
    FigureMethod {
        name: "Purchase Recommendations".to_owned(),
        method: recommend::METHOD.to_owned(),
        formula: formulas::RECOMMENDATIONS.to_owned(),
        rows: shelves as u64,
        rows_are: "stock rows".to_owned(),
        record: Vec::new(),
        note: Some("No record: what would have been sold with other orders on the shelf is not known".to_owned()),
        too_thin: "A row that nothing tells a reorder point of is counted and not judged".to_owned(),
    }
}

pub(super) fn price_index(index: Option<&PriceIndex>) -> FigureMethod {
    FigureMethod {
        name: "Supply Price Index".to_owned(),
        method: index::METHOD.to_owned(),
        formula: formulas::PRICE_INDEX.to_owned(),
        rows: index.map_or(0, |index| index.lines),
        rows_are: "purchase lines".to_owned(),
        record: Vec::new(),
        note: Some("No record: an index measures what was paid and foretells nothing".to_owned()),
        too_thin: index::TOO_THIN.to_owned(),
    }
}

pub(super) fn crop_yield(report: Option<&YieldReport>, customers: u64) -> FigureMethod {
    let n = report.map_or(0, |report| report.n as u64);
    let of = |what: &str, value: Option<f64>, unit| value.map(|value| PastResult::of(what, value, unit, n));
    let accuracy = of("Accuracy of past forecasts, one year ahead", report.and_then(|report| report.forecast_accuracy), ResultUnit::Percent);
    let error = report.and_then(|report| report.mase);
    let against = of("Error of past forecasts", error, ResultUnit::Ratio).map(|result| result.against(1.0, "saying \"as last year\""));
    let record: Vec<PastResult> = accuracy.into_iter().chain(against).collect();
    let missing = if report.is_none() { forecast::NO_FORECAST } else { forecast::ACCURACY_TOO_THIN };
    FigureMethod {
        name: "Crop Yield Forecast".to_owned(),
        method: forecast::METHOD.to_owned(),
        formula: formulas::CROP_YIELD.to_owned(),
        rows: customers,
        rows_are: "customers with crops".to_owned(),
        note: record.is_empty().then(|| missing.to_owned()),
        record,
        too_thin: format!("{}; {}", forecast::NO_FORECAST, forecast::ACCURACY_TOO_THIN),
    }
}

pub(super) fn commodities(overview: &MarketOverview) -> FigureMethod {
    let record: Vec<PastResult> = overview.cards.iter().filter_map(calls).collect();
    FigureMethod {
        name: "Commodity outlook".to_owned(),
        method: prices::METHOD.to_owned(),
        formula: formulas::COMMODITY.to_owned(),
        rows: overview.quotes,
        rows_are: "quotes of the last 12 months".to_owned(),
        note: record.is_empty().then(|| "No label has been given often enough to measure how often it came true".to_owned()),
        record,
        too_thin: format!("{}; {}; {}", prices::TOO_LITTLE, prices::UNCHANGED, prices::FEW_CALLS),
    }
}

/// How often calls like the one on the card came true.
fn calls(card: &Card) -> Option<PastResult> {
    let record = card.outlook.record.filter(prices::CallRecord::is_measurable)?;
    let what = format!("{}: past {} calls on {} that came true", card.commodity, card.outlook.label, card.commodity.kind());
    let result = PastResult::of(&what, record.hit_rate?, ResultUnit::Percent, record.calls as u64);
    Some(match record.base_rate {
        Some(base) => result.against(base, "any month"),
        None => result,
    })
}

pub(super) fn next_orders(lines: u64, record: Option<&Hindcast>) -> FigureMethod {
    let results = record.map(past_predictions).unwrap_or_default();
    FigureMethod {
        name: "Predicted next purchase".to_owned(),
        method: next_orders::METHOD.to_owned(),
        formula: formulas::NEXT_ORDER.to_owned(),
        rows: lines,
        rows_are: "sale lines".to_owned(),
        note: results.is_empty().then(|| hindcast::TOO_THIN.to_owned()),
        record: results,
        too_thin: next_orders::NO_ORDERS.to_owned(),
    }
}

fn past_predictions(found: &Hindcast) -> Vec<PastResult> {
    let (customers, buyers, made) = (found.customers as u64, found.buyers as u64, found.made);
    let share = PastResult::of("Customers expected to order within 30 days", found.expected_percent, ResultUnit::Percent, customers);
    let brier = PastResult::of("Error of each customer's chance (Brier score)", found.brier, ResultUnit::Ratio, customers);
    let days = found.median_days.map(|days| PastResult::of("Half of the predicted days were off by at most", days, ResultUnit::Days, buyers));
    let held = found.held_percent.map(|held| PastResult::of("Next orders within their 80 % window", held, ResultUnit::Percent, buyers));
    let results = [share.against(found.came_percent, "those that did"), brier.against(found.brier_of_share, "giving everybody the share that did")];
    results.into_iter().chain(days).chain(held).map(|result| PastResult { made: Some(made), ..result }).collect()
}
