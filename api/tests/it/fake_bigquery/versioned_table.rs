//! Tables with their earlier versions: columns and rows in wire format.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sources::{ColumnType, SourceTable};

pub(super) struct VersionedTable {
    pub(super) kind: String,
    pub(super) is_streaming: bool,
    versions: Vec<TableVersion>,
}

#[derive(Clone)]
pub(super) struct TableVersion {
    from: DateTime<Utc>,
    pub(super) columns: Vec<(String, String)>,
    pub(super) rows: Vec<Vec<Value>>,
}

impl Default for VersionedTable {
    fn default() -> Self {
        Self {
            kind: "TABLE".to_owned(),
            is_streaming: false,
            versions: Vec::new(),
        }
    }
}

impl VersionedTable {
    pub(super) fn put_version(
        &mut self,
        now: DateTime<Utc>,
        columns: Vec<(String, String)>,
        rows: Vec<Vec<Value>>,
    ) {
        self.versions.push(TableVersion {
            from: now,
            columns,
            rows,
        });
    }

    pub(super) fn current_version(&self) -> &TableVersion {
        self.versions.last().unwrap()
    }

    /// The version at a time.
    pub(super) fn version_at(&self, moment: DateTime<Utc>) -> Option<&TableVersion> {
        self.versions
            .iter()
            .rev()
            .find(|version| version.from <= moment)
    }

    /// The response of `tables.get`.
    pub(super) fn to_metadata(&self, name: &str) -> Value {
        let (first, now) = (&self.versions[0], self.current_version());
        let mut metadata = json!({
            "kind": "bigquery#table", "id": format!("{}:{}.{name}", super::PROJECT, super::DATASET), "etag": format!("v{}==", self.versions.len()),
            "tableReference": {"projectId": super::PROJECT, "datasetId": super::DATASET, "tableId": name}, "type": self.kind,
            "schema": {"fields": schema_fields(&now.columns)}, "location": super::LOCATION,
            "numRows": now.rows.len().to_string(), "numBytes": now.byte_size().to_string(), "creationTime": first.from.timestamp_millis().to_string(),
            "lastModifiedTime": now.from.timestamp_millis().to_string(),
        });
        if self.is_streaming {
            metadata["streamingBuffer"] =
                json!({"estimatedRows": "1", "estimatedBytes": "10", "oldestEntryTime": "1"});
        }
        metadata
    }
}

impl TableVersion {
    pub(super) fn byte_size(&self) -> u64 {
        self.rows
            .iter()
            .flatten()
            .map(|value| value.to_string().len() as u64)
            .sum()
    }
}

/// Schema fields of columns described as `name TYPE`, `name TYPE[]` or `name TYPE(precision)`.
pub(super) fn schema_fields(columns: &[(String, String)]) -> Vec<Value> {
    let field = |(name, ty): &(String, String)| {
        let (ty, mode) = ty
            .strip_suffix("[]")
            .map_or((ty.as_str(), "NULLABLE"), |ty| (ty, "REPEATED"));
        match ty.split_once('(') {
            Some((ty, precision)) => {
                json!({"name": name, "type": ty, "mode": mode, "precision": precision.trim_end_matches(')')})
            }
            None => json!({"name": name, "type": ty, "mode": mode}),
        }
    };
    columns.iter().map(field).collect()
}

/// The columns and rows of a CSV file of one of the five tables, with appropriate column types.
pub(super) fn parse_csv(table: &str, text: &str) -> (Vec<(String, String)>, Vec<Vec<Value>>) {
    let shape = SourceTable::from_id(table).unwrap().schema();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let kinds: Vec<ColumnType> = names
        .iter()
        .map(|name| {
            shape
                .column_index(name)
                .map_or(ColumnType::Text, |at| shape.columns[at].kind)
        })
        .collect();
    let ty = |kind: &ColumnType| match kind {
        ColumnType::Text
        | ColumnType::Choice(_)
        | ColumnType::OpenChoice(_)
        | ColumnType::Currency => "STRING",
        ColumnType::ChoiceList(_) => "STRING[]",
        ColumnType::Decimal(_) => "NUMERIC",
        ColumnType::Days => "INTEGER",
        ColumnType::Bool => "BOOLEAN",
        ColumnType::Date => "DATE",
        ColumnType::Instant => "TIMESTAMP",
    };
    let columns = names
        .into_iter()
        .zip(kinds.iter().map(|kind| ty(kind).to_owned()))
        .collect();
    let value = |(kind, text): (&ColumnType, &str)| match kind {
        ColumnType::ChoiceList(_) => json!(
            text.split(';')
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
        ),
        _ if text.is_empty() => Value::Null,
        ColumnType::Instant => json!(
            text.parse::<DateTime<Utc>>()
                .unwrap()
                .timestamp_micros()
                .to_string()
        ),
        _ => json!(text),
    };
    let rows = reader
        .records()
        .map(|record| {
            kinds
                .iter()
                .zip(record.unwrap().iter())
                .map(value)
                .collect()
        })
        .collect();
    (columns, rows)
}
