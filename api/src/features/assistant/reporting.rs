//! Makes a report by running its questions the way a person's own are run.

use super::asking::{currency, sentences};
use super::desk::Desk;
use super::facts::FactSheet;
use super::periods::Period;
use super::planner;
use super::registry::{Call, ReportKind};
use super::report::{Report, Section, questions};
use super::tools;
use super::wire::AnswerTable;
use crate::http::ApiError;

/// The report as of now. Questions that the caller may not ask are left out, and the report says
/// so.
pub(super) async fn made(
    desk: &Desk<'_>,
    kind: ReportKind,
    period: Option<Period>,
) -> Result<Report, ApiError> {
    let may = desk.scope.permissions().names();
    let currency = currency(desk).await?;
    let mut sections = Vec::new();
    for (title, call) in questions(kind, period) {
        if call.tool.allowed_by(&may) {
            sections.push(section(desk, title, &call, &currency).await?);
        } else {
            let text = planner::missing_permission(&call);
            sections.push(Section {
                title,
                text,
                insights: Vec::new(),
                tables: Vec::new(),
                receipt: String::new(),
            });
        }
    }
    let organization = desk.organization();
    Ok(Report {
        title: title(kind, period),
        organization: organization.name.clone(),
        as_of: desk.as_of(),
        made_at: desk.now,
        sample: organization.is_demo,
        sections,
    })
}

async fn section(
    desk: &Desk<'_>,
    title: &'static str,
    call: &Call,
    currency: &str,
) -> Result<Section, ApiError> {
    let mut sheet = FactSheet::new(currency);
    let found = tools::run(desk, 0, call, &mut sheet).await?;
    let rows = format!("{} source rows", found.n);
    let method = found
        .method
        .map_or_else(String::new, |method| format!(". {method}"));
    Ok(Section {
        title,
        tables: found
            .table
            .iter()
            .map(|table| AnswerTable::of(&found.id, table, &sheet))
            .collect(),
        text: sentences(&found.says, &sheet).join(" "),
        insights: sentences(&found.insights, &sheet),
        receipt: format!("{call}, {rows}{method}"),
    })
}

fn title(kind: ReportKind, period: Option<Period>) -> String {
    let name = match kind {
        ReportKind::Overview => "Overview",
        ReportKind::Inventory => "Inventory",
        ReportKind::Sales => "Sales",
        ReportKind::Customers => "Customers",
        ReportKind::Market => "Market",
    };
    period.map_or_else(
        || format!("{name} report"),
        |period| format!("{name} report, {}", period.words()),
    )
}
