//! HTTP operations on organizations.

use super::wire::{
    FirstWeekday, NewOrganization, OrganizationPatch, OwnOrganization, OwnOrganizations,
};
use crate::auth::permission::{OrganizationManage, Role};
use crate::auth::{Authority, Scope, Signed, SignedAnyStatus};
use crate::clock::Clock;
use crate::db::{Actor, Database, DbError, OrganizationUpdate};
use crate::entropy::Entropy;
use crate::features::accounts::{
    InvitationRefusal, MAX_ORGANIZATIONS_PER_PERSON, Session, SignUpGate, check_name,
    check_time_zone, find_free_slug,
};
use crate::features::data_sync::DataSync;
use crate::http::{ApiError, Envelope, ErrorDetail, ErrorDetailCode, Tag};
use crate::ids::{PersonId, TenantId};
use entities::{organization, person};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Organizations.
pub struct OrganizationsApi {
    /// Switches sessions between organizations.
    pub authority: Arc<Authority>,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
    /// Decides whether there may be new organizations.
    pub sign_up: SignUpGate,
    /// Recalculates schedules when the time zone changes.
    pub sync: DataSync,
}

#[OpenApi(tag = "Tag::Organizations")]
impl OrganizationsApi {
    /// List your organizations
    ///
    /// The person's organizations and roles. The one that the session works in is marked.
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
        let organizations = self
            .database
            .platform()
            .list_person_organizations(person, MAX_ORGANIZATIONS_PER_PERSON)
            .await?;
        let items = organizations
            .iter()
            .map(|access| OwnOrganization::from_access(access, current))
            .collect();
        Ok(Json(Envelope::new(OwnOrganizations {
            items,
            max: MAX_ORGANIZATIONS_PER_PERSON,
        })))
    }

    /// Create an organization
    ///
    /// The person becomes its owner. The session stays in its organization: switch to the new one
    /// to work in it. If the server accepts no new organizations, the response is 403
    /// `sign_up_closed`.
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
        signed.scope().refuse_demo()?;
        self.sign_up.require_new_organization()?;
        let mut errors = Vec::new();
        let name = check_name("name", &body.0.name, "the organization's name", &mut errors);
        let time_zone = check_time_zone(body.0.time_zone.as_deref().unwrap_or("UTC"), &mut errors);
        let currency = body
            .0
            .currency
            .as_deref()
            .and_then(|currency| check_currency(currency, &mut errors));
        if !errors.is_empty() {
            return Err(ApiError::invalid_values(errors));
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
            max_members: None,
            max_rows: None,
            max_monthly_questions: None,
            deletion_started_at: None,
            mfa_required: false,
            owns_warehouse_root: false,
            week_start: 1,
            fiscal_year_start: 1,
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
                    "name_conflict",
                    "Someone created an organization with this name at the same time. Try again.",
                ),
                other => other.into(),
            })?;
        let created = created.ok_or(InvitationRefusal::TooManyOrganizations)?;
        Ok(Json(Envelope::new(OwnOrganization::from_access(
            &created,
            signed.scope().access().tenant(),
        ))))
    }

    /// Update an organization
    ///
    /// Changes the name, currency, time zone, and the start of weeks and fiscal years. Omitted
    /// fields stay unchanged. The session must work in the organization. Data Sync schedules use the
    /// new time zone.
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
        require_current_organization(&self.database, scope, id.0).await?;
        scope.refuse_demo()?;
        let mut errors = Vec::new();
        let change = OrganizationUpdate {
            name: body
                .0
                .name
                .as_deref()
                .map(|name| check_name("name", name, "the organization's name", &mut errors)),
            currency: body
                .0
                .currency
                .as_deref()
                .map(|currency| check_currency(currency, &mut errors)),
            time_zone: body
                .0
                .time_zone
                .as_deref()
                .map(|zone| check_time_zone(zone, &mut errors).name().to_owned()),
            week_start: body.0.week_start.map(FirstWeekday::number),
            fiscal_year_start: body.0.fiscal_year_start.map(i16::from),
        };
        if !errors.is_empty() {
            return Err(ApiError::invalid_values(errors));
        }
        let new_time_zone = change
            .time_zone
            .as_deref()
            .is_some_and(|zone| zone != scope.access().organization().time_zone.name());
        let db = scope.write_db().await?;
        let changed = db.update_organization(change, self.clock.now()).await?;
        if new_time_zone {
            self.sync.recompute_next_run(&db, changed.time_zone).await?;
        }
        db.commit().await?;
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(OwnOrganization::from_access(
            &scope.access().clone().with_organization(changed),
            TenantId(id.0),
        ))))
    }

    /// Switch to another organization
    ///
    /// Switches the session to another organization of the person and returns a new access token.
    /// The old token is rejected, immediately on this server and within 2 seconds on others; until
    /// then it works only for the previous organization.
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

/// The ISO 4217 code in `text`, or `None` if it is empty. Adds an error to `errors` if it is
/// invalid.
fn check_currency(text: &str, errors: &mut Vec<ErrorDetail>) -> Option<String> {
    let text = text.trim();
    if !(text.is_empty() || text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())) {
        let message = "Enter a currency as three capital letters such as USD, or leave it empty.";
        errors.push(ErrorDetail::new(
            "currency",
            ErrorDetailCode::Currency,
            message,
        ));
    }
    (!text.is_empty()).then(|| text.to_owned())
}

/// The signed-in person. API keys and visitors have no organizations.
pub(super) fn require_person(scope: &Scope) -> Result<&person::Model, ApiError> {
    scope.require_person().map(|(_, person)| person)
}

/// Requires the session to work in the organization `id`: 404 if the person is not a member of it,
/// 409 `wrong_organization` if the session works in another one.
pub(super) async fn require_current_organization(
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
        "wrong_organization",
        "Your session works in another organization. Switch to this one first.",
    ))
}
