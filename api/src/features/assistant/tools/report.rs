//! A report that its caller can download: made at the moment it is fetched, from the same tools
//! that answer questions.

use crate::auth::permission::ReportsCreate;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::Finding;
use crate::features::assistant::registry::{Args, ReportFormat, ReportKind};
use crate::http::ApiError;

pub(super) fn generate_report(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    desk.require(ReportsCreate)?;
    let kind = args.kind.unwrap_or(ReportKind::Overview);
    let name = sheet.name("Report", kind.as_str(), Vec::new());
    match args.period {
        Some(period) => {
            let period_words = sheet.period("Period", &period.words());
            found.say(format!("The {name} report for {period_words} is ready."));
        }
        None => found.say(format!("The {name} report is ready.")),
    }
    if args.format == Some(ReportFormat::Pdf) {
        found.say(
            "It comes as a page for printing: to keep it as a PDF, print it and choose to save it.",
        );
    }
    let period = args
        .period
        .map_or_else(String::new, |period| format!("&period={period}"));
    let address = |format: &str| format!("/api/ai-bot/report?kind={kind}{period}&format={format}");
    if args.format == Some(ReportFormat::Csv) {
        found.file("Download the report (CSV)", address("csv"));
    } else {
        found.file("Download the report", address("html"));
        found.file("Download its tables (CSV)", address("csv"));
    }
    Ok(())
}
