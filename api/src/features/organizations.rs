//! Organizations and their people: which ones a person belongs to, and who belongs to each in which
//! role.

mod ending;
mod export;
mod invitations;
mod members;
mod routes;
mod second_step;
mod wire;

pub use ending::{EndingApi, Endings};
pub use export::ExportApi;
pub use invitations::InvitationsApi;
pub use members::MembersApi;
pub use routes::OrganizationsApi;
pub use second_step::SecondStepApi;

use crate::auth::Scope;
use crate::http::ApiError;
use entities::person;

/// Who asks; API keys and visitors have no organizations.
fn who(scope: &Scope) -> Result<&person::Model, ApiError> {
    scope.own().map(|(_, person)| person)
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
