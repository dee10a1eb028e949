//! Everything that is kept of oneself, as one JSON file, over HTTP.

use super::unaffiliated_account::authenticate_unaffiliated;
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

/// One's own data.
pub struct AccountExportApi {
    /// Knows those who have no session.
    pub reauthenticator: Reauthenticator,
    /// Where it is kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
}

/// What of an organization's tables is a person's: the name in the file, the table, and which rows.
/// Whose `author_id`, `made_by` or `invited_by` is theirs.
const PERSONAL_TABLES: [(&str, &str, RowOwnership); 5] = [
    (
        "conversations",
        "conversation",
        RowOwnership::Column("person_id"),
    ),
    (
        "questionsAndAnswers",
        "exchange",
        RowOwnership::ReferencedBy("conversation_id", "conversation", "person_id"),
    ),
    ("apiKeysMade", "api_key", RowOwnership::Column("made_by")),
    (
        "invitationsSent",
        "invitation",
        RowOwnership::Column("invited_by"),
    ),
    ("auditLog", "audit_entry", RowOwnership::Column("author_id")),
];

/// Columns that are nobody's to see.
const SECRET_COLUMNS: [&str; 1] = ["token_hash"];

#[derive(Clone, Copy)]
enum RowOwnership {
    Column(&'static str),
    ReferencedBy(&'static str, &'static str, &'static str),
}

/// To so many organizations a person belongs at most.
const MAX_ORGANIZATIONS: u64 = 50;
const CHANNEL_CAPACITY: usize = 4;
/// So many bytes are sent at a time.
const CHUNK_BYTES: usize = 64 << 10;
/// Whoever takes nothing for so long is gone.
const SEND_TIMEOUT: Duration = Duration::from_mins(1);

#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error("nobody reads on")]
    ReceiverGone,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountExportApi {
    /// Download everything about oneself
    ///
    /// One JSON file: the profile, sessions, letters, and for each organization the role,
    /// conversations with Sprout AI, keys made, invitations sent, and what the audit log tells of
    /// the person. No password, no hash, no secret is in it. It is written while it is sent; a
    /// whole file ends with `"complete": true`.
    #[oai(
        path = "/api/account/export",
        method = "get",
        operation_id = "exportAccount"
    )]
    async fn export_account(&self, signed: Signed) -> Result<FileResponse, ApiError> {
        let (_, person) = signed.scope().require_person()?;
        if signed.scope().access().organization().is_demo {
            return Err(ApiError::conflict(
                "demo_account",
                "The demo is open to everybody, so nobody's data are its own. Register to have an \
                    account of your own.",
            ));
        }
        self.export_file(person).await
    }

    /// Download everything about somebody who belongs to no organization
    ///
    /// As `exportAccount`, for a person who has no session because there is no organization to work
    /// in: the address and the password show who it is, and `otp` where two-step sign-in is on.
    /// Whoever belongs to an organization is answered like a wrong password.
    #[oai(
        path = "/api/auth/left-behind/export-account",
        method = "post",
        operation_id = "exportAccountLeftBehind"
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
        let (about, own, now) = (
            platform.load_personal_data(id).await?,
            platform
                .list_person_organizations(id, MAX_ORGANIZATIONS)
                .await?,
            self.clock.now(),
        );
        let (chunks, waiting) = mpsc::channel(CHANNEL_CAPACITY);
        let file = ExportWriter {
            chunks: chunks.clone(),
            text: String::new(),
        };
        let (database, person) = (self.database.clone(), person.clone());
        tokio::spawn(async move {
            if let Err(broken) = file.write_all(&database, &person, &about, &own, now).await {
                tracing::warn!(
                    error = &broken as &dyn std::error::Error,
                    "the export of an account broke off"
                );
                let _ = chunks.try_send(Err(io::Error::other("the export broke off")));
            }
        });
        let body = unfold(
            waiting,
            |mut waiting: mpsc::Receiver<io::Result<Bytes>>| async move {
                waiting.recv().await.map(|chunk| (chunk, waiting))
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
        about: &PersonalData,
        own: &[Access],
        now: DateTime<Utc>,
    ) -> Result<(), ExportError> {
        self.text.push_str(&format!(
            "{{\"format\": \"sprout account export 1\",\n\"exportedAt\": {},\n\"profile\": {},\n",
            json!(now),
            profile_json(person, about)
        ));
        self.text.push_str(&format!(
            "\"sessions\": {},\n\"letters\": {},\n\"organizations\": [",
            sessions_json(about),
            emails_json(about)
        ));
        for (place, access) in own.iter().enumerate() {
            if place > 0 {
                self.text.push(',');
            }
            // As the person works there: what they may see of others is not what this is about.
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
        let head = json!({"id": organization.id.to_string(), "name": organization.name, "role": access.role()}).to_string();
        self.text.push_str("\n{");
        self.text
            .push_str(head.trim_start_matches('{').trim_end_matches('}'));
        let db = database.begin_long_read(access).await?;
        let tables = db.list_tables().await?;
        for (name, table, own) in PERSONAL_TABLES {
            let Some(table) = tables.iter().find(|known| known.name() == table) else {
                continue;
            };
            let which = match own {
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
            let mut rows = db.stream_rows(table, &columns, which).await?;
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

fn profile_json(person: &person::Model, about: &PersonalData) -> Value {
    json!({
        "id": person.id.to_string(),
        "name": person.name,
        "email": person.email,
        "createdAt": person.created_at,
        "emailVerifiedAt": about.verified_email.as_ref().map(|verified| verified.verified_at),
        "twoStepSignInSince": about.mfa_credential.as_ref().and_then(|factor| factor.confirmed_at),
    })
}

fn sessions_json(about: &PersonalData) -> Value {
    let told = about.sessions.iter().map(|session| {
        json!({
            "id": session.id.to_string(),
            "organizationId": session.tenant_id.to_string(),
            "userAgent": session.user_agent,
            "createdAt": session.created_at,
            "lastUsedAt": session.refreshed_at,
            "expiresAt": session.expires_at,
            "endedAt": session.revoked_at,
        })
    });
    told.collect()
}

/// Without their words, which are sealed until they are sent and forgotten then.
fn emails_json(about: &PersonalData) -> Value {
    let told = about.emails.iter().map(
        |letter| json!({"kind": letter.kind, "to": letter.to_address, "subject": letter.subject, "writtenAt": letter.created_at, "sentAt": letter.sent_at}),
    );
    told.collect()
}
