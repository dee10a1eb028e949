//! HTTP operations of the export: an owner gets a token, and the token downloads the file once.

use super::export_writer::stream_export;
use super::wire::{ExportDownload, ExportRequest, ExportToken};
use crate::auth::permission::{OrganizationExport, Role};
use crate::auth::{OneTimeToken, Reauthenticator, Signed, TokenPurpose, hash_token};
use crate::clock::Clock;
use crate::db::{Access, AuditAction, Database, NewAuditEntry};
use crate::entropy::Entropy;
use crate::features::organizations::routes::{require_current_organization, require_person};
use crate::http::{ApiError, Envelope, ErrorDetailCode, FileResponse, Tag};
use crate::ids::{PersonId, TenantId};
use futures_util::stream::unfold;
use poem::{Body, Request};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Form, Json};
use sea_orm::prelude::Uuid;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};

/// The maximum number of concurrent exports of a server. Each holds a database connection.
const MAX_CONCURRENT_EXPORTS: usize = 2;
/// How many chunks are buffered for a slow client.
const CHANNEL_CAPACITY: usize = 4;

/// Organization exports.
pub struct ExportApi {
    reauthenticator: Reauthenticator,
    database: Database,
    clock: Clock,
    entropy: Entropy,
    slots: Arc<Semaphore>,
}

impl ExportApi {
    /// The operations on this database.
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
    /// Request a full organization export
    ///
    /// Returns a token for one ZIP file with all tables as CSV. It works once within 5 minutes at
    /// `downloadOrganizationExport`. Needs the password, and `otp` if MFA is enabled; a wrong
    /// password counts as a failed sign-in. The session must work in the organization.
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
        require_current_organization(&self.database, scope, id.0).await?;
        scope.refuse_demo()?;
        // Checked before the token is used up, while the app can still show the error.
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
            NewAuditEntry::new(AuditAction::OrganizationExported)
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

    /// Download an organization export
    ///
    /// Returns the ZIP file for a token from `exportOrganization`. The token is a form field, so
    /// that browsers save the file like any download and no URL contains the token. The file is
    /// streamed from one snapshot of the database; if `manifest.json` is missing, the download was
    /// interrupted. The first request uses up the token.
    #[oai(
        path = "/api/organization-exports/download",
        method = "post",
        operation_id = "downloadOrganizationExport"
    )]
    async fn download_export(&self, body: Form<ExportDownload>) -> Result<FileResponse, ApiError> {
        let slot = Arc::clone(&self.slots)
            .try_acquire_owned()
            .map_err(|_| exports_busy_error())?;
        let now = self.clock.now();
        let access = self.redeem_token(&body.0.token).await?;
        let (chunks, receiver) = mpsc::channel(CHANNEL_CAPACITY);
        let database = self.database.clone();
        let name = format!(
            "sprout-{}-{}.zip",
            access.organization().slug,
            now.format("%Y-%m-%d")
        );
        tokio::spawn(async move {
            Box::pin(stream_export(database, access, now, chunks)).await;
            drop(slot);
        });
        // The stream ends when the writer drops its sender.
        let body = unfold(receiver, |mut receiver| async move {
            receiver.recv().await.map(|chunk| (chunk, receiver))
        });
        Ok(FileResponse::new(
            "application/zip",
            &name,
            Body::from_bytes_stream(body),
        ))
    }

    /// Uses up the token. The person must still have the permission to export.
    async fn redeem_token(&self, token: &str) -> Result<Access, ApiError> {
        let platform = self.database.platform();
        let token = platform
            .consume_token(
                TokenPurpose::Export.name(),
                &hash_token(token),
                self.clock.now(),
            )
            .await?;
        let (person, tenant) = token
            .and_then(|token| Some((PersonId(token.person_id?), TenantId(token.subject_id?))))
            .ok_or_else(invalid_token_error)?;
        let access = platform
            .find_organization_access(person, tenant)
            .await?
            .ok_or_else(invalid_token_error)?;
        let is_allowed = Role::from_name(access.role()).is_some_and(|role| {
            role.permissions()
                .contains(crate::auth::permission::Permission::OrganizationExport)
        });
        if is_allowed {
            Ok(access)
        } else {
            Err(invalid_token_error())
        }
    }
}

fn exports_busy_error() -> ApiError {
    ApiError::unavailable(
        "exports_busy",
        "Other exports are in progress. Try again in a minute.",
    )
}

fn invalid_token_error() -> ApiError {
    ApiError::unprocessable(
        "invalid_link",
        "This download was already used or expired after 5 minutes. Request the export again.",
    )
    .with_detail("token", ErrorDetailCode::InvalidLink)
}
