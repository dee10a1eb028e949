//! What every answer about sales begins with: the right, the rows that there are, the period, and
//! what it is compared with.

use crate::auth::Proof;
use crate::auth::permission::SalesRead;
use crate::db::RolledUpDb;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::period::{DateRange as Days, Period};
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Compare};
use crate::features::assistant::tool_result::ToolResult;
use crate::features::purchasing::dashboard_cards::DateRange;
use crate::features::sales::{SalesExtent, read_sales_extent};
use crate::http::ApiError;
use chrono::NaiveDate;

/// The period that is covered where none was given and the plan set none.
const DEFAULT_PERIOD: Period = Period::Last12Months;

/// An answer about sales on its way.
pub(in super::super) struct SalesContext {
    pub(in super::super) db: RolledUpDb,
    pub(in super::super) right: Proof<SalesRead>,
    pub(in super::super) extent: SalesExtent,
    pub(in super::super) period: Period,
    pub(in super::super) days: Days,
    pub(in super::super) dates: DateRange,
    /// The period in words.
    pub(in super::super) period_text: FactId,
    as_of: NaiveDate,
}

/// An earlier stretch of time.
pub(in super::super) struct ComparisonPeriod {
    pub(in super::super) dates: DateRange,
    /// The stretch in words.
    pub(in super::super) period_text: FactId,
    /// Whether the rows reach back over all of it.
    pub(in super::super) is_complete: bool,
}

/// Begins an answer; none where there is nothing to answer from, which has been said then.
pub(in super::super) async fn open_sales_context(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<Option<SalesContext>, ApiError> {
    let right = desk.require(SalesRead)?;
    let db = desk.rolled_up_db().await?;
    let as_of = desk.as_of();
    let Some(extent) = read_sales_extent(&db, as_of, &right).await? else {
        found.push_no_data(
            "There is no data on sales yet. Connect a source and run a data sync, then ask again.",
        );
        found.add_link("Data Sync", "/data-sync");
        return Ok(None);
    };
    let period = args.period.unwrap_or(DEFAULT_PERIOD);
    let days = period.to_date_range(as_of);
    let words = sheet.add_period("Period", &period.to_text());
    if days.from > as_of {
        found.push_no_data(format!(
            "The period {words} has not begun, so there are no sales in it to tell of."
        ));
        return Ok(None);
    }
    Ok(Some(SalesContext {
        db,
        right,
        extent,
        period,
        days,
        dates: to_date_range(days, as_of),
        period_text: words,
        as_of,
    }))
}

impl SalesContext {
    /// What the period is compared with: the stretch before it, unless the same days a year before
    /// are asked for.
    pub(in super::super) fn comparison_period(
        &self,
        compare: Option<Compare>,
        sheet: &mut FactSheet,
    ) -> ComparisonPeriod {
        let days = match compare {
            Some(Compare::PreviousYear) => self.period.year_ago_range(self.as_of),
            Some(Compare::PreviousPeriod) | None => self.period.previous_range(self.as_of),
        };
        let words = sheet.add_period("Compared with", &Period::Days(days).to_text());
        ComparisonPeriod {
            dates: to_date_range(days, self.as_of),
            period_text: words,
            is_complete: self.extent.first_day <= days.from,
        }
    }

    /// Owns up to an earlier stretch that the rows reach into only in part.
    pub(in super::super) fn push_partial_coverage(
        &self,
        base: &ComparisonPeriod,
        sheet: &mut FactSheet,
        found: &mut ToolResult,
    ) {
        if !base.is_complete {
            let first = sheet.add_date("First sale on record", self.extent.first_day, Vec::new());
            found.push_sentence(format!(
                "The first sale on record is of {first}, so the period compared \
                with is covered in part only."
            ));
        }
    }

    /// Says that nothing was sold, which is a figure too.
    pub(in super::super) fn push_no_sales(
        &self,
        what: &str,
        sheet: &mut FactSheet,
        found: &mut ToolResult,
    ) {
        let lines = sheet.add_count("Sale lines", 0, "sale", "sales", Vec::new());
        let last = sheet.add_date("Last sale on record", self.extent.last_day, Vec::new());
        found.push_sentence(format!(
            "There were {lines}{what} in this period ({}). The last sale on record is of {last}.",
            self.period_text
        ));
    }
}

/// Days as the rows are counted; what is dated after today does not count.
fn to_date_range(days: Days, as_of: NaiveDate) -> DateRange {
    DateRange {
        after: days.from.pred_opt().unwrap_or(NaiveDate::MIN),
        through: days.to.min(as_of),
    }
}

/// Owns up to amounts in other currencies.
pub(in super::super) fn push_left_out(
    excluded: u64,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) {
    if excluded > 0 {
        let lines = sheet.add_count(
            "Sale lines in other currencies",
            excluded,
            "sale line",
            "sale lines",
            Vec::new(),
        );
        found.push_sentence(format!("Left out: {lines} in other currencies."));
    }
}
