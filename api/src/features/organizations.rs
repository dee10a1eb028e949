//! Organizations: settings, members, invitations, MFA policy, export and deletion.

mod deletion;
mod export;
mod invitations;
mod members;
mod mfa_policy_routes;
mod routes;
mod wire;

pub use deletion::{OrganizationDeletionApi, PurgeWorker};
pub use export::ExportApi;
pub use invitations::InvitationsApi;
pub use members::MembersApi;
pub use mfa_policy_routes::MfaPolicyApi;
pub use routes::OrganizationsApi;

use crate::auth::Scope;
use crate::db::Database;
use crate::http::ApiError;
use crate::ids::{PersonId, TenantId};
use entities::person;
use sea_orm::prelude::Uuid;

/// The signed-in person. API keys and visitors have no organizations.
fn require_person(scope: &Scope) -> Result<&person::Model, ApiError> {
    scope.require_person().map(|(_, person)| person)
}

/// Requires the session to work in the organization `id`: 404 if the person is not a member of it,
/// 409 `wrong_organization` if the session works in another one.
async fn require_current_organization(
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

/// Refuses changes to the demo organization: its password is public, and all visitors share it.
fn refuse_demo(scope: &Scope) -> Result<(), ApiError> {
    if scope.access().organization().is_demo {
        return Err(ApiError::conflict(
            "demo_read_only",
            "The demo can't be changed. Register to get your own organization.",
        ));
    }
    Ok(())
}
