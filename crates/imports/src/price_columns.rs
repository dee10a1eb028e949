//! Which columns may be prices: costs only of what is bought, and no totals.

use crate::layout::Block;
use crate::lexicon::Lexicon;
use crate::mapping::{Mapping, Surroundings};
use crate::profile::ColumnProfile;
use crate::tables::Table;
use std::collections::HashMap;

/// Whether the lines of a block are sold or bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Sold,
    Bought,
    Open,
}

impl Side {
    pub(crate) fn from_block(table: Table, block: &Block, surroundings: &Surroundings<'_>) -> Self {
        match table {
            Table::SalesTransactions => {}
            Table::CustomerBookings => return Side::Sold,
            _ => return Side::Bought,
        }
        let names = |concept: &str| {
            let mut columns = block.columns.iter();
            columns.any(|column| column.meaning.concepts.contains(&concept))
        };
        match (names("CUSTOMER"), names("SUPPLIER")) {
            (true, false) => return Side::Sold,
            (false, true) => return Side::Bought,
            _ => {}
        }
        let file = surroundings.file.split('.').next().unwrap_or("");
        let texts = block.titles.iter().map(String::as_str);
        let sides = texts.chain([surroundings.sheet, file]).map(|text| {
            let concepts = Lexicon::shared().read_name(text).concepts;
            let says = |wanted: &[&str]| wanted.iter().any(|concept| concepts.contains(concept));
            (
                says(&["SALES", "CUSTOMER"]),
                says(&["PURCHASE", "SUPPLIER"]),
            )
        });
        for side in sides {
            match side {
                (true, false) => return Side::Sold,
                (false, true) => return Side::Bought,
                _ => {}
            }
        }
        Side::Open
    }
}

/// Removes a total of the whole document, which its lines repeat, from the totals of lines.
pub(crate) fn drop_document_total(mapping: &mut Mapping, profiles: &[ColumnProfile]) {
    let profile = |target: &str| profiles.get(mapping.column(target)?);
    let found = (
        profile("_line_total"),
        profile("quantity"),
        profile(mapping.table.document()),
    );
    let (Some(total), Some(quantity), Some(document)) = found else {
        return;
    };
    let mut documents: HashMap<&str, Vec<usize>> = HashMap::new();
    for (row, text) in document.first_texts.iter().enumerate() {
        if !text.is_empty() {
            documents.entry(text.as_str()).or_default().push(row);
        }
    }
    let varies = |profile: &ColumnProfile, rows: &[usize]| {
        let mut values = rows.iter().map(|row| profile.first_texts.get(*row));
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    let has_total = |rows: &[usize]| {
        let mut numbers = rows.iter().map(|row| total.first_numbers.get(*row));
        numbers.all(|number| {
            let value = number.and_then(|(point, comma)| point.or(*comma));
            value.is_some_and(|value| !value.is_zero())
        })
    };
    // Lines of the same quantity may well have the same total.
    let mut telling = documents
        .values()
        .filter(|rows| varies(quantity, rows) && has_total(rows))
        .peekable();
    if telling.peek().is_some() && telling.all(|rows| !varies(total, rows)) {
        mapping.columns.remove("_line_total");
    }
}
