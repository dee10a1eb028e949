//! A part of a report: a table with its heading.

use crate::chart::Chart;
use crate::table::ReportTable;
use localization::Language;

/// A table of a report, with what it is about. All texts are in the reader's language.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportSection {
    /// The heading. Empty if the report has no other section.
    pub title: String,
    /// What the figures are restricted to, such as the period and the filters: a line each.
    pub subtitles: Vec<String>,
    pub table: ReportTable,
    /// Limitations of the figures.
    pub notes: Vec<String>,
    /// Whether the first figure of each row is in the same unit, so that a chart can compare them.
    pub has_chart: bool,
}

impl ReportSection {
    /// A section without heading and limitations, and with a chart.
    pub fn new(subtitles: Vec<String>, table: ReportTable) -> Self {
        Self {
            title: String::new(),
            subtitles,
            table,
            notes: Vec::new(),
            has_chart: true,
        }
    }

    /// A section whose figures cannot be compared with each other.
    pub fn without_chart(subtitles: Vec<String>, table: ReportTable) -> Self {
        Self {
            has_chart: false,
            ..Self::new(subtitles, table)
        }
    }

    /// The chart of the first figure, if there is one to compare.
    pub fn to_chart(&self, language: Language) -> Option<Chart> {
        self.has_chart
            .then(|| Chart::from_table(&self.table, language))
            .flatten()
    }
}
