//! A report that its caller can download: made at the moment it is fetched, from the same tools
//! that answer questions.

use crate::auth::permission::ReportsCreate;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, ReportFormat, ReportKind};
use crate::features::assistant::tool_result::ToolResult;
use crate::http::ApiError;

pub(super) fn generate_report(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    desk.require(ReportsCreate)?;
    let kind = args.kind.unwrap_or(ReportKind::Overview);
    let name = sheet.add_name("Report", kind.as_str(), Vec::new());
    match args.period {
        Some(period) => {
            let period_words = sheet.add_period("Period", &period.to_text());
            found.push_sentence(format!("The {name} report for {period_words} is ready."));
        }
        None => found.push_sentence(format!("The {name} report is ready.")),
    }
    if args.format == Some(ReportFormat::Pdf) {
        found.push_sentence(
            "It comes as a page for printing: to keep it as a PDF, print it and choose to save it.",
        );
    }
    let period = args
        .period
        .map_or_else(String::new, |period| format!("&period={period}"));
    let address = |format: &str| format!("/api/ai-bot/report?kind={kind}{period}&format={format}");
    if args.format == Some(ReportFormat::Csv) {
        found.add_file("Download the report (CSV)", address("csv"));
    } else {
        found.add_file("Download the report", address("html"));
        found.add_file("Download its tables (CSV)", address("csv"));
    }
    Ok(())
}
