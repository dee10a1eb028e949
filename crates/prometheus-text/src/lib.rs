//! Counters and histograms with labels, and the text format that Prometheus reads
//! (<https://prometheus.io/docs/instrumenting/exposition_formats/>, version 0.0.4).
//!
//! The number of series is bounded: new label values beyond the bound are counted under
//! [`OVERFLOW_LABEL`], so input cannot grow the memory.

mod label_values;
mod page;

pub use label_values::{CounterVec, HistogramVec, OVERFLOW_LABEL};
pub use page::{MetricKind, MetricsPage};

/// The media type of the format.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

#[cfg(test)]
mod tests;
