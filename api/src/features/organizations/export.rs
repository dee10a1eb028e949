//! Everything of an organization as files: asked for by an owner, then downloaded once for a token.

mod export_contents;
mod export_manifest;
mod export_writer;
mod routes;
mod wire;
mod zip_stream;

pub use routes::ExportApi;
