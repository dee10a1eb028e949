//! Deleting an organization over HTTP.

use super::deletion_email;
use super::wire::OrganizationDeletion;
use crate::auth::permission::OrganizationDelete;
use crate::auth::{Reauthenticator, Scope, Signed};
use crate::cache::ResponseCache;
use crate::clock::Clock;
use crate::db::Database;
use crate::email::Mailer;
use crate::features::organizations::{refuse_demo, require_person};
use crate::http::{Acknowledgment, ApiError, Envelope, Tag};
use crate::ids::{PersonId, TenantId};
use entities::person;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// The end of an organization.
pub struct OrganizationDeletionApi {
    /// Asks owners for their password again.
    pub reauthenticator: Reauthenticator,
    /// Where organizations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Kept answers, which go too.
    pub response_cache: ResponseCache,
    /// Tells the other members.
    pub mailer: Mailer,
}

#[OpenApi(tag = "Tag::Organizations")]
impl OrganizationDeletionApi {
    /// Delete the organization
    ///
    /// For good: its rows, settings, drafts, conversations, keys, invitations and audit log. Needs
    /// its name typed out, the password, and `otp` where two-step sign-in is on; a wrong password
    /// counts like a wrong sign-in. Nobody enters it from then on, on any server after 2 seconds;
    /// its rows are removed behind the screens within minutes. Its members keep their accounts, and
    /// each of the others gets a letter. The session has to work in it, and ends.
    #[oai(
        path = "/api/organizations/:id",
        method = "delete",
        operation_id = "deleteOrganization"
    )]
    async fn delete_organization(
        &self,
        request: &Request,
        signed: Signed,
        id: Path<Uuid>,
        body: Json<OrganizationDeletion>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        scope.require(OrganizationDelete)?;
        let person = require_person(scope)?;
        require_current_organization(&self.database, scope, id.0).await?;
        refuse_demo(scope)?;
        let OrganizationDeletion {
            name,
            password,
            otp,
        } = body.0;
        if name.trim() != scope.access().organization().name {
            return Err(ApiError::unprocessable(
                "wrong_name",
                "This is not the organization's name: type it letter for letter.",
            )
            .with_path("name"));
        }
        self.reauthenticator
            .verify_credentials(request, person, password, otp.as_deref())
            .await?;
        let now = self.clock.now();
        let tell = |member: &person::Model| {
            self.mailer
                .seal_email(&deletion_email::organization_deleted_email(
                    member,
                    &scope.access().organization().name,
                    &person.name,
                    now,
                ))
        };
        if !self
            .database
            .begin_organization_deletion(scope.access(), PersonId(person.id), now, tell)
            .await?
        {
            // It went, or their role did, a moment ago.
            return Err(ApiError::not_found());
        }
        self.reauthenticator.authority.clear_lookups();
        self.response_cache.evict_tenant(scope.access().tenant());
        tracing::info!(tenant = %scope.access().tenant(), person = %person.id,
            "an organization is being deleted");
        Ok(Json(Acknowledgment::in_envelope()))
    }
}

/// 404 where the person does not belong to the organization, 409 where their session works in
/// another.
pub(in crate::features::organizations) async fn require_current_organization(
    database: &Database,
    scope: &Scope,
    id: Uuid,
) -> Result<(), ApiError> {
    let (person, tenant) = (PersonId(require_person(scope)?.id), TenantId(id));
    if scope.access().tenant() == tenant {
        return Ok(());
    }
    database
        .platform()
        .find_organization_access(person, tenant)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Err(ApiError::conflict(
        "another_organization",
        "Your session works in another organization: switch to this one first.",
    ))
}
