//! Metadata of the dataset and its tables, which is not billed: location, columns, and when a table
//! changed.

use super::api_client::{ApiClient, ApiRequest};
use super::bounded_list::deserialize_bounded_list;
use super::error::BigQueryError;
use super::messages;
use crate::{ColumnDescriptor, FileState, SourceError};
use chrono::{DateTime, Utc};
use serde::Deserialize;

/// BigQuery's maximum number of columns of a table.
const MAX_COLUMNS: usize = 10_000;

/// Tables of a page, as sent.
const LISTED_TABLES: &str = "100";
/// The maximum number of tables of a page.
const MAX_LISTED_TABLES: usize = 100;

/// A table, view or external table.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableMetadata {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    pub(super) schema: TableSchema,
    etag: Option<String>,
    num_rows: Option<String>,
    num_bytes: Option<String>,
    creation_time: Option<String>,
    last_modified_time: Option<String>,
    streaming_buffer: Option<serde::de::IgnoredAny>,
}

/// The columns of a table or of a result.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct TableSchema {
    #[serde(
        default,
        deserialize_with = "deserialize_bounded_list::<_, _, MAX_COLUMNS>"
    )]
    pub(super) fields: Vec<ColumnSchema>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct ColumnSchema {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) ty: String,
    #[serde(default)]
    pub(super) mode: String,
    pub(super) precision: Option<String>,
    pub(super) scale: Option<String>,
}

#[derive(Deserialize)]
struct DatasetMetadata {
    location: Option<String>,
}

/// Loads the location of the dataset; `None` if it is unknown. Fails if the dataset cannot be read,
/// or if its location differs from the configured one.
pub(super) async fn load_location(api: &ApiClient) -> Result<Option<String>, SourceError> {
    let ask = ApiRequest {
        path: &["datasets", &api.address.dataset],
        query: &[],
        body: None,
    };
    let dataset: DatasetMetadata = api
        .send_request(ask, |body| serde_json::from_slice(body).ok())
        .await
        .map_err(|failure| match failure {
            failure if failure.is_not_found() => messages::dataset_not_found(&api.address),
            failure => messages::from_error(&api.address, &failure),
        })?;
    match (&dataset.location, &api.address.location) {
        (Some(actual), Some(configured)) if !actual.eq_ignore_ascii_case(configured) => {
            Err(messages::wrong_location(&api.address, actual, configured))
        }
        (None, configured) => Ok(configured.clone()),
        (actual, _) => Ok(actual.clone()),
    }
}

/// Loads a table; `None` if the dataset does not have it.
pub(super) async fn load_table(
    api: &ApiClient,
    name: &str,
) -> Result<Option<TableMetadata>, SourceError> {
    let ask = ApiRequest {
        path: &["datasets", &api.address.dataset, "tables", name],
        query: &[],
        body: None,
    };
    match api
        .send_request(ask, |body| serde_json::from_slice(body).ok())
        .await
    {
        Ok(table) => Ok(Some(table)),
        Err(failure @ BigQueryError::Refused(_)) if failure.is_not_found() => Ok(None),
        Err(failure) => Err(messages::from_error(&api.address, &failure)),
    }
}

/// A page of the tables of a dataset.
#[derive(Default, Deserialize)]
struct TableList {
    #[serde(
        default,
        deserialize_with = "deserialize_bounded_list::<_, _, MAX_LISTED_TABLES>"
    )]
    tables: Vec<ListedTable>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListedTable {
    table_reference: TableReference,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TableReference {
    table_id: String,
}

/// Names of tables of the dataset, in alphabetical order; those of the first page.
pub(super) async fn list_names(api: &ApiClient) -> Result<Vec<String>, SourceError> {
    let ask = ApiRequest {
        path: &["datasets", &api.address.dataset, "tables"],
        query: &[("maxResults", LISTED_TABLES)],
        body: None,
    };
    let list: TableList = api
        .send_request(ask, |body| serde_json::from_slice(body).ok())
        .await
        .map_err(|failure| messages::from_error(&api.address, &failure))?;
    Ok(list
        .tables
        .into_iter()
        .map(|table| table.table_reference.table_id)
        .collect())
}

impl ColumnSchema {
    /// The type in terms that all kinds of sources share, or BigQuery's name of a type that no
    /// other source has.
    fn shared_type_name(&self) -> &str {
        match (self.mode.as_str(), self.ty.as_str()) {
            ("REPEATED", _) => "several values a row",
            (_, "STRING") => "text",
            (_, "INTEGER" | "INT64") => "whole numbers",
            (_, "NUMERIC" | "BIGNUMERIC") => "decimals",
            (_, "FLOAT" | "FLOAT64") => "floating-point numbers",
            (_, "BOOLEAN" | "BOOL") => "true and false",
            (_, "DATE") => "dates",
            (_, "DATETIME") => "timestamps without a time zone",
            (_, "TIMESTAMP") => "timestamps",
            (_, other) => other,
        }
    }
}

impl TableMetadata {
    /// Its columns as descriptors.
    pub(super) fn column_descriptors(&self) -> Vec<ColumnDescriptor> {
        self.schema
            .fields
            .iter()
            .map(|column| ColumnDescriptor::new(&column.name, Some(column.shared_type_name())))
            .collect()
    }

    /// Whether it can be read as of a past time. Views and external tables may not support this.
    pub(super) fn supports_time_travel(&self) -> bool {
        self.kind == "TABLE"
    }

    /// Whether it was created after `moment`.
    pub(super) fn is_created_after(&self, moment: DateTime<Utc>) -> bool {
        parse_millis(self.creation_time.as_deref()).is_some_and(|created| created > moment)
    }

    /// A state that identifies the current content, like that of a file. `None` if there is none:
    /// the table is a view or an external table, has rows in the streaming buffer, or changed after
    /// `moment`, the time of the snapshot that is read.
    pub(super) fn file_state(
        &self,
        dataset: &str,
        name: &str,
        moment: DateTime<Utc>,
    ) -> Option<FileState> {
        let modified_at = parse_millis(self.last_modified_time.as_deref())
            .filter(|modified| *modified < moment)?;
        if !self.supports_time_travel() || self.streaming_buffer.is_some() {
            return None;
        }
        Some(FileState {
            name: format!("{dataset}.{name}").into(),
            bytes: self.num_bytes.as_deref()?.parse().ok()?,
            modified_at,
            hash: format!("{} {}", self.etag.as_deref()?, self.num_rows.as_deref()?),
        })
    }
}

/// Parses a timestamp in milliseconds, as BigQuery sends it.
fn parse_millis(millis: Option<&str>) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(millis?.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn state(changes: &[(&str, Value)]) -> Option<FileState> {
        let mut table = json!({"type": "TABLE", "etag": "e1", "numRows": "2", "numBytes": "120", "lastModifiedTime": "1781621999999", "creationTime": "5"});
        for (name, value) in changes {
            table[*name] = value.clone();
        }
        serde_json::from_value::<TableMetadata>(table)
            .unwrap()
            .file_state(
                "erp",
                "supplier_data",
                "2026-06-16T15:00:00Z".parse().unwrap(),
            )
    }

    #[test]
    fn a_table_is_the_same_only_where_everything_says_so() {
        let first = state(&[]).unwrap();
        assert_eq!(
            (first.name.as_ref(), first.bytes, first.hash.as_str()),
            ("erp.supplier_data", 120, "e1 2")
        );
        assert_eq!(state(&[]), Some(first.clone()));
        for change in [
            ("etag", "e2"),
            ("numRows", "3"),
            ("numBytes", "121"),
            ("lastModifiedTime", "1781621999998"),
        ] {
            assert_ne!(
                state(&[(change.0, json!(change.1))]),
                Some(first.clone()),
                "{change:?}"
            );
        }
    }

    #[test]
    fn what_may_change_unseen_has_no_state() {
        assert_eq!(
            state(&[("streamingBuffer", json!({"estimatedRows": "1"}))]),
            None
        );
        assert_eq!(state(&[("type", json!("VIEW"))]), None);
        assert_eq!(state(&[("type", json!("MATERIALIZED_VIEW"))]), None);
        assert_eq!(state(&[("type", json!("EXTERNAL"))]), None);
        assert_eq!(
            state(&[("lastModifiedTime", json!("1781622000000"))]),
            None,
            "it was changed at the moment of the read"
        );
        assert_eq!(state(&[("etag", Value::Null)]), None);
    }
}
