//! Response types of outgoing emails and of the operator audit log.

use crate::email::EmailKind;
use crate::http::{NameSet, StoredName};
use chrono::{DateTime, Utc};
use entities::{email_outbox, operator_audit_entry};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// The kinds of email that the server sends.
pub(in crate::features::operators) struct EmailKinds;

impl NameSet for EmailKinds {
    const SCHEMA: &'static str = "EmailKind";
    const DESCRIPTION: &'static str = "What an email is about.";

    fn names() -> Vec<&'static str> {
        EmailKind::ALL.into_iter().map(EmailKind::name).collect()
    }
}

/// The actions of the operator audit log.
pub(in crate::features::operators) struct OperatorActions;

impl NameSet for OperatorActions {
    const SCHEMA: &'static str = "OperatorAction";
    const DESCRIPTION: &'static str = "An action that the operator audit log records.";

    fn names() -> Vec<&'static str> {
        vec![
            "email.read",
            "operator.granted",
            "operator.revoked",
            "sessions.revoked",
        ]
    }
}

/// The state of an outgoing email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(in crate::features::operators) enum EmailState {
    /// Waiting to be sent. Without an SMTP server, the operator passes it on.
    Pending,
    /// Sent. Its body is deleted.
    Sent,
    /// All attempts failed.
    Failed,
    /// Its content expired before it was sent. Its body is deleted.
    Expired,
}

/// An outgoing email, without its body.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorEmail {
    pub id: Uuid,
    /// What it is about.
    pub kind: StoredName<EmailKinds>,
    pub to_address: String,
    pub to_name: String,
    pub subject: String,
    pub state: EmailState,
    pub created_at: DateTime<Utc>,
    /// When its content, such as a link, expires.
    pub expires_at: DateTime<Utc>,
    /// The number of attempts to send it.
    pub attempts: u32,
    pub sent_at: Option<DateTime<Utc>>,
    /// The error of the last failed attempt.
    pub last_error: Option<String>,
}

/// A page of outgoing emails, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorEmails {
    pub items: Vec<OperatorEmail>,
    /// Whether an SMTP server sends emails. If so, their bodies can't be read here.
    pub email_enabled: bool,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

/// An outgoing email with its body, if it can be read.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorEmailDetail {
    pub email: OperatorEmail,
    /// The body, which may contain a link that grants access. Absent if it is withheld.
    pub body: Option<String>,
    /// Why the body is withheld.
    pub withheld_reason: Option<String>,
}

/// An operator's action that no organization's audit log records.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorAuditEntry {
    pub id: Uuid,
    pub occurred_at: DateTime<Utc>,
    /// The id of the operator. Absent for the command line.
    pub operator_id: Option<Uuid>,
    /// The operator's name at that time.
    pub operator_name: String,
    pub action: StoredName<OperatorActions>,
    pub target_id: Option<String>,
    /// The target's name at that time.
    pub target_name: Option<String>,
    /// The caller's IP address.
    pub ip_address: Option<String>,
    /// The request id, as in the response and the server log.
    pub request_id: Option<String>,
}

/// A page of the operator audit log, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorAuditEntries {
    pub items: Vec<OperatorAuditEntry>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

impl OperatorEmail {
    pub(in crate::features::operators) fn from_row(
        row: email_outbox::Model,
        now: DateTime<Utc>,
    ) -> Self {
        let state = if row.sent_at.is_some() {
            EmailState::Sent
        } else if row.expires_at <= now {
            EmailState::Expired
        } else if row.failed_at.is_some() {
            EmailState::Failed
        } else {
            EmailState::Pending
        };
        Self {
            id: row.id,
            kind: StoredName::new(row.kind),
            to_address: row.to_address,
            to_name: row.to_name,
            subject: row.subject,
            state,
            created_at: row.created_at,
            expires_at: row.expires_at,
            attempts: row.attempts.unsigned_abs(),
            sent_at: row.sent_at,
            last_error: row.last_error,
        }
    }
}

impl From<operator_audit_entry::Model> for OperatorAuditEntry {
    fn from(row: operator_audit_entry::Model) -> Self {
        Self {
            id: row.id,
            occurred_at: row.occurred_at,
            operator_id: row.operator_id,
            operator_name: row.operator_name,
            action: StoredName::new(row.action),
            target_id: row.target_id,
            target_name: row.target_name,
            ip_address: row.ip_address,
            request_id: row.request_id,
        }
    }
}
