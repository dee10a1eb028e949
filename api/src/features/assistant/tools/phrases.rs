//! What several tools say and look up alike.

use crate::features::assistant::facts::{FactId, FactSheet};
use crate::features::assistant::finding::{Finding, MOST_ROWS};
use crate::features::assistant::periods::Period;
use crate::features::assistant::registry::{Args, Category};
use crate::features::purchasing::PurchaseExtent;
use crate::features::purchasing::summary::DateRange;
use chrono::NaiveDate;

/// Rows that are shown where nobody says how many.
const USUAL_ROWS: usize = 5;

/// What is said where there are no rows of this kind at all.
pub(super) fn no_data(about: &str) -> String {
    format!(
        "There is no data on {about} yet. Connect a source on the Data Sync page and run a data \
            sync."
    )
}

/// `fertilizer ` before a noun; nothing for all categories.
pub(super) fn of_category(category: Option<Category>) -> &'static str {
    match category {
        Some(Category::Fertilizer) => "fertilizer ",
        Some(Category::Seed) => "seed ",
        Some(Category::Pesticide) => "pesticide ",
        None => "",
    }
}

/// A category of the rows as people read it, at the beginning of a sentence.
pub(in crate::features::assistant) fn category_name(category: &str) -> &str {
    match category {
        "fertilizer" => "Fertilizer",
        "seed" => "Seed",
        "pesticide" => "Pesticide",
        "other" => "Other inputs",
        crate::features::purchasing::UNKNOWN_CATEGORY => "Items without a category",
        other => other,
    }
}

/// How many rows to show.
pub(super) fn most_rows(args: &Args) -> usize {
    args.limit
        .and_then(|limit| usize::try_from(limit).ok())
        .unwrap_or(USUAL_ROWS)
        .min(MOST_ROWS)
}

/// `is` or `are`, after a count.
pub(super) fn is_or_are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Says which lines an amount leaves out: amounts of several currencies are never added.
pub(super) fn other_currencies(lines: u64, sheet: &mut FactSheet, found: &mut Finding) {
    if lines > 0 {
        let left_out = sheet.count(
            "Lines in other currencies",
            lines,
            "line",
            "lines",
            Vec::new(),
        );
        found.say(format!(
            "Not counted, because in other currencies: {left_out}."
        ));
    }
}

/// Days of a period that a tool looks at.
pub(super) struct Covered {
    /// In the tool's words, in brackets: `([[f1]])`.
    pub(super) period: FactId,
    /// Never past today.
    pub(super) dates: DateRange,
    /// The same stretch before it.
    pub(super) before: DateRange,
    ahead: bool,
}

impl Covered {
    pub(super) fn of(args: &Args, usual: Period, today: NaiveDate, sheet: &mut FactSheet) -> Self {
        let period = args.period.unwrap_or(usual);
        let range = period.range(today);
        let before = period.previous_range(today);
        Self {
            period: sheet.period("Period", &period.words()),
            dates: after_and_through(range.from, range.to.min(today)),
            before: after_and_through(before.from, before.to),
            ahead: range.from > today,
        }
    }

    /// Says why nothing is in the period where other rows are there.
    pub(super) fn explain_nothing(
        &self,
        extent: &PurchaseExtent,
        sheet: &mut FactSheet,
        found: &mut Finding,
    ) {
        if self.ahead {
            found.say("That period has not begun yet.");
        } else if let Some((first, last)) = extent.days {
            let (first, last) = (
                sheet.date("First purchase on record", first, Vec::new()),
                sheet.date("Last purchase on record", last, Vec::new()),
            );
            found.say(format!("Purchases on record run from {first} to {last}."));
        }
    }
}

fn after_and_through(from: NaiveDate, through: NaiveDate) -> DateRange {
    DateRange {
        after: from.pred_opt().unwrap_or(NaiveDate::MIN),
        through,
    }
}
