//! The body of successful responses: `{"success": true, "data": ..., "meta": ...}`.

use chrono::NaiveDate;
use poem_openapi::Object;
use poem_openapi::types::{ParseFromJSON, ToJSON};

/// The body of every successful response.
#[derive(Debug, Clone, Object)]
#[oai(skip_serializing_if_is_none)]
pub struct Envelope<T: ParseFromJSON + ToJSON> {
    /// Always true. Failed responses have their own body.
    pub success: bool,
    /// The requested data.
    pub data: T,
    /// How to interpret the figures in `data`.
    pub meta: Option<Meta>,
}

impl<T: ParseFromJSON + ToJSON> Envelope<T> {
    /// A response without figures.
    pub fn new(data: T) -> Self {
        Self {
            success: true,
            data,
            meta: None,
        }
    }

    /// A response with figures.
    pub fn with_meta(data: T, meta: Meta) -> Self {
        Self {
            success: true,
            data,
            meta: Some(meta),
        }
    }
}

/// How to interpret the figures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub struct Meta {
    /// The date of the figures, in the organization's time zone.
    pub as_of: Option<NaiveDate>,
    /// Whether the figures come from generated demo data.
    pub sample: bool,
    /// The ISO 4217 code of all amounts in `data`.
    pub currency: Option<String>,
    /// The number of source rows used.
    pub n: Option<u64>,
    /// The number of rows left out because their currency or unit cannot be combined with the
    /// others.
    pub excluded: Option<u64>,
    /// How the figures are computed, in one sentence.
    pub method: Option<String>,
}

/// Confirms that the operation was completed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Object)]
pub struct Acknowledgment {
    /// Always true.
    pub done: bool,
}

impl Acknowledgment {
    /// The acknowledgment in an envelope.
    pub fn in_envelope() -> Envelope<Self> {
        Envelope::new(Self { done: true })
    }
}
