//! `generate_report`: links to a report that is generated when it is downloaded.

use crate::auth::permission::ReportsCreate;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, ReportFormat, ReportKind};
use crate::features::assistant::tool_result::ToolResult;

pub(super) fn generate_report(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    context.require(ReportsCreate)?;
    let kind = args.kind.unwrap_or(ReportKind::Overview);
    let name = sheet.add_name("Report", kind.as_str(), Vec::new());
    match args.period {
        Some(period) => {
            let period_words = sheet.add_period("Period", &period.to_text());
            result.push_sentence(format!("The {name} report for {period_words} is ready."));
        }
        None => result.push_sentence(format!("The {name} report is ready.")),
    }
    if args.format == Some(ReportFormat::Pdf) {
        result.push_sentence(
            "The report is a printable page. To get a PDF, print it and choose to save it as PDF.",
        );
    }
    let period = args
        .period
        .map_or_else(String::new, |period| format!("&period={period}"));
    let address = |format: &str| format!("/api/ai-bot/report?kind={kind}{period}&format={format}");
    if args.format == Some(ReportFormat::Csv) {
        result.add_file("Download the report (CSV)", address("csv"));
    } else {
        result.add_file("Download the report", address("html"));
        result.add_file("Download the tables (CSV)", address("csv"));
    }
    Ok(())
}
