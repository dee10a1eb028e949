//! The listed methods, kept because their backtests take long.

use super::wire::Methods;
use crate::cache::{CachedFigure, FigureCache, StoredFigure};
use crate::http::Envelope;
use aws_lc_rs::digest::{SHA256, digest};
use poem_openapi::types::{ParseError, ParseFromJSON, ToJSON};
use serde::{Deserialize, Serialize};

/// The pages of this process.
pub type MethodsPages = FigureCache<MethodsPage>;

/// The response as JSON, which another server can read as it is.
#[derive(Serialize, Deserialize)]
pub struct MethodsPage(String);

impl MethodsPage {
    /// The page of a response.
    pub(super) fn from_response(response: &Envelope<Methods>) -> Self {
        Self(response.to_json_string())
    }

    /// The response of the page.
    pub(super) fn to_response(&self) -> Result<Envelope<Methods>, ParseError<Envelope<Methods>>> {
        Envelope::parse_from_json_string(&self.0)
    }
}

impl CachedFigure for MethodsPage {
    const MAX_MEBIBYTES: u64 = 4;

    fn approximate_bytes(&self) -> usize {
        self.0.len()
    }
}

impl StoredFigure for MethodsPage {
    const KIND: &'static str = "methods";
}

/// The version of the public yield records as a number.
pub(super) fn hash_edition(edition: &str) -> i64 {
    let hash = digest(&SHA256, edition.as_bytes());
    let bytes = hash.as_ref().first_chunk();
    bytes.map_or(0, |bytes| i64::from_be_bytes(*bytes))
}
