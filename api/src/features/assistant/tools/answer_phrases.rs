//! Phrases and lookups that several tools share.

use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::{MAX_TABLE_ROWS, ToolResult};
use crate::features::purchasing::PurchaseExtent;
use crate::features::purchasing::dashboard_cards::DateRange;
use chrono::NaiveDate;

/// Number of rows if the question gives none.
const DEFAULT_ROWS: usize = 5;

/// Sentence for missing data.
pub(super) fn no_data_text(about: &str) -> String {
    format!(
        "There is no data on {about} yet. Connect a source on the Data Sync page and run a data \
            sync."
    )
}

/// `fertilizer ` before a noun; empty for all categories.
pub(super) fn category_prefix(category: Option<Category>) -> &'static str {
    match category {
        Some(Category::Fertilizer) => "fertilizer ",
        Some(Category::Seed) => "seed ",
        Some(Category::Pesticide) => "pesticide ",
        None => "",
    }
}

/// Display name of a category, capitalized for the start of a sentence.
pub(in crate::features::assistant) fn category_label(category: &str) -> &str {
    match category {
        "fertilizer" => "Fertilizer",
        "seed" => "Seed",
        "pesticide" => "Pesticide",
        "other" => "Other inputs",
        crate::features::purchasing::UNKNOWN_CATEGORY => "Items without a category",
        other => other,
    }
}

/// Number of rows to show.
pub(super) fn row_limit(args: &Args) -> usize {
    args.limit
        .and_then(|limit| usize::try_from(limit).ok())
        .unwrap_or(DEFAULT_ROWS)
        .min(MAX_TABLE_ROWS)
}

/// `is` or `are` after a count.
pub(super) fn is_or_are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Adds a sentence about lines in other currencies: amounts of different currencies are never added
/// up.
pub(super) fn push_other_currencies(lines: u64, sheet: &mut FactSheet, result: &mut ToolResult) {
    if lines > 0 {
        let left_out = sheet.add_count(
            "Lines in other currencies",
            lines,
            "line",
            "lines",
            Vec::new(),
        );
        result.push_sentence(format!(
            "Not counted because of other currencies: {left_out}."
        ));
    }
}

/// The period that a tool covers.
pub(super) struct CoveredPeriod {
    /// Placeholder of the period in parentheses: `([[f1]])`.
    pub(super) period: FactId,
    /// Dates of the period, never past the day of the figures.
    pub(super) dates: DateRange,
    /// The previous period of the same length.
    pub(super) previous: DateRange,
    is_future: bool,
}

impl CoveredPeriod {
    pub(super) fn from_args(
        args: &Args,
        usual: Period,
        context: &ToolContext<'_>,
        sheet: &mut FactSheet,
    ) -> Self {
        let as_of = context.as_of();
        let asked = args.period.unwrap_or(usual);
        let period = context.to_data_period(asked);
        let range = period.to_date_range(as_of);
        let before = period.previous_range(as_of);
        Self {
            period: sheet.add_period("Period", &context.describe_period(asked)),
            dates: to_date_range(range.from, range.to.min(as_of)),
            previous: to_date_range(before.from, before.to),
            is_future: range.from > context.today(),
        }
    }

    /// Adds a sentence that explains why the period is empty although there is other data.
    pub(super) fn explain_empty(
        &self,
        extent: &PurchaseExtent,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) {
        if self.is_future {
            result.push_sentence("That period has not begun yet.");
        } else if let Some((first, last)) = extent.days {
            let (first, last) = (
                sheet.add_date("First purchase on record", first, Vec::new()),
                sheet.add_date("Last purchase on record", last, Vec::new()),
            );
            result.push_sentence(format!("Recorded purchases run from {first} to {last}."));
        }
    }
}

fn to_date_range(from: NaiveDate, through: NaiveDate) -> DateRange {
    DateRange {
        after: from.pred_opt().unwrap_or(NaiveDate::MIN),
        through,
    }
}
