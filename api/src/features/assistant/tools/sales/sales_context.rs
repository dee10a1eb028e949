//! Shared start of all answers about sales: permission, available data, period and comparison
//! period.

use crate::auth::Proof;
use crate::auth::permission::SalesRead;
use crate::db::RolledUpDb;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::period::{DateRange as Days, Period};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Compare};
use crate::features::assistant::tool_result::ToolResult;
use crate::features::purchasing::dashboard_cards::DateRange;
use crate::features::sales::{SalesExtent, read_sales_extent};
use chrono::NaiveDate;

/// Period if neither the question nor the plan sets one.
const DEFAULT_PERIOD: Period = Period::Last12Months;

/// Context of an answer about sales.
pub(in super::super) struct SalesContext {
    pub(in super::super) db: RolledUpDb,
    pub(in super::super) proof: Proof<SalesRead>,
    pub(in super::super) extent: SalesExtent,
    pub(in super::super) period: Period,
    pub(in super::super) days: Days,
    pub(in super::super) dates: DateRange,
    /// Display text of the period.
    pub(in super::super) period_text: FactId,
    as_of: NaiveDate,
}

/// An earlier period to compare with.
pub(in super::super) struct ComparisonPeriod {
    pub(in super::super) dates: DateRange,
    /// Display text of the period.
    pub(in super::super) period_text: FactId,
    /// Whether the data covers the whole period.
    pub(in super::super) is_complete: bool,
}

/// Prepares an answer. If there is no data, adds a sentence about that and returns none.
pub(in super::super) async fn open_sales_context(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<Option<SalesContext>, ToolError> {
    let proof = context.require(SalesRead)?;
    let db = context.rolled_up_db().await?;
    let as_of = context.as_of();
    let Some(extent) = read_sales_extent(&db, as_of, &proof).await? else {
        result.push_no_data(
            "There is no data on sales yet. Connect a source and run a data sync, then ask again.",
        );
        result.add_link("Data Sync", "/data-sync");
        return Ok(None);
    };
    let asked = args.period.unwrap_or(DEFAULT_PERIOD);
    let period = context.to_data_period(asked);
    let days = period.to_date_range(as_of);
    let period_text = sheet.add_period("Period", &context.describe_period(asked));
    if days.from > context.today() {
        result.push_no_data(format!(
            "The period {period_text} has not begun, so it has no sales yet."
        ));
        return Ok(None);
    }
    Ok(Some(SalesContext {
        db,
        proof,
        extent,
        period,
        days,
        dates: to_date_range(days, as_of),
        period_text,
        as_of,
    }))
}

impl SalesContext {
    /// The comparison period: the previous period, or the same days one year earlier if requested.
    pub(in super::super) fn comparison_period(
        &self,
        compare: Option<Compare>,
        sheet: &mut FactSheet,
    ) -> ComparisonPeriod {
        let days = match compare {
            Some(Compare::PreviousYear) => self.period.year_ago_range(self.as_of),
            Some(Compare::PreviousPeriod) | None => self.period.previous_range(self.as_of),
        };
        let period_text = sheet.add_period("Compared with", &Period::Days(days).to_text());
        ComparisonPeriod {
            dates: to_date_range(days, self.as_of),
            period_text,
            is_complete: self.extent.first_day <= days.from,
        }
    }

    /// Adds a sentence if the data covers the comparison period only in part.
    pub(in super::super) fn push_partial_coverage(
        &self,
        base: &ComparisonPeriod,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) {
        if !base.is_complete {
            let first = sheet.add_date("First sale on record", self.extent.first_day, Vec::new());
            result.push_sentence(format!(
                "The first recorded sale is from {first}, so the data covers only part of the \
                    comparison period."
            ));
        }
    }

    /// Adds a sentence that nothing was sold in the period.
    pub(in super::super) fn push_no_sales(
        &self,
        what: &str,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) {
        let lines = sheet.add_count("Sale lines", 0, "sale", "sales", Vec::new());
        let last = sheet.add_date("Last sale on record", self.extent.last_day, Vec::new());
        result.push_sentence(format!(
            "There were {lines}{what} in this period ({}). The last recorded sale is from {last}.",
            self.period_text
        ));
    }
}

/// Converts days to a date range that ends at the latest on `as_of`; later sales do not count.
fn to_date_range(days: Days, as_of: NaiveDate) -> DateRange {
    DateRange {
        after: days.from.pred_opt().unwrap_or(NaiveDate::MIN),
        through: days.to.min(as_of),
    }
}

/// Adds a sentence about amounts in other currencies that are left out.
pub(in super::super) fn push_left_out(
    excluded: u64,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    if excluded > 0 {
        let lines = sheet.add_count(
            "Sale lines in other currencies",
            excluded,
            "sale line",
            "sale lines",
            Vec::new(),
        );
        result.push_sentence(format!("Left out: {lines} in other currencies."));
    }
}
