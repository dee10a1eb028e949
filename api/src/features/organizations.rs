//! Organizations and their people: which ones a person belongs to, and who belongs to each in which
//! role.

mod deletion;
mod export;
mod invitations;
mod members;
mod mfa_policy;
mod routes;
mod wire;

pub use deletion::{OrganizationDeletionApi, PurgeWorker};
pub use export::ExportApi;
pub use invitations::InvitationsApi;
pub use members::MembersApi;
pub use mfa_policy::MfaPolicyApi;
pub use routes::OrganizationsApi;

use crate::auth::Scope;
use crate::http::ApiError;
use entities::person;

/// Who asks; API keys and visitors have no organizations.
fn require_person(scope: &Scope) -> Result<&person::Model, ApiError> {
    scope.require_person().map(|(_, person)| person)
}

/// The demo's password is public: what one visitor changed there, all others would find changed.
fn refuse_demo(scope: &Scope) -> Result<(), ApiError> {
    if scope.access().organization().is_demo {
        return Err(ApiError::conflict(
            "demo_account",
            "The demo stays as it is. Register to have an organization of your own.",
        ));
    }
    Ok(())
}
