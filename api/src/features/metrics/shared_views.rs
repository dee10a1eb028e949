//! Links that show the figures of a saved view to people outside of the organization.

mod routes;
mod store;
mod wire;

pub use routes::SharedViewsApi;
