//! Phrases and lookups that several tools share.

use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::MAX_TABLE_ROWS;

/// Number of rows if the question gives none.
const DEFAULT_ROWS: usize = 5;

/// Sentence for missing data.
pub(super) fn no_data_text(about: &str) -> String {
    format!(
        "There is no data on {about} yet. Connect a source on the Data Sync page and run a data \
            sync."
    )
}

/// `fertilizer ` before a noun; empty for all categories.
pub(super) fn category_prefix(category: Option<Category>) -> &'static str {
    match category {
        Some(Category::Fertilizer) => "fertilizer ",
        Some(Category::Seed) => "seed ",
        Some(Category::Pesticide) => "pesticide ",
        None => "",
    }
}

/// Display name of a category, capitalized for the start of a sentence.
pub(in crate::features::assistant) fn category_label(category: &str) -> &str {
    match category {
        "fertilizer" => "Fertilizer",
        "seed" => "Seed",
        "pesticide" => "Pesticide",
        "other" => "Other inputs",
        crate::features::purchasing::UNKNOWN_CATEGORY => "Items without a category",
        other => other,
    }
}

/// Number of rows to show.
pub(super) fn row_limit(args: &Args) -> usize {
    args.limit
        .and_then(|limit| usize::try_from(limit).ok())
        .unwrap_or(DEFAULT_ROWS)
        .min(MAX_TABLE_ROWS)
}

/// `is` or `are` after a count.
pub(super) fn is_or_are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}
