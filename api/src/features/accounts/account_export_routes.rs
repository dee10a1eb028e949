//! HTTP operations that export the personal data of an account as a JSON file.

use super::unaffiliated_routes::authenticate_unaffiliated;
use super::wire::UnaffiliatedCredentials;
use crate::auth::{Reauthenticator, Signed};
use crate::clock::Clock;
use crate::db::{Access, Actor, Database, DbError, PersonalData, RowFilter};
use crate::http::{ApiError, FileResponse, Tag};
use crate::ids::PersonId;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use entities::person;
use futures_util::stream::unfold;
use poem::{Body, Request};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use serde_json::{Value, json};
use std::io;
use std::time::Duration;
use tokio::sync::mpsc;

/// Account export.
pub struct AccountExportApi {
    /// Authenticates people who have no session.
    pub reauthenticator: Reauthenticator,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
}

/// The exported tables of an organization: the name in the file, the table, and the rows that
/// belong to the person.
const PERSONAL_TABLES: [(&str, &str, RowOwnership); 10] = [
    (
        "conversations",
        "conversation",
        RowOwnership::Column("person_id"),
    ),
    (
        "conversationMessages",
        "conversation_message",
        RowOwnership::ReferencedBy("conversation_id", "conversation", "person_id"),
    ),
    (
        "savedViews",
        "saved_view",
        RowOwnership::Column("person_id"),
    ),
    ("pinnedViews", "view_pin", RowOwnership::Column("person_id")),
    (
        "sharedViewsCreated",
        "shared_view",
        RowOwnership::Column("created_by"),
    ),
    (
        "ordersSent",
        "purchase_order_email",
        RowOwnership::Column("person_id"),
    ),
    (
        "emailOptOuts",
        "email_opt_out",
        RowOwnership::Column("person_id"),
    ),
    (
        "apiKeysCreated",
        "api_key",
        RowOwnership::Column("created_by"),
    ),
    (
        "invitationsSent",
        "invitation",
        RowOwnership::Column("invited_by"),
    ),
    ("auditLog", "audit_entry", RowOwnership::Column("actor_id")),
];

/// Columns that are never exported.
const SECRET_COLUMNS: [&str; 1] = ["token_hash"];

#[derive(Clone, Copy)]
enum RowOwnership {
    Column(&'static str),
    ReferencedBy(&'static str, &'static str, &'static str),
}

/// The maximum number of organizations of a person.
const MAX_ORGANIZATIONS: u64 = 50;
const CHANNEL_CAPACITY: usize = 4;
/// The size of a chunk of the response.
const CHUNK_BYTES: usize = 64 << 10;
/// A client that receives nothing for this long counts as disconnected.
const SEND_TIMEOUT: Duration = Duration::from_mins(1);

#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error("the client disconnected")]
    ReceiverGone,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountExportApi {
    /// Export account data
    ///
    /// Returns one JSON file with the profile, sessions, emails, and for each organization the
    /// role, conversations with Sprout AI, created API keys and links to views, sent invitations,
    /// and the audit log entries of the person. It has no passwords, hashes or secrets. The file is
    /// streamed; a complete file ends with `"complete": true`.
    #[oai(
        path = "/api/account/export",
        method = "get",
        operation_id = "exportAccount"
    )]
    async fn export_account(&self, signed: Signed) -> Result<FileResponse, ApiError> {
        let (_, person) = signed.scope().require_person()?;
        if signed.scope().access().organization().is_demo {
            return Err(ApiError::demo_read_only(
                "The demo account can't be exported. Register to get your own account.",
            ));
        }
        self.export_file(person).await
    }

    /// Export data of an account without an organization
    ///
    /// Like `exportAccount`, for a person who belongs to no organization and so has no session.
    /// Needs the email address, the password, and `otp` if MFA is enabled. An account that belongs
    /// to an organization is rejected like a wrong password.
    #[oai(
        path = "/api/auth/unaffiliated/export-account",
        method = "post",
        operation_id = "exportUnaffiliatedAccount"
    )]
    async fn export_unaffiliated_account(
        &self,
        request: &Request,
        body: Json<UnaffiliatedCredentials>,
    ) -> Result<FileResponse, ApiError> {
        let person =
            authenticate_unaffiliated(&self.reauthenticator, &self.database, request, body.0)
                .await?;
        self.export_file(&person).await
    }
}

impl AccountExportApi {
    async fn export_file(&self, person: &person::Model) -> Result<FileResponse, ApiError> {
        let id = PersonId(person.id);
        let platform = self.database.platform();
        let (data, organizations, now) = (
            platform.load_personal_data(id).await?,
            platform
                .list_person_organizations(id, MAX_ORGANIZATIONS)
                .await?,
            self.clock.now(),
        );
        let (chunks, receiver) = mpsc::channel(CHANNEL_CAPACITY);
        let file = ExportWriter {
            chunks: chunks.clone(),
            text: String::new(),
        };
        let (database, person) = (self.database.clone(), person.clone());
        tokio::spawn(async move {
            if let Err(error) = file
                .write_all(&database, &person, &data, &organizations, now)
                .await
            {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "account export failed"
                );
                let _ = chunks.try_send(Err(io::Error::other("the export failed")));
            }
        });
        let body = unfold(
            receiver,
            |mut receiver: mpsc::Receiver<io::Result<Bytes>>| async move {
                receiver.recv().await.map(|chunk| (chunk, receiver))
            },
        );
        let name = format!("sprout-account-{}.json", now.format("%Y-%m-%d"));
        Ok(FileResponse::new(
            "application/json",
            &name,
            Body::from_bytes_stream(body),
        ))
    }
}

struct ExportWriter {
    chunks: mpsc::Sender<io::Result<Bytes>>,
    text: String,
}

impl ExportWriter {
    async fn write_all(
        mut self,
        database: &Database,
        person: &person::Model,
        data: &PersonalData,
        organizations: &[Access],
        now: DateTime<Utc>,
    ) -> Result<(), ExportError> {
        self.text.push_str(&format!(
            "{{\"format\": \"sprout account export 1\",\n\"exportedAt\": {},\n\"profile\": {},\n",
            json!(now),
            profile_json(person, data)
        ));
        self.text.push_str(&format!(
            "\"sessions\": {},\n\"emails\": {},\n\"organizations\": [",
            sessions_json(data),
            emails_json(data)
        ));
        for (index, access) in organizations.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            // Acts as the person, whatever the role allows: only the person's own rows are read.
            let access = access
                .clone()
                .with_actor(Actor::for_person(PersonId(person.id), &person.name));
            self.write_organization(database, &access, PersonId(person.id))
                .await?;
        }
        self.text.push_str("],\n\"complete\": true}\n");
        self.flush_chunk().await
    }

    async fn write_organization(
        &mut self,
        database: &Database,
        access: &Access,
        person: PersonId,
    ) -> Result<(), ExportError> {
        let organization = access.organization();
        let head = json!({
            "id": organization.id.to_string(),
            "name": organization.name,
            "role": access.role(),
        })
        .to_string();
        self.text.push_str("\n{");
        self.text
            .push_str(head.trim_start_matches('{').trim_end_matches('}'));
        let db = database.begin_long_read(access).await?;
        let tables = db.list_tables().await?;
        for (name, table, ownership) in PERSONAL_TABLES {
            let Some(table) = tables.iter().find(|known| known.name() == table) else {
                continue;
            };
            let filter = match ownership {
                RowOwnership::Column(column) => RowFilter::OwnedBy(column, person),
                RowOwnership::ReferencedBy(column, table, owner) => {
                    RowFilter::ReferencedBy(column, table, owner, person)
                }
            };
            let columns: Vec<_> = table
                .columns()
                .into_iter()
                .filter(|column| !SECRET_COLUMNS.contains(column))
                .collect();
            self.text.push_str(&format!(",\n \"{name}\": ["));
            let mut first = true;
            let mut rows = db.stream_rows(table, &columns, filter).await?;
            while let Some(cells) = rows.next().await? {
                let row: serde_json::Map<_, _> = columns
                    .iter()
                    .zip(cells)
                    .map(|(column, cell)| ((*column).to_owned(), json!(cell)))
                    .collect();
                self.text.push_str(if first { "\n  " } else { ",\n  " });
                self.text.push_str(&Value::Object(row).to_string());
                first = false;
                if self.text.len() >= CHUNK_BYTES {
                    self.flush_chunk().await?;
                }
            }
            self.text.push(']');
        }
        self.text.push('}');
        Ok(())
    }

    async fn flush_chunk(&mut self) -> Result<(), ExportError> {
        let chunk = Bytes::from(std::mem::take(&mut self.text));
        tokio::time::timeout(SEND_TIMEOUT, self.chunks.send(Ok(chunk)))
            .await
            .map_err(|_| ExportError::ReceiverGone)?
            .map_err(|_| ExportError::ReceiverGone)
    }
}

fn profile_json(person: &person::Model, data: &PersonalData) -> Value {
    json!({
        "id": person.id.to_string(),
        "name": person.name,
        "email": person.email,
        "createdAt": person.created_at,
        "emailVerifiedAt": data.verified_email.as_ref().map(|verified| verified.verified_at),
        "mfaEnabledAt": data.mfa_credential.as_ref().and_then(|credential| credential.confirmed_at),
    })
}

fn sessions_json(data: &PersonalData) -> Value {
    let sessions = data.sessions.iter().map(|session| {
        json!({
            "id": session.id.to_string(),
            "organizationId": session.tenant_id.to_string(),
            "userAgent": session.user_agent,
            "createdAt": session.created_at,
            "lastUsedAt": session.refreshed_at,
            "expiresAt": session.expires_at,
            "revokedAt": session.revoked_at,
        })
    });
    sessions.collect()
}

/// Emails without their bodies, which are sealed until they are sent and deleted then.
fn emails_json(data: &PersonalData) -> Value {
    let emails = data.emails.iter().map(|email| {
        json!({
            "kind": email.kind,
            "to": email.to_address,
            "subject": email.subject,
            "createdAt": email.created_at,
            "sentAt": email.sent_at,
        })
    });
    emails.collect()
}
