//! The success body: `{"success": true, "data": ..., "meta": ...}`.

use chrono::NaiveDate;
use poem_openapi::Object;
use poem_openapi::types::{ParseFromJSON, ToJSON};

/// The body of every successful answer.
#[derive(Debug, Clone, Object)]
#[oai(skip_serializing_if_is_none)]
pub struct Envelope<T: ParseFromJSON + ToJSON> {
    /// Always true; failures have their own body.
    pub success: bool,
    /// What was asked for.
    pub data: T,
    /// How to read the figures in `data`.
    pub meta: Option<Meta>,
}

impl<T: ParseFromJSON + ToJSON> Envelope<T> {
    /// An answer without figures.
    pub fn new(data: T) -> Self {
        Self {
            success: true,
            data,
            meta: None,
        }
    }

    /// An answer with figures.
    pub fn with_meta(data: T, meta: Meta) -> Self {
        Self {
            success: true,
            data,
            meta: Some(meta),
        }
    }
}

/// How to read the figures beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub struct Meta {
    /// The day the figures are for, in the organization's time zone.
    pub as_of: Option<NaiveDate>,
    /// True where the figures come from the generated demo.
    pub sample: bool,
    /// ISO 4217 code of every amount in `data`.
    pub currency: Option<String>,
    /// How many source rows the figures rest on.
    pub n: Option<u64>,
    /// How many rows were left out, because their currency or unit cannot be added to the others.
    pub excluded: Option<u64>,
    /// How the figures are computed, in a sentence.
    pub method: Option<String>,
}

/// An answer that has nothing more to say than that it was done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Object)]
pub struct Acknowledgment {
    /// Always true.
    pub done: bool,
}

impl Acknowledgment {
    /// It was done.
    pub fn in_envelope() -> Envelope<Self> {
        Envelope::new(Self { done: true })
    }
}
