//! The operations about organizations over HTTP.

use super::wire::{NewOrganization, OrganizationPatch, OwnOrganization, OwnOrganizations};
use super::{refuse_demo, require_person};
use crate::auth::permission::{OrganizationManage, Role};
use crate::auth::{Authority, Signed, SignedAnyStatus};
use crate::clock::Clock;
use crate::db::{Actor, Database, DbError, OrganizationUpdate};
use crate::entropy::Entropy;
use crate::features::accounts::{
    MAX_ORGANIZATIONS_PER_PERSON, Session, check_name, check_time_zone, find_free_slug,
    too_many_organizations_error,
};
use crate::features::data_sync::DataSync;
use crate::http::{ApiError, Envelope, ErrorDetail, Tag};
use crate::ids::{PersonId, TenantId};
use entities::organization;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// The organizations of a person.
pub struct OrganizationsApi {
    /// Moves sessions.
    pub authority: Arc<Authority>,
    /// Where people and organizations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Makes ids.
    pub entropy: Entropy,
    /// Counts the times of a schedule anew where the clock changes.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::Organizations")]
impl OrganizationsApi {
    /// List one's own organizations
    ///
    /// Where the person belongs, with their role there; the one that the session works in is
    /// marked.
    #[oai(
        path = "/api/organizations",
        method = "get",
        operation_id = "listOrganizations"
    )]
    async fn list_organizations(
        &self,
        signed: SignedAnyStatus,
    ) -> Result<Json<Envelope<OwnOrganizations>>, ApiError> {
        let person = PersonId(require_person(signed.scope())?.id);
        let current = signed.scope().access().tenant();
        let own = self
            .database
            .platform()
            .list_person_organizations(person, MAX_ORGANIZATIONS_PER_PERSON)
            .await?;
        let items = own
            .iter()
            .map(|access| OwnOrganization::from_access(access, current))
            .collect();
        Ok(Json(Envelope::new(OwnOrganizations {
            items,
            most: MAX_ORGANIZATIONS_PER_PERSON,
        })))
    }

    /// Create another organization
    ///
    /// The person who makes it is its owner. The session stays where it is: switch to the new one
    /// to work in it.
    #[oai(
        path = "/api/organizations",
        method = "post",
        operation_id = "createOrganization"
    )]
    async fn create_organization(
        &self,
        signed: Signed,
        body: Json<NewOrganization>,
    ) -> Result<Json<Envelope<OwnOrganization>>, ApiError> {
        let person = PersonId(require_person(signed.scope())?.id);
        refuse_demo(signed.scope())?;
        let mut wrong = Vec::new();
        let name = check_name("name", &body.0.name, "the organization's name", &mut wrong);
        let time_zone = check_time_zone(body.0.time_zone.as_deref().unwrap_or("UTC"), &mut wrong);
        let currency = body
            .0
            .currency
            .as_deref()
            .and_then(|currency| check_currency(currency, &mut wrong));
        if !wrong.is_empty() {
            return Err(ApiError::invalid_values(wrong));
        }
        let (platform, now) = (self.database.platform(), self.clock.now());
        let row = organization::Model {
            id: self.entropy.uuid_v7(now)?,
            slug: find_free_slug(&platform, &name, &self.entropy).await?,
            name,
            currency,
            time_zone: time_zone.name().to_owned(),
            is_demo: false,
            data_version: 0,
            created_at: now,
            suspended_at: None,
            suspended_reason: None,
            most_people: None,
            most_rows: None,
            most_questions: None,
            deleting_at: None,
            second_step_required: false,
        };
        let author = Actor::clone(signed.scope().access().actor());
        let created = platform
            .create_organization(
                row,
                person,
                author,
                Role::Owner.name(),
                MAX_ORGANIZATIONS_PER_PERSON,
            )
            .await
            .map_err(|error| match error {
                DbError::Duplicate(_) => ApiError::conflict(
                    "name_taken_meanwhile",
                    "Somebody made an organization of this name just now. Please try again.",
                ),
                other => other.into(),
            })?;
        let created = created.ok_or_else(too_many_organizations_error)?;
        Ok(Json(Envelope::new(OwnOrganization::from_access(
            &created,
            signed.scope().access().tenant(),
        ))))
    }

    /// Change the organization
    ///
    /// Its name, its currency, its clock; fields that are left out stay as they are. The session
    /// has to work in it. Schedules of Data Sync go by the new clock.
    #[oai(
        path = "/api/organizations/:id",
        method = "patch",
        operation_id = "updateOrganization"
    )]
    async fn update_organization(
        &self,
        signed: Signed,
        id: Path<Uuid>,
        body: Json<OrganizationPatch>,
    ) -> Result<Json<Envelope<OwnOrganization>>, ApiError> {
        let scope = signed.scope();
        scope.require(OrganizationManage)?;
        let (person, tenant) = (PersonId(require_person(scope)?.id), TenantId(id.0));
        if scope.access().tenant() != tenant {
            self.database
                .platform()
                .find_organization_access(person, tenant)
                .await?
                .ok_or_else(ApiError::not_found)?;
            return Err(ApiError::conflict(
                "another_organization",
                "Your session works in another organization: switch to this one first.",
            ));
        }
        refuse_demo(scope)?;
        let mut wrong = Vec::new();
        let change = OrganizationUpdate {
            name: body
                .0
                .name
                .as_deref()
                .map(|name| check_name("name", name, "the organization's name", &mut wrong)),
            currency: body
                .0
                .currency
                .as_deref()
                .map(|currency| check_currency(currency, &mut wrong)),
            time_zone: body
                .0
                .time_zone
                .as_deref()
                .map(|zone| check_time_zone(zone, &mut wrong).name().to_owned()),
        };
        if !wrong.is_empty() {
            return Err(ApiError::invalid_values(wrong));
        }
        let new_clock = change
            .time_zone
            .as_deref()
            .is_some_and(|zone| zone != scope.access().organization().time_zone.name());
        let db = scope.write_db().await?;
        let changed = db.update_organization(change, self.clock.now()).await?;
        if new_clock {
            self.sync
                .count_schedule_anew(&db, changed.time_zone)
                .await?;
        }
        db.commit().await?;
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(OwnOrganization::from_access(
            &scope.access().clone().with_organization(changed),
            tenant,
        ))))
    }

    /// Switch to another organization
    ///
    /// The session moves to another organization of the person and gets a new access token for it.
    /// The old one is refused from then on, here at once and on other servers within 2 seconds;
    /// until then it opens the organization that was left, never the other.
    #[oai(
        path = "/api/organizations/:id/switch",
        method = "post",
        operation_id = "switchOrganization"
    )]
    async fn switch_organization(
        &self,
        signed: SignedAnyStatus,
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Session>>, ApiError> {
        Ok(Json(Envelope::new(Session::from_switched(
            self.authority
                .switch_organization(signed.scope(), TenantId(id.0))
                .await?,
        ))))
    }
}

/// An ISO 4217 code; nothing for an empty text, which chooses none.
fn check_currency(text: &str, wrong: &mut Vec<ErrorDetail>) -> Option<String> {
    let text = text.trim();
    if !(text.is_empty() || text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())) {
        wrong.push(ErrorDetail {
            path: "currency".to_owned(),
            message: "Give a currency as three capital letters such as USD, or leave it empty."
                .to_owned(),
        });
    }
    (!text.is_empty()).then(|| text.to_owned())
}
