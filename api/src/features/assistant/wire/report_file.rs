//! A report as a file download.

use crate::features::accounts::slugify;
use crate::features::assistant::report::{Report, render_csv, render_html};
use crate::features::assistant::tool_registry::ReportKind;
use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Enum};

/// Subject of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "ReportKind", rename_all = "lowercase")]
pub(in super::super) enum ReportKindChoice {
    Overview,
    Inventory,
    Sales,
    Customers,
    Market,
}

/// File format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "ReportFormat", rename_all = "lowercase")]
pub(in super::super) enum ReportFormatChoice {
    Html,
    Csv,
}

/// Rendered report, sent as an attachment.
#[derive(Debug)]
pub(in super::super) struct ReportFile {
    text: String,
    content_type: &'static str,
    name: String,
}

const HTML_CONTENT_TYPE: &str = "text/html; charset=utf-8";
const CSV_CONTENT_TYPE: &str = "text/csv; charset=utf-8";

impl ReportFile {
    /// Renders the report.
    pub(in super::super) fn from_report(report: &Report, format: ReportFormatChoice) -> Self {
        let stem = slugify(&format!("{} {}", report.title, report.as_of));
        match format {
            ReportFormatChoice::Html => Self {
                text: render_html(report),
                content_type: HTML_CONTENT_TYPE,
                name: format!("{stem}.html"),
            },
            ReportFormatChoice::Csv => Self {
                text: render_csv(report),
                content_type: CSV_CONTENT_TYPE,
                name: format!("{stem}.csv"),
            },
        }
    }
}

impl IntoResponse for ReportFile {
    fn into_response(self) -> Response {
        let attachment = format!("attachment; filename=\"{}\"", self.name);
        Response::builder()
            .content_type(self.content_type)
            .header(header::CONTENT_DISPOSITION, attachment)
            .body(self.text)
    }
}

impl ApiResponse for ReportFile {
    fn meta() -> MetaResponses {
        let text = |content_type| MetaMediaType {
            content_type,
            schema: String::schema_ref(),
        };
        let content = vec![text("text/html"), text("text/csv")];
        MetaResponses {
            responses: vec![MetaResponse {
                description: "The report.",
                status: Some(200),
                status_range: None,
                content,
                headers: Vec::new(),
            }],
        }
    }

    fn register(_registry: &mut Registry) {}
}

impl From<ReportKindChoice> for ReportKind {
    fn from(choice: ReportKindChoice) -> Self {
        match choice {
            ReportKindChoice::Overview => Self::Overview,
            ReportKindChoice::Inventory => Self::Inventory,
            ReportKindChoice::Sales => Self::Sales,
            ReportKindChoice::Customers => Self::Customers,
            ReportKindChoice::Market => Self::Market,
        }
    }
}
