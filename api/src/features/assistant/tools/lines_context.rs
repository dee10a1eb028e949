//! Shared start of all answers about order lines: permission, available data, period and
//! comparison period.

use super::answer_phrases::no_data_text;
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::db::RolledUpDb;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::period::{DateRange as Days, Period};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Compare};
use crate::features::assistant::tool_result::ToolResult;
use crate::features::purchasing::dashboard_cards::DateRange;
use crate::features::purchasing::{
    LineExtent, read_purchase_extent, read_sales_extent, supplier_exists,
};
use chrono::NaiveDate;

/// The order lines that an answer is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Sales,
    Purchases,
}

impl LineKind {
    /// The dataset of metric queries.
    pub(super) fn dataset(self) -> &'static str {
        match self {
            Self::Sales => "sales",
            Self::Purchases => "purchases",
        }
    }
}

/// Context of an answer about order lines.
pub(super) struct LinesContext {
    pub(super) db: RolledUpDb,
    pub(super) extent: LineExtent,
    pub(super) period: Period,
    /// Up to the day of the figures, or the first day if that is later.
    pub(super) days: Days,
    /// Display text of the period.
    pub(super) period_text: FactId,
    kind: LineKind,
    as_of: NaiveDate,
}

/// Prepares an answer. If there is no data, adds a sentence about that and returns none.
pub(super) async fn open_lines(
    context: &ToolContext<'_>,
    kind: LineKind,
    (args, usual): (&Args, Period),
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<Option<LinesContext>, ToolError> {
    let as_of = context.as_of();
    let db = context.rolled_up_db().await?;
    let extent = match kind {
        LineKind::Sales => read_sales_extent(&db, as_of, &context.require(SalesRead)?).await?,
        LineKind::Purchases => {
            let proof = context.require(PurchasingRead)?;
            read_purchase_extent(&db, as_of, &proof).await?
        }
    };
    let Some(extent) = extent else {
        result.push_no_data(no_data_text(kind.dataset()));
        result.add_link("Data Sync", "/data-sync");
        return Ok(None);
    };
    if let Some(name) = &args.supplier
        && !supplier_exists(&db, name, &context.require(PurchasingRead)?).await?
    {
        let name = sheet.add_name("Asked for", name, Vec::new());
        result.push_no_data(format!(
            "There is no supplier called {name}. Check the spelling, or run a data sync if it is \
                new."
        ));
        return Ok(None);
    }
    let asked = args.period.unwrap_or(usual);
    let period = context.to_data_period(asked);
    let days = period.to_date_range(as_of);
    let period_text = sheet.add_period("Period", &context.describe_period(asked));
    if days.from > context.today() {
        let lines = kind.dataset();
        result.push_no_data(format!(
            "The period {period_text} has not begun, so it has no {lines} yet."
        ));
        return Ok(None);
    }
    Ok(Some(LinesContext {
        db,
        extent,
        period,
        days: Days {
            // The data may end before the period.
            to: days.to.min(as_of).max(days.from),
            ..days
        },
        period_text,
        kind,
        as_of,
    }))
}

impl LinesContext {
    /// The days of the period as a range of rollups.
    pub(super) fn dates(&self) -> DateRange {
        DateRange {
            after: self.days.from.pred_opt().unwrap_or(NaiveDate::MIN),
            through: self.days.to,
        }
    }

    /// The comparison period: the previous period, or the same days one year earlier if requested.
    pub(super) fn comparison_days(&self, compare: Option<Compare>) -> Days {
        match compare {
            Some(Compare::PreviousYear) => self.period.year_ago_range(self.as_of),
            Some(Compare::PreviousPeriod) | None => self.period.previous_range(self.as_of),
        }
    }

    /// Whether the data covers all of these days.
    pub(super) fn covers(&self, days: Days) -> bool {
        self.extent.first_day <= days.from
    }

    /// Adds a sentence if the data covers the comparison period only in part.
    pub(super) fn push_partial_coverage(
        &self,
        compared: Days,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) {
        if !self.covers(compared) {
            let first = sheet.add_date("First line on record", self.extent.first_day, Vec::new());
            let lines = self.kind.dataset();
            result.push_sentence(format!(
                "Recorded {lines} begin on {first}, so the data covers only part of the \
                    comparison period."
            ));
        }
    }

    /// Adds a sentence that the period has no lines.
    pub(super) fn push_no_lines(&self, what: &str, sheet: &mut FactSheet, result: &mut ToolResult) {
        let lines = self.kind.dataset();
        let first = sheet.add_date("First line on record", self.extent.first_day, Vec::new());
        let last = sheet.add_date("Last line on record", self.extent.last_day, Vec::new());
        result.push_sentence(format!(
            "There are no {lines}{what} in this period ({}). Recorded {lines} run from {first} to \
                {last}.",
            self.period_text
        ));
    }
}
