//! The entries of what is said of customers and of when to buy for them.

use super::formulas;
use super::wire::{FigureMethod, PastResult, ResultUnit};
use crate::features::customers::hindcast::segments::{self as past_segments, SegmentsRecord};
use crate::features::customers::hindcast::spend::{self as past_spend, SpendRecord};
use crate::features::customers::hindcast::weeks::{self as past_weeks, WeeksRecord};
use crate::features::customers::hindcast::{self, Hindcast};
use crate::features::customers::spend::AverageSpend;
use crate::features::customers::windows::{CategoryWindow, PurchaseWindows};
use crate::features::customers::{needs, outlook, patterns, savings, segments, windows};
use crate::features::supply_prices::index::PriceIndex;

const SALE_LINES: &str = "sale lines";

pub(super) fn segmentation(lines: u64, record: Option<&SegmentsRecord>) -> FigureMethod {
    let results: Vec<PastResult> = record.map(ordered_since).unwrap_or_default();
    FigureMethod {
        name: "Customer Segmentation".to_owned(),
        method: segments::METHOD.to_owned(),
        formula: formulas::SEGMENTS.to_owned(),
        rows: lines,
        rows_are: SALE_LINES.to_owned(),
        note: results
            .is_empty()
            .then(|| past_segments::TOO_THIN.to_owned()),
        record: results,
        too_thin: outlook::NO_ORDERS.to_owned(),
    }
}

fn ordered_since(found: &SegmentsRecord) -> Vec<PastResult> {
    let of = |row: &past_segments::SegmentRecord| {
        let what = format!("{} that have ordered since", row.segment);
        let result = PastResult::of(
            &what,
            row.ordered_percent,
            ResultUnit::Percent,
            row.customers as u64,
        );
        PastResult {
            made: Some(found.made),
            ..result
        }
        .against(found.ordered_percent, "all customers")
    };
    found.segments.iter().map(of).collect()
}

pub(super) fn weekly_needs(lines: u64, record: Option<&WeeksRecord>) -> FigureMethod {
    let results = record.map(past_needs).unwrap_or_default();
    FigureMethod {
        name: "Predicted Needs Over Time".to_owned(),
        method: needs::METHOD.to_owned(),
        formula: formulas::NEEDS.to_owned(),
        rows: lines,
        rows_are: SALE_LINES.to_owned(),
        note: results.is_empty().then(|| past_weeks::TOO_THIN.to_owned()),
        record: results,
        too_thin: needs::TOO_THIN.to_owned(),
    }
}

fn past_needs(found: &WeeksRecord) -> Vec<PastResult> {
    let of = |what: &str, value| PastResult {
        made: Some(found.made),
        ..PastResult::of(what, value, ResultUnit::Percent, found.weeks as u64)
    };
    let off = of(
        "The orders of 13 weeks were off, week by week, by",
        found.off_percent,
    );
    let off = match found.off_of_year_before {
        Some(year_before) => {
            off.against(year_before, "saying \"as in the same week a year before\"")
        }
        None => off,
    };
    let held = found
        .held_percent
        .map(|held| of("Weeks within their 80 % range", held));
    [off].into_iter().chain(held).collect()
}

pub(super) fn purchase_windows(
    prices: Option<&PriceIndex>,
    found: Option<&PurchaseWindows>,
) -> FigureMethod {
    let record: Vec<PastResult> = found
        .map(|windows| windows.categories.iter().filter_map(cheaper).collect())
        .unwrap_or_default();
    let none = if found.is_none() {
        windows::TOO_THIN
    } else {
        windows::NO_WINDOW
    };
    FigureMethod {
        name: "Optimal Purchase Windows".to_owned(),
        method: windows::METHOD.to_owned(),
        formula: formulas::WINDOWS.to_owned(),
        rows: prices.map_or(0, |index| index.lines),
        rows_are: "purchase lines".to_owned(),
        note: record.is_empty().then(|| none.to_owned()),
        record,
        too_thin: format!("{}; {}", windows::TOO_THIN, windows::NO_WINDOW),
    }
}

/// In how many of the past years the best month was the cheaper one.
fn cheaper(row: &CategoryWindow) -> Option<PastResult> {
    let best = row.best.as_ref().filter(|best| best.years > 0)?;
    #[expect(clippy::cast_precision_loss, reason = "years")]
    let percent = 100.0 * best.years_cheaper as f64 / best.years as f64;
    let what = format!(
        "Past years in which {} was cheaper in {} than at the peak in {}",
        row.category,
        best.terms.month.name(),
        row.peak.name()
    );
    Some(PastResult::of(
        &what,
        crate::decimal::round2(percent),
        ResultUnit::Percent,
        best.years as u64,
    ))
}

pub(super) fn potential_savings(lines: u64) -> FigureMethod {
    FigureMethod {
        name: "Potential Savings".to_owned(),
        method: savings::METHOD.to_owned(),
        formula: formulas::SAVINGS.to_owned(),
        rows: lines,
        rows_are: SALE_LINES.to_owned(),
        record: Vec::new(),
        note: Some(
            "No record of its own: it is as good as the purchase windows above and the \
            expected orders, each with its record"
                .to_owned(),
        ),
        too_thin: format!("{}; {}", windows::TOO_THIN, savings::NO_COST),
    }
}

pub(super) fn next_orders(lines: u64, record: Option<&Hindcast>) -> FigureMethod {
    let results = record.map(past_predictions).unwrap_or_default();
    FigureMethod {
        name: "Predicted next purchase".to_owned(),
        method: outlook::METHOD.to_owned(),
        formula: formulas::NEXT_ORDER.to_owned(),
        rows: lines,
        rows_are: SALE_LINES.to_owned(),
        note: results.is_empty().then(|| hindcast::TOO_THIN.to_owned()),
        record: results,
        too_thin: outlook::NO_ORDERS.to_owned(),
    }
}

fn past_predictions(found: &Hindcast) -> Vec<PastResult> {
    let (customers, buyers, made) = (found.customers as u64, found.buyers as u64, found.made);
    let share = PastResult::of(
        "Customers expected to order within 30 days",
        found.expected_percent,
        ResultUnit::Percent,
        customers,
    );
    let brier = PastResult::of(
        "Error of each customer's chance (Brier score)",
        found.brier,
        ResultUnit::Ratio,
        customers,
    );
    let days = found.median_days.map(|days| {
        PastResult::of(
            "Half of the predicted days were off by at most",
            days,
            ResultUnit::Days,
            buyers,
        )
    });
    let held = found.held_percent.map(|held| {
        PastResult::of(
            "Next orders within their 80 % window",
            held,
            ResultUnit::Percent,
            buyers,
        )
    });
    let results = [
        share.against(found.came_percent, "those that did"),
        brier.against(found.brier_of_share, "giving everybody the share that did"),
    ];
    results
        .into_iter()
        .chain(days)
        .chain(held)
        .map(|result| PastResult {
            made: Some(made),
            ..result
        })
        .collect()
}

/// Frequency counts, average spend foretells.
pub(super) fn average_spend(
    lines: u64,
    now: Option<&AverageSpend>,
    record: Option<&SpendRecord>,
) -> FigureMethod {
    let results: Vec<PastResult> = record
        .map(|found| vec![past_spends(found)])
        .unwrap_or_default();
    let spend = now.map_or("Average Spend needs orders", |spend| spend.method.text());
    FigureMethod {
        name: "Frequency and Average Spend".to_owned(),
        method: format!("{}; {spend}", patterns::FREQUENCY_METHOD),
        formula: formulas::AVERAGE_SPEND.to_owned(),
        rows: lines,
        rows_are: SALE_LINES.to_owned(),
        note: results.is_empty().then(|| past_spend::TOO_THIN.to_owned()),
        record: results,
        too_thin: outlook::NO_ORDERS.to_owned(),
    }
}

fn past_spends(found: &SpendRecord) -> PastResult {
    let result = PastResult::of(
        "Customers' mean orders were off from their average spend by",
        found.off_percent,
        ResultUnit::Percent,
        found.customers as u64,
    );
    PastResult {
        made: Some(found.made),
        ..result
    }
    .against(found.off_of_own_mean, "saying \"as its own mean so far\"")
}
