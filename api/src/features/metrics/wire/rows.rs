//! The rows behind a figure: a page as JSON, or all of them as a CSV or XLSX file.

use super::rows_workbook::write_workbook;
use super::{MetricColumn, MetricKind, MetricSpan, to_json_rows};
use crate::http::{ApiError, CachedResponse, Envelope, push_csv_line};
use metrics::{RowPage, RowValue};
use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{Any, Type};
use poem_openapi::{ApiResponse, Object};
use serde_json::Value;

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CSV: &str = "text/csv";

/// The rows behind a figure, the newest first.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(in crate::features::metrics) struct MetricRows {
    pub columns: Vec<MetricRowColumn>,
    /// A page of rows, with a value for each column: a text, a number or null.
    pub rows: Vec<Vec<Any<Value>>>,
    /// The number of rows on all pages.
    pub row_count: u64,
    /// The columns of `totals`.
    pub total_columns: Vec<MetricColumn>,
    /// The figures over all rows, as a query of the measures answers them.
    pub totals: Vec<Vec<Any<Value>>>,
    pub period: Option<MetricSpan>,
    /// Limitations of the figures.
    pub notes: Vec<String>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

/// A column of rows.
#[derive(Object)]
pub(in crate::features::metrics) struct MetricRowColumn {
    pub id: String,
    pub label: String,
    pub kind: MetricKind,
}

/// The format of a response with rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::features::metrics) enum RowFormat {
    Json,
    Csv,
    Xlsx,
}

impl RowFormat {
    /// The format that an `Accept` header asks for.
    pub(in crate::features::metrics) fn from_accept(accept: Option<&str>) -> Self {
        match accept {
            Some(accept) if accept.contains(XLSX) => Self::Xlsx,
            Some(accept) if accept.contains(CSV) => Self::Csv,
            _ => Self::Json,
        }
    }
}

/// A response with rows.
pub(in crate::features::metrics) enum RowsResponse {
    Page(CachedResponse<MetricRows>),
    File {
        content_type: &'static str,
        name: &'static str,
        bytes: Vec<u8>,
    },
}

impl RowsResponse {
    /// All rows as a file.
    pub(in crate::features::metrics) async fn file(
        page: RowPage,
        format: RowFormat,
    ) -> Result<Self, ApiError> {
        let bytes = tokio::task::spawn_blocking(move || match format {
            RowFormat::Xlsx => write_workbook(&page),
            _ => Ok(write_csv(&page).into_bytes()),
        });
        let bytes = bytes.await.map_err(|error| ApiError::internal(&error))?;
        let bytes = bytes.map_err(|error| ApiError::internal(&error))?;
        let (content_type, name) = match format {
            RowFormat::Xlsx => (XLSX, "rows.xlsx"),
            _ => ("text/csv; charset=utf-8", "rows.csv"),
        };
        Ok(Self::File {
            content_type,
            name,
            bytes,
        })
    }
}

fn write_csv(page: &RowPage) -> String {
    let mut text = String::new();
    push_csv_line(&mut text, page.columns.iter().map(|column| column.id));
    for row in &page.rows {
        push_csv_line(&mut text, row.iter().map(RowValue::as_str));
    }
    text
}

impl From<RowPage> for MetricRows {
    fn from(page: RowPage) -> Self {
        let to_json = |value: RowValue| {
            Any(match value {
                RowValue::Text(text) => Value::from(text),
                RowValue::Number(text) => text.parse::<f64>().map_or(Value::Null, Value::from),
                RowValue::Null => Value::Null,
            })
        };
        Self {
            columns: page
                .columns
                .iter()
                .map(|column| MetricRowColumn {
                    id: column.id.to_owned(),
                    label: column.label.to_owned(),
                    kind: column.kind.into(),
                })
                .collect(),
            rows: page
                .rows
                .into_iter()
                .map(|row| row.into_iter().map(to_json).collect())
                .collect(),
            row_count: page.row_count,
            total_columns: page.total_columns.into_iter().map(Into::into).collect(),
            totals: to_json_rows(page.totals),
            period: page.span.map(Into::into),
            notes: page.notes,
            next_cursor: page.next_cursor,
        }
    }
}

impl IntoResponse for RowsResponse {
    fn into_response(self) -> Response {
        match self {
            Self::Page(page) => page.into_response(),
            Self::File {
                content_type,
                name,
                bytes,
            } => Response::builder()
                .content_type(content_type)
                .header(
                    header::CONTENT_DISPOSITION,
                    format!("attachment; filename=\"{name}\""),
                )
                .header(header::CACHE_CONTROL, "no-store")
                .body(bytes),
        }
    }
}

impl ApiResponse for RowsResponse {
    fn meta() -> MetaResponses {
        let mut meta = CachedResponse::<MetricRows>::meta();
        let workbook = MetaSchemaRef::Inline(Box::new(MetaSchema {
            format: Some("binary"),
            ..MetaSchema::new("string")
        }));
        let files = [(CSV, String::schema_ref()), (XLSX, workbook)];
        if let Some(first) = meta.responses.first_mut() {
            first.description = "The rows.";
            // Files have no ETag.
            first
                .headers
                .iter_mut()
                .for_each(|one| one.required = false);
            first
                .content
                .extend(files.map(|(content_type, schema)| MetaMediaType {
                    content_type,
                    schema,
                }));
        }
        meta
    }

    fn register(registry: &mut Registry) {
        Envelope::<MetricRows>::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accept_header_chooses_the_format() {
        for (accept, format) in [
            (None, RowFormat::Json),
            (Some("*/*"), RowFormat::Json),
            (Some("text/csv, */*;q=0.1"), RowFormat::Csv),
            (Some(XLSX), RowFormat::Xlsx),
        ] {
            assert_eq!(RowFormat::from_accept(accept), format);
        }
    }
}
