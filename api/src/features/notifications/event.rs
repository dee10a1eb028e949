//! What notifications report, as it is stored: values, from which a text is written in the language
//! of each reader.

use alert_rules::AlertMessage;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What a notification reports.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum NotificationEvent {
    /// A text, as earlier versions stored it.
    Text { title: String, body: String },
    /// An observed thing fails.
    Failure {
        subject: ObservedSubject,
        reason: FailureReason,
    },
    /// It works again.
    Recovery {
        subject: ObservedSubject,
        failed_at: DateTime<Utc>,
        recovered_at: DateTime<Utc>,
    },
    /// Alerts of a rule start or end.
    Alert(AlertMessage),
    /// An order could not be sent to its supplier.
    OrderNotSent { recipient: String, reason: String },
    /// A draft order is above the limit of its creator's role.
    ApprovalRequested(OrderApproval),
    /// A draft order is approved.
    OrderApproved(OrderApproval),
    /// A scheduled report did not reach a recipient.
    ReportNotSent {
        report: String,
        recipient: String,
        reason: String,
    },
}

/// What is observed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ObservedSubject {
    /// Data Sync as a whole.
    DataSync,
    /// The sync of a table.
    Table { name: String },
    /// The rejected rows of a table.
    RejectedRows { table: String },
    /// A webhook.
    Webhook { name: String },
    /// A channel of Slack or Teams.
    Channel { name: String },
}

/// Why something fails.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FailureReason {
    /// A message of Data Sync, in English like its run, and its code if it has one.
    Message { text: String, code: Option<String> },
    /// Rows of a table were rejected.
    RowsRejected { rejected: i64, rows: i64 },
    /// The receiver wants nothing more.
    Gone { error: EndpointError },
    /// No delivery has succeeded for days.
    NoDelivery { error: EndpointError },
}

/// Why the last attempt to deliver failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct EndpointError {
    /// In English.
    pub text: String,
    pub code: Option<String>,
    /// The status, the seconds or the KiB that the text states.
    pub value: Option<String>,
}

/// An order above a limit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct OrderApproval {
    /// The supplier's name. None if it is not known.
    pub supplier: Option<String>,
    /// Who drafted or approved it. None if that is not known.
    pub person: Option<String>,
    /// The total in plain notation, such as `1234.50`.
    pub total: String,
    pub currency: String,
}

impl NotificationEvent {
    /// A stored event. One of a newer version shows the name of its topic.
    pub(super) fn from_json(stored: &str, topic: &str) -> Self {
        serde_json::from_str(stored).unwrap_or_else(|_| Self::Text {
            title: topic.to_owned(),
            body: String::new(),
        })
    }
}
