//! Notes what a merge changes as it goes: every line as it was, with the sign -1, and as it is,
//! with +1.

use super::LINES_TABLE;
use crate::db::Engine;

/// Where the changes stand while a merge lasts.
pub(super) const CHANGES_TABLE: &str = "rollup_change";

/// What has to be known of a line, before and after, under its own names.
const CAPTURED_COLUMNS: [&str; 14] = [
    "direction",
    "transaction_date",
    "order_id",
    "customer_id",
    "supplier_id",
    "item_id",
    "quantity_e4",
    "unit",
    "unit_price_e4",
    "amount_e4",
    "currency",
    "promised_date",
    "delivered_date",
    "location",
];

/// The statements after which changes of lines are noted. On SQLite triggers of this connection
/// alone note them; on Postgres the changing statements do.
pub(in crate::db) fn capture_changes_sql(engine: Engine) -> Vec<String> {
    let image = CAPTURED_COLUMNS.join(", ");
    match engine {
        Engine::Postgres => vec![format!(
            r"
                create temporary table {CHANGES_TABLE} on commit drop as
                select 1 as sign, {image}
                from {LINES_TABLE}
                limit 0
            "
        )],
        Engine::Sqlite => {
            let note = |sign: &str, line: &str| {
                let parts = CAPTURED_COLUMNS
                    .map(|part| format!("{line}.{part}"))
                    .join(", ");
                format!(
                    r"
                        insert into {CHANGES_TABLE} (sign, {image})
                        select {sign}, {parts}
                        where {line}.deleted_at is null;
                    "
                )
            };
            vec![
                format!(
                    r"
                        create temporary table {CHANGES_TABLE} as
                        select 1 as sign, {image}
                        from {LINES_TABLE}
                        limit 0
                    "
                ),
                format!(
                    "create temporary trigger rollup_line_added after insert on {LINES_TABLE} begin {} \
                        end",
                    note("1", "new")
                ),
                format!(
                    "create temporary trigger rollup_line_changed after update on {LINES_TABLE} begin \
                        {} {} end",
                    note("-1", "old"),
                    note("1", "new")
                ),
            ]
        }
    }
}

/// Makes a merge of lines on Postgres, which counts as it goes, note what it changed.
pub(in crate::db) fn capturing_merge_sql(merge: &str) -> String {
    let image = CAPTURED_COLUMNS.join(", ");
    // What a statement reads it reads as it was before the statement.
    format!(
        r"
            with written as ({merge} returning (xmax = 0) as is_new, transaction_id, {image}),
              noted as (
                  insert into {CHANGES_TABLE} (sign, {image})
                  select 1, {image}
                  from written
                  union all
                  select -1, {image}
                  from {LINES_TABLE}
                  where tenant_id = $1
                    and deleted_at is null
                    and transaction_id in (select transaction_id from written where not is_new)
                )
            select count(*) filter (where is_new), count(*) filter (where not is_new)
            from written
        "
    )
}

/// Makes a removal of lines on Postgres note and count what it removed.
pub(in crate::db) fn capturing_delete_sql(removal: &str) -> String {
    let image = CAPTURED_COLUMNS.join(", ");
    format!(
        r"
            with lines as ({removal} returning {image}),
              noted as (insert into {CHANGES_TABLE} (sign, {image}) select -1, {image} from lines)
            select count(*)
            from lines
        "
    )
}
