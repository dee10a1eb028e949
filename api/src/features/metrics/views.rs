//! Saved questions of the explore page.

mod routes;
mod store;
mod wire;

pub use routes::ExploreViewsApi;
pub(super) use store::find_visible_view;
