//! Health checks and public keys.

mod readiness;
mod routes;

pub use readiness::Readiness;
pub use routes::PlatformApi;
