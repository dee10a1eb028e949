//! The body of successful responses: `{"success": true, "data": ..., "meta": ...}`.

use crate::exclusion::{ExclusionReason, Exclusions};
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
    /// The date of the figures: today, or the day of the newest row if that is older than the gaps
    /// between the rows make usual.
    pub as_of: Option<NaiveDate>,
    /// Today in the organization's time zone.
    pub today: Option<NaiveDate>,
    /// The day of the newest row up to `today` in the tables with dated rows that the figures use.
    /// Absent without such rows.
    pub data_through: Option<NaiveDate>,
    /// Whether the figures are those of the data before, because those of newer data are being
    /// calculated. Ask again in a few seconds.
    pub is_updating: Option<bool>,
    /// Whether the figures come from generated demo data.
    pub sample: bool,
    /// The ISO 4217 code of all amounts in `data`.
    pub currency: Option<String>,
    /// The number of source rows used.
    pub n: Option<u64>,
    /// The number of rows left out.
    pub excluded: Option<u64>,
    /// Why rows were left out, with the number of each. The numbers add up to `excluded`.
    pub exclusions: Option<Vec<Exclusion>>,
    /// How the figures are computed, in one sentence.
    pub method: Option<String>,
}

impl Meta {
    /// The same with the rows that were left out.
    #[must_use]
    pub fn with_exclusions(self, exclusions: &Exclusions) -> Self {
        let by_reason: Vec<Exclusion> = exclusions
            .iter()
            .map(|(reason, count)| Exclusion { reason, count })
            .collect();
        Self {
            excluded: Some(exclusions.total()),
            exclusions: (!by_reason.is_empty()).then_some(by_reason),
            ..self
        }
    }
}

/// Rows that were left out for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct Exclusion {
    /// The reason.
    pub reason: ExclusionReason,
    /// The number of rows.
    pub count: u64,
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
