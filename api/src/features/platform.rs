//! What operators and load balancers ask: is it alive, is it ready, which key verifies its tokens.

mod readiness;
mod routes;

pub use readiness::Readiness;
pub use routes::PlatformApi;
