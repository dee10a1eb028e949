//! Why no run started when one was due, or started late.

use crate::features::data_sync::run_message::{SyncMessage, SyncMessageCode};
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};

/// Why no run started when one was due, or started late.
#[derive(Clone, Debug, PartialEq, Eq, Object, Deserialize, Serialize)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct StartIssue {
    /// When the run was due.
    pub due_at: DateTime<Utc>,
    /// When it started. Absent if it could not start.
    pub started_at: Option<DateTime<Utc>>,
    /// Why it could not start. Absent if it started late.
    pub error: Option<String>,
    /// What the error message says. Absent if it started late.
    pub error_code: Option<SyncMessageCode>,
}

impl StartIssue {
    /// The run started late.
    pub(super) fn late(due_at: DateTime<Utc>, started_at: DateTime<Utc>) -> Self {
        Self {
            due_at,
            started_at: Some(started_at),
            error: None,
            error_code: None,
        }
    }

    /// The run could not start.
    pub(super) fn failed(due_at: DateTime<Utc>, message: SyncMessage) -> Self {
        Self {
            due_at,
            started_at: None,
            error: Some(message.text),
            error_code: Some(message.code),
        }
    }

    /// A stored issue. `None` if it is one of a newer version.
    pub(super) fn from_json(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    pub(super) fn to_json(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }
}
