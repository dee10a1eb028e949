//! Writes families of samples as text.

use std::fmt::Write;

/// The type of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// Only grows while the process runs.
    Counter,
    /// A current value.
    Gauge,
    /// Counts by upper bound.
    Histogram,
}

/// A page under construction.
#[derive(Debug, Default)]
pub struct MetricsPage(String);

impl MetricsPage {
    /// Starts a family. Its samples follow.
    pub fn begin_family(&mut self, name: &str, help: &str, kind: MetricKind) {
        let kind = match kind {
            MetricKind::Counter => "counter",
            MetricKind::Gauge => "gauge",
            MetricKind::Histogram => "histogram",
        };
        let help = help.replace('\\', "\\\\").replace('\n', "\\n");
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// Adds a sample.
    pub fn add_sample(&mut self, name: &str, labels: &[(&str, &str)], value: f64) {
        self.0.push_str(name);
        for (at, (label, text)) in labels.iter().enumerate() {
            let text = text
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('\n', "\\n");
            let before = if at == 0 { '{' } else { ',' };
            let _ = write!(self.0, "{before}{label}=\"{text}\"");
        }
        let end = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(self.0, "{end} {}", format_value(value));
    }

    /// Adds a family with one sample.
    pub fn add_gauge(&mut self, name: &str, help: &str, value: f64) {
        self.begin_family(name, help, MetricKind::Gauge);
        self.add_sample(name, &[], value);
    }

    /// Adds a family with one sample.
    pub fn add_counter(&mut self, name: &str, help: &str, value: f64) {
        self.begin_family(name, help, MetricKind::Counter);
        self.add_sample(name, &[], value);
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.0
    }
}

/// A value, with the format's names of those that are no number.
pub(super) fn format_value(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned()
    } else {
        value.to_string()
    }
}
