//! What a page shows, saved under a name.

mod routes;
mod store;
mod wire;

pub use routes::SavedViewsApi;
pub(super) use store::find_visible_question;
pub use store::{ViewQuery, find_view_query};
