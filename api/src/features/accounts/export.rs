//! Everything that is kept of oneself, as one JSON file, over HTTP.

use super::left_behind::left_behind;
use super::wire::LeftBehind;
use crate::auth::{SecondLook, Signed};
use crate::clock::Clock;
use crate::db::{AboutPerson, Access, Author, Database, DbError, Which};
use crate::http::{ApiError, FileAnswer, Tag};
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
pub struct OwnDataApi {
    /// Knows those who have no session.
    pub second_look: SecondLook,
    /// Where it is kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
}

/// What of an organization's tables is a person's: the name in the file, the table, and which rows.
/// Whose `author_id`, `made_by` or `invited_by` is theirs.
const OWN: [(&str, &str, Own); 5] = [
    ("conversations", "conversation", Own::By("person_id")),
    (
        "questionsAndAnswers",
        "exchange",
        Own::Behind("conversation_id", "conversation", "person_id"),
    ),
    ("apiKeysMade", "api_key", Own::By("made_by")),
    ("invitationsSent", "invitation", Own::By("invited_by")),
    ("auditLog", "audit_entry", Own::By("author_id")),
];

/// Columns that are nobody's to see.
const SECRET: [&str; 1] = ["token_hash"];

#[derive(Clone, Copy)]
enum Own {
    By(&'static str),
    Behind(&'static str, &'static str, &'static str),
}

/// To so many organizations a person belongs at most.
const ORGANIZATIONS: u64 = 50;
const WAITING: usize = 4;
/// So many bytes are sent at a time.
const CHUNK: usize = 64 << 10;
/// Whoever takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error("nobody reads on")]
    Gone,
}

#[OpenApi(tag = "Tag::Accounts")]
impl OwnDataApi {
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
    async fn export_account(&self, signed: Signed) -> Result<FileAnswer, ApiError> {
        let (_, person) = signed.scope().own()?;
        if signed.scope().access().organization().is_demo {
            return Err(ApiError::conflict(
                "demo_account",
                "The demo is open to everybody, so nobody's data are its own. Register to have an \
                    account of your own.",
            ));
        }
        self.file_of(person).await
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
    async fn export_account_left_behind(
        &self,
        request: &Request,
        body: Json<LeftBehind>,
    ) -> Result<FileAnswer, ApiError> {
        let person = left_behind(&self.second_look, &self.database, request, body.0).await?;
        self.file_of(&person).await
    }
}

impl OwnDataApi {
    async fn file_of(&self, person: &person::Model) -> Result<FileAnswer, ApiError> {
        let id = PersonId(person.id);
        let platform = self.database.platform();
        let (about, own, now) = (
            platform.about_person(id).await?,
            platform.organizations_of(id, ORGANIZATIONS).await?,
            self.clock.now(),
        );
        let (chunks, waiting) = mpsc::channel(WAITING);
        let file = Writing {
            chunks: chunks.clone(),
            text: String::new(),
        };
        let (database, person) = (self.database.clone(), person.clone());
        tokio::spawn(async move {
            if let Err(broken) = file.all(&database, &person, &about, &own, now).await {
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
        Ok(FileAnswer::new(
            "application/json",
            &name,
            Body::from_bytes_stream(body),
        ))
    }
}

struct Writing {
    chunks: mpsc::Sender<io::Result<Bytes>>,
    text: String,
}

impl Writing {
    async fn all(
        mut self,
        database: &Database,
        person: &person::Model,
        about: &AboutPerson,
        own: &[Access],
        now: DateTime<Utc>,
    ) -> Result<(), Broken> {
        self.text.push_str(&format!(
            "{{\"format\": \"sprout account export 1\",\n\"exportedAt\": {},\n\"profile\": {},\n",
            json!(now),
            profile(person, about)
        ));
        self.text.push_str(&format!(
            "\"sessions\": {},\n\"letters\": {},\n\"organizations\": [",
            sessions(about),
            letters(about)
        ));
        for (place, access) in own.iter().enumerate() {
            if place > 0 {
                self.text.push(',');
            }
            // As the person works there: what they may see of others is not what this is about.
            let access = access
                .clone()
                .used_by(Author::person(PersonId(person.id), &person.name));
            self.organization(database, &access, PersonId(person.id))
                .await?;
        }
        self.text.push_str("],\n\"complete\": true}\n");
        self.give().await
    }

    async fn organization(
        &mut self,
        database: &Database,
        access: &Access,
        person: PersonId,
    ) -> Result<(), Broken> {
        let organization = access.organization();
        let head = json!({"id": organization.id.to_string(), "name": organization.name, "role": access.role()}).to_string();
        self.text.push_str("\n{");
        self.text
            .push_str(head.trim_start_matches('{').trim_end_matches('}'));
        let db = database.read_at_length(access).await?;
        let tables = db.whole_tables().await?;
        for (name, table, own) in OWN {
            let Some(table) = tables.iter().find(|known| known.name() == table) else {
                continue;
            };
            let which = match own {
                Own::By(column) => Which::Of(column, person),
                Own::Behind(column, table, owner) => Which::Behind(column, table, owner, person),
            };
            let columns: Vec<_> = table
                .columns()
                .into_iter()
                .filter(|column| !SECRET.contains(column))
                .collect();
            self.text.push_str(&format!(",\n \"{name}\": ["));
            let mut first = true;
            let mut rows = db.rows_of(table, &columns, which).await?;
            while let Some(cells) = rows.next().await? {
                let row: serde_json::Map<_, _> = columns
                    .iter()
                    .zip(cells)
                    .map(|(column, cell)| ((*column).to_owned(), json!(cell)))
                    .collect();
                self.text.push_str(if first { "\n  " } else { ",\n  " });
                self.text.push_str(&Value::Object(row).to_string());
                first = false;
                if self.text.len() >= CHUNK {
                    self.give().await?;
                }
            }
            self.text.push(']');
        }
        self.text.push('}');
        Ok(())
    }

    async fn give(&mut self) -> Result<(), Broken> {
        let chunk = Bytes::from(std::mem::take(&mut self.text));
        tokio::time::timeout(PATIENCE, self.chunks.send(Ok(chunk)))
            .await
            .map_err(|_| Broken::Gone)?
            .map_err(|_| Broken::Gone)
    }
}

fn profile(person: &person::Model, about: &AboutPerson) -> Value {
    json!({
        "id": person.id.to_string(),
        "name": person.name,
        "email": person.email,
        "createdAt": person.created_at,
        "emailVerifiedAt": about.verified.as_ref().map(|verified| verified.verified_at),
        "twoStepSignInSince": about.second_factor.as_ref().and_then(|factor| factor.confirmed_at),
    })
}

fn sessions(about: &AboutPerson) -> Value {
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
fn letters(about: &AboutPerson) -> Value {
    let told = about.letters.iter().map(
        |letter| json!({"kind": letter.kind, "to": letter.to_address, "subject": letter.subject, "writtenAt": letter.created_at, "sentAt": letter.sent_at}),
    );
    told.collect()
}
