//! A report on its way out: a page or rows, under a file name of its own.

use crate::features::accounts::slug_of;
use crate::features::assistant::registry::ReportKind;
use crate::features::assistant::report::{Report, page, rows};
use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Enum};

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "ReportKind", rename_all = "lowercase")]
pub(in super::super) enum ReportKindChoice {
    Overview,
    Inventory,
    Sales,
    Customers,
    Market,
}

/// What a report is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "ReportFormat", rename_all = "lowercase")]
pub(in super::super) enum ReportFormatChoice {
    Html,
    Csv,
}

/// The file, sent as an attachment.
#[derive(Debug)]
pub(in super::super) struct ReportFile {
    text: String,
    content_type: &'static str,
    name: String,
}

const PAGE: &str = "text/html; charset=utf-8";
const ROWS: &str = "text/csv; charset=utf-8";

impl ReportFile {
    /// Writes the report down.
    pub(in super::super) fn of(report: &Report, format: ReportFormatChoice) -> Self {
        let stem = slug_of(&format!("{} {}", report.title, report.as_of));
        match format {
            ReportFormatChoice::Html => Self {
                text: page(report),
                content_type: PAGE,
                name: format!("{stem}.html"),
            },
            ReportFormatChoice::Csv => Self {
                text: rows(report),
                content_type: ROWS,
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
