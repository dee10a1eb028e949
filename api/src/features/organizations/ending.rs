//! The end of an organization: asked for by an owner, and carried out behind the screens by
//! whichever server is there.

mod carrying_out;
mod letter;
mod routes;
mod wire;

pub use carrying_out::Endings;
pub use routes::EndingApi;
pub(super) use routes::entered;
