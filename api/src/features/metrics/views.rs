//! Saved questions of the explore page.

mod routes;
mod store;
mod wire;

pub use routes::ExploreViewsApi;
