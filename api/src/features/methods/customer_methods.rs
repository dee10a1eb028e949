//! The methods and backtests of customer figures and purchase windows.

use super::formulas;
use super::wire::{FigureMethod, PastResult, ResultUnit};
use crate::features::customers::average_spend::AverageSpend;
use crate::features::customers::customers_backtest::segments_backtest::{
    self as past_segments, SegmentsBacktest,
};
use crate::features::customers::customers_backtest::spend_backtest::{
    self as past_spend, SpendBacktest,
};
use crate::features::customers::customers_backtest::weekly_needs_backtest::{
    self as past_weeks, WeeklyNeedsBacktest,
};
use crate::features::customers::customers_backtest::{self, NextOrderBacktest};
use crate::features::customers::purchase_windows::{CategoryWindow, PurchaseWindows};
use crate::features::customers::{
    order_outlook, purchase_patterns, purchase_windows, savings, segments, weekly_needs,
};
use crate::features::supply_prices::price_index::PriceIndex;

const SALE_LINES: &str = "sale lines";

pub(super) fn describe_segmentation(lines: u64, record: Option<&SegmentsBacktest>) -> FigureMethod {
    let results: Vec<PastResult> = record.map(segment_results).unwrap_or_default();
    FigureMethod {
        name: "Customer Segmentation".to_owned(),
        method: segments::METHOD.to_owned(),
        formula: formulas::SEGMENTS.to_owned(),
        rows: lines,
        row_kind: SALE_LINES.to_owned(),
        note: results
            .is_empty()
            .then(|| past_segments::INSUFFICIENT_DATA.to_owned()),
        backtest: results,
        insufficient_data_text: order_outlook::NO_ORDERS.to_owned(),
    }
}

fn segment_results(found: &SegmentsBacktest) -> Vec<PastResult> {
    let result_of = |row: &past_segments::SegmentBacktest| {
        let what = format!("{} that have ordered since", row.segment);
        let result = PastResult::new(
            &what,
            row.ordered_percent,
            ResultUnit::Percent,
            row.customers as u64,
        );
        PastResult {
            made_on: Some(found.made_on),
            ..result
        }
        .with_baseline(found.ordered_percent, "all customers")
    };
    found.segments.iter().map(result_of).collect()
}

pub(super) fn describe_weekly_needs(
    lines: u64,
    record: Option<&WeeklyNeedsBacktest>,
) -> FigureMethod {
    let results = record.map(weekly_need_results).unwrap_or_default();
    FigureMethod {
        name: "Predicted Needs Over Time".to_owned(),
        method: weekly_needs::METHOD.to_owned(),
        formula: formulas::NEEDS.to_owned(),
        rows: lines,
        row_kind: SALE_LINES.to_owned(),
        note: results
            .is_empty()
            .then(|| past_weeks::INSUFFICIENT_DATA.to_owned()),
        backtest: results,
        insufficient_data_text: weekly_needs::INSUFFICIENT_DATA.to_owned(),
    }
}

fn weekly_need_results(found: &WeeklyNeedsBacktest) -> Vec<PastResult> {
    let result_of = |what: &str, value| PastResult {
        made_on: Some(found.made_on),
        ..PastResult::new(what, value, ResultUnit::Percent, found.weeks as u64)
    };
    let off = result_of(
        "The orders of 13 weeks were off, week by week, by",
        found.error_percent,
    );
    let off = match found.year_before_error_percent {
        Some(year_before) => {
            off.with_baseline(year_before, "saying \"as in the same week a year before\"")
        }
        None => off,
    };
    let held = found
        .coverage_percent
        .map(|held| result_of("Weeks within their 80 % range", held));
    [off].into_iter().chain(held).collect()
}

pub(super) fn describe_purchase_windows(
    prices: Option<&PriceIndex>,
    found: Option<&PurchaseWindows>,
) -> FigureMethod {
    let record: Vec<PastResult> = found
        .map(|windows| {
            windows
                .categories
                .iter()
                .filter_map(window_result)
                .collect()
        })
        .unwrap_or_default();
    let none = if found.is_none() {
        purchase_windows::INSUFFICIENT_DATA
    } else {
        purchase_windows::NO_WINDOW
    };
    FigureMethod {
        name: "Optimal Purchase Windows".to_owned(),
        method: purchase_windows::METHOD.to_owned(),
        formula: formulas::WINDOWS.to_owned(),
        rows: prices.map_or(0, |index| index.lines),
        row_kind: "purchase lines".to_owned(),
        note: record.is_empty().then(|| none.to_owned()),
        backtest: record,
        insufficient_data_text: format!(
            "{}; {}",
            purchase_windows::INSUFFICIENT_DATA,
            purchase_windows::NO_WINDOW
        ),
    }
}

/// In how many past years the best month was cheaper than the peak.
fn window_result(row: &CategoryWindow) -> Option<PastResult> {
    let best = row.best.as_ref().filter(|best| best.years > 0)?;
    #[expect(clippy::cast_precision_loss, reason = "years")]
    let percent = 100.0 * best.years_cheaper as f64 / best.years as f64;
    let what = format!(
        "Past years in which {} was cheaper in {} than at the peak in {}",
        row.category,
        best.terms.month.name(),
        row.peak.name()
    );
    Some(PastResult::new(
        &what,
        crate::decimal::round2(percent),
        ResultUnit::Percent,
        best.years as u64,
    ))
}

pub(super) fn describe_potential_savings(lines: u64) -> FigureMethod {
    FigureMethod {
        name: "Potential Savings".to_owned(),
        method: savings::METHOD.to_owned(),
        formula: formulas::SAVINGS.to_owned(),
        rows: lines,
        row_kind: SALE_LINES.to_owned(),
        backtest: Vec::new(),
        note: Some(
            "No backtest of its own: it follows from the purchase windows above and the expected \
            orders, each with its backtest"
                .to_owned(),
        ),
        insufficient_data_text: format!(
            "{}; {}",
            purchase_windows::INSUFFICIENT_DATA,
            savings::NO_PURCHASE_PRICES
        ),
    }
}

/// Note on predictions that were made without seasons.
const WITHOUT_SEASONS: &str = "Predicted without seasons: they are used once 16 months of orders \
    show that they predict better";

pub(super) fn describe_next_orders(lines: u64, record: Option<&NextOrderBacktest>) -> FigureMethod {
    let note = match record {
        None => Some(customers_backtest::INSUFFICIENT_DATA),
        Some(record) if !record.with_seasons => Some(WITHOUT_SEASONS),
        Some(_) => None,
    };
    FigureMethod {
        name: "Predicted next purchase".to_owned(),
        method: order_outlook::METHOD.to_owned(),
        formula: formulas::NEXT_ORDER.to_owned(),
        rows: lines,
        row_kind: SALE_LINES.to_owned(),
        note: note.map(str::to_owned),
        backtest: record.map(next_order_results).unwrap_or_default(),
        insufficient_data_text: order_outlook::NO_ORDERS.to_owned(),
    }
}

fn next_order_results(found: &NextOrderBacktest) -> Vec<PastResult> {
    let (customers, buyers, made) = (found.customers as u64, found.buyers as u64, found.made_on);
    let share = PastResult::new(
        "Customers expected to order within 30 days",
        found.expected_percent,
        ResultUnit::Percent,
        customers,
    );
    let brier = PastResult::new(
        "Error of each customer's chance (Brier score)",
        found.brier,
        ResultUnit::Ratio,
        customers,
    );
    let days = found.median_error_days.map(|days| {
        PastResult::new(
            "Half of the predicted days were off by at most",
            days,
            ResultUnit::Days,
            buyers,
        )
    });
    let held = found.coverage_percent.map(|held| {
        PastResult::new(
            "Next orders within their 80 % window",
            held,
            ResultUnit::Percent,
            buyers,
        )
    });
    let results = [
        share.with_baseline(found.actual_percent, "those that did"),
        brier.with_baseline(
            found.brier_of_base_rate,
            "giving every customer the actual share",
        ),
    ];
    results
        .into_iter()
        .chain(days)
        .chain(held)
        .map(|result| PastResult {
            made_on: Some(made),
            ..result
        })
        .collect()
}

/// Frequency counts orders, average spend is a prediction.
pub(super) fn describe_average_spend(
    lines: u64,
    now: Option<&AverageSpend>,
    record: Option<&SpendBacktest>,
) -> FigureMethod {
    let results: Vec<PastResult> = record
        .map(|found| vec![average_spend_result(found)])
        .unwrap_or_default();
    let spend = now.map_or("Average Spend needs orders", |spend| {
        spend.method.description()
    });
    FigureMethod {
        name: "Frequency and Average Spend".to_owned(),
        method: format!("{}; {spend}", purchase_patterns::FREQUENCY_METHOD),
        formula: formulas::AVERAGE_SPEND.to_owned(),
        rows: lines,
        row_kind: SALE_LINES.to_owned(),
        note: results
            .is_empty()
            .then(|| past_spend::INSUFFICIENT_DATA.to_owned()),
        backtest: results,
        insufficient_data_text: order_outlook::NO_ORDERS.to_owned(),
    }
}

fn average_spend_result(found: &SpendBacktest) -> PastResult {
    let result = PastResult::new(
        "Customers' mean orders were off from their average spend by",
        found.error_percent,
        ResultUnit::Percent,
        found.customers as u64,
    );
    PastResult {
        made_on: Some(found.made_on),
        ..result
    }
    .with_baseline(
        found.own_mean_error_percent,
        "saying \"as its own mean so far\"",
    )
}
