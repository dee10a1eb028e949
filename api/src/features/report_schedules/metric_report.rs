//! Reports of metric queries: of one, as a view of Explore has it, or of several, as the page of a record
//! has them.

use super::report_source::{Report, ReportError, describe_period};
use crate::auth::Scope;
use crate::features::metrics::{QueryAccess, answer_query, query_calendar, to_report_table};
use alert_rules::explore_link;
use localization::{Language, fill_text};
use metrics::{Query, QueryError, describe_conditions};
use report_content::{MAX_WORKBOOK_ROWS, ReportSection};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The maximum number of queries of a report.
const MAX_SECTIONS: usize = 12;
const MAX_TITLE_CHARS: usize = 120;
const MAX_ID_CHARS: usize = 200;

/// Several metric queries, each with its heading.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MetricSections {
    /// The record whose page has the figures.
    record: RecordPage,
    sections: Vec<TitledQuery>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct TitledQuery {
    title: String,
    query: Value,
}

/// The page of a record.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct RecordPage {
    kind: RecordKind,
    id: String,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum RecordKind {
    Customer,
    Item,
    Supplier,
    Location,
}

impl RecordPage {
    /// The path of the page.
    fn to_path(&self) -> String {
        let pages = match self.kind {
            RecordKind::Customer => "customers",
            RecordKind::Item => "items",
            RecordKind::Supplier => "suppliers",
            RecordKind::Location => "locations",
        };
        let mut path = format!("/{pages}/");
        for byte in self.id.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
                path.push(char::from(byte));
            } else {
                // Writing to a String cannot fail.
                let _ = write!(path, "%{byte:02X}");
            }
        }
        path
    }
}

impl MetricSections {
    /// The queries, or what is invalid.
    pub(super) fn parse(body: &Value) -> Result<Self, String> {
        let parsed: Self = Self::deserialize(body).map_err(|error| error.to_string())?;
        if parsed.sections.is_empty() || parsed.sections.len() > MAX_SECTIONS {
            return Err(format!("send 1 to {MAX_SECTIONS} sections"));
        }
        let is_valid = |text: &str, max_chars: usize| {
            !text.trim().is_empty()
                && text.chars().count() <= max_chars
                && !text.chars().any(char::is_control)
        };
        if !parsed
            .sections
            .iter()
            .all(|section| is_valid(&section.title, MAX_TITLE_CHARS))
        {
            return Err(format!("a title has 1 to {MAX_TITLE_CHARS} characters"));
        }
        if !is_valid(&parsed.record.id, MAX_ID_CHARS) {
            return Err(format!("an id has 1 to {MAX_ID_CHARS} characters"));
        }
        Ok(parsed)
    }

    /// The queries, which the caller must be allowed to ask.
    pub(super) fn queries(&self) -> impl Iterator<Item = &Value> {
        self.sections.iter().map(|section| &section.query)
    }
}

/// The query of a report: that of the view, with all rows that a workbook may have.
pub(super) fn parse_query(query: &Value, scope: &Scope) -> Result<Query, QueryError> {
    let mut body = query.clone();
    if let Some(body) = body.as_object_mut() {
        body.remove("cursor");
        body.insert("limit".to_owned(), json!(MAX_WORKBOOK_ROWS));
    }
    Query::parse(&body, query_calendar(scope))
}

/// The answer to one query.
pub(super) async fn read_metric(
    scope: &Scope,
    body: &Value,
    language: Language,
) -> Result<Report, ReportError> {
    let (section, is_compared) = Box::pin(answer_section(scope, body, language)).await?;
    Ok(Report::from_section(
        section,
        &explore_link(body, is_compared),
    ))
}

/// The answers to several queries.
pub(super) async fn read_metric_sections(
    scope: &Scope,
    body: Value,
    language: Language,
) -> Result<Report, ReportError> {
    let asked = MetricSections::parse(&body).map_err(|_| ReportError::Unreadable)?;
    let mut sections = Vec::new();
    for TitledQuery { title, query } in &asked.sections {
        let answered = Box::pin(answer_section(scope, query, language)).await;
        sections.push((title.clone(), answered.map(|(section, _)| section)));
    }
    Report::from_sections(sections, asked.record.to_path(), language)
}

/// The section of a query, and whether it compares two periods.
async fn answer_section(
    scope: &Scope,
    body: &Value,
    language: Language,
) -> Result<(ReportSection, bool), ReportError> {
    let query = parse_query(body, scope)?;
    let right = QueryAccess::require(scope, &query)?;
    let db = scope.rollup_db().await?;
    let answer = Box::pin(answer_query(&db, query, right)).await?;
    let period = answer
        .span
        .map(|span| language.format_period(span.from, span.to));
    let mut subtitles: Vec<String> = period
        .iter()
        .map(|period| describe_period(period, language))
        .collect();
    let conditions = describe_conditions(body, &answer.columns);
    if !conditions.is_empty() {
        let filters = conditions.join("; ");
        subtitles.push(fill_text(
            language.texts().filters,
            &[("filters", &filters)],
        ));
    }
    let is_compared = answer.compared_span.is_some();
    let notes = answer.notes.clone();
    let section = ReportSection {
        notes,
        ..ReportSection::new(subtitles, to_report_table(answer))
    };
    Ok((section, is_compared))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_record_escapes_its_id() {
        let path = |id: &str| {
            let record = RecordPage {
                kind: RecordKind::Customer,
                id: id.to_owned(),
            };
            record.to_path()
        };
        assert_eq!(path("C-1"), "/customers/C-1");
        assert_eq!(path("../é?#"), "/customers/..%2F%C3%A9%3F%23");
    }

    #[test]
    fn sections_need_titles_and_a_record() {
        let section = json!({"title": "Revenue", "query": {"measures": ["revenue"]}});
        let record = json!({"kind": "customer", "id": "C1"});
        let parse = |body: Value| MetricSections::parse(&body).map(|parsed| parsed.sections.len());
        assert_eq!(
            parse(json!({"record": record, "sections": [section]})),
            Ok(1)
        );
        for invalid in [
            json!({"record": record, "sections": []}),
            json!({"record": record, "sections": vec![section.clone(); 13]}),
            json!({"record": {"kind": "order", "id": "C1"}, "sections": [section]}),
            json!({"record": {"kind": "customer", "id": " "}, "sections": [section]}),
            json!({"record": record, "sections": [{"title": "a\nb", "query": {}}]}),
            json!({"sections": [section]}),
            json!([]),
        ] {
            assert!(parse(invalid.clone()).is_err(), "{invalid}");
        }
    }
}
