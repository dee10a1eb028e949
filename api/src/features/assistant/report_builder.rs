//! Makes a report by running its questions the way a person's own are run.

use super::fact_sheet::FactSheet;
use super::period::Period;
use super::question_answering::{load_answer_currency, render_sentences};
use super::question_planner;
use super::report::{Report, ReportSection, list_report_questions};
use super::tool_context::ToolContext;
use super::tool_registry::{ReportKind, ToolCall};
use super::tools;
use super::wire::AnswerTable;
use crate::http::ApiError;

/// The report as of now. Questions that the caller may not ask are left out, and the report says
/// so.
pub(super) async fn build_report(
    desk: &ToolContext<'_>,
    kind: ReportKind,
    period: Option<Period>,
) -> Result<Report, ApiError> {
    let may = desk.scope.permissions().names();
    let currency = load_answer_currency(desk).await?;
    let mut sections = Vec::new();
    for (title, call) in list_report_questions(kind, period) {
        if call.tool.is_allowed_by(&may) {
            sections.push(build_section(desk, title, &call, &currency).await?);
        } else {
            let text = question_planner::missing_permission_text(&call);
            sections.push(ReportSection {
                title,
                text,
                insights: Vec::new(),
                tables: Vec::new(),
                source_note: String::new(),
            });
        }
    }
    let organization = desk.organization();
    Ok(Report {
        title: report_title(kind, period),
        organization: organization.name.clone(),
        as_of: desk.as_of(),
        generated_at: desk.now,
        sample: organization.is_demo,
        sections,
    })
}

async fn build_section(
    desk: &ToolContext<'_>,
    title: &'static str,
    call: &ToolCall,
    currency: &str,
) -> Result<ReportSection, ApiError> {
    let mut sheet = FactSheet::new(currency);
    let found = tools::run_tool(desk, 0, call, &mut sheet).await?;
    let rows = format!("{} source rows", found.source_row_count);
    let method = found
        .method
        .map_or_else(String::new, |method| format!(". {method}"));
    Ok(ReportSection {
        title,
        tables: found
            .table
            .iter()
            .map(|table| AnswerTable::from_table(&found.id, table, &sheet))
            .collect(),
        text: render_sentences(&found.sentences, &sheet).join(" "),
        insights: render_sentences(&found.insights, &sheet),
        source_note: format!("{call}, {rows}{method}"),
    })
}

fn report_title(kind: ReportKind, period: Option<Period>) -> String {
    let name = match kind {
        ReportKind::Overview => "Overview",
        ReportKind::Inventory => "Inventory",
        ReportKind::Sales => "Sales",
        ReportKind::Customers => "Customers",
        ReportKind::Market => "Market",
    };
    period.map_or_else(
        || format!("{name} report"),
        |period| format!("{name} report, {}", period.to_text()),
    )
}
