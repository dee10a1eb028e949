//! Describes the plantings that the national series represents.

use std::collections::{BTreeMap, BTreeSet};

/// Plantings of one crop without a current series of their own.
#[derive(Default)]
pub(super) struct NationalStandIns {
    /// State -> last year of its series.
    lagging: BTreeMap<String, i32>,
    without_series: BTreeSet<String>,
    /// As spelled in the customers' records.
    unknown: BTreeSet<String>,
    without_state: bool,
}

impl NationalStandIns {
    pub(super) fn add_lagging_state(&mut self, state: &str, last_year: i32) {
        self.lagging.insert(state.to_owned(), last_year);
    }

    pub(super) fn add_state_without_series(&mut self, state: &str) {
        self.without_series.insert(state.to_owned());
    }

    /// `written`: the record's text instead of a state, if any.
    pub(super) fn add_unknown_state(&mut self, written: Option<&str>) {
        match written {
            Some(text) => drop(self.unknown.insert(text.to_owned())),
            None => self.without_state = true,
        }
    }

    /// `The United States series stands in for Ohio (state figures end in 2024) and Texas (no state
    /// figures).` None without such plantings.
    pub(super) fn to_note(&self) -> Option<String> {
        let lagging = self
            .lagging
            .iter()
            .map(|(state, year)| format!("{state} (state figures end in {year})"));
        let missing = self
            .without_series
            .iter()
            .map(|state| format!("{state} (no state figures)"));
        let unknown = self
            .unknown
            .iter()
            .map(|text| format!("\"{text}\" (not a state of the US)"));
        let without = self
            .without_state
            .then(|| "customers without a state".to_owned());
        let mut parts: Vec<String> = lagging
            .chain(missing)
            .chain(unknown)
            .chain(without)
            .collect();
        let last = parts.pop()?;
        let whom = if parts.is_empty() {
            last
        } else {
            format!("{} and {last}", parts.join(", "))
        };
        Some(format!("The United States series stands in for {whom}."))
    }
}
