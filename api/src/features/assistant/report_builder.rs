//! Builds a report by running the tool calls of its kind.

use super::fact_sheet::FactSheet;
use super::period::Period;
use super::question_answering::load_answer_currency;
use super::question_planner;
use super::report::{Report, ReportSection, list_report_questions};
use super::tool_context::{ToolContext, ToolError};
use super::tool_registry::{ReportKind, ToolCall};
use super::tools;
use super::wire::AnswerTable;

/// Builds the report as of now. A section that the caller may not see names the missing permission
/// instead.
pub(super) async fn build_report(
    context: &ToolContext<'_>,
    kind: ReportKind,
    period: Option<Period>,
) -> Result<Report, ToolError> {
    let permissions = context.scope.permissions().names();
    let currency = load_answer_currency(context).await?;
    let mut sections = Vec::new();
    for (title, call) in list_report_questions(kind, period) {
        if call.tool.is_allowed_by(&permissions) {
            sections.push(build_section(context, title, &call, &currency).await?);
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
    let organization = context.organization();
    Ok(Report {
        title: report_title(kind, period),
        organization: organization.name.clone(),
        as_of: context.as_of(),
        generated_at: context.now,
        sample: organization.is_demo,
        sections,
    })
}

async fn build_section(
    context: &ToolContext<'_>,
    title: &'static str,
    call: &ToolCall,
    currency: &str,
) -> Result<ReportSection, ToolError> {
    let mut sheet = FactSheet::new(currency);
    let result = tools::run_tool(context, 0, call, &mut sheet).await?;
    let rows = format!("{} source rows", result.source_row_count);
    let method = result
        .method
        .map_or_else(String::new, |method| format!(". {method}"));
    Ok(ReportSection {
        title,
        tables: result
            .table
            .iter()
            .map(|table| AnswerTable::from_table(&result.id, table, &sheet))
            .collect(),
        text: sheet.render_sentences(&result.sentences).join(" "),
        insights: sheet.render_sentences(&result.insights),
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
