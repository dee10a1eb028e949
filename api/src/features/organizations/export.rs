//! Everything of an organization as files: asked for by an owner, then downloaded once for a token.

mod archive;
mod contents;
mod routes;
mod sending;
mod wire;
mod words;

pub use routes::ExportApi;
