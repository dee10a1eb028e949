//! What operators are told of letters, and of what operators did.

use chrono::{DateTime, Utc};
use entities::{email_outbox, operator_audit_entry};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// What has become of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(in crate::features::operators) enum EmailState {
    /// It is to be sent, or nobody sends it: there is no mail server.
    Waiting,
    /// It was sent; its words are forgotten.
    Sent,
    /// It will never be sent.
    GivenUp,
    /// What it says is of no use any more; its words are forgotten.
    TooOld,
}

/// A letter to one person, without its words.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorEmail {
    pub id: Uuid,
    /// What it is about, such as `password_reset`.
    pub kind: String,
    pub to_address: String,
    pub to_name: String,
    pub subject: String,
    pub state: EmailState,
    pub created_at: DateTime<Utc>,
    /// What it says is of no use after this.
    pub expires_at: DateTime<Utc>,
    /// How often it was tried to send it.
    pub attempts: u32,
    pub sent_at: Option<DateTime<Utc>>,
    /// Why the last attempt did not succeed.
    pub last_error: Option<String>,
}

/// A page of letters, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorEmails {
    pub items: Vec<OperatorEmail>,
    /// Whether a mail server sends them. Then nobody reads their words here.
    pub by_mail: bool,
    /// Where the next page begins; left out on the last one.
    pub next_cursor: Option<String>,
}

/// A letter with its words, where they can be read.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorEmailDetail {
    pub letter: OperatorEmail,
    /// Its words, with a link that lets its reader in. Left out where they are forgotten, or a mail
    /// server sends letters.
    pub text: Option<String>,
    /// Why there are no words, in words.
    pub withheld: Option<String>,
}

/// Something that an operator did where no organization's log tells of it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorAuditEntry {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    /// The person; left out for the server's command line.
    pub operator_id: Option<Uuid>,
    /// As they were called then.
    pub operator_name: String,
    /// `operator.granted`, `operator.revoked` or `letter.read`; new ones may come.
    pub action: String,
    pub target_id: Option<String>,
    /// What that was called then.
    pub target_name: Option<String>,
    /// The network address of the caller.
    pub address: Option<String>,
    /// The request, as its answer and the server's log name it.
    pub request_id: Option<String>,
}

/// A page of what operators did, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::operators) struct OperatorAuditEntries {
    pub items: Vec<OperatorAuditEntry>,
    /// Where the next page begins; left out on the last one.
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
            EmailState::TooOld
        } else if row.given_up_at.is_some() {
            EmailState::GivenUp
        } else {
            EmailState::Waiting
        };
        Self {
            id: row.id,
            kind: row.kind,
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
        let operator_audit_entry::Model {
            id,
            at,
            operator_id,
            operator_name,
            action,
            target_id,
            target_name,
            address,
            request_id,
        } = row;
        Self {
            id,
            at,
            operator_id,
            operator_name,
            action,
            target_id,
            target_name,
            address,
            request_id,
        }
    }
}
