//! What an export holds: every table of the organization is in it, or stands here with the reason
//! why it is not.

/// Tables that are not in it. A table that is new is in it until it is listed here.
pub(super) const LEFT_OUT: [(&str, &str); 27] = [
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
    ("rollup_line_day", FOLLOWS),
    ("rollup_order_span", FOLLOWS),
    ("rollup_supplier_day", FOLLOWS),
    ("rollup_promise_day", FOLLOWS),
    ("rollup_item_day", FOLLOWS),
    ("rollup_item_month", FOLLOWS),
    ("rollup_item_price", FOLLOWS),
    ("rollup_customer_history", FOLLOWS),
    ("rollup_item_history", FOLLOWS),
    ("rollup_delivery_history", FOLLOWS),
    ("rollup_customer_basket", FOLLOWS),
    ("rollup_sale_span", FOLLOWS),
    ("rollup_customer_span", FOLLOWS),
    ("rollup_customer_return", FOLLOWS),
    ("rollup_supplier_item", FOLLOWS),
    ("rollup_promise_supplier", FOLLOWS),
];

const FOLLOWS: &str = "follows from the order lines";

/// Columns that open something, or could help to.
const SECRETS: [(&str, &str); 2] = [("api_key", "token_hash"), ("data_source", "sealed")];

/// Why a table is not in the export; nothing where it is.
pub(super) fn left_out(table: &str) -> Option<&'static str> {
    LEFT_OUT
        .iter()
        .find(|(name, _)| *name == table)
        .map(|(_, reason)| *reason)
}

/// The columns of a table that are in the export.
pub(super) fn without_secrets<'a>(table: &str, columns: Vec<&'a str>) -> Vec<&'a str> {
    columns
        .into_iter()
        .filter(|column| !SECRETS.contains(&(table, column)))
        .collect()
}
