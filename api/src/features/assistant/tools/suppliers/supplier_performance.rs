//! How punctual suppliers are, and how long they take.

mod lead_time;
mod on_time;

use super::super::answer_phrases::CoveredPeriod;
use super::load_extent_or_explain;
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Metric};
use crate::features::assistant::tool_result::ToolResult;
use crate::features::purchasing::suppliers::{DELIVERY_METHOD, LEAD_TIME_METHOD};
use crate::features::purchasing::{read_agreed_lead_times, read_lead_times, read_punctuality};
use crate::http::ApiError;

pub(in crate::features::assistant::tools) async fn supplier_performance(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let db = desk.rolled_up_db().await?;
    let Some(extent) = load_extent_or_explain(&db, desk, args, &right, sheet, found).await? else {
        return Ok(());
    };
    let as_of = desk.as_of();
    let covered = CoveredPeriod::from_args(args, Period::Last12Months, as_of, sheet);
    if args.metric == Some(Metric::LeadTime) {
        found.method = Some(LEAD_TIME_METHOD);
        let times = read_lead_times(&db, covered.dates, as_of, &right).await?;
        let agreed = read_agreed_lead_times(&db, &right).await?;
        lead_time::push_lead_times(args, times, &agreed, &covered, sheet, found);
    } else {
        found.method = Some(DELIVERY_METHOD);
        let punctuality = read_punctuality(&db, covered.dates, as_of, &right).await?;
        on_time::push_on_time_rates(args, &punctuality, &covered, sheet, found);
    }
    if found.source_row_count == 0 {
        covered.explain_empty(&extent, sheet, found);
    }
    Ok(())
}
