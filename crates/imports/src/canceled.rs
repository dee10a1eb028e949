//! Documents that were canceled count for nothing.

use crate::cell::{Cell, Row};
use crate::layout::{Block, HeaderColumn};
use crate::lexicon::fold;
use crate::mapping::Mapping;
use crate::tables::Table;
use crate::values::is_blank;
use crate::values::words::{read_flag, read_status};

/// A column that says which documents are canceled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CancelMark {
    pub column: usize,
    /// Whether its name says canceled, and its cells say whether that holds.
    is_flag: bool,
}

/// Words beside the one for canceled in the name of a flag.
const FLAG_WORDS: [&str; 10] = [
    "is", "was", "flag", "y", "n", "invoice", "order", "document", "doc", "yn",
];

pub(crate) fn find_cancel_marks(block: &Block, mapping: &Mapping) -> Vec<CancelMark> {
    if mapping.table != Table::SalesTransactions {
        return Vec::new();
    }
    let free = block.columns.iter().filter(|column| {
        let mut mapped = mapping.columns.values();
        !mapped.any(|mapped| mapped.index == column.index)
    });
    free.filter_map(|column| {
        let is_flag = names_flag(column);
        (is_flag || names_status(column)).then_some(CancelMark {
            column: column.index,
            is_flag,
        })
    })
    .collect()
}

fn names_status(column: &HeaderColumn) -> bool {
    const OWNERS: [&str; 8] = [
        "STATUS",
        "ORDER",
        "INVOICE",
        "DOCUMENT",
        "LINE",
        "SALES",
        "PURCHASE",
        "TRANSACTION",
    ];
    let concepts = &column.meaning.concepts;
    concepts.contains(&"STATUS") && concepts.iter().all(|concept| OWNERS.contains(concept))
}

fn names_flag(column: &HeaderColumn) -> bool {
    let folded = fold(&column.name);
    let words = || {
        folded
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
    };
    let is_canceled = |word: &str| read_status(word) == Some("canceled");
    words().any(is_canceled) && words().all(|word| is_canceled(word) || FLAG_WORDS.contains(&word))
}

/// The column that says that the document of the row is canceled.
pub(crate) fn find_canceled(marks: &[CancelMark], row: &Row) -> Option<usize> {
    let mark = marks.iter().find(|mark| {
        let cell = row.cell(mark.column);
        let text = cell.raw_text();
        match cell {
            Cell::Bool(flag) => mark.is_flag && *flag,
            _ if is_blank(cell) => false,
            // A date says when it was canceled.
            _ if mark.is_flag => read_flag(text) != Some(false),
            _ => read_status(text) == Some("canceled"),
        }
    })?;
    Some(mark.column)
}
