//! Queries as jobs: created once per request ID, finished immediately, and read page by page.

use super::select_query::{QueryError, QueryResult};
use super::{LOCATION, PROJECT, versioned_table};
use serde_json::{Value, json};

pub(super) struct Job {
    pub(super) id: String,
    /// The request ID chosen by the client.
    pub(super) request: Option<String>,
    pub(super) outcome: Result<QueryResult, QueryError>,
    pub(super) billed: u64,
    /// The number of polls that return no rows.
    pub(super) polls_left: u32,
    pub(super) cancelled: bool,
}

impl Job {
    fn to_reference(&self) -> Value {
        json!({"projectId": PROJECT, "jobId": self.id, "location": LOCATION})
    }

    /// The response of `jobs.get`: done from the start.
    pub(super) fn to_resource(&self) -> Value {
        let mut body = json!({"kind": "bigquery#job", "id": format!("{PROJECT}:{LOCATION}.{}", self.id), "jobReference": self.to_reference(),
            "configuration": {"jobType": "QUERY", "query": {"query": "", "destinationTable": {"projectId": PROJECT, "datasetId": "_anon", "tableId": "anon"}}},
            "status": {"state": "DONE"},
            "statistics": {"query": {"totalBytesProcessed": self.billed.to_string(), "totalBytesBilled": self.billed.to_string(), "statementType": "SELECT"}}});
        if let Err((_, reason, message)) = &self.outcome {
            body["status"]["errorResult"] = json!({"reason": reason, "message": message});
        }
        body
    }

    /// A page of the result, starting at a row.
    pub(super) fn result_page(
        &mut self,
        kind: &str,
        from: usize,
        most: usize,
        int64_timestamps: bool,
    ) -> Result<Value, QueryError> {
        let mut body =
            json!({"kind": kind, "jobReference": self.to_reference(), "jobComplete": false});
        if self.polls_left > 0 {
            self.polls_left -= 1;
            return Ok(body);
        }
        let selected = self.outcome.as_ref().map_err(Clone::clone)?;
        let to = from.saturating_add(most).min(selected.rows.len());
        let cell = |(value, (_, ty)): (&Value, &(String, String))| match value {
            Value::Array(items) => {
                json!({"v": items.iter().map(|item| json!({"v": item})).collect::<Vec<_>>()})
            }
            // Without the flag, timestamps are floats, which lose digits.
            Value::String(text) if ty == "TIMESTAMP" && !int64_timestamps => {
                json!({"v": format!("{:E}", text.parse::<f64>().unwrap() / 1e6)})
            }
            value => json!({"v": value}),
        };
        let row = |row: &Vec<Value>| json!({"f": row.iter().zip(&selected.columns).map(cell).collect::<Vec<_>>()});
        body["jobComplete"] = json!(true);
        body["schema"] = json!({"fields": versioned_table::schema_fields(&selected.columns)});
        body["totalRows"] = json!(selected.rows.len().to_string());
        body["totalBytesProcessed"] = json!(selected.bytes.to_string());
        body["cacheHit"] = json!(false);
        body["rows"] = selected.rows[from.min(to)..to].iter().map(row).collect();
        if to < selected.rows.len() && most > 0 {
            body["pageToken"] = json!(format!("from-{to}"));
        }
        Ok(body)
    }
}
