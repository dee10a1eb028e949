//! The methods and backtests of dashboard, purchasing, crop yield and market figures.

use super::formulas;
use super::wire::{FigureMethod, PastResult, ResultUnit};
use crate::decimal::round2;
use crate::features::crop_yield::forecast::{self, YieldReport};
use crate::features::market::market_overview::{MarketFigures, PriceCard};
use crate::features::market::price_outlook as prices;
use crate::features::purchasing::dashboard_cards::{self, DashboardCards};
use crate::features::purchasing::plan_record::{self, PlanRecord, REPLAYED_WEEKS};
use crate::features::purchasing::purchase_plan;
use crate::features::purchasing::reorder_levels::{self, LevelsBacktest};
use crate::features::supply_prices::price_index::{self, PriceIndex};
use purchase_planning::ReplayResult;

pub(super) fn describe_cards(cards: &DashboardCards) -> FigureMethod {
    FigureMethod {
        name: "Total Spend, Avg Order Value, Delivery Rate, Active Suppliers".to_owned(),
        method: dashboard_cards::METHOD.to_owned(),
        formula: formulas::CARDS.to_owned(),
        rows: cards.lines,
        row_kind: "purchase lines of the last 365 days".to_owned(),
        backtest: Vec::new(),
        note: Some("No backtest: they count purchases and predict nothing".to_owned()),
        insufficient_data_text: "No orders in the year; no promised delivery of the year was \
            due"
        .to_owned(),
    }
}

pub(super) fn describe_recommendations(
    stock_rows: u64,
    record: Option<&LevelsBacktest>,
) -> FigureMethod {
    let results = record.map(stock_level_results).unwrap_or_default();
    FigureMethod {
        name: "Purchase Recommendations".to_owned(),
        method: purchase_plan::METHOD.to_owned(),
        formula: formulas::RECOMMENDATIONS.to_owned(),
        rows: stock_rows,
        row_kind: "stock rows".to_owned(),
        note: results
            .is_empty()
            .then(|| reorder_levels::RECORD_INSUFFICIENT_DATA.to_owned()),
        backtest: results,
        insufficient_data_text: "A row without a reorder point is counted and not judged"
            .to_owned(),
    }
}

/// How the purchase plan would have turned out.
pub(super) fn describe_purchase_plan(stock_rows: u64, record: Option<&PlanRecord>) -> FigureMethod {
    let results = record.map(plan_results).unwrap_or_default();
    FigureMethod {
        name: "Purchase Plan".to_owned(),
        method: purchase_plan::METHOD.to_owned(),
        formula: formulas::PURCHASE_PLAN.to_owned(),
        rows: stock_rows,
        row_kind: "stock rows".to_owned(),
        note: results
            .is_empty()
            .then(|| plan_record::INSUFFICIENT_DATA.to_owned()),
        backtest: results,
        insufficient_data_text: "A row with too few sales, without a price or with a corrected \
            reorder point follows its reorder point, and is not replayed"
            .to_owned(),
    }
}

const MIN_MAX_RULE: &str = "a min/max rule by average sales";
const ACTUAL_ORDERS: &str = "what was actually ordered";

fn plan_results(record: &PlanRecord) -> Vec<PastResult> {
    let (backtest, comparison) = (record.backtest, record.backtest.comparison);
    let (plan, min_max, actual) = (comparison.plan, comparison.min_max, comparison.actual);
    let result_of = |what: &str, value: f64, unit| PastResult {
        made_on: Some(record.first_day),
        currency: (unit == ResultUnit::Money)
            .then(|| record.currency.clone())
            .flatten(),
        ..PastResult::new(what, round2(value), unit, u64::from(plan.row_weeks))
    };
    let period = format!(
        "{REPLAYED_WEEKS} weeks of {} items replayed with the plan",
        backtest.items
    );
    let fill = |result: ReplayResult| 100.0 * (1.0 - result.missing / result.sold);
    let short = |result: ReplayResult| {
        100.0 * f64::from(result.short_row_weeks) / f64::from(result.row_weeks)
    };
    let mut results = vec![
        result_of(&format!("Cost of {period}"), plan.cost(), ResultUnit::Money)
            .with_baseline(round2(min_max.cost()), MIN_MAX_RULE),
        result_of(
            &format!("Cost of the same {period}"),
            plan.cost(),
            ResultUnit::Money,
        )
        .with_baseline(round2(actual.cost()), ACTUAL_ORDERS),
    ];
    // Without sales there is no fill rate.
    if plan.sold > 0.0 && plan.row_weeks > 0 {
        results.extend([
            result_of(
                "Sold units in stock (fill rate)",
                fill(plan),
                ResultUnit::Percent,
            )
            .with_baseline(round2(fill(min_max)), MIN_MAX_RULE),
            result_of(
                "Weeks of an item at a location with a stock-out",
                short(plan),
                ResultUnit::Percent,
            )
            .with_baseline(round2(short(min_max)), MIN_MAX_RULE),
        ]);
    }
    results.extend([
        result_of(
            "Stock left at the end, at cost",
            plan.carry_over,
            ResultUnit::Money,
        )
        .with_baseline(round2(min_max.carry_over), MIN_MAX_RULE),
        result_of(
            "The same stock left at the end",
            plan.carry_over,
            ResultUnit::Money,
        )
        .with_baseline(round2(actual.carry_over), ACTUAL_ORDERS),
    ]);
    results
}

fn stock_level_results(found: &LevelsBacktest) -> Vec<PastResult> {
    let result_of =
        |what: &str, value| PastResult::new(what, value, ResultUnit::Percent, found.cases as u64);
    vec![
        result_of(
            "Reorder points by season of 3, 6, 9 and 12 months ago that covered the sales until an \
            order could have come",
            found.covered_percent,
        )
        .with_baseline(found.target_percent, "the service level of their costs"),
        result_of(
            "Those sales were off from what was expected by",
            found.error_percent,
        )
        .with_baseline(
            found.year_before_error_percent,
            "saying \"as a year before\"",
        ),
    ]
}

pub(super) fn describe_price_index(index: Option<&PriceIndex>) -> FigureMethod {
    FigureMethod {
        name: "Supply Price Index".to_owned(),
        method: price_index::METHOD.to_owned(),
        formula: formulas::PRICE_INDEX.to_owned(),
        rows: index.map_or(0, |index| index.lines),
        row_kind: "purchase lines".to_owned(),
        backtest: Vec::new(),
        note: Some("No backtest: an index measures past prices and predicts nothing".to_owned()),
        insufficient_data_text: price_index::INSUFFICIENT_DATA.to_owned(),
    }
}

pub(super) fn describe_crop_yield(report: Option<&YieldReport>, customers: u64) -> FigureMethod {
    let n = report.map_or(0, |report| report.n as u64);
    let result_of = |what: &str, value: Option<f64>, unit| {
        value.map(|value| PastResult::new(what, value, unit, n))
    };
    let accuracy = result_of(
        "Accuracy of past forecasts, one year ahead",
        report.and_then(|report| report.forecast_accuracy),
        ResultUnit::Percent,
    );
    let error = report.and_then(|report| report.mase);
    let against = result_of("Error of past forecasts", error, ResultUnit::Ratio)
        .map(|result| result.with_baseline(1.0, "saying \"as last year\""));
    let record: Vec<PastResult> = accuracy.into_iter().chain(against).collect();
    let missing = if report.is_none() {
        forecast::NO_FORECAST
    } else {
        forecast::ACCURACY_NOT_MEASURABLE
    };
    FigureMethod {
        name: "Crop Yield Forecast".to_owned(),
        method: forecast::METHOD.to_owned(),
        formula: formulas::CROP_YIELD.to_owned(),
        rows: customers,
        row_kind: "customers with crops".to_owned(),
        note: record.is_empty().then(|| missing.to_owned()),
        backtest: record,
        insufficient_data_text: format!(
            "{}; {}",
            forecast::NO_FORECAST,
            forecast::ACCURACY_NOT_MEASURABLE
        ),
    }
}

pub(super) fn describe_commodities(overview: &MarketFigures) -> FigureMethod {
    let record: Vec<PastResult> = overview.cards.iter().filter_map(call_result).collect();
    FigureMethod {
        name: "Commodity outlook".to_owned(),
        method: prices::METHOD.to_owned(),
        formula: formulas::COMMODITY.to_owned(),
        rows: overview.quotes,
        row_kind: "quotes of the last 12 months".to_owned(),
        note: record.is_empty().then(|| {
            "No label was given often enough to measure how often it came true".to_owned()
        }),
        backtest: record,
        insufficient_data_text: format!(
            "{}; {}; {}",
            prices::INSUFFICIENT_HISTORY,
            prices::QUOTE_UNCHANGED,
            prices::INSUFFICIENT_CALLS
        ),
    }
}

/// How often past calls like the one on the card came true.
fn call_result(card: &PriceCard) -> Option<PastResult> {
    let record = card
        .outlook
        .record
        .filter(prices::CallRecord::is_measurable)?;
    let what = format!(
        "{}: past {} calls on {} that came true",
        card.commodity,
        card.outlook.label,
        card.commodity.kind()
    );
    let result = PastResult::new(
        &what,
        record.hit_rate?,
        ResultUnit::Percent,
        record.calls as u64,
    );
    Some(match record.base_rate {
        Some(base) => result.with_baseline(base, "any month"),
        None => result,
    })
}
