//! The export of an organization over HTTP: a token is given to an owner, and gives the file to
//! whoever has it, once.

use super::export_writer::stream_export;
use super::wire::{ExportDownload, ExportRequest, ExportToken};
use crate::auth::permission::{OrganizationExport, Role};
use crate::auth::{OneTimeToken, Reauthenticator, Signed, TokenPurpose, hash_token};
use crate::clock::Clock;
use crate::db::{Access, Action, Database, NewAuditEntry};
use crate::entropy::Entropy;
use crate::features::organizations::{deletion, refuse_demo, require_person};
use crate::http::{ApiError, Envelope, FileResponse, Tag};
use crate::ids::{PersonId, TenantId};
use futures_util::stream::unfold;
use poem::{Body, Request};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Form, Json};
use sea_orm::prelude::Uuid;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};

/// So many exports are written at a time by one server: each holds a connection to the database.
const MAX_CONCURRENT_EXPORTS: usize = 2;
/// So many chunks may wait for whoever reads.
const CHANNEL_CAPACITY: usize = 4;

/// Everything of an organization as a file.
pub struct ExportApi {
    reauthenticator: Reauthenticator,
    database: Database,
    clock: Clock,
    entropy: Entropy,
    slots: Arc<Semaphore>,
}

impl ExportApi {
    /// Exports from this database.
    pub fn new(
        reauthenticator: Reauthenticator,
        database: Database,
        clock: Clock,
        entropy: Entropy,
    ) -> Self {
        Self {
            reauthenticator,
            database,
            clock,
            entropy,
            slots: Arc::new(Semaphore::new(MAX_CONCURRENT_EXPORTS)),
        }
    }
}

#[OpenApi(tag = "Tag::Organizations")]
impl ExportApi {
    /// Ask for everything of the organization
    ///
    /// Gives a token for one ZIP file with all of its tables as CSV, which works once within 5
    /// minutes at `downloadExport`. Needs the password, and `otp` where two-step sign-in is on; a
    /// wrong password counts like a wrong sign-in. The session has to work in the organization.
    #[oai(
        path = "/api/organizations/:id/export",
        method = "post",
        operation_id = "exportOrganization"
    )]
    async fn export_organization(
        &self,
        request: &Request,
        signed: Signed,
        id: Path<Uuid>,
        body: Json<ExportRequest>,
    ) -> Result<Json<Envelope<ExportToken>>, ApiError> {
        let scope = signed.scope();
        scope.require(OrganizationExport)?;
        let person = require_person(scope)?;
        deletion::require_current_organization(&self.database, scope, id.0).await?;
        refuse_demo(scope)?;
        // Said before anything is used up, on a page that can show it.
        if self.slots.available_permits() == 0 {
            return Err(exports_busy_error());
        }
        self.reauthenticator
            .verify_credentials(request, person, body.0.password, body.0.otp.as_deref())
            .await?;
        let now = self.clock.now();
        let token = OneTimeToken::generate(&self.entropy)?;
        let db = scope.write_db().await?;
        db.insert_token(token.to_row(
            TokenPurpose::Export,
            Some(PersonId(person.id)),
            Some(id.0),
            &person.email,
            now,
        ))
        .await?;
        db.append_audit_entry(
            now,
            NewAuditEntry::new(Action::OrganizationExported)
                .with_target("organization", id.0)
                .with_target_name(&scope.access().organization().name),
        )
        .await?;
        db.commit().await?;
        Ok(Json(Envelope::new(ExportToken {
            token: token.as_str().to_owned(),
            expires_at: now + TokenPurpose::Export.lifetime(),
        })))
    }

    /// Download what was asked for
    ///
    /// The ZIP file of the token that `exportOrganization` gave, sent as the field of a form: so a
    /// browser saves it as it does any download, and no address holds the token. It is written
    /// while it is sent, from one state of the database; where `manifest.json` is missing the
    /// download broke off. The token is used up by the first request.
    #[oai(
        path = "/api/exports",
        method = "post",
        operation_id = "downloadExport"
    )]
    async fn download_export(&self, body: Form<ExportDownload>) -> Result<FileResponse, ApiError> {
        let place = Arc::clone(&self.slots)
            .try_acquire_owned()
            .map_err(|_| exports_busy_error())?;
        let now = self.clock.now();
        let access = self.redeem_token(&body.0.token).await?;
        let (chunks, waiting) = mpsc::channel(CHANNEL_CAPACITY);
        let database = self.database.clone();
        let name = format!(
            "sprout-{}-{}.zip",
            access.organization().slug,
            now.format("%Y-%m-%d")
        );
        tokio::spawn(async move {
            Box::pin(stream_export(database, access, now, chunks)).await;
            drop(place);
        });
        // It ends with whoever writes into it.
        let body = unfold(waiting, |mut waiting| async move {
            waiting.recv().await.map(|chunk| (chunk, waiting))
        });
        Ok(FileResponse::new(
            "application/zip",
            &name,
            Body::from_bytes_stream(body),
        ))
    }

    /// Uses the token up. Whoever asked has to be an owner still.
    async fn redeem_token(&self, token: &str) -> Result<Access, ApiError> {
        let platform = self.database.platform();
        let used = platform
            .consume_token(
                TokenPurpose::Export.name(),
                &hash_token(token),
                self.clock.now(),
            )
            .await?;
        let (person, tenant) = used
            .and_then(|used| Some((PersonId(used.person_id?), TenantId(used.subject?))))
            .ok_or_else(invalid_token_error)?;
        let access = platform
            .find_organization_access(person, tenant)
            .await?
            .ok_or_else(invalid_token_error)?;
        let may = Role::from_name(access.role()).is_some_and(|role| {
            role.permissions()
                .contains(crate::auth::permission::Permission::OrganizationExport)
        });
        if may {
            Ok(access)
        } else {
            Err(invalid_token_error())
        }
    }
}

fn exports_busy_error() -> ApiError {
    ApiError::unavailable(
        "exports_busy",
        "Other exports are being written: try again in a minute.",
    )
}

fn invalid_token_error() -> ApiError {
    ApiError::unprocessable(
        "link_not_valid",
        "This download was had already, or was asked for more \
        than 5 minutes ago: ask for the export again.",
    )
    .with_path("token")
}
