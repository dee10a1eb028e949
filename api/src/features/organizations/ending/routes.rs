//! Deleting an organization over HTTP.

use super::letter;
use super::wire::OrganizationEnd;
use crate::auth::permission::OrganizationDelete;
use crate::auth::{Scope, SecondLook, Signed};
use crate::cache::AnswerCache;
use crate::clock::Clock;
use crate::db::Database;
use crate::features::organizations::{refuse_demo, who};
use crate::http::{ApiError, Done, Envelope, Tag};
use crate::ids::{PersonId, TenantId};
use crate::mail::Letters;
use entities::person;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// The end of an organization.
pub struct EndingApi {
    /// Asks owners for their password again.
    pub second_look: SecondLook,
    /// Where organizations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Kept answers, which go too.
    pub answers: AnswerCache,
    /// Tells the other members.
    pub letters: Letters,
}

#[OpenApi(tag = "Tag::Organizations")]
impl EndingApi {
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
        body: Json<OrganizationEnd>,
    ) -> Result<Json<Envelope<Done>>, ApiError> {
        let scope = signed.scope();
        scope.require(OrganizationDelete)?;
        let person = who(scope)?;
        entered(&self.database, scope, id.0).await?;
        refuse_demo(scope)?;
        let OrganizationEnd {
            name,
            password,
            otp,
        } = body.0;
        if name.trim() != scope.access().organization().name {
            return Err(ApiError::invalid(
                "wrong_name",
                "This is not the organization's name: type it letter for letter.",
            )
            .at("name"));
        }
        self.second_look
            .take(request, person, password, otp.as_deref())
            .await?;
        let now = self.clock.now();
        let tell = |member: &person::Model| {
            self.letters.write(&letter::gone(
                member,
                &scope.access().organization().name,
                &person.name,
                now,
            ))
        };
        if !self
            .database
            .begin_deleting(scope.access(), PersonId(person.id), now, tell)
            .await?
        {
            // It went, or their role did, a moment ago.
            return Err(ApiError::not_found());
        }
        self.second_look.authority.forget();
        self.answers.forget(scope.access().tenant());
        tracing::info!(tenant = %scope.access().tenant(), person = %person.id,
            "an organization is being deleted");
        Ok(Json(Done::envelope()))
    }
}

/// 404 where the person does not belong to the organization, 409 where their session works in
/// another.
pub(in crate::features::organizations) async fn entered(
    database: &Database,
    scope: &Scope,
    id: Uuid,
) -> Result<(), ApiError> {
    let (person, tenant) = (PersonId(who(scope)?.id), TenantId(id));
    if scope.access().tenant() == tenant {
        return Ok(());
    }
    database
        .platform()
        .organization_of(person, tenant)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Err(ApiError::conflict(
        "another_organization",
        "Your session works in another organization: switch to this one first.",
    ))
}
