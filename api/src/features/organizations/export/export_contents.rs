//! The contents of an export: all tables of the organization except those listed here with a
//! reason.

/// Tables that are not exported, with the reason. New tables are exported until they are listed
/// here.
pub(super) const EXCLUDED_TABLES: [(&str, &str); 29] = [
    (
        "membership",
        "in members.csv, with names and email addresses",
    ),
    (
        "conversation",
        "private to each member; included in the export of their account",
    ),
    (
        "conversation_message",
        "private to each member; included in the export of their account",
    ),
    (
        "saved_view",
        "private to each member; included in the export of their account",
    ),
    (
        "view_pin",
        "private to each member; included in the export of their account",
    ),
    (
        "shared_feedback",
        "shared by each member with the operators of the server",
    ),
    ("stored_figure", "computed from the other tables"),
    (
        "session",
        "private to each member; included in the export of their account",
    ),
    (
        "idempotent_request",
        "encrypted responses for repeated requests, deleted after a day",
    ),
    (
        "job",
        "background work of the server; see runs, notifications and the audit log",
    ),
    ("sync_lease", "coordinates servers during a sync"),
    (
        "source_watermark",
        "the position of the next incremental read, valid only on this server",
    ),
    (
        "source_schema_snapshot",
        "the columns of the source at its last read, valid only on this server",
    ),
    (
        "source_file",
        "the hashes of the files that were read, valid only on this server",
    ),
    (
        "audit_head",
        "the newest hash of the audit log, which is also in its last row",
    ),
    ("rollup_line_day", DERIVED_REASON),
    ("rollup_purchase_order_gap", DERIVED_REASON),
    ("rollup_supplier_day", DERIVED_REASON),
    ("rollup_promise_day", DERIVED_REASON),
    ("rollup_item_day", DERIVED_REASON),
    ("rollup_item_month", DERIVED_REASON),
    ("rollup_item_price", DERIVED_REASON),
    ("rollup_customer_history", DERIVED_REASON),
    ("rollup_item_history", DERIVED_REASON),
    ("rollup_delivery_history", DERIVED_REASON),
    ("rollup_customer_basket", DERIVED_REASON),
    ("rollup_sale_delivery", DERIVED_REASON),
    ("rollup_supplier_item", DERIVED_REASON),
    ("rollup_promise_supplier", DERIVED_REASON),
];

const DERIVED_REASON: &str = "calculated from the order lines";

/// Columns with secrets, which are never exported.
const SECRET_COLUMNS: [(&str, &str); 9] = [
    ("api_key", "token_hash"),
    ("calendar_feed", "token_hash"),
    ("data_source", "sealed_password"),
    ("purchase_order_email", "sealed_token"),
    ("purchase_order_email", "token_hash"),
    ("shared_view", "token_hash"),
    ("weather_setting", "sealed_api_key"),
    ("webhook_endpoint", "sealed_secret"),
    ("webhook_endpoint", "sealed_previous_secret"),
];

/// Why a table is not exported; `None` if it is.
pub(super) fn exclusion_reason(table: &str) -> Option<&'static str> {
    EXCLUDED_TABLES
        .iter()
        .find(|(name, _)| *name == table)
        .map(|(_, reason)| *reason)
}

/// The exported columns of a table.
pub(super) fn without_secrets<'a>(table: &str, columns: Vec<&'a str>) -> Vec<&'a str> {
    columns
        .into_iter()
        .filter(|column| !SECRET_COLUMNS.contains(&(table, column)))
        .collect()
}
