//! HTTP: the response envelope, the error body, headers and middleware that all operations share.

mod allowed_methods;
mod api_error;
mod body_limit;
mod cached_response;
mod content_coding;
mod csv_line;
mod envelope;
mod error_detail;
mod error_response;
mod file_response;
mod json_compression;
mod link_limit;
mod pagination;
mod path_template;
mod redacted_path;
mod request_id;
mod request_metrics;
mod request_tracing;
mod route_names;
mod security_headers;
mod static_app;
mod stored_name;
mod strict_strings;
mod tag;
mod tagged_union;

pub use allowed_methods::AllowedMethods;
pub use api_error::{ApiError, ErrorBody, RefusalCause};
pub use body_limit::BodyLimit;
pub use cached_response::{CachedResponse, ReplayMarker, matches_etag};
pub use content_coding::{ContentCoding, EncodedBody};
pub use csv_line::{push_csv_line, push_exact_csv_line};
pub use envelope::{Acknowledgment, Envelope, Meta};
pub use error_detail::{ErrorDetail, ErrorDetailCode};
pub use error_response::{RefusalInfo, convert_errors, panic_response, refusal_response};
pub use file_response::FileResponse;
pub use json_compression::JsonCompression;
pub use link_limit::LinkLimit;
pub use pagination::{
    default_figure_rows, default_page_size, parse_cursor, parse_id_cursor, parse_sort,
};
pub use path_template::PathTemplate;
pub use redacted_path::redact_path;
pub use request_id::{RequestId, RequestIdMiddleware};
pub use request_metrics::RequestMetrics;
pub use request_tracing::RequestTracing;
pub use route_names::RouteNames;
pub use security_headers::{SecurityHeaders, build_page_policy};
pub use static_app::StaticApp;
pub use stored_name::{NameSet, StoredName, parse_stored_name};
pub use strict_strings::{StrictStrings, StringSchemas};
pub use tag::Tag;
pub use tagged_union::{Tagged, TaggedUnion};
