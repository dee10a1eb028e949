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
