//! The export of an organization over HTTP: a token is given to an owner, and gives the file to
//! whoever has it, once.

use super::sending::send;
use super::wire::{ExportDownload, ExportRequest, ExportToken};
use crate::auth::permission::{OrganizationExport, Role};
use crate::auth::{OneTimeToken, Purpose, SecondLook, Signed, hash_token};
use crate::clock::Clock;
use crate::db::{Access, Act, Action, Database};
use crate::entropy::Entropy;
use crate::features::organizations::{ending, refuse_demo, who};
use crate::http::{ApiError, Envelope, FileAnswer, Tag};
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
const AT_A_TIME: usize = 2;
/// So many chunks may wait for whoever reads.
const WAITING: usize = 4;

/// Everything of an organization as a file.
pub struct ExportApi {
    second_look: SecondLook,
    database: Database,
    clock: Clock,
    entropy: Entropy,
    places: Arc<Semaphore>,
}

impl ExportApi {
    /// Exports from this database.
    pub fn new(
        second_look: SecondLook,
        database: Database,
        clock: Clock,
        entropy: Entropy,
    ) -> Self {
        Self {
            second_look,
            database,
            clock,
            entropy,
            places: Arc::new(Semaphore::new(AT_A_TIME)),
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
        let person = who(scope)?;
        ending::entered(&self.database, scope, id.0).await?;
        refuse_demo(scope)?;
        // Said before anything is used up, on a page that can show it.
        if self.places.available_permits() == 0 {
            return Err(busy());
        }
        self.second_look
            .take(request, person, body.0.password, body.0.otp.as_deref())
            .await?;
        let now = self.clock.now();
        let token = OneTimeToken::make(&self.entropy)?;
        let db = scope.writing_db().await?;
        db.keep_token(token.kept(
            Purpose::Export,
            Some(PersonId(person.id)),
            Some(id.0),
            &person.email,
            now,
        ))
        .await?;
        db.record(
            now,
            Act::of(Action::OrganizationExported)
                .on("organization", id.0)
                .named(&scope.access().organization().name),
        )
        .await?;
        db.commit().await?;
        Ok(Json(Envelope::of(ExportToken {
            token: token.text().to_owned(),
            expires_at: now + Purpose::Export.lifetime(),
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
    async fn download_export(&self, body: Form<ExportDownload>) -> Result<FileAnswer, ApiError> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| busy())?;
        let now = self.clock.now();
        let access = self.access_of(&body.0.token).await?;
        let (chunks, waiting) = mpsc::channel(WAITING);
        let database = self.database.clone();
        let name = format!(
            "sprout-{}-{}.zip",
            access.organization().slug,
            now.format("%Y-%m-%d")
        );
        tokio::spawn(async move {
            Box::pin(send(database, access, now, chunks)).await;
            drop(place);
        });
        // It ends with whoever writes into it.
        let body = unfold(waiting, |mut waiting| async move {
            waiting.recv().await.map(|chunk| (chunk, waiting))
        });
        Ok(FileAnswer::new(
            "application/zip",
            &name,
            Body::from_bytes_stream(body),
        ))
    }

    /// Uses the token up. Whoever asked has to be an owner still.
    async fn access_of(&self, token: &str) -> Result<Access, ApiError> {
        let platform = self.database.platform();
        let used = platform
            .use_token(Purpose::Export.name(), &hash_token(token), self.clock.now())
            .await?;
        let (person, tenant) = used
            .and_then(|used| Some((PersonId(used.person_id?), TenantId(used.subject?))))
            .ok_or_else(not_valid)?;
        let access = platform
            .organization_of(person, tenant)
            .await?
            .ok_or_else(not_valid)?;
        let may = Role::named(access.role()).is_some_and(|role| {
            role.permissions()
                .contains(crate::auth::permission::Permission::OrganizationExport)
        });
        if may { Ok(access) } else { Err(not_valid()) }
    }
}

fn busy() -> ApiError {
    ApiError::unavailable(
        "exports_busy",
        "Other exports are being written: try again in a minute.",
    )
}

fn not_valid() -> ApiError {
    ApiError::invalid(
        "link_not_valid",
        "This download was had already, or was asked for more \
        than 5 minutes ago: ask for the export again.",
    )
    .at("token")
}
