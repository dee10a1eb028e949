//! What an export holds: every table of the organization is in it, or stands here with the reason
//! why it is not.

/// Tables that are not in it. A table that is new is in it until it is listed here.
pub(super) const EXCLUDED_TABLES: [(&str, &str); 27] = [
    (
        "membership",
        "told in members.csv, with names and addresses",
    ),
    (
        "conversation",
        "a member's own: nobody else sees it; each finds theirs in the export of their account",
    ),
    (
        "exchange",
        "a member's own: nobody else sees it; each finds theirs in the export of their account",
    ),
    (
        "session",
        "a member's own; each finds theirs in the export of their account",
    ),
    (
        "idempotent_request",
        "answers that are given again within a day, sealed",
    ),
    (
        "job",
        "the server's work list; what it did is told by runs, notices and the audit log",
    ),
    ("sync_lease", "tells servers apart while a sync goes on"),
    (
        "source_watermark",
        "where the next incremental read begins, for this installation alone",
    ),
    (
        "remembered_columns",
        "how a source looked at its last read, for this installation alone",
    ),
    (
        "source_file",
        "which files were read, by their hashes, for this installation alone",
    ),
    (
        "audit_head",
        "the newest hash of the audit log, which its last row has too",
    ),
    ("rollup_line_day", DERIVED_REASON),
    ("rollup_order_span", DERIVED_REASON),
    ("rollup_supplier_day", DERIVED_REASON),
    ("rollup_promise_day", DERIVED_REASON),
    ("rollup_item_day", DERIVED_REASON),
    ("rollup_item_month", DERIVED_REASON),
    ("rollup_item_price", DERIVED_REASON),
    ("rollup_customer_history", DERIVED_REASON),
    ("rollup_item_history", DERIVED_REASON),
    ("rollup_delivery_history", DERIVED_REASON),
    ("rollup_customer_basket", DERIVED_REASON),
    ("rollup_sale_span", DERIVED_REASON),
    ("rollup_customer_span", DERIVED_REASON),
    ("rollup_customer_return", DERIVED_REASON),
    ("rollup_supplier_item", DERIVED_REASON),
    ("rollup_promise_supplier", DERIVED_REASON),
];

const DERIVED_REASON: &str = "follows from the order lines";

/// Columns that open something, or could help to.
const SECRET_COLUMNS: [(&str, &str); 2] = [("api_key", "token_hash"), ("data_source", "sealed")];

/// Why a table is not in the export; nothing where it is.
pub(super) fn exclusion_reason(table: &str) -> Option<&'static str> {
    EXCLUDED_TABLES
        .iter()
        .find(|(name, _)| *name == table)
        .map(|(_, reason)| *reason)
}

/// The columns of a table that are in the export.
pub(super) fn without_secrets<'a>(table: &str, columns: Vec<&'a str>) -> Vec<&'a str> {
    columns
        .into_iter()
        .filter(|column| !SECRET_COLUMNS.contains(&(table, column)))
        .collect()
}
