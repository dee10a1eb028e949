//! Cells that a user corrected without changing the file.

use crate::cell::{Cell, Row, parse_address};
use crate::lexicon::{collapse, fold};
use crate::mapping::Mapping;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What a cell, or every cell alike, counts as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// The column of the table, as in the rejects.
    pub column: String,
    /// One cell. Without it, every cell of the column with this value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<CellPlace>,
    /// The value of the cell in the file.
    pub value: String,
    pub replacement: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CellPlace {
    pub file: String,
    /// Empty for a text file.
    pub sheet: String,
    /// Such as `D17`.
    pub cell: String,
}

/// The corrections of one block, by column.
#[derive(Debug, Default)]
pub(crate) struct BlockCorrections {
    cells: HashMap<(usize, u32), String>,
    alike: HashMap<(usize, String), String>,
}

impl BlockCorrections {
    pub(crate) fn new(
        corrections: &[Correction],
        file: &str,
        sheet: &str,
        mapping: &Mapping,
    ) -> Self {
        let mut found = Self::default();
        for correction in corrections {
            match &correction.place {
                Some(place) if place.file == file && place.sheet == sheet => {
                    if let Some(cell) = parse_address(&place.cell) {
                        found.cells.insert(cell, correction.replacement.clone());
                    }
                }
                Some(_) => {}
                None => {
                    for column in columns_of(mapping, &correction.column) {
                        let key = (column, comparable(&correction.value));
                        found.alike.insert(key, correction.replacement.clone());
                    }
                }
            }
        }
        found
    }

    pub(crate) fn apply(&self, row: &mut Row) {
        if self.cells.is_empty() && self.alike.is_empty() {
            return;
        }
        let number = row.number;
        for (column, cell) in row.cells.iter_mut().enumerate() {
            let replacement = self.cells.get(&(column, number)).or_else(|| {
                let text = comparable(cell.raw_text());
                self.alike.get(&(column, text))
            });
            if let Some(replacement) = replacement {
                *cell = Cell::Text(replacement.clone());
            }
        }
        // A cell after the last filled one is missing from the row.
        for ((column, at), replacement) in &self.cells {
            if *at == number && *column >= row.cells.len() {
                row.cells.resize(*column + 1, Cell::Empty);
                if let Some(cell) = row.cells.get_mut(*column) {
                    *cell = Cell::Text(replacement.clone());
                }
            }
        }
    }
}

fn comparable(text: &str) -> String {
    fold(&collapse(text))
}

/// The column of a table that a column of the mapping fills.
pub(crate) fn shown_target(target: &'static str) -> &'static str {
    match target {
        "_line_total" | "_price_basis" => "unit_price",
        "_line_number" => "transaction_id",
        "_quantity_in" | "_quantity_out" => "quantity",
        "_stock_value" => "unit_cost",
        "_party" => "customer_id",
        "_given_name" | "_family_name" => "customer_name",
        target => target,
    }
}

fn columns_of(mapping: &Mapping, target: &str) -> Vec<usize> {
    let named = mapping
        .columns
        .iter()
        // A cell that says what prices are for is no price.
        .filter(|(name, _)| **name != "_price_basis")
        .filter(|(name, _)| **name == target || shown_target(name) == target)
        .map(|(_, column)| column.index);
    let at_locations = mapping
        .locations
        .iter()
        .filter(|column| column.target == target)
        .map(|column| column.index);
    named.chain(at_locations).collect()
}
