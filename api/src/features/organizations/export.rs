//! Export of all data of an organization as a ZIP file: requested by an owner, then downloaded once
//! with a token.

mod export_contents;
mod export_manifest;
mod export_writer;
mod routes;
mod wire;
mod zip_stream;

pub use routes::ExportApi;
