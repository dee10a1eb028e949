//! HTTP operation that deletes an organization.

use super::deletion_email;
use crate::auth::permission::OrganizationDelete;
use crate::auth::{Reauthenticator, Signed};
use crate::cache::ResponseCache;
use crate::clock::Clock;
use crate::db::Database;
use crate::email::Mailer;
use crate::features::organizations::routes::{require_current_organization, require_person};
use crate::features::organizations::wire::OrganizationDeletion;
use crate::http::{Acknowledgment, ApiError, Envelope, ErrorDetailCode, Tag};
use crate::ids::PersonId;
use entities::person;
use localization::{Language, Locale};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Organization deletion.
pub struct OrganizationDeletionApi {
    /// Checks the password and the MFA code.
    pub reauthenticator: Reauthenticator,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Cached responses, which are evicted.
    pub response_cache: ResponseCache,
    /// Seals the emails to the other members.
    pub mailer: Mailer,
}

#[OpenApi(tag = "Tag::Organizations")]
impl OrganizationDeletionApi {
    /// Delete an organization
    ///
    /// Permanently deletes its rows, settings, drafts, conversations, API keys, invitations and
    /// audit log. Needs its exact name, the password, and `otp` if MFA is enabled; a wrong password
    /// counts as a failed sign-in. All access ends within 2 seconds on every server; the rows are
    /// deleted in the background within minutes. Members keep their accounts, and the other members
    /// get an email. The session must work in the organization, and ends.
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
        scope.refuse_demo()?;
        let OrganizationDeletion {
            name,
            password,
            otp,
        } = body.0;
        if name.trim() != scope.access().organization().name {
            return Err(ApiError::unprocessable(
                "name_mismatch",
                "This is not the organization's name. Type the exact name to confirm.",
            )
            .with_detail("name", ErrorDetailCode::NameMismatch));
        }
        self.reauthenticator
            .verify_credentials(request, person, password, otp.as_deref())
            .await?;
        let now = self.clock.now();
        let organization = scope.access().organization();
        let build_email = |member: &person::Model, language: Language| {
            let locale = Locale {
                language,
                time_zone: organization.time_zone,
            };
            self.mailer
                .seal_email(&deletion_email::organization_deleted_email(
                    member,
                    &organization.name,
                    &person.name,
                    (locale, now),
                ))
        };
        if !self
            .database
            .begin_organization_deletion(scope.access(), PersonId(person.id), now, build_email)
            .await?
        {
            // The organization or the person's role was removed meanwhile.
            return Err(ApiError::not_found());
        }
        self.reauthenticator.authority.clear_lookups();
        self.response_cache.evict_tenant(scope.access().tenant());
        tracing::info!(tenant = %scope.access().tenant(), person = %person.id,
            "organization deletion started");
        Ok(Json(Acknowledgment::in_envelope()))
    }
}
