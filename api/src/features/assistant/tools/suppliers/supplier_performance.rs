//! `supplier_performance`: delivery rate or lead time by supplier.

mod lead_time;
mod on_time;

use super::super::lines_context::{LineKind, open_lines};
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
    result.add_link("Dashboard", "/");
    let usual = (args, Period::Last12Months);
    let Some(opened) = open_lines(context, LineKind::Purchases, usual, sheet, result).await? else {
        return Ok(());
    };
    let (db, dates, as_of) = (&opened.db, opened.dates(), context.as_of());
    let period = opened.period_text;
    if args.metric == Some(Metric::LeadTime) {
        result.method = Some(LEAD_TIME_METHOD);
        let times = read_lead_times(db, dates, as_of, &proof).await?;
        let agreed = read_agreed_lead_times(db, &proof).await?;
        lead_time::push_lead_times(args, times, &agreed, period, sheet, result);
    } else {
        result.method = Some(DELIVERY_METHOD);
        let punctuality = read_punctuality(db, dates, as_of, &proof).await?;
        on_time::push_on_time_rates(args, &punctuality, period, sheet, result);
    }
    if result.source_row_count == 0 {
        opened.push_no_lines("", sheet, result);
    }
    Ok(())
}
