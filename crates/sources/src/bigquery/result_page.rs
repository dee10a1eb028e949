//! Parses one page of a query result from JSON into an Arrow batch of strings, without intermediate
//! copies.

use super::bounded_list::deserialize_bounded_list;
use super::query_plan::{MAX_CELL_CHARS, QueryPlan};
use super::table_metadata::TableSchema;
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Maximum number of rows of a page. BigQuery returns fewer if they exceed 10 MB.
pub(super) const MAX_PAGE_ROWS: usize = 10_000;
/// Maximum size of a cell: the characters that the query lets through, in UTF-8.
const MAX_CELL_BYTES: usize = MAX_CELL_CHARS * 4;
/// Maximum number of cells of a row, more than any table has columns.
const MAX_ROW_CELLS: usize = 64;
/// Maximum size of the token of a page.
const MAX_TOKEN_BYTES: usize = 4096;

/// A page of a result.
#[derive(Debug)]
pub(super) struct ResultPage {
    /// Whether the query has ended. Before that, only the job is set.
    pub(super) complete: bool,
    /// The job of the query.
    pub(super) job: Option<JobReference>,
    /// Number of rows of all pages.
    pub(super) total: Option<u64>,
    /// Token of the next page; none on the last page.
    pub(super) next: Option<String>,
    /// The rows, or why they do not fit the query.
    pub(super) rows: Result<RecordBatch, PageError>,
    /// Size of the response in bytes.
    pub(super) bytes: u64,
}

/// Identifies a job.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JobReference {
    pub(super) job_id: String,
    pub(super) location: Option<String>,
}

/// Why the rows do not fit the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PageError {
    /// The columns differ.
    Columns,
    /// A row has a different number of cells.
    Width,
    /// A value of this column has another format.
    Value(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PageBody<'a> {
    #[serde(default)]
    job_complete: bool,
    job_reference: Option<JobReference>,
    schema: Option<TableSchema>,
    total_rows: Option<String>,
    page_token: Option<String>,
    #[serde(
        borrow,
        default,
        deserialize_with = "deserialize_bounded_list::<_, _, MAX_PAGE_ROWS>"
    )]
    rows: Vec<Row<'a>>,
}

#[derive(Deserialize)]
struct Row<'a> {
    #[serde(
        borrow,
        deserialize_with = "deserialize_bounded_list::<_, _, MAX_ROW_CELLS>"
    )]
    f: Vec<Cell<'a>>,
}

#[derive(Deserialize)]
struct Cell<'a> {
    #[serde(borrow)]
    v: Scalar<'a>,
}

/// A scalar value. BigQuery sends it as a string or null.
struct Scalar<'a>(Option<Cow<'a, str>>);

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Scalar<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text or null")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Scalar(Some(text.into())))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Scalar(Some(text.to_owned().into())))
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Scalar(None))
            }
        }
        deserializer.deserialize_any(Text)
    }
}

impl ResultPage {
    /// Parses a page of the result of `plan`; `None` if it is not a valid page.
    pub(super) fn from_json(body: &[u8], plan: &QueryPlan) -> Option<Self> {
        let sent: PageBody<'_> = serde_json::from_slice(body).ok()?;
        let total = sent
            .total_rows
            .as_deref()
            .map(str::parse)
            .transpose()
            .ok()?;
        let asked = |schema: TableSchema| {
            schema.fields.iter().map(|column| &column.name).eq(plan
                .schema
                .fields()
                .iter()
                .map(|field| field.name()))
        };
        let as_asked = sent.schema.map_or(!sent.job_complete, asked);
        let rows = if as_asked {
            build_batch(&sent.rows, plan)
        } else {
            Err(PageError::Columns)
        };
        let next = sent.page_token.filter(|token| !token.is_empty());
        if next
            .as_ref()
            .is_some_and(|token| token.len() > MAX_TOKEN_BYTES)
        {
            return None;
        }
        Some(Self {
            complete: sent.job_complete,
            job: sent.job_reference,
            total,
            next,
            rows,
            bytes: body.len() as u64,
        })
    }
}

fn build_batch(rows: &[Row<'_>], plan: &QueryPlan) -> Result<RecordBatch, PageError> {
    let mut builders: Vec<StringBuilder> =
        plan.formats.iter().map(|_| StringBuilder::new()).collect();
    for row in rows {
        if row.f.len() != builders.len() {
            return Err(PageError::Width);
        }
        for (column, ((builder, form), cell)) in builders
            .iter_mut()
            .zip(&plan.formats)
            .zip(&row.f)
            .enumerate()
        {
            let Some(sent) = cell.v.0.as_deref() else {
                builder.append_null();
                continue;
            };
            let name = || {
                plan.schema
                    .fields()
                    .get(column)
                    .map_or_else(String::new, |field| field.name().clone())
            };
            let formatted = form
                .format_value(sent)
                .filter(|_| sent.len() <= MAX_CELL_BYTES);
            builder.append_value(formatted.ok_or_else(|| PageError::Value(name()))?);
        }
    }
    let columns = builders
        .into_iter()
        .map(|mut column| Arc::new(column.finish()) as ArrayRef)
        .collect();
    RecordBatch::try_new(Arc::clone(&plan.schema), columns).map_err(|_| PageError::Columns)
}

#[cfg(test)]
mod tests {
    use super::super::query_plan::ValueFormat;
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_schema::{DataType, Field, Schema};
    use serde_json::{Value, json};

    fn test_plan() -> QueryPlan {
        let fields = ["id", "at"].map(|name| Field::new(name, DataType::Utf8, true));
        QueryPlan {
            statement: String::new(),
            formats: vec![ValueFormat::Raw, ValueFormat::Timestamp],
            schema: Arc::new(Schema::new(fields.to_vec())),
            ignored: [].into(),
        }
    }

    fn parse_page(rows: &Value) -> ResultPage {
        let schema = json!({"fields": [{"name": "id", "type": "STRING"}, {"name": "at", "type": "TIMESTAMP", "mode": "NULLABLE"}]});
        let body = json!({"kind": "bigquery#queryResponse", "jobComplete": true, "jobReference": {"projectId": "p", "jobId": "j", "location": "EU"},
            "schema": schema, "totalRows": "12", "pageToken": "t2", "rows": rows});
        ResultPage::from_json(body.to_string().as_bytes(), &test_plan()).unwrap()
    }

    #[test]
    fn rows_become_texts_and_null_stays_null() {
        let page = parse_page(
            &json!([{"f": [{"v": "a\n\"b\" ö"}, {"v": "1735787045678901"}]}, {"f": [{"v": ""}, {"v": null}]}]),
        );
        assert_eq!(
            (page.complete, page.total, page.next.as_deref()),
            (true, Some(12), Some("t2"))
        );
        assert_eq!(
            page.job,
            Some(JobReference {
                job_id: "j".to_owned(),
                location: Some("EU".to_owned())
            })
        );
        let rows = page.rows.unwrap();
        let texts = |column: usize| {
            rows.column(column)
                .as_string::<i32>()
                .iter()
                .map(|text| text.map(str::to_owned))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            texts(0),
            [Some("a\n\"b\" ö".to_owned()), Some(String::new())]
        );
        assert_eq!(
            texts(1),
            [Some("2025-01-02T03:04:05.678901Z".to_owned()), None]
        );
    }

    #[test]
    fn what_was_not_asked_for_is_told() {
        assert_eq!(
            parse_page(&json!([{"f": [{"v": "a"}]}])).rows,
            Err(PageError::Width)
        );
        assert_eq!(
            parse_page(&json!([{"f": [{"v": "a"}, {"v": "1.7E9"}]}])).rows,
            Err(PageError::Value("at".to_owned()))
        );
        let long = "x".repeat(MAX_CELL_BYTES + 1);
        assert_eq!(
            parse_page(&json!([{"f": [{"v": long}, {"v": null}]}])).rows,
            Err(PageError::Value("id".to_owned()))
        );
        let read = |body: &str| ResultPage::from_json(body.as_bytes(), &test_plan());
        let other = r#"{"jobComplete": true, "totalRows": "0", "schema": {"fields": [{"name": "id", "type": "STRING"}]}}"#;
        assert_eq!(read(other).unwrap().rows, Err(PageError::Columns));
        assert_eq!(
            read(r#"{"jobComplete": true, "totalRows": "0"}"#)
                .unwrap()
                .rows,
            Err(PageError::Columns)
        );
        assert!(
            read(r#"{"jobComplete": false, "jobReference": {"jobId": "j"}}"#)
                .is_some_and(|page| !page.complete)
        );
        for garbled in [
            r#"{"jobComplete": true, "rows": [{"f": ["#,
            "<html>",
            r#"{"rows": [{"f": [{"v": {"f": []}}]}]}"#,
            r#"{"totalRows": "many"}"#,
        ] {
            assert!(read(garbled).is_none(), "{garbled}");
        }
        // Small texts that would become many values.
        let rows = vec![r#"{"f":[]}"#; MAX_PAGE_ROWS + 1].join(",");
        assert!(read(&format!(r#"{{"rows": [{rows}]}}"#)).is_none());
        let cells = vec![r#"{"v":null}"#; MAX_ROW_CELLS + 1].join(",");
        assert!(read(&format!(r#"{{"rows": [{{"f": [{cells}]}}]}}"#)).is_none());
        let token = "x".repeat(MAX_TOKEN_BYTES + 1);
        assert!(read(&format!(r#"{{"pageToken": "{token}"}}"#)).is_none());
    }
}
