//! `supplier_performance`: delivery rate or lead time by supplier.

mod lead_time;
mod on_time;

use super::super::answer_phrases::CoveredPeriod;
use super::load_extent_or_explain;
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::period::Period;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Metric};
use crate::features::assistant::tool_result::ToolResult;
use crate::features::purchasing::suppliers::{DELIVERY_METHOD, LEAD_TIME_METHOD};
use crate::features::purchasing::{read_agreed_lead_times, read_lead_times, read_punctuality};

pub(in crate::features::assistant::tools) async fn supplier_performance(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let proof = context.require(PurchasingRead)?;
    let db = context.rolled_up_db().await?;
    let Some(extent) = load_extent_or_explain(&db, context, args, &proof, sheet, result).await?
    else {
        return Ok(());
    };
    let as_of = context.as_of();
    let covered = CoveredPeriod::from_args(args, Period::Last12Months, context, sheet);
    if args.metric == Some(Metric::LeadTime) {
        result.method = Some(LEAD_TIME_METHOD);
        let times = read_lead_times(&db, covered.dates, as_of, &proof).await?;
        let agreed = read_agreed_lead_times(&db, &proof).await?;
        lead_time::push_lead_times(args, times, &agreed, &covered, sheet, result);
    } else {
        result.method = Some(DELIVERY_METHOD);
        let punctuality = read_punctuality(&db, covered.dates, as_of, &proof).await?;
        on_time::push_on_time_rates(args, &punctuality, &covered, sheet, result);
    }
    if result.source_row_count == 0 {
        covered.explain_empty(&extent, sheet, result);
    }
    Ok(())
}
